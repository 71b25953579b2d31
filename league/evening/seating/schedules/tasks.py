"""The task of seating rounds to come as one value, for another process; the same task gives the same seatings."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from multiprocessing.connection import Connection
from typing import Final

from pinochle_club.ground.system import AWAITED, step_aside
from scoring.rules.notation import listed

from . import bracket, movement, sides
from .annealing import Progress
from .board_sets import SHARED, Travel, board_sets_made, board_sets_met, board_sets_needed, for_pairs, makers, sharing
from .directions import balanced
from .numbers import Renumbered, counted, in_the_hall, places
from .planning import Impossible, changes, plan
from .replanning import can_be_better, is_clearly_better, keep_places
from .replanning import moved as elsewhere
from .schedule import FOUR, Duplicate, Meetings, Pair, Player, RoundSeating, Schedule, Shape
from .verify import Certificate, verify
from .wishes import Wishes, sides_of, sizes_for, too_few

# People who wait for a page come first.
# How much of the time, in thousandths, goes into keeping places, before anything is made afresh.
KEEPING_SHARE: Final = 250
# Further sets tried where one would be met twice.
MORE_SETS: Final = 2


def fingerprint_of(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Results:
    """Each table's winners in the last round, where more than two play also its `last`, and all scores so far. At
    tables `drawn` lots decide."""

    winners: Mapping[int, int]
    drawn: tuple[int, ...]
    scores: Mapping[Player, int]
    partners: movement.Pairing
    losers: movement.Losers
    last: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatingTask:
    """All that the rounds from `first` on follow from. `attendance` lists those here by round.

    Ids below 0 are house players without a row. `ahead` stands for the seatings already there; `keep` are the first of
    them, if people know their places and should change only where they must. `by_results` is set only where winners
    move, `duplicate` only where all play the same boards. `tables` that have another number tonight, or none. A
    `knock_out` is made of all results.
    """

    first: int
    attendance: tuple[tuple[Player, ...], ...]
    before: Schedule
    wishes: Wishes
    season: Meetings | None
    seed: int
    names: Mapping[Player, str]
    ahead: str
    keep: Schedule = ()
    winners_move: bool = False
    by_results: Results | None = None
    duplicate: Duplicate | None = None
    tables: Renumbered = field(default_factory=dict)
    knock_out: bracket.KnockOut | None = None

    @property
    def seats(self) -> int:
        return sum(len(here) for here in self.attendance)

    @property
    def fingerprint(self) -> str:
        """Everything but chance and season: another one means changed people or rounds."""
        wishes = self.wishes
        pairs = (sorted(map(sorted, found)) for found in (wishes.not_partners, wishes.never_meet, wishes.partners))
        singles = (sorted(found) for found in (wishes.stationary, wishes.volunteers))
        results = self.by_results
        return fingerprint_of(
            (
                self.first,
                self.attendance,
                self.before,
                tuple(map(tuple, pairs)),
                tuple(map(tuple, singles)),
                (wishes.shapes, wishes.in_sides, wishes.half_move),
                self.ahead,
                results and (sorted(results.winners.items()), sorted(results.scores.items()), results.partners),
                *((sorted(results.last.items()),) if results and results.last else ()),
                *((_key(self.duplicate),) if self.duplicate else ()),
                *(sorted(found) for found in (wishes.at_table, self.tables.items()) if found),
                *((tuple(sorted(won.items()) for won in self.knock_out.won),) if self.knock_out else ()),
            )
        )

    def name(self, player: Player) -> str:
        return self.names.get(player, "House player")


def _key(duplicate: Duplicate) -> object:
    return replace(duplicate, met=frozenset(), made=frozenset()), sorted(duplicate.met), sorted(duplicate.made)


def find(task: SeatingTask, progress: Progress | None = None, effort: int | None = None) -> Schedule:
    """The task's seatings. `effort` is that of `planning.plan`, for each run of rounds with the same people."""
    if task.tables:
        return in_the_hall(find(_counted(task), progress, effort), task.tables)
    if task.wishes.in_sides and task.wishes.main.side_size > 1 and task.wishes.main != FOUR:
        return _AsOne(task).find(progress, effort)
    if task.duplicate is None:
        return _seated(task, progress, effort)
    return _with_boards(task, task.duplicate, progress, effort)


def _counted(task: SeatingTask) -> SeatingTask:
    """The task with tables counted from 1."""
    numbers, results, known, wishes = places(task.tables), task.by_results, task.knock_out, task.wishes
    return replace(
        task,
        tables={},
        before=counted(task.before, task.tables),
        keep=counted(task.keep, task.tables),
        wishes=replace(wishes, at_table=frozenset((one, numbers.get(at, at)) for one, at in wishes.at_table)),
        by_results=results
        and replace(results, winners=_at_places(results.winners, numbers), last=_at_places(results.last, numbers)),
        knock_out=known and replace(known, won=tuple(_at_places(one, numbers) for one in known.won)),
    )


def _at_places(won: Mapping[int, int], places: Mapping[int, int]) -> dict[int, int]:
    return {places.get(table, table): side for table, side in won.items()}


class _AsOne:
    """The task with one player for each side, who plays alone: what holds for people then holds for sides of any size.
    Pairs at tables of four are found as they always were."""

    def __init__(self, task: SeatingTask) -> None:
        self.task = task
        if few := too_few(task.attendance[0], task.wishes):
            raise Impossible(few)
        here = [sides_of(people, task.wishes) for people in task.attendance]
        self.number = {side: at for at, side in enumerate(dict.fromkeys(side for found in here for side in found), 1)}
        self.side = {at: side for side, at in self.number.items()}
        self.attendance = tuple(tuple(sorted(self.number[side] for side in found)) for found in here)
        self.before = tuple(map(self._round, task.before))
        self.keep = tuple(map(self._round, task.keep))

    def find(self, progress: Progress | None, effort: int | None) -> Schedule:
        task, known = self.task, self.task.knock_out
        found = find(
            replace(
                task,
                attendance=self.attendance,
                before=self.before,
                keep=self.keep,
                wishes=self._wishes(),
                season=task.season and self._meetings(task.season),
                names={at: " & ".join(map(task.name, side)) for at, side in self.side.items()},
                knock_out=known and replace(known, ranks=self._ranks(known.ranks)),
            ),
            progress,
            effort,
        )
        return tuple(self._people(seating) for seating in found)

    def _round(self, seating: RoundSeating) -> RoundSeating:
        """A round of sides. One who is here in another company now is still that side, unless both sat in the round."""
        teams = [tuple(sorted(team)) for table in seating.tables for team in table.teams]
        resting = set(seating.sitting_out)
        out = [side for side in self.number if resting.issuperset(side)]
        numbers = {side: self.number[side] for side in (*teams, *out) if side in self.number}
        for side in teams:
            if side not in numbers:
                alike = (at for one, at in self.number.items() if set(one) & set(side) and at not in numbers.values())
                numbers[side] = next(alike, len(self.number) + 1)
                self.number[side] = numbers[side]
                self.side.setdefault(numbers[side], side)
        one_each = iter(numbers[side] for side in teams)
        tables = tuple(
            replace(table, seats=tuple(next(one_each) for _ in range(table.sides))) for table in seating.tables
        )
        return RoundSeating(tables, tuple(sorted({self.number[side] for side in out})))

    def _people(self, seating: RoundSeating) -> RoundSeating:
        tables = (sides.seated(table.number, [self.side[at] for at in table.seats]) for table in seating.tables)
        return RoundSeating(tuple(tables), tuple(sorted(one for at in seating.sitting_out for one in self.side[at])))

    def _wishes(self) -> Wishes:
        wishes, of = self.task.wishes, self._of
        at_table = {(at, table) for one, table in wishes.at_table for at in of([one])}
        for at, table in at_table:
            if other := next((there for one, there in at_table if one == at and there > table), None):
                who = listed([self.task.name(one) for one in self.side[at]])
                raise Impossible(f"{who} play together and can’t stay at tables {table} and {other} at once.")
        return Wishes(
            never_meet=frozenset(pair for pair in map(frozenset, map(of, wishes.never_meet)) if len(pair) == 2),
            stationary=of(wishes.stationary),
            at_table=frozenset(at_table),
            volunteers=of(wishes.volunteers),
            sat_out_last=of(wishes.sat_out_last),
            shapes=tuple(
                Shape(one.sides, one.sides) for one in wishes.shapes if one.side_size == wishes.main.side_size
            ),
            in_sides=True,
            half_move=wishes.half_move,
        )

    def _of(self, people: Collection[Player]) -> frozenset[Player]:
        return frozenset(at for at, side in self.side.items() if not set(side).isdisjoint(people))

    def _meetings(self, season: Meetings) -> Meetings:
        size = self.task.wishes.main.side_size
        opposed: Counter[Pair] = Counter()
        for pair, times in season.opposed.items():
            if len(found := self._of(pair)) == 2:
                opposed[found] += times
        return Meetings({}, {pair: -(-times // size**2) for pair, times in opposed.items()})

    def _ranks(self, ranks: Mapping[Player, float]) -> Mapping[Player, float]:
        return {at: sum(ranks.get(one, 0) for one in side) for at, side in self.side.items()} if ranks else {}


def _with_boards(task: SeatingTask, duplicate: Duplicate, progress: Progress | None, effort: int | None) -> Schedule:
    """The rounds with a set on each table. Shared sets, and pairs in their movement, don't change who sits where."""
    shares = duplicate.shares
    if shares is None:
        shares = max(len(sizes_for(here, task.wishes).tables) for here in task.attendance) <= SHARED
    if not shares and not task.wishes.in_sides:
        found = _travelling(task, duplicate, progress, effort)
    else:
        found = _seated(replace(task, duplicate=None), progress, effort)
        if shares:
            found = sharing(found, task.first - 1)
        else:
            rng, half_move = random.Random(task.seed), task.wishes.half_move
            found = for_pairs(found, task.first, duplicate, half_move=half_move, keep=task.keep, rng=rng)
    return _turned(task, duplicate, found)


def _travelling(task: SeatingTask, duplicate: Duplicate, progress: Progress | None, effort: int | None) -> Schedule:
    """With a set or two more where one would be met again; not where the players made them all."""
    for _ in range(0 if duplicate.by_slips else MORE_SETS):
        found = _searched(task, progress, effort)
        if not any(fault.kind == "boards_again" for fault in _certificate(task, found).faults):
            return found
        board_sets = max(table.boards for seating in (*task.keep, *found) for table in seating.tables)
        task = replace(task, duplicate=replace(duplicate, there=max(duplicate.there, board_sets) + 1))
    return _searched(task, progress, effort)


def _turned(task: SeatingTask, duplicate: Duplicate, found: Schedule) -> Schedule:
    if task.wishes.half_move and not duplicate.one_list:
        return found
    slips = [{table.seats for table in seating.tables} for seating in task.keep]
    slips += [set() for _ in found[len(slips) :]]
    fixed = [
        frozenset(table.number for table in seating.tables if table.seats in known)
        for seating, known in zip(found, slips, strict=False)
    ]
    return balanced(found, task.before, fixed, random.Random(task.seed))


def _seated(task: SeatingTask, progress: Progress | None, effort: int | None) -> Schedule:
    if task.winners_move:
        return (_moved(task),)
    if task.wishes.in_sides:
        return _by_movement(task, progress, effort)
    return _searched(task, progress, effort)


def _by_movement(task: SeatingTask, progress: Progress | None, effort: int | None) -> Schedule:
    """Sides by their movement if it keeps all rules and published seats; else that or a search, if better."""
    moved = sides.go_on(task.before, task.attendance, task.wishes, random.Random(task.seed))
    if moved is None or not all(seating.tables for seating in moved):
        return _searched(task, progress, effort)
    moved = sides.turned_as(moved, task.keep)
    certificate = _certificate(task, moved)
    if not can_be_better(certificate) and not _sends_elsewhere(task.keep, moved):
        return moved
    try:
        found = _searched(task, progress, effort)
    except Impossible:
        if certificate.faults:
            raise
        return moved
    other = _certificate(task, found)
    if is_clearly_better(other, certificate):
        return found
    if is_clearly_better(certificate, other):
        return moved
    return min(moved, found, key=lambda one: sum(elsewhere(task.keep, one).values()))


def _sends_elsewhere(keep: Schedule, schedule: Schedule) -> bool:
    """Whether a published player with a seat before and after gets another."""
    found = changes(keep, schedule[: len(keep)])
    return any(one.was and one.now and one.was.table and one.now.table and one.is_elsewhere for one in found)


def _searched(task: SeatingTask, progress: Progress | None, effort: int | None) -> Schedule:
    return _kept(task, progress, effort) if task.keep else _afresh(task, progress, effort)


def _sitting(task: SeatingTask, here: tuple[Player, ...], before: Schedule) -> Wishes:
    if not task.wishes.half_move:
        return task.wishes
    sitters = sides.who_sits(before, here, task.wishes)
    return replace(task.wishes, stationary=task.wishes.stationary | sitters)


def _kept(task: SeatingTask, progress: Progress | None, effort: int | None) -> Schedule:
    kept_rounds = len(task.keep)
    here = task.attendance[:kept_rounds]
    if few := next(filter(None, (too_few(people, task.wishes) for people in here)), ""):
        raise Impossible(few)
    wishes = _sitting(task, here[0], task.before or task.keep[:1])
    found = keep_places(
        here,
        task.keep,
        seed=task.seed,
        wishes=wishes,
        before=task.before,
        season=task.season,
        travel=_travel(task, task.attendance, ()),
        progress=_progress_of_part(progress, 0, KEEPING_SHARE),
        effort=effort,
    )
    rest = _progress_of_part(progress, KEEPING_SHARE, 1000)
    if found is None:
        return _afresh(task, rest, effort)
    as_published = sides.with_sitters_first(found, wishes.stationary) if wishes.half_move else found
    if len(task.attendance) > kept_rounds:
        more = replace(
            task,
            first=task.first + kept_rounds,
            attendance=task.attendance[kept_rounds:],
            before=(*task.before, *as_published),
            keep=(),
            duplicate=task.duplicate and replace(task.duplicate, met=task.duplicate.met | board_sets_met(as_published)),
        )
        as_published += _afresh(more, None, effort)
    certificate = _certificate(task, as_published)
    if can_be_better(certificate):
        try:
            afresh = _afresh(task, rest, effort)
        except Impossible:
            if certificate.faults:
                raise
        else:
            return afresh if is_clearly_better(_certificate(task, afresh), certificate) else as_published
    if progress:
        progress(1000, 1000)
    return as_published


def _certificate(task: SeatingTask, schedule: Schedule) -> Certificate:
    return verify(schedule, task.attendance, task.wishes, before=task.before, duplicate=task.duplicate)


def _progress_of_part(progress: Progress | None, begin: int, end: int) -> Progress | None:
    if progress is None:
        return None
    return lambda done, of: progress(begin + (end - begin) * done // max(1, of), 1000)


def _afresh(task: SeatingTask, progress: Progress | None, effort: int | None) -> Schedule:
    """Seat latecomers from their first round: rounds with the same people are planned together."""
    schedule: Schedule = ()
    done = 0
    for here, count in _runs(task):
        before = (*task.before, *schedule)
        wishes = _sitting(task, here, before)
        found = plan(
            here,
            count,
            seed=task.seed,
            wishes=wishes,
            before=before,
            season=task.season,
            travel=_travel(task, task.attendance, schedule),
            effort=effort,
            progress=_share(progress, done, count, len(task.attendance)),
            name=task.name,
        )
        schedule += sides.with_sitters_first(found, wishes.stationary) if wishes.half_move else found
        done += count
    return schedule


def _runs(task: SeatingTask) -> Iterator[tuple[tuple[Player, ...], int]]:
    for number, (here, rounds) in enumerate(groupby(task.attendance)):
        count = len(list(rounds))
        if number == 0 and task.duplicate and _makes_first(task, task.duplicate):
            yield here, 1
            count -= 1
        if count:
            yield here, count


def _makes_first(task: SeatingTask, duplicate: Duplicate) -> bool:
    """Whether the first of these rounds makes sets its tables shouldn't meet later."""
    return duplicate.by_slips and task.first == 1 and len(task.attendance[0]) // 4 > duplicate.rounds


def _travel(task: SeatingTask, attendance: Sequence[tuple[Player, ...]], schedule: Schedule) -> Travel | None:
    """Sets on their way after the rounds of `schedule`, if any."""
    duplicate = task.duplicate
    if duplicate is None:
        return None
    tables = max(len(sizes_for(here, task.wishes).tables) for here in attendance)
    board_sets = max(duplicate.there, board_sets_needed(tables, duplicate.rounds))
    met = duplicate.met | duplicate.made | board_sets_met(schedule)
    if schedule and _makes_first(task, duplicate):
        met |= board_sets_made(schedule[0], makers(schedule[:1]))
    return Travel(board_sets, task.first + len(schedule), met)


def _share(progress: Progress | None, done: int, count: int, rounds: int) -> Progress | None:
    if progress is None:
        return None
    return lambda step, steps: progress((1000 * (done * steps + count * step)) // (rounds * max(1, steps)), 1000)


def _moved(task: SeatingTask) -> RoundSeating:
    rng = random.Random(task.seed)
    here, results = task.attendance[0], task.by_results
    if task.knock_out is not None:
        return bracket.seated_next(task.before, here, task.wishes, task.knock_out, rng)
    if results is None:
        return movement.first_round(here, rng, task.wishes, name=task.name)
    return movement.next_round(
        task.before[-1],
        results.winners,
        rng=rng,
        partners=results.partners,
        losers=results.losers,
        last=results.last,
        scores=results.scores,
        players=here,
        wishes=task.wishes,
        before=task.before,
        name=task.name,
    )


def find_for(channel: Connection, task: SeatingTask) -> None:
    """The search in its own process: sends ("far", (done, steps)), last ("found", …) or ("impossible", why)."""
    step_aside(AWAITED, at_once=True)
    try:
        channel.send(("found", find(task, lambda done, steps: channel.send(("far", (done, steps))))))
    except Impossible as impossible:
        channel.send(("impossible", str(impossible)))
