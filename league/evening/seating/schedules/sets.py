"""Duplicate: seatings in which nobody meets a set of boards twice, and nobody one that they made.

Sets travel by rule: in each round a table has the set after the one it had before, so each lies at one table at a time
as long as there are as many sets as tables. The people are then seated by the usual search, to which a set met again is
dearer than a partner met again. From five tables on that leaves nobody with a set or a partner twice, for as many
rounds as there are sets. In smaller rooms all tables share a set in each round (`SHARED`): each board goes from table
to table within the round, and nothing has to be searched for.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from .annealing import Arrangement, Board, Lineup, Movers, Progress
from .schedule import Meetings, Player, Schedule
from .wishes import Wishes

SHARED: Final = 4
"""Up to so many tables share a set, a board at each: it has as many boards as players deal."""
# A set met again, beside what meetings cost. Much more would leave the search no way past one.
MET_AGAIN: Final = 20

SetPlan: TypeAlias = tuple[tuple[int, ...], ...]
"""Round by round the set of each table, in the tables' order; sets and rounds count from 0."""


def travelling(tables: int, rounds: int, sets: int) -> SetPlan:
    """Which set lies where. Raises `ValueError` where there are too few to meet another one in each round."""
    if sets < rounds or (tables > SHARED and sets < tables):
        raise ValueError(f"{sets} sets are too few for {rounds} rounds of {tables} tables")
    if tables <= SHARED:
        return tuple((place,) * tables for place in range(rounds))
    return tuple(tuple((place + table) % sets for table in range(tables)) for place in range(rounds))


def arrange_sets(
    lineups: Sequence[Lineup],
    plan: SetPlan,
    *,
    rng: random.Random,
    steps: int,
    wishes: Wishes,
    before: Schedule = (),
    season: Meetings | None = None,
    met: Mapping[Player, Collection[int]] | None = None,
    progress: Progress | None = None,
) -> Arrangement:
    """As `annealing.arrange`, at tables that have these sets; `met` are those that somebody made, or has met tonight.

    A set met again is a cost like others: the caller looks whether there is one (`faults_of_sets`).
    """
    board = _BoardWithSets(lineups, plan, rng, wishes, before, season, met or {})
    board.anneal(steps, progress)
    return Arrangement(board.tables(), board.cost, board.cost == board.floor)


class _BoardWithSets(Board):
    """`sets` has the set of each table of all rounds, `meets[player][set]` how often they meet."""

    def __init__(
        self,
        lineups: Sequence[Lineup],
        plan: SetPlan,
        rng: random.Random,
        wishes: Wishes,
        before: Schedule,
        season: Meetings | None,
        met: Mapping[Player, Collection[int]],
    ) -> None:
        super().__init__(lineups, rng, wishes, before, season)
        self.has_odd_moves = True
        self.sets = [number for tables in plan for number in tables]
        self.meets: list[Counter[int]] = [Counter(met.get(player, ())) for player in self.players]
        for place, one in enumerate(self.seat):
            if one >= 0:
                self.cost += MET_AGAIN * (self.meets[one][self.sets[place >> 2]] > 0)
                self.meets[one][self.sets[place >> 2]] += 1

    def _is_odd(self, q: int, p: int) -> bool:
        return q >> 2 != p >> 2 or super()._is_odd(q, p)

    def _price_of(self, movers: Movers) -> int:
        price = 0
        for one, came, went in self._moves(movers):
            price += (self.meets[one][came] > 0) - (self.meets[one][went] > 1)
        return MET_AGAIN * price

    def _moves(self, movers: Movers) -> Iterator[tuple[int, int, int]]:
        """Who would meet which set in place of which, should these change places."""
        for q, p in movers:
            for here, there in ((q, p), (p, q)):
                came, went = self.sets[there >> 2], self.sets[here >> 2]
                if came != went:
                    yield self.seat[here], came, went

    def _try_odd(self, q: int, p: int, chances: list[float]) -> None:
        pairs: Movers = ((q, p), (q ^ 2, p ^ 2))
        before = {(each, other): list(self._moves(((each, other),))) for each, other in pairs}
        was = {pair: self.seat[pair[0]] for pair in pairs}
        super()._try_odd(q, p, chances)
        for pair in pairs:
            if self.seat[pair[0]] != was[pair]:
                for one, came, went in before[pair]:
                    self.meets[one][went] -= 1
                    self.meets[one][came] += 1


def faults_of_sets(
    schedule: Schedule, plan: SetPlan, met: Mapping[Player, Collection[int]] | None = None
) -> list[tuple[int, Player, int]]:
    """Round, player and set of each meeting too many; shares nothing with the search."""
    known: defaultdict[Player, set[int]] = defaultdict(set, {player: set(sets) for player, sets in (met or {}).items()})
    faults = []
    for place, (seating, sets) in enumerate(zip(schedule, plan, strict=True)):
        for table, number in zip(seating.tables, sets, strict=True):
            faults += [(place, player, number) for player in table.seats if number in known[player]]
            for player in table.seats:
                known[player].add(number)
    return faults
