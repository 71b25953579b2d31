"""Rounds to come again after people came, left or returned: as published, but for what must change.

People hold slips, so a seating that sends nearly all elsewhere is worse than its certificate says. `keep_places` seats
newcomers where there is room, and the search starts there, with a price for each place that differs from a slip.
`is_clearly_better` is the rule for taking a fresh seating all the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final, TypeAlias

from .annealing import NOBODY, STEEPEST, Board, Laid, Lineup, Movers, Progress
from .board_sets import Travel, board_set_at
from .planning import FEW_SEATS, changes, part_of, search_steps, table_homes
from .schedule import Meetings, Player, RoundSeating, Schedule, Shape
from .sit_outs import Shares
from .verify import Certificate
from .wishes import Sizes, Wishes, among, sizes_for

# The price, beside repeats, of a seat other than on the slip. At least two people change places where something is
# mended: a repeated partner is always worth that, a repeated opponent mostly, a repeated tablemate hardly ever. Among
# several seatings found, repeats weigh so many times as much, and each wrong slip counts too.
ANOTHER_PLACE: Final = 1
ANOTHER_SLIP: Final = 1
REPEATS_AMONG_FOUND: Final = 2

WARMEST: Final = 2.0
COOLEST: Final = 0.25
HOMEWARD: Final = 0.5  # the share of tries in which a stray looks at its seat at home
# Much depends on who happens to sit out, so the start is made several times; of large fields less often.
STEPS_A_TRY: Final = 300  # for each seat
TRIES: Final = 6
TRIES_OF_MANY: Final = 2

OPPONENTS_WORTH_NEW_SLIPS: Final = 3

Attendance: TypeAlias = Sequence[Sequence[Player]]
# The seats of tables by their numbers; None is free.
Rows: TypeAlias = dict[int, list[Player | None]]
Spot: TypeAlias = tuple[int, int]  # a table's number, and a seat from 0


# -- which of the two


def is_clearly_better(afresh: Certificate, as_published: Certificate) -> bool:
    """Whether a fresh seating is worth new slips for everybody. It is if it breaks fewer rules; else if fewer partners
    repeat; else if tables of another kind are shared more evenly; else if at least `OPPONENTS_WORTH_NEW_SLIPS`
    opponents fewer repeat. Table-mates alone never are."""
    for ours, theirs in (
        (len(afresh.faults), len(as_published.faults)),
        (afresh.repeat_partners, as_published.repeat_partners),
        (_uneven_kinds(afresh), _uneven_kinds(as_published)),
    ):
        if ours != theirs:
            return ours < theirs
    return afresh.repeat_opponents + OPPONENTS_WORTH_NEW_SLIPS <= as_published.repeat_opponents


def can_be_better(as_published: Certificate) -> bool:
    """Whether a fresh seating could be clearly better at all, and is worth a search."""
    return (
        bool(as_published.faults)
        or as_published.repeat_partners > as_published.bound_partners
        or _uneven_kinds(as_published) > 1
        or as_published.repeat_opponents >= as_published.bound_opponents + OPPONENTS_WORTH_NEW_SLIPS
    )


def _uneven_kinds(found: Certificate) -> int:
    """The widest gap in rounds at a table of another kind; 1 is as good as none."""
    times = [each["plays_otherwise"] for each in found.by_player.values()]
    return max(1, max(times, default=0) - min(times, default=0))


# -- keeping places


def keep_places(
    attendance: Attendance,
    keep: Schedule,
    *,
    seed: int,
    wishes: Wishes,
    before: Schedule,
    season: Meetings | None = None,
    travel: Travel | None = None,
    progress: Progress | None = None,
    effort: int | None = None,
) -> Schedule | None:
    """The rounds of `keep` for those here now, with the fewest people elsewhere. `attendance` lists those here by
    round. None where tables can't be made from those of `keep`. With `travel` tables keep their boards. The same
    arguments give the same schedule. Callers look whether it keeps the hard rules."""
    rng = random.Random(seed)
    seats = sum(len(here) for here in attendance)
    tries = TRIES if seats <= FEW_SEATS else TRIES_OF_MANY
    each = min(search_steps(seats, wishes) if effort is None else effort, tries * STEPS_A_TRY * seats) // tries
    best: tuple[int, Schedule] | None = None
    for attempt in range(tries):
        starts = _starts(attendance, keep, wishes, before, rng)
        if starts is None:
            return None
        board = KeepingBoard(starts, rng, wishes, before, season, _laid(starts, keep, travel) if travel else None)
        board.anneal(each, progress and part_of(progress, attempt, tries))
        found = board.schedule()
        price = REPEATS_AMONG_FOUND * (board.cost - board.price_of_strays()) + _price(keep, found)
        if best is None or price < best[0]:
            best = price, found
    return best and best[1]


def moved(old: Schedule, new: Schedule) -> Counter[Player]:
    """By player the rounds with another table or seat, with a lost place, or a new one."""
    return Counter(change.player for change in changes(old, new) if change.is_elsewhere)


def _price(old: Schedule, new: Schedule) -> int:
    changed = moved(old, new)
    return ANOTHER_PLACE * changed.total() + ANOTHER_SLIP * len(changed)


# -- the start


@dataclass(frozen=True, slots=True)
class Start:
    """A round to begin with. `tables` of the main kind come first, with their `numbers`. `homes` are seats, by
    table and seat from 0, of those who need not leave their table. `pinned` keep theirs."""

    out: tuple[Player, ...]
    numbers: tuple[int, ...]
    tables: tuple[tuple[Player, ...], ...]
    sizes: Sizes
    homes: Mapping[Player, tuple[int, int]]
    pinned: frozenset[Player]


def _starts(
    attendance: Attendance, keep: Schedule, wishes: Wishes, before: Schedule, rng: random.Random
) -> list[Start] | None:
    shares = Shares(before)
    everybody = {player for here in attendance for player in here}
    tables_kept = table_homes(wishes, (*keep, *before), everybody) if wishes.stationary else {}
    instead = _replacements(everybody, keep)
    found = []
    for index, (here, old) in enumerate(zip(attendance, keep, strict=True)):
        sizes = sizes_for(here, wishes)
        ranks = _ranks(here, old, keep[index + 1 :], sizes, rng)
        out = shares.draw(here, sizes.out, wishes, rng, ranks.__getitem__)
        shares.note(here, out)
        start = _Maker(here, out, old, sizes, wishes, tables_kept, instead, rng).start()
        if start is None:
            return None
        found.append(start)
    return found


def _replacements(everybody: Collection[Player], keep: Schedule) -> Mapping[Player, Player]:
    """Newcomers by the leaver whose seats they take."""
    placed = {player for seating in keep for player in seating.players}
    return dict(zip(sorted(placed - set(everybody)), sorted(set(everybody) - placed), strict=False))


def _ranks(
    here: Sequence[Player], old: RoundSeating, later: Schedule, sizes: Sizes, rng: random.Random
) -> Mapping[Player, int]:
    """The order of sitting out at equal turn: those due to, those without a seat, those whose place is in trouble."""
    fewest = sorted(old.tables, key=lambda table: (len(set(table.seats) & set(here)), rng.random()))
    dissolved = {player for table in fewest[: max(0, len(fewest) - len(sizes.tables))] for player in table.seats}
    gaps = {player for table in old.tables if not set(table.seats) <= set(here) for player in table.seats}
    later_out = {player for seating in later for player in seating.sitting_out}

    def rank(player: Player) -> int:
        if player in old.sitting_out:
            return 0
        if player not in old.players:
            return 1
        return 2 * (1 if player in dissolved else 2 if player in gaps else 3) + (player in later_out)

    return {player: rank(player) for player in here}


def _laid(starts: Sequence[Start], keep: Schedule, travel: Travel) -> Laid:
    rounds = []
    for number, (start, old) in enumerate(zip(starts, keep, strict=True), start=travel.first):
        there = {table.number: table.boards for table in old.tables if table.number in start.numbers}
        idle = iter(
            {board_set_at(place, number, travel.board_sets): None for place in range(travel.board_sets)}.keys()
            - there.values()
        )
        rounds.append([there.get(table) or next(idle) for table in start.numbers])
    return Laid(rounds, travel.met)


class _Maker:
    def __init__(
        self,
        here: Sequence[Player],
        out: tuple[Player, ...],
        old: RoundSeating,
        sizes: Sizes,
        wishes: Wishes,
        tables_kept: Mapping[Player, int],
        instead: Mapping[Player, Player],
        rng: random.Random,
    ) -> None:
        self.playing = set(here) - set(out)
        self.out, self.old, self.sizes, self.instead, self.rng = out, old, sizes, instead, rng
        self.wishes = wishes
        self.kept = {player: number for player, number in tables_kept.items() if player in self.playing}
        self.couples = [tuple(sorted(pair)) for pair in among(self.playing, wishes.partners)]
        self.coupled = {player for pair in self.couples for player in pair}
        self.rows: Rows = {}
        self.left: Rows = {}  # the player of each seat, even if gone
        self.homes: dict[Player, Spot] = {}

    def start(self) -> Start | None:
        """The start; None if these steps don't do, and all is planned afresh."""
        known = [shape.seats for shape in self.wishes.shapes]
        if any(len(table.seats) not in known for table in self.old.tables) or not self._take_tables():
            return None
        self._size_tables()
        self.homes = {player: (number, seat) for number, seat, player in self._seated()}
        self._fill()
        if not self._seat_keepers() or not self._seat_couples():
            return None
        numbers = sorted(self.rows, key=lambda number: (known.index(len(self.rows[number])), number))
        at = {number: table for table, number in enumerate(numbers)}
        return Start(
            out=self.out,
            numbers=tuple(numbers),
            tables=tuple(tuple(player for player in self.rows[number] if player is not None) for number in numbers),
            sizes=self.sizes,
            homes={player: (at[number], seat) for player, (number, seat) in self.homes.items()},
            pinned=frozenset(self.kept),
        )

    def _seated(self) -> list[tuple[int, int, Player]]:
        return [
            (number, seat, player)
            for number, row in self.rows.items()
            for seat, player in enumerate(row)
            if player is not None
        ]

    # -- tables

    def _take_tables(self) -> bool:
        for table in self.old.tables:
            self.left[table.number] = list(table.seats)
            self.rows[table.number] = [player if player in self.playing else None for player in table.seats]
        needed = set(self.kept.values())
        for number in sorted(needed - self.rows.keys()):
            self._add(number)
        while len(self.rows) > len(self.sizes.tables):
            spare = [number for number in self.rows if number not in needed]
            if not spare:
                return False
            del self.rows[min(spare, key=lambda number: (_filled(self.rows[number]), -number))]
        while len(self.rows) < len(self.sizes.tables):
            self._add(next(number for number in range(1, len(self.rows) + 2) if number not in self.rows))
        return True

    def _add(self, number: int) -> None:
        self.rows[number] = [None] * self.wishes.main.seats
        self.left[number] = [None] * self.wishes.main.seats

    def _size_tables(self) -> None:
        left = set(self.rows)
        for shape in self.wishes.shapes[:0:-1]:

            def unfit(number: int, shape: Shape = shape) -> tuple[int, bool, bool, int, int]:
                row = self.rows[number]
                parts = not (shape.has_partners or self.coupled.isdisjoint(row))
                return max(0, _filled(row) - shape.seats), parts, len(row) != shape.seats, -_filled(row), -number

            for number in sorted(left, key=unfit)[: self.sizes.tables.count(shape)]:
                self._resize(number, shape)
                left.remove(number)
        for number in left:
            self._resize(number, self.wishes.main)

    def _resize(self, number: int, shape: Shape) -> None:
        row, left = self.rows[number], self.left[number]
        while len(row) > shape.seats:
            seat = row.index(None) if None in row else len(row) - 1
            del row[seat], left[seat]
        while len(row) < shape.seats:
            row.append(None)
            left.append(None)

    # -- people

    def _fill(self) -> None:
        waiting = self.playing - {player for _, _, player in self._seated()}
        free = [(number, seat) for number, row in self.rows.items() for seat, one in enumerate(row) if one is None]
        for number, seat in free:
            left = self.left[number][seat]
            came = self.instead.get(left) if left is not None else None
            if came in waiting:
                self.rows[number][seat] = came
                waiting.remove(came)
        others = sorted(waiting)
        self.rng.shuffle(others)
        for number, seat in free:
            if self.rows[number][seat] is None:
                self.rows[number][seat] = others.pop()

    def _seat_keepers(self) -> bool:
        for player, number in sorted(self.kept.items()):
            at = self._find(player)
            if at[0] == number:
                continue
            free = [
                (number, seat)
                for seat, one in enumerate(self.rows[number])
                if one is not None and self.kept.get(one) != number
            ]
            if not free:
                return False
            self._swap(at, min(free, key=lambda spot: (self._at(spot) in self.coupled, self._at(spot) in self.homes)))
        return True

    def _seat_couples(self) -> bool:
        done: set[Player] = set()
        for pair in self.couples:
            spots = [
                ((number, seat), (number, other))
                for number, row in self.rows.items()
                for seat, other in permutations(range(len(row)), 2)
                if (seat - other) % self.wishes.shape(len(row)).sides == 0
                if self._may_sit(pair, ((number, seat), (number, other)), done)
            ]
            if not spots:
                return False
            best = min(spots, key=lambda both, pair=pair: self._uprooted(pair, both))  # type: ignore[misc]
            for player, spot in zip(pair, best, strict=True):
                self._swap(self._find(player), spot)
            done |= set(pair)
        return True

    def _may_sit(self, pair: Sequence[Player], spots: Sequence[Spot], done: Collection[Player]) -> bool:
        return all(
            self.kept.get(player, spot[0]) == spot[0]
            and (there in pair or (there not in done and there not in self.kept))
            for player, spot in zip(pair, spots, strict=True)
            for there in [self._at(spot)]
        )

    def _uprooted(self, pair: Sequence[Player], spots: Sequence[Spot]) -> tuple[int, int]:
        moving = [self._find(player) for player, spot in zip(pair, spots, strict=True) if self._find(player) != spot]
        moving += [spot for player, spot in zip(pair, spots, strict=True) if self._find(player) != spot]
        return sum(1 for spot in set(moving) if self._at(spot) in self.homes), len(moving)

    def _find(self, player: Player) -> Spot:
        return next((number, row.index(player)) for number, row in self.rows.items() if player in row)

    def _at(self, spot: Spot) -> Player:
        player = self.rows[spot[0]][spot[1]]
        assert player is not None
        return player

    def _swap(self, one: Spot, other: Spot) -> None:
        first, second = self._at(one), self._at(other)
        self.rows[one[0]][one[1]], self.rows[other[0]][other[1]] = second, first


def _filled(row: Sequence[Player | None]) -> int:
    return sum(1 for player in row if player is not None)


# -- the search


class KeepingBoard(Board):
    """A search from given seats, with a price for leaving `home`: by place and player a seat, or NOBODY."""

    def __init__(
        self,
        starts: Sequence[Start],
        rng: random.Random,
        wishes: Wishes,
        before: Schedule,
        season: Meetings | None,
        laid: Laid | None = None,
    ) -> None:
        self.starts, self.wishes = starts, wishes
        self.seated = iter(starts)
        self.home: list[list[int]] = []
        lineups = [
            Lineup(tuple(sorted(one for table in start.tables for one in table)), start.sizes) for start in starts
        ]
        super().__init__(lineups, rng, wishes, before, season, laid)
        self.hottest, self.coldest, self.forbids = WARMEST, COOLEST, False
        self.pinned = [any(player in start.pinned for start in starts) for player in self.players]
        self.pins = any(self.pinned)
        self.cost += self.price_of_strays()

    def price_of_strays(self) -> int:
        return ANOTHER_PLACE * sum(
            1 for place, one in enumerate(self.seat) if one != NOBODY and self.home[place][one] not in (place, NOBODY)
        )

    def _seat_round(self, lineup: Lineup) -> None:
        start, first = next(self.seated), len(self.seat)
        wide = self.wide
        row = [self.number[table[at]] if at < len(table) else NOBODY for table in start.tables for at in range(wide)]
        home = [NOBODY] * len(self.players)
        for player, (table, at) in start.homes.items():
            home[self.number[player]] = first + wide * table + at
        self.home += [home] * len(row)
        self._add_round(row, lineup.sizes.tables)

    def schedule(self) -> Schedule:
        return tuple(
            RoundSeating(
                tuple(
                    sorted(
                        (
                            self.wishes.seated(*each)
                            for each in zip(start.numbers, tables, self._sets_of(at), strict=True)
                        ),
                        key=lambda table: table.number,
                    )
                ),
                start.out,
            )
            for at, (start, tables) in enumerate(zip(self.starts, self.tables(), strict=True))
        )

    def _sets_of(self, at: int) -> Sequence[int]:
        return self.laid.rounds[at] if self.board_sets else [0] * len(self.starts[at].numbers)

    def _search(self, steps: int, chances: list[float], best: int, best_seats: list[int]) -> tuple[int, list[int]]:
        """Like `Board`, but strays are tried too, at home first."""
        seat, start, width, chance = self.seat, self.start, self.width, self.rng.random
        for _ in range(steps):
            q = int(chance() * len(seat))
            if seat[q] == NOBODY:
                continue
            home = self.home[q][seat[q]]
            strayed = home not in (q, NOBODY)
            p = home if strayed and chance() < HOMEWARD else start[q] + int(chance() * width[q])
            if self.has_odd_moves and self._is_odd(q, p):
                self._try_odd(q, p, chances)
            elif q // self.wide == p // self.wide:
                self._try_within(q, p, chances)
            else:
                self._try_across(q, p, chances)
            if self.cost < best:
                best, best_seats = self.cost, seat.copy()
                if best == self.floor:
                    break
        return best, best_seats

    def _try_across(self, q: int, p: int, chances: list[float]) -> None:
        x, y = self.seat[q], self.seat[p]
        seat, partners, opponents = self.seat, self.as_partners[x], self.as_opponents[x]
        spared = sum(opponents[seat[place]] for place in self.foes[q]) - self.company[q]
        spared += sum(partners[seat[place]] for place in self.mates[q])
        is_set_again = bool(self.board_sets) and self.meets[x][self.board_sets[q]] > 1
        if y == NOBODY or (not spared and not is_set_again and self.home[q][x] in (q, NOBODY)):
            return
        rise = self._rise(q, p, x, y) - spared + self._price_of(((q, p),))
        if rise > 0 and (rise >= STEEPEST or self.rng.random() >= chances[rise]):
            return
        self._exchange(q, p)
        self.cost += rise

    # -- who is not at home

    def _price_of(self, movers: Movers) -> int:
        strays = ANOTHER_PLACE * sum(self._straying(one, came, went) for one, came, went in self._moves(movers))
        return strays + super()._price_of(movers)

    def _moves(self, movers: Movers) -> list[tuple[int, int, int]]:
        return [(self.seat[a], b, a) for q, p in movers for a, b in ((q, p), (p, q))]

    def _straying(self, one: int, came: int, went: int) -> int:
        """1 for leaving home, -1 for coming back."""
        home = self.home[went][one]
        return 0 if home == NOBODY else (came != home) - (went != home)
