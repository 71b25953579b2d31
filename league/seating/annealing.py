"""Seatings by search, for evenings too short for a full cycle: simulated annealing over all rounds at once.

A step takes a player who meets somebody again and tries another seat of the same round. What a meeting costs is read
from two tables that are kept up to date: `as_partners[x][y]` is what x and y as partners once more would add,
`as_opponents` as opponents. The search stops by a count or where nothing is left to mend, never by the clock.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from .schedule import Meetings, Player, Schedule, meetings_of
from .sit_outs import Sizes
from .wishes import Wishes, among

Progress: TypeAlias = Callable[[int, int], object]

# What it costs a pair to partner again, to oppose again, to share a table again tonight.
PARTNERS: Final = 12
OPPONENTS: Final = 3
TABLEMATES: Final = 1
# Once more as partners adds to what the next time as partners costs, and to the next time as opponents; and so on.
PARTNERED: Final = PARTNERS + TABLEMATES
OPPOSED: Final = OPPONENTS + TABLEMATES
# Of four at a table each has one partner and two opponents.
COMPANY: Final = PARTNERED + 2 * OPPOSED
# A meeting on an earlier night of the season, beside those of tonight.
SEASON_PARTNERS: Final = 3
SEASON_OPPONENTS: Final = 1
# Another round at a table of three: shared evenly before all else.
THREE_HANDED_AGAIN: Final = 20
FORBIDDEN: Final = 100_000

HOTTEST: Final = 5.0
COLDEST: Final = 0.35
STAGES: Final = 100
# Rises beyond this are never taken.
STEEPEST: Final = 64

NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who plays in one round, at how many tables. Their number is 4 · fours + 3 · threes."""

    playing: tuple[Player, ...]
    sizes: Sizes


Tables: TypeAlias = tuple[tuple[Player, ...], ...]


def arrange(
    lineups: Sequence[Lineup],
    *,
    rng: random.Random,
    steps: int,
    wishes: Wishes,
    before: Schedule = (),
    season: Meetings | None = None,
    progress: Progress | None = None,
) -> tuple[Tables, ...]:
    """The seats of each lineup's tables, those of three last. Wishes that it could not grant are for the caller to see.

    `steps` seats are tried at most. `progress` is told now and then how many were.
    """
    board = Board(lineups, rng, wishes, before, season)
    board.anneal(steps, progress)
    return board.tables()


class Board:
    """All seats of all rounds in one row, four to a table: partners are `q` and `q ^ 2`, opponents `q ^ 1`, `q ^ 3`.

    A table of three has NOBODY in its last seat. Players are numbered from 0 in here.
    """

    def __init__(
        self,
        lineups: Sequence[Lineup],
        rng: random.Random,
        wishes: Wishes,
        before: Schedule,
        season: Meetings | None,
    ) -> None:
        self.rng = rng
        self.players = sorted({player for lineup in lineups for player in lineup.playing})
        self.number = {player: number for number, player in enumerate(self.players)}
        self.mate = [NOBODY] * len(self.players)
        for pair in among(self.players, wishes.partners):
            one, other = (self.number[player] for player in sorted(pair))
            self.mate[one], self.mate[other] = other, one
        self._fill_costs(wishes, before, season)
        self.seat: list[int] = []
        self.start: list[int] = []  # of each seat: where its round starts, and how many seats the round has
        self.width: list[int] = []
        self.is_three: list[bool] = []  # of each seat: whether its table is one of three
        for lineup in lineups:
            self._seat_round(lineup)
        self.has_odd_moves = any(self.is_three) or any(mate != NOBODY for mate in self.mate)
        self.cost = 0
        for table in range(0, len(self.seat), 4):
            self.cost += self._put(table)

    # -- building

    def _fill_costs(self, wishes: Wishes, before: Schedule, season: Meetings | None) -> None:
        size = len(self.players)
        self.as_partners = [[0] * size for _ in range(size)]
        self.as_opponents = [[0] * size for _ in range(size)]
        self.threes = [0] * size
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
        for table in (table for seating in before for table in seating.tables if table.is_three_handed):
            for player in table.seats:
                if player in self.number:
                    self.threes[self.number[player]] += 1

    def _raise(self, one: int, other: int, partners: int, opponents: int) -> None:
        self.as_partners[one][other] += partners
        self.as_partners[other][one] += partners
        self.as_opponents[one][other] += opponents
        self.as_opponents[other][one] += opponents

    def _seat_round(self, lineup: Lineup) -> None:
        """By chance, but fixed partners opposite each other at tables of four."""
        here = [self.number[player] for player in lineup.playing]
        self.rng.shuffle(here)
        couples = [(one, self.mate[one]) for one in here if one < self.mate[one] and self.mate[one] in here]
        coupled = {one for couple in couples for one in couple}
        alone = [one for one in here if one not in coupled]
        sides = couples + list(zip(alone[::2], alone[1::2], strict=False))
        row: list[int] = []
        first = len(self.seat)
        for (north, south), (east, west) in zip(
            sides[: 2 * lineup.sizes.fours : 2], sides[1 : 2 * lineup.sizes.fours : 2], strict=True
        ):
            row += [north, east, south, west]
        left = [one for one in here if one not in set(row)]
        for _ in range(lineup.sizes.threes):
            row += [left.pop(), left.pop(), left.pop(), NOBODY]
        self.seat += row
        self.start += [first] * len(row)
        self.width += [len(row)] * len(row)
        self.is_three += [place >= 4 * lineup.sizes.fours for place in range(len(row))]

    def tables(self) -> tuple[Tables, ...]:
        rounds: list[Tables] = []
        place = 0
        while place < len(self.seat):
            end = place + self.width[place]
            tables = [self.seat[table : table + 4] for table in range(place, end, 4)]
            rounds.append(tuple(tuple(self.players[one] for one in table if one != NOBODY) for table in tables))
            place = end
        return tuple(rounds)

    # -- searching

    def anneal(self, steps: int, progress: Progress | None = None) -> None:
        best, kept = self.cost, self.seat.copy()
        each = max(1, steps // STAGES)
        for stage in range(STAGES):
            if not self.cost or not self.seat:
                break
            warmth = HOTTEST * (COLDEST / HOTTEST) ** (stage / (STAGES - 1))
            chances = [math.exp(-rise / warmth) for rise in range(STEEPEST)]
            best, kept = self._search(each, chances, best, kept)
            if progress:
                progress((stage + 1) * each, STAGES * each)
        if best < self.cost:
            self.cost, self.seat = best, kept
        if progress:
            progress(STAGES * each, STAGES * each)

    def _search(self, steps: int, chances: list[float], best: int, kept: list[int]) -> tuple[int, list[int]]:
        """Some steps at one warmth; the best that was seen so far. The loop of the whole search: plain on purpose."""
        seat, start, width, chance = self.seat, self.start, self.width, self.rng.random
        as_partners, as_opponents, odd = self.as_partners, self.as_opponents, self.has_odd_moves
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
                if not spared:
                    continue
                y = seat[p]
                d, e, f = seat[p ^ 2], seat[p ^ 1], seat[p ^ 3]
                y_partner, y_opponent = as_partners[y], as_opponents[y]
                rise = (
                    x_partner[d] + x_opponent[e] + x_opponent[f] + y_partner[a] + y_opponent[b] + y_opponent[c]
                    - spared - y_partner[d] - y_opponent[e] - y_opponent[f] + COMPANY
                )  # fmt: skip
                if rise > 0 and (rise >= STEEPEST or chance() >= chances[rise]):
                    continue
                self._exchange(q, p)
                self.cost += rise
            if self.cost < best:
                best, kept = self.cost, seat.copy()
                if not best:
                    break
        return best, kept

    def _exchange(self, q: int, p: int) -> None:
        """Two players of different tables of four change places."""
        seat, as_partners, as_opponents = self.seat, self.as_partners, self.as_opponents
        x, y = seat[q], seat[p]
        for own, one, other in ((q, x, y), (p, y, x)):
            for place, partners, opponents in (
                (own ^ 2, PARTNERED, TABLEMATES), (own ^ 1, TABLEMATES, OPPOSED), (own ^ 3, TABLEMATES, OPPOSED)
            ):  # fmt: skip
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

    def _try_within(self, q: int, p: int, chances: list[float]) -> None:
        """Two opponents change places, so that the four pair up another way; two partners make no difference."""
        if not (q ^ p) & 1:
            return
        x, y, a, d = self.seat[q], self.seat[p], self.seat[q ^ 2], self.seat[p ^ 2]
        parting, joining = ((x, a), (y, d)), ((x, d), (y, a))
        rise = 2 * (PARTNERED + OPPOSED - 2 * TABLEMATES)
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

    # -- moves that need more care: at tables of three, and of fixed partners

    def _is_odd(self, q: int, p: int) -> bool:
        return self.is_three[q] or self.is_three[p] or self._is_held(q) or self._is_held(p)

    def _is_held(self, q: int) -> bool:
        """Whether a fixed partner sits opposite."""
        mate = self.mate[self.seat[q]]
        return mate != NOBODY and self.seat[q ^ 2] == mate

    def _try_odd(self, q: int, p: int, chances: list[float]) -> None:
        """The same step for any two seats of a round, by lifting both tables and putting them down again."""
        changes = self._changes(q, p)
        tables = sorted({place & ~3 for place in changes})
        was = [(place, self.seat[place]) for place in changes]
        spared = sum(self._lift(table) for table in reversed(tables))
        for place, one in changes.items():
            self.seat[place] = one
        rise = sum(self._put(table) for table in tables) - spared
        if rise > 0 and (rise >= STEEPEST or self.rng.random() >= chances[rise]):
            for table in reversed(tables):
                self._lift(table)
            for place, one in was:
                self.seat[place] = one
            for table in tables:
                self._put(table)
        else:
            self.cost += rise

    def _changes(self, q: int, p: int) -> dict[int, int]:
        """Who would sit where; nothing where the two seats cannot change."""
        seat = self.seat
        held = self._is_held(q) or self._is_held(p)
        within = q >> 2 == p >> 2
        if NOBODY in (seat[q], seat[p]) or (within and (held or q ^ p == 2 or self.is_three[q])):
            return {}
        if not held:
            return {q: seat[p], p: seat[q]}
        if self.is_three[q] or self.is_three[p]:
            return {}
        return {q: seat[p], q ^ 2: seat[p ^ 2], p: seat[q], p ^ 2: seat[q ^ 2]}

    def _meetings(self, table: int) -> Iterator[tuple[int, int, bool]]:
        north, east, south, west = self.seat[table : table + 4]
        yield north, south, west != NOBODY
        if west != NOBODY:
            yield east, west, True
            yield north, west, False
            yield south, west, False
        yield north, east, False
        yield south, east, False

    def _put(self, table: int) -> int:
        """Note the meetings of a table; what they cost."""
        cost = 0
        for one, other, as_partners in self._meetings(table):
            if as_partners:
                cost += self.as_partners[one][other]
                self._raise(one, other, PARTNERED, TABLEMATES)
            else:
                cost += self.as_opponents[one][other]
                self._raise(one, other, TABLEMATES, OPPOSED)
        if self.is_three[table]:
            for one in self.seat[table : table + 3]:
                cost += THREE_HANDED_AGAIN * self.threes[one]
                self.threes[one] += 1
        return cost

    def _lift(self, table: int) -> int:
        """The inverse: what is spared without these meetings."""
        cost = 0
        for one, other, as_partners in self._meetings(table):
            if as_partners:
                self._raise(one, other, -PARTNERED, -TABLEMATES)
                cost += self.as_partners[one][other]
            else:
                self._raise(one, other, -TABLEMATES, -OPPOSED)
                cost += self.as_opponents[one][other]
        if self.is_three[table]:
            for one in self.seat[table : table + 3]:
                self.threes[one] -= 1
                cost += THREE_HANDED_AGAIN * self.threes[one]
        return cost
