"""The front door of individual rotation. For arrivals and leavers, plan the rest again after what was played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from .annealing import Board, Laid, Lineup, Progress, Tables, arrange
from .board_sets import Travel, board_set_at
from .schedule import FOUR, Meetings, Player, RoundSeating, Schedule, Seating, Shape
from .sit_outs import Shares
from .whist import cycle_length, whist_schedule
from .wishes import Naming, Wishes, both, by_number, impossible, mates_among, sizes_for

# Seats tried for each seat of the schedule: at most some 2 s for 64 players and 6 rounds, 10 s for 200.
STEPS_A_SEAT: Final = 3_000
MOST_STEPS_A_SEAT: Final = 20_000
FEWEST_STEPS: Final = 1_000_000
MOST_STEPS: Final = 6_000_000
# A small schedule is searched for several times, since much depends on who happens to sit out with whom.
FEW_SEATS: Final = 128
STEPS_A_TRY: Final = 2_500  # for each seat
MOST_TRIES: Final = 8


class Impossible(ValueError):
    """No seating for these players; `sentences` say why, for people."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


def plan(
    players: Collection[Player],
    rounds: int,
    *,
    seed: int,
    wishes: Wishes | None = None,
    before: Schedule = (),
    season: Meetings | None = None,
    travel: Travel | None = None,
    progress: Progress | None = None,
    effort: int | None = None,
    name: Naming = by_number,
) -> Schedule:
    """The next rounds for the players here. The same arguments give the same schedule.

    Meetings tonight (`before`) and on earlier nights (`season`) are avoided. With `travel` sets of boards go from table
    to table, and nobody should meet one twice: callers look. `effort` bounds the seats tried; None suits the size.
    `name` names players in an `Impossible`.
    """
    wishes = wishes or Wishes()
    here = tuple(sorted(players))
    if len(set(here)) < len(here):
        raise ValueError("a player is listed twice")
    if rounds < 0:
        raise ValueError("fewer than no rounds")
    if problems := impossible(here, wishes, name):
        raise Impossible(*problems)
    rng = random.Random(seed)
    cycle = _full_cycle(here, rounds, wishes, rng) if not before and travel is None else ()
    night = (*before, *cycle)
    laid = _laid(here, rounds, wishes, night, travel) if travel else None
    arranged, outs = _searched(here, rounds - len(cycle), rng, wishes, night, season, laid, progress, effort)
    _refuse_broken(arranged, wishes, name)
    if laid is not None:
        return _at_their_sets(arranged, outs, laid, wishes, _numbers(here, wishes, night))
    numbered = _numbered(arranged, outs, night, wishes)
    return (*cycle, *numbered)


def _full_cycle(here: tuple[Player, ...], rounds: int, wishes: Wishes, rng: random.Random) -> Schedule:
    """A whist cycle, if all of it but a round is wanted, and no wishes but not to sit out first. Without its last round
    a cycle is still as good as counting allows; without two it need not be."""
    length = cycle_length(len(here))
    asks_nothing = replace(wishes, sat_out_last=frozenset(), shapes=(wishes.main,)) == Wishes()
    if length is None or rounds < length - 1 or not asks_nothing or (wishes.shapes[1:] and len(here) % FOUR.seats):
        return ()
    order = list(here)
    rng.shuffle(order)
    order.sort(key=lambda player: player in wishes.sat_out_last)  # player k of the table sits out in round k
    return tuple(seating.renamed(order.__getitem__) for seating in whist_schedule(len(here))[:rounds])


def _searched(
    here: tuple[Player, ...],
    rounds: int,
    rng: random.Random,
    wishes: Wishes,
    before: Schedule,
    season: Meetings | None,
    laid: Laid | None,
    progress: Progress | None,
    effort: int | None,
) -> tuple[tuple[Tables, ...], list[tuple[Player, ...]]]:
    """Tables and sit-outs of the best of some searches, each with its own sit-outs."""
    seats = rounds * (len(here) - sizes_for(here, wishes).out)
    if effort is None:
        effort = search_steps(seats, wishes)
    tries = 1
    if seats <= FEW_SEATS:
        tries = max(1, min(MOST_TRIES, effort // (STEPS_A_TRY * max(1, seats))))
    best: tuple[tuple[int, int], tuple[Tables, ...], list[tuple[Player, ...]]] | None = None
    for attempt in range(tries):
        lineups, outs = _lineups(here, rounds, wishes, before, rng)
        found = arrange(
            lineups,
            rng=rng,
            steps=effort // tries,
            wishes=wishes,
            before=before,
            season=season,
            laid=laid,
            progress=progress and part_of(progress, attempt, tries),
        )
        rank = (found.cost, -_acquaintances(found, before))
        if best is None or rank < best[0]:
            best = rank, found.tables(), outs
        if found.cost == found.floor:
            break
    assert best is not None
    if progress:
        progress(max(1, effort), max(1, effort))
    return best[1], best[2]


def search_steps(seats: int, wishes: Wishes) -> int:
    """At large tables a step looks at more people, who have met more of the others, so there are fewer steps."""
    company, usual = max(wishes.main.seats, FOUR.seats) - 1, FOUR.seats - 1
    fewest = min(FEWEST_STEPS * usual // company, MOST_STEPS_A_SEAT * seats)
    return min(MOST_STEPS, max(STEPS_A_SEAT * seats * usual**3 // company**3, fewest))


def _acquaintances(found: Board, before: Schedule) -> int:
    """Pairs who sit together at all: at equal cost, most means fewest repeats."""
    tables = [seats for tables in found.tables() for seats in tables]
    tables += [table.seats for seating in before for table in seating.tables]
    return len({frozenset(pair) for seats in tables for pair in combinations(seats, 2)})


def part_of(progress: Progress, attempt: int, tries: int) -> Progress:
    return lambda done, of: progress(attempt * of + done, tries * of)


def _lineups(
    here: tuple[Player, ...], rounds: int, wishes: Wishes, before: Schedule, rng: random.Random
) -> tuple[list[Lineup], list[tuple[Player, ...]]]:
    shares = Shares(before)
    sizes = sizes_for(here, wishes)
    lineups, outs = [], []
    for _ in range(rounds):
        out = shares.draw(here, sizes.out, wishes, rng)
        shares.note(here, out)
        outs.append(out)
        lineups.append(Lineup(tuple(player for player in here if player not in out), sizes))
    return lineups, outs


def _refuse_broken(arranged: Sequence[Tables], wishes: Wishes, name: Naming) -> None:
    """Refuse forbidden company that the search couldn't avoid."""
    sentences = dict.fromkeys(
        sentence
        for tables in arranged
        for number, seats in enumerate(tables, start=1)
        for sentence in _broken(wishes.seated(number, seats), wishes, name)
    )
    if sentences:
        raise Impossible(*sentences)


def _broken(table: Seating, wishes: Wishes, name: Naming) -> Iterator[str]:
    for pair in (*table.partnerships, *table.oppositions):
        if pair in wishes.never_meet:
            yield f"We couldn’t find a seating where {both(pair, name)} don’t meet."
        elif pair <= wishes.stationary and pair not in wishes.partners:
            yield f"We couldn’t find a seating where {both(pair, name)} each have a table."
    for pair in table.partnerships:
        if pair in wishes.not_partners:
            yield f"We couldn’t find a seating where {both(pair, name)} are never partners."


# -- table numbers


def _numbers(here: Collection[Player], wishes: Wishes, before: Schedule) -> list[int]:
    return table_numbers(len(sizes_for(here, wishes).tables), table_homes(wishes, before, here).values())


def _laid(here: Collection[Player], rounds: int, wishes: Wishes, before: Schedule, travel: Travel) -> Laid:
    """Sets on tables numbered before anyone is seated: boards go by their order."""
    numbers = _numbers(here, wishes, before)
    return Laid(
        [
            [board_set_at(place, number, travel.board_sets) for place in range(len(numbers))]
            for number in range(travel.first, travel.first + rounds)
        ],
        travel.met,
        {player: numbers.index(home) for player, home in table_homes(wishes, before, here).items()},
    )


def _at_their_sets(
    arranged: Sequence[Tables], outs: Sequence[tuple[Player, ...]], laid: Laid, wishes: Wishes, numbers: Sequence[int]
) -> Schedule:
    return tuple(
        RoundSeating(tuple(map(wishes.seated, numbers, tables, board_sets)), out)
        for tables, out, board_sets in zip(arranged, outs, laid.rounds, strict=True)
    )


def _numbered(
    arranged: Sequence[Tables], outs: Sequence[tuple[Player, ...]], before: Schedule, wishes: Wishes
) -> Schedule:
    homes = table_homes(wishes, before, {player for tables in arranged for seats in tables for player in seats})
    rounds: list[RoundSeating] = []
    sat = {player: table.number for seating in before[-1:] for table in seating.tables for player in table.seats}
    for tables, out in zip(arranged, outs, strict=True):
        numbers = _number_round(tables, homes, sat, wishes.main)
        seatings = tuple(
            wishes.seated(number, tables[table]) for table, number in sorted(numbers, key=lambda at: at[1])
        )
        sat |= {player: table.number for table in seatings for player in table.seats}
        rounds.append(RoundSeating(seatings, out))
    return tuple(rounds)


def table_homes(wishes: Wishes, before: Schedule, here: Collection[Player]) -> dict[Player, int]:
    """Kept tables by player: the one they chose, else where they last sat tonight, else the first free one."""
    homes = {player: number for player, number in sorted(wishes.at_table) if player in here}
    mates = mates_among(here, wishes)
    for seating in reversed(before):
        taken = set(homes.values())
        for table in seating.tables:
            keepers = [player for player in table.seats if player in wishes.stationary and player in here]
            for player in keepers:
                if player not in homes and (
                    table.number not in taken or homes.get(mates.get(player, -1)) == table.number
                ):
                    homes[player] = table.number
                    taken.add(table.number)
    for player in sorted(wishes.stationary & set(here) - homes.keys()):
        mate = mates.get(player)
        if mate in homes:
            homes[player] = homes[mate]
        else:
            taken = set(homes.values())
            homes[player] = next(number for number in range(1, len(taken) + 2) if number not in taken)
    return homes


def _number_round(
    tables: Tables, homes: Mapping[Player, int], sat: Mapping[Player, int], main: Shape
) -> Iterable[tuple[int, int]]:
    """Numbers by table of a round: kept ones, then by most who sat there, then the lowest left."""
    own_numbers = {table: homes[player] for table, seats in enumerate(tables) for player in seats if player in homes}
    numbers = table_numbers(len(tables), own_numbers.values())
    given = dict(own_numbers)
    mains = numbers[: sum(len(seats) == main.seats for seats in tables)]

    def suits(table: int, number: int) -> bool:
        """Large tables have chairs for so many: those of another kind get the highest numbers."""
        return main == FOUR or (len(tables[table]) == main.seats) == (number in mains)

    left = [number for number in numbers if number not in given.values()]
    stays = Counter(
        (table, sat[player])
        for table, seats in enumerate(tables)
        if table not in own_numbers
        for player in seats
        if sat.get(player) in left
    )
    for (table, number), _ in sorted(stays.items(), key=lambda item: (-item[1], item[0])):
        if table not in given and number in left and suits(table, number):
            given[table] = number
            left.remove(number)
    for table in range(len(tables)):
        if table not in given:
            given[table] = next((number for number in left if suits(table, number)), left[0])
            left.remove(given[table])
    return given.items()


def table_numbers(count: int, taken: Collection[int]) -> list[int]:
    """1, 2, 3, …, with taken numbers among them even if higher."""
    numbers = sorted(set(taken))
    candidate = 1
    while len(numbers) < count:
        if candidate not in numbers:
            numbers.append(candidate)
        candidate += 1
    return sorted(numbers)


# -- what changed


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a round; no table for a sit-out. `seat` counts from 0: N E S W, or A B C."""

    table: int | None = None
    seat: int | None = None
    partners: tuple[Player, ...] = ()
    opponents: frozenset[Player] = frozenset()

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return 0 if self.table is None else 1 + len(self.partners) + len(self.opponents)


@dataclass(frozen=True, slots=True)
class Change:
    """A difference of two schedules for a player in a round (from 0). None: not there at all."""

    round_index: int
    player: Player
    was: Place | None
    now: Place | None

    @property
    def is_elsewhere(self) -> bool:
        """Whether table or seat differ, or one is missing; else only the company does."""
        was, now = self.was, self.now
        if was is None or now is None:
            return True
        return (was.table, was.seat, was.seats) != (now.table, now.seat, now.seats)


def changes(old: Schedule, new: Schedule) -> tuple[Change, ...]:
    """All differences, by round and player. Rounds that only one has differ for everybody."""
    found = []
    for index in range(max(len(old), len(new))):
        was, now = (places_of(schedule[index]) if index < len(schedule) else {} for schedule in (old, new))
        for player in sorted(was.keys() | now.keys()):
            if was.get(player) != now.get(player):
                found.append(Change(index, player, was.get(player), now.get(player)))
    return tuple(found)


def places_of(seating: RoundSeating) -> dict[Player, Place]:
    places = {player: Place() for player in seating.sitting_out}
    for table in seating.tables:
        for seat, player in enumerate(table.seats):
            partners = table.partners_of(player)
            opponents = frozenset(table.seats) - {player, *partners}
            places[player] = Place(table.number, seat, partners, opponents)
    return places
