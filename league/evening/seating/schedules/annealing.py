"""Seatings by simulated annealing over all rounds at once, for evenings too short for a full cycle.

A step takes a player who meets another again, and tries another seat of the round. The cost of a meeting is read from
two tables kept up to date: `as_partners[x][y]` is what one more meeting of x and y as partners would add,
`as_opponents` as opponents. The search stops by a count, or with nothing left to mend, never by the clock.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heapreplace
from itertools import combinations
from typing import Final, TypeAlias

from .schedule import FOUR, THREE, Known, Meetings, Player, Schedule, Shape, meetings_of
from .wishes import Sizes, Wishes, among

Progress: TypeAlias = Callable[[int, int], object]
# Seats whose players change places at once.
Movers: TypeAlias = tuple[tuple[int, int], ...]

# The cost of a pair's partnering, opposing and sharing a table again tonight.
PARTNERS: Final = 12
OPPONENTS: Final = 3
TABLEMATES: Final = 1
# The cost that one meeting, as partners or as opponents, adds to the next of its kind.
PARTNERED: Final = PARTNERS + TABLEMATES
OPPOSED: Final = OPPONENTS + TABLEMATES
# Of four at a table each has one partner and two opponents.
COMPANY: Final = PARTNERED + 2 * OPPOSED
# One who changes sides at a table partners who was an opponent, and opposes who was a partner.
CHANGED_SIDES: Final = PARTNERED + OPPOSED - 2 * TABLEMATES
# A meeting on an earlier night of the season, beside those of tonight.
SEASON_PARTNERS: Final = 3
SEASON_OPPONENTS: Final = 1
# Another round at a table of another kind than the main one: shared evenly before all else.
OTHER_KIND_AGAIN: Final = 20
# A set of boards met again. A much higher price would leave the search no way past one.
SET_AGAIN: Final = 20
FORBIDDEN: Final = 100_000
# The price of sending a table keeper to another table.
PINNED: Final = 10_000_000

HOTTEST: Final = 5.0
COLDEST: Final = 0.35
STAGES: Final = 100
# Where company is forbidden, the first stages are so hot that nothing else counts: repeats must not stand in the way
# of getting people apart.
PARTING: Final = 60.0
PARTING_STAGES: Final = 10
# Rises beyond this are never taken.
STEEPEST: Final = 256

NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class Lineup:
    """Players and tables of a round, with as many seats."""

    playing: tuple[Player, ...]
    sizes: Sizes


@dataclass(frozen=True, slots=True)
class Laid:
    """Duplicate: the set on each table of each round; sets people met before; tables, from 0, that they keep."""

    rounds: Sequence[Sequence[int]]
    met: Known = frozenset()
    homes: Mapping[Player, int] = field(default_factory=dict)


# The seats of a round's tables, those of the main kind first.
Tables: TypeAlias = tuple[tuple[Player, ...], ...]


def arrange(
    lineups: Sequence[Lineup],
    *,
    rng: random.Random,
    steps: int,
    wishes: Wishes,
    before: Schedule = (),
    season: Meetings | None = None,
    laid: Laid | None = None,
    progress: Progress | None = None,
) -> Board:
    """The board after a search of at most `steps` seats. Callers look for wishes it couldn't grant."""
    board = Board(lineups, rng, wishes, before, season, laid)
    board.anneal(steps, progress)
    return board


class Board:
    """All seats of all rounds in a row, as many to a table as the largest has, with NOBODY in those that are too many.
    Of each seat, `mates` are its partners' seats, and `foes` its opponents'. Of four these are `q ^ 2`, and `q ^ 1`,
    `q ^ 3`, which is quicker: most evenings `are_fours`, but for some tables of three. Players are numbered from 0
    here."""

    def __init__(
        self,
        lineups: Sequence[Lineup],
        rng: random.Random,
        wishes: Wishes,
        before: Schedule,
        season: Meetings | None,
        laid: Laid | None = None,
    ) -> None:
        self.rng = rng
        self.hottest, self.coldest = HOTTEST, COLDEST
        self.players = sorted({player for lineup in lineups for player in lineup.playing})
        self.number = {player: number for number, player in enumerate(self.players)}
        self.mate = [NOBODY] * len(self.players)
        for pair in among(self.players, wishes.partners):
            one, other = (self.number[player] for player in sorted(pair))
            self.mate[one], self.mate[other] = other, one
        self.laid = laid = laid or Laid(())
        self.homes = {self.number[one]: table for one, table in laid.homes.items() if one in self.number}
        self.pinned = [number in self.homes for number in range(len(self.players))]
        self.pins = any(self.pinned)
        shapes = {wishes.main, *(shape for lineup in lineups for shape in lineup.sizes.tables)}
        self.main = wishes.main
        self.are_fours = wishes.main == FOUR and shapes <= {FOUR, THREE}
        self.wide = max(shape.seats for shape in shapes)
        self._fill_costs(wishes, before, season)
        self.seat: list[int] = []
        self.start: list[int] = []  # of each seat: where its round starts, and how many seats the round has
        self.width: list[int] = []
        self.is_other: list[bool] = []  # of each seat: whether its table is of another kind than the main one
        self.mates: list[tuple[int, ...]] = []
        self.foes: list[tuple[int, ...]] = []
        for lineup in lineups:
            self._seat_round(lineup)
        self.company = [PARTNERED * len(a) + OPPOSED * len(b) for a, b in zip(self.mates, self.foes, strict=True)]
        self.has_odd_moves = self.pins or any(self.is_other) or any(mate != NOBODY for mate in self.mate)
        self.floor = self._least_for_others(lineups)
        self.cost = 0
        for table in range(0, len(self.seat), self.wide):
            self.cost += self._put(table)
        # The set on each seat's table, and how often each player meets each set; empty without boards.
        self.board_sets = [number for tables in laid.rounds for number in tables for _ in range(self.wide)]
        self.meets = [Counter[int]() for _ in self.players]
        for player, number in laid.met:
            if player in self.number:
                self.meets[self.number[player]][number] = 1
        self.cost += self._meet_sets()

    # -- building

    def _meet_sets(self) -> int:
        cost = 0
        for place, number in enumerate(self.board_sets):
            if (one := self.seat[place]) != NOBODY:
                cost += SET_AGAIN * (self.meets[one][number] > 0)
                self.meets[one][number] += 1
        return cost

    def _fill_costs(self, wishes: Wishes, before: Schedule, season: Meetings | None) -> None:
        size = len(self.players)
        self.as_partners = [[0] * size for _ in range(size)]
        self.as_opponents = [[0] * size for _ in range(size)]
        self.forbids = bool(wishes.not_partners or wishes.never_meet or len(wishes.stationary) > 1)
        self.others = [0] * size
        tonight = meetings_of([before])
        earlier = season or Meetings()
        for pair, partners, opponents in [
            *((pair, PARTNERED * times, TABLEMATES * times) for pair, times in tonight.partnered.items()),
            *((pair, TABLEMATES * times, OPPOSED * times) for pair, times in tonight.opposed.items()),
            *((pair, SEASON_PARTNERS * times, 0) for pair, times in earlier.partnered.items()),
            *((pair, 0, SEASON_OPPONENTS * times) for pair, times in earlier.opposed.items()),
            *((pair, FORBIDDEN, 0) for pair in wishes.not_partners),
            *((pair, FORBIDDEN, FORBIDDEN) for pair in wishes.never_meet),
            *((frozenset(pair), FORBIDDEN, FORBIDDEN) for pair in combinations(sorted(wishes.stationary), 2)
              if frozenset(pair) not in wishes.partners),
        ]:  # fmt: skip
            if all(player in self.number for player in pair):
                one, other = (self.number[player] for player in pair)
                self._raise(one, other, partners, opponents)
        for table in (table for seating in before for table in seating.tables):
            for player in table.seats if len(table.seats) != self.main.seats else ():
                if player in self.number:
                    self.others[self.number[player]] += 1

    def _raise(self, one: int, other: int, partners: int, opponents: int) -> None:
        self.as_partners[one][other] += partners
        self.as_partners[other][one] += partners
        self.as_opponents[one][other] += opponents
        self.as_opponents[other][one] += opponents

    def _seat_round(self, lineup: Lineup) -> None:
        here = [self.number[player] for player in lineup.playing]
        self.rng.shuffle(here)
        couples = [(one, self.mate[one]) for one in here if one < self.mate[one] and self.mate[one] in here]
        coupled = {one for couple in couples for one in couple}
        alone = [one for one in here if one not in coupled]
        sides = couples + list(zip(alone[::2], alone[1::2], strict=False))
        if self.pins:
            alone.sort(key=lambda one: not self.pinned[one])
            half = len(alone) // 2
            sides = self._at_home(couples + list(zip(alone[:half], alone[half:], strict=True)))
        self._add_round(
            self._in_fours(sides, here, lineup) if self.are_fours else self._in_sides(couples, alone, lineup),
            lineup.sizes.tables,
        )

    def _in_fours(self, sides: Sequence[tuple[int, int]], here: Sequence[int], lineup: Lineup) -> list[int]:
        row: list[int] = []
        fours = lineup.sizes.tables.count(FOUR)
        for (north, south), (east, west) in zip(sides[: 2 * fours : 2], sides[1 : 2 * fours : 2], strict=True):
            row += [north, east, south, west]
        left = [one for one in here if one not in set(row)]
        for _ in lineup.sizes.tables[fours:]:
            row += [left.pop(), left.pop(), left.pop(), NOBODY]
        return row

    def _in_sides(self, couples: Sequence[tuple[int, int]], alone: Sequence[int], lineup: Lineup) -> list[int]:
        """A round's seats: couples on a side with room for both, as far as there are, then the others."""
        row = [NOBODY] * (self.wide * len(lineup.sizes.tables))
        rooms = [
            [self.wide * table + seat for seat in range(side, shape.seats, shape.sides)]
            for table, shape in enumerate(lineup.sizes.tables)
            for side in range(shape.sides)
        ]
        left = list(alone)
        for couple in couples:
            room = next((room for room in rooms if len(room) > 1), [])
            left += couple if not room else ()
            for one in couple if room else ():
                row[room.pop()] = one
        for place, one in zip((place for room in rooms for place in room), left, strict=True):
            row[place] = one
        return row

    def _at_home(self, sides: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Sides by table, with those who keep one there; of two at one table only one can be at home."""
        tables: list[list[tuple[int, int]]] = [[] for _ in range(len(sides) // 2)]
        waiting: list[tuple[int, int]] = []
        for side in sides:
            home = next((self.homes[one] for one in side if one in self.homes), None)
            (waiting if home is None or len(tables[home]) == 2 else tables[home]).append(side)
        for table in tables:
            table += [waiting.pop() for _ in range(2 - len(table))]
        return [side for table in tables for side in table]

    def _add_round(self, row: list[int], shapes: Sequence[Shape]) -> None:
        self.start += [len(self.seat)] * len(row)
        self.width += [len(row)] * len(row)
        for table, shape in enumerate(shapes):
            first = len(self.seat) + self.wide * table
            for at in range(self.wide):
                others = [seat for seat in range(shape.seats) if seat != at] if at < shape.seats else []
                self.mates.append(tuple(first + seat for seat in others if (seat - at) % shape.sides == 0))
                self.foes.append(tuple(first + seat for seat in others if (seat - at) % shape.sides))
                self.is_other.append(shape != self.main)
        self.seat += row

    def _least_for_others(self, lineups: Sequence[Lineup]) -> int:
        """The least cost of tables of another kind, shared as evenly as can be."""
        shares = self.others.copy()
        heapify(shares)
        least = 0
        for _ in range(sum(shape.seats for one in lineups for shape in one.sizes.tables if shape != self.main)):
            least += OTHER_KIND_AGAIN * shares[0]
            heapreplace(shares, shares[0] + 1)
        return least

    def tables(self) -> tuple[Tables, ...]:
        rounds: list[Tables] = []
        place = 0
        while place < len(self.seat):
            end = place + self.width[place]
            tables = [self.seat[table : table + self.wide] for table in range(place, end, self.wide)]
            rounds.append(tuple(tuple(self.players[one] for one in table if one != NOBODY) for table in tables))
            place = end
        return tuple(rounds)

    # -- searching

    def anneal(self, steps: int, progress: Progress | None = None) -> None:
        best, best_seats = self.cost, self.seat.copy()
        each = max(1, steps // STAGES)
        for stage in range(STAGES):
            if self.cost == self.floor or not self.seat:
                break
            warmth = self.hottest * (self.coldest / self.hottest) ** (stage / (STAGES - 1))
            if self.forbids and stage < PARTING_STAGES:
                warmth = PARTING
            chances = [math.exp(-rise / warmth) for rise in range(STEEPEST)]
            best, best_seats = self._search(each, chances, best, best_seats)
            if progress:
                progress((stage + 1) * each, STAGES * each)
        if best < self.cost:
            self.cost, self.seat = best, best_seats
        if progress:
            progress(STAGES * each, STAGES * each)

    def _search(self, steps: int, chances: list[float], best: int, best_seats: list[int]) -> tuple[int, list[int]]:
        if not self.are_fours:
            return self._search_sides(steps, chances, best, best_seats)
        seat, start, width, chance = self.seat, self.start, self.width, self.rng.random
        as_partners, as_opponents, odd = self.as_partners, self.as_opponents, self.has_odd_moves
        board_sets, meets, careful = self.board_sets, self.meets, bool(self.board_sets)
        size = len(seat)
        for _ in range(steps):
            q = int(chance() * size)
            p = start[q] + int(chance() * width[q])
            if odd and self._is_odd(q, p):
                self._try_odd(q, p, chances)
            elif q >> 2 == p >> 2:
                self._try_within(q, p, chances)
            else:
                x = seat[q]
                a, b, c = seat[q ^ 2], seat[q ^ 1], seat[q ^ 3]
                x_partner, x_opponent = as_partners[x], as_opponents[x]
                spared = x_partner[a] + x_opponent[b] + x_opponent[c] - COMPANY
                if careful:
                    here, there, x_sets = board_sets[q], board_sets[p], meets[x]
                    if x_sets[here] > 1:
                        spared += SET_AGAIN
                if not spared:
                    continue
                y = seat[p]
                d, e, f = seat[p ^ 2], seat[p ^ 1], seat[p ^ 3]
                y_partner, y_opponent = as_partners[y], as_opponents[y]
                rise = (
                    x_partner[d] + x_opponent[e] + x_opponent[f] + y_partner[a] + y_opponent[b] + y_opponent[c]
                    - spared - y_partner[d] - y_opponent[e] - y_opponent[f] + COMPANY
                )  # fmt: skip
                if careful:
                    y_sets = meets[y]
                    rise += SET_AGAIN * ((x_sets[there] > 0) + (y_sets[here] > 0) - (y_sets[there] > 1))
                if rise > 0 and (rise >= STEEPEST or chance() >= chances[rise]):
                    continue
                self._exchange(q, p)
                self.cost += rise
            if self.cost < best:
                best, best_seats = self.cost, seat.copy()
                if best == self.floor:
                    break
        return best, best_seats

    def _search_sides(
        self, steps: int, chances: list[float], best: int, best_seats: list[int]
    ) -> tuple[int, list[int]]:
        """Like `_search`, at tables of any size."""
        seat, start, width, chance, wide = self.seat, self.start, self.width, self.rng.random, self.wide
        as_partners, as_opponents, odd, mates, foes = (
            self.as_partners, self.as_opponents, self.has_odd_moves, self.mates, self.foes
        )  # fmt: skip
        company, size = self.company, len(seat)
        for _ in range(steps):
            q = int(chance() * size)
            p = start[q] + int(chance() * width[q])
            if odd and self._is_odd(q, p):
                self._try_odd(q, p, chances)
            elif q // wide == p // wide:
                self._try_within(q, p, chances)
            else:
                x = seat[q]
                x_partner, x_opponent = as_partners[x], as_opponents[x]
                spared = -company[q]
                for place in foes[q]:
                    spared += x_opponent[seat[place]]
                for place in mates[q]:
                    spared += x_partner[seat[place]]
                if not spared or (y := seat[p]) == NOBODY:
                    continue
                rise = self._rise(q, p, x, y) - spared
                if rise > 0 and (rise >= STEEPEST or chance() >= chances[rise]):
                    continue
                self._exchange(q, p)
                self.cost += rise
            if self.cost < best:
                best, best_seats = self.cost, seat.copy()
                if best == self.floor:
                    break
        return best, best_seats

    def _rise(self, q: int, p: int, x: int, y: int) -> int:
        """What a swap costs: x with y's company and y with x's, less y's own."""
        seat, rise = self.seat, self.company[p]
        x_partner, x_opponent, y_partner, y_opponent = (
            self.as_partners[x], self.as_opponents[x], self.as_partners[y], self.as_opponents[y]
        )  # fmt: skip
        for place in self.foes[p]:
            z = seat[place]
            rise += x_opponent[z] - y_opponent[z]
        for place in self.mates[p]:
            z = seat[place]
            rise += x_partner[z] - y_partner[z]
        for place in self.foes[q]:
            rise += y_opponent[seat[place]]
        for place in self.mates[q]:
            rise += y_partner[seat[place]]
        return rise

    def _exchange(self, q: int, p: int) -> None:
        seat, as_partners, as_opponents = self.seat, self.as_partners, self.as_opponents
        x, y = seat[q], seat[p]
        for own, one, other in ((q, x, y), (p, y, x)):
            for places, partners, opponents in (
                (self.mates[own], PARTNERED, TABLEMATES), (self.foes[own], TABLEMATES, OPPOSED)
            ):  # fmt: skip
                for place in places:
                    z = seat[place]
                    as_partners[one][z] -= partners
                    as_partners[z][one] -= partners
                    as_opponents[one][z] -= opponents
                    as_opponents[z][one] -= opponents
                    as_partners[other][z] += partners
                    as_partners[z][other] += partners
                    as_opponents[other][z] += opponents
                    as_opponents[z][other] += opponents
        seat[q], seat[p] = y, x
        if self.board_sets:
            self._trade(((q, p),))

    def _trade(self, movers: Movers) -> None:
        """Note sets met by players who swapped."""
        for one, went, came in self._who_meets(movers):
            self.meets[one][went] -= 1
            self.meets[one][came] += 1

    def _who_meets(self, movers: Movers) -> Iterator[tuple[int, int, int]]:
        """Each mover, the set they left, and the set they come to."""
        for q, p in movers:
            if self.board_sets[q] != self.board_sets[p]:
                yield self.seat[q], self.board_sets[p], self.board_sets[q]
                yield self.seat[p], self.board_sets[q], self.board_sets[p]

    # -- the same step where it needs more care

    def _try_within(self, q: int, p: int, chances: list[float]) -> None:
        seat, mates = self.seat, self.mates
        if p not in self.foes[q] or not mates[q]:
            return
        x, y = seat[q], seat[p]
        of_x, of_y = [seat[place] for place in mates[q]], [seat[place] for place in mates[p]]
        parting = [*((x, one) for one in of_x), *((y, one) for one in of_y)]
        joining = [*((x, one) for one in of_y), *((y, one) for one in of_x)]
        rise = CHANGED_SIDES * len(parting) + self._price_of(((q, p),))
        for one, other in parting:
            rise += self.as_opponents[one][other] - self.as_partners[one][other]
        for one, other in joining:
            rise += self.as_partners[one][other] - self.as_opponents[one][other]
        if rise > 0 and (rise >= STEEPEST or self.rng.random() >= chances[rise]):
            return
        for one, other in parting:
            self._raise(one, other, TABLEMATES - PARTNERED, OPPOSED - TABLEMATES)
        for one, other in joining:
            self._raise(one, other, PARTNERED - TABLEMATES, TABLEMATES - OPPOSED)
        self.seat[q], self.seat[p] = y, x
        self.cost += rise

    def _price_of(self, movers: Movers) -> int:
        """The cost of a swap beside company: 0 unless seats are kept or tables have boards."""
        if self.pins and any(
            q // self.wide != p // self.wide and (self.pinned[self.seat[q]] or self.pinned[self.seat[p]])
            for q, p in movers
        ):
            return PINNED
        if not self.board_sets:
            return 0
        met = [(self.meets[one][other] > 0) - (self.meets[one][own] > 1) for one, other, own in self._who_meets(movers)]
        return SET_AGAIN * sum(met)

    def _is_odd(self, q: int, p: int) -> bool:
        if self.pins and (self.pinned[self.seat[q]] or self.pinned[self.seat[p]]):
            return True
        return self.is_other[q] or self.is_other[p] or self._is_held(q) or self._is_held(p)

    def _is_held(self, q: int) -> bool:
        mate = self.mate[self.seat[q]]
        return mate != NOBODY and mate in [self.seat[place] for place in self.mates[q]]

    def _try_odd(self, q: int, p: int, chances: list[float]) -> None:
        """Try a swap with a table of another kind, or fixed partners, who move as one."""
        seat = self.seat
        if q // self.wide == p // self.wide:
            if not (self.are_fours or self._is_held(q) or self._is_held(p)):
                self._try_within(q, p, chances)
            return
        if NOBODY in (seat[q], seat[p]):
            return
        movers = self._movers(q, p)
        if not movers:
            return
        price = self._price_of(movers)
        leaving = [meeting for q, p in movers for place in (q, p) for meeting in self._company(place, movers)]
        spared = self._forget(leaving)
        if not spared and price >= 0 and not self.is_other[q] and not self.is_other[p]:
            self._note(leaving)
            return
        for one, other in movers:
            seat[one], seat[other] = seat[other], seat[one]
        joining = [meeting for q, p in movers for place in (q, p) for meeting in self._company(place, movers)]
        rise = self._note(joining) - spared + self._share_others(movers) + price
        if rise > 0 and (rise >= STEEPEST or self.rng.random() >= chances[rise]):
            self._forget(joining)
            for one, other in movers:
                seat[one], seat[other] = seat[other], seat[one]
            self._share_others(movers)
            self._note(leaving)
        else:
            self.cost += rise
            if self.board_sets:
                self._trade(movers)

    def _movers(self, q: int, p: int) -> Movers:
        """Who moves along: fixed partners together, and for them another two of a side. Nobody where that can't be."""
        if not (self._is_held(q) or self._is_held(p)):
            return ((q, p),)
        ours, theirs = self._beside(q), self._beside(p)
        return ((q, p), (ours[0], theirs[0])) if ours and theirs else ()

    def _beside(self, q: int) -> Sequence[int]:
        """The seats of a side that one can leave along with this one: that of the fixed partner, else of one alone."""
        mate = self.mate[self.seat[q]]
        if self._is_held(q):
            return [place for place in self.mates[q] if self.seat[place] == mate]
        return [place for place in self.mates[q] if not self._is_held(place)]

    def _company(self, place: int, movers: Movers) -> Iterator[tuple[int, int, bool]]:
        seat = self.seat
        one = seat[place]
        along = {other for two in movers for other in two} if len(movers) > 1 else ()
        for are_partners, places in ((False, self.foes[place]), (True, self.mates[place])):
            for other in places:
                if other not in along:
                    yield one, seat[other], are_partners

    def _share_others(self, movers: Movers) -> int:
        rise = 0
        for q, p in movers:
            if self.is_other[q] != self.is_other[p]:
                came, went = (self.seat[q], self.seat[p]) if self.is_other[q] else (self.seat[p], self.seat[q])
                self.others[went] -= 1
                rise += OTHER_KIND_AGAIN * (self.others[came] - self.others[went])
                self.others[came] += 1
        return rise

    def _meetings(self, table: int) -> Iterator[tuple[int, int, bool]]:
        """Each two at a table, but for fixed partners."""
        for place in range(table, table + self.wide):
            one = self.seat[place]
            for are_partners, places in ((True, self.mates[place]), (False, self.foes[place])):
                for other in places:
                    if place < other and not (are_partners and self.mate[one] == self.seat[other]):
                        yield one, self.seat[other], are_partners

    def _put(self, table: int) -> int:
        cost = self._note(self._meetings(table))
        if self.is_other[table]:
            for one in self.seat[table : table + self.wide]:
                if one != NOBODY:
                    cost += OTHER_KIND_AGAIN * self.others[one]
                    self.others[one] += 1
        return cost

    def _note(self, meetings: Iterable[tuple[int, int, bool]]) -> int:
        cost = 0
        for one, other, are_partners in meetings:
            if are_partners:
                cost += self.as_partners[one][other]
                self._raise(one, other, PARTNERED, TABLEMATES)
            else:
                cost += self.as_opponents[one][other]
                self._raise(one, other, TABLEMATES, OPPOSED)
        return cost

    def _forget(self, meetings: Iterable[tuple[int, int, bool]]) -> int:
        cost = 0
        for one, other, are_partners in meetings:
            if are_partners:
                self._raise(one, other, -PARTNERED, -TABLEMATES)
                cost += self.as_partners[one][other]
            else:
                self._raise(one, other, -TABLEMATES, -OPPOSED)
                cost += self.as_opponents[one][other]
        return cost
