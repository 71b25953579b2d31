"""Duplicate: who sits North–South and who East–West, so that any two are compared about as often either way.

Two who sit the same way with the same boards are measured against each other; sitting the other way, one is helped by
what hurts the other. Over an evening the first less the second should be near zero for any two, so that nobody gains by
luck with opponents. Turning a table by a seat changes neither partners nor opponents nor kept tables, so this comes
last. Fixed pairs in one direction all evening have two lists, and nothing is turned.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Final, TypeAlias

from .schedule import Player, Schedule, Seating

# A table of a round, both counted from 0; two players, or one and the direction North–South.
Place: TypeAlias = tuple[int, int]
Two: TypeAlias = tuple[Player, Player | None]


# Tables looked at in all; after each sweep some are turned by chance, to get out of a dead end.
LOOKS: Final = 4_000
SHAKEN: Final = 3


def turn(table: Seating) -> Seating:
    """The same four, the other two North and South. A table turned once has the higher number in the East."""
    return replace(table, seats=table.seats[1:] + table.seats[:1])


def balanced(schedule: Schedule, before: Schedule, fixed: Sequence[frozenset[int]], rng: random.Random) -> Schedule:
    comparison = _Comparison((*before, *schedule))
    first = len(before)
    free = [
        (first + place, at)
        for place, (seating, kept) in enumerate(zip(schedule, fixed, strict=True))
        for at, table in enumerate(seating.tables)
        if table.boards and table.number not in kept and len(table.seats) == 4
    ]
    best, turned, looks = 0, frozenset[Place](), LOOKS
    while free and looks > 0:
        while sum([comparison.turn(table, if_better=True) for table in free]):
            looks -= len(free)
        looks -= len(free)
        if comparison.cost < best:
            best, turned = comparison.cost, frozenset(comparison.turned)
        for table in comparison.turned ^ turned:
            comparison.turn(table)
        for table in rng.sample(free, min(SHAKEN, len(free))):
            comparison.turn(table)
    return tuple(
        replace(
            seating,
            tables=tuple(
                turn(table) if (first + place, at) in turned else table for at, table in enumerate(seating.tables)
            ),
        )
        for place, seating in enumerate(schedule)
    )


class _Comparison:
    """`times[one, other]` is how often two had the same boards the same way, less opposite ways; with None as other,
    how often one sat North–South less East–West. Partners of a table don't count. Opponents sit opposite ways, so the
    mean over all who meet is fixed. `cost` of the `turned` tables: fourth powers of what is off the mean, since the
    widest count, and squares of directions."""

    def __init__(self, schedule: Schedule) -> None:
        self.cost = 0
        self.turned: set[Place] = set()
        self.times: Counter[Two] = Counter()
        self.beside: dict[Place, dict[tuple[Two, Place | None], int]] = {}
        by_set: defaultdict[int, list[tuple[Place, Seating]]] = defaultdict(list)
        for place, seating in enumerate(schedule):
            for at, table in enumerate(seating.tables):
                if table.boards and len(table.seats) == 4:
                    by_set[table.boards].append(((place, at), table))
        for tables in by_set.values():
            for where, table in tables:
                self._put(where, table, [other for other in tables if other[0] != where])
        company = [times for (_, other), times in self.times.items() if other is not None]
        self.mean = round(sum(company) / max(1, len(company)))

    def _put(self, place: Place, table: Seating, others: Sequence[tuple[Place, Seating]]) -> None:
        ways: dict[tuple[Two, Place | None], int] = {}
        for seat, one in enumerate(table.seats):
            ways[(one, None), None] = 1 - 2 * (seat % 2)
            for there, other_table in others:
                for opposite, other in enumerate(other_table.seats):
                    if one != other:
                        ways[_two(one, other), there] = 1 - 2 * ((seat + opposite) % 2)
        for (two, beside), way in ways.items():
            if beside is None or place < beside:
                self.times[two] += way
        self.beside[place] = ways
        for one, other in product(table.seats[::2], table.seats[1::2]):
            self.times[_two(one, other)] -= 1

    def turn(self, place: Place, *, if_better: bool = False) -> bool:
        """Turn a table, perhaps only if that makes all more even."""
        changes: Counter[Two] = Counter()
        is_turned = place in self.turned
        for (two, there), way in self.beside[place].items():
            changes[two] -= 2 * way if is_turned == (there in self.turned) else -2 * way
        rise = 0
        for two, change in changes.items():
            off, power = (self.times[two], 2) if two[1] is None else (self.times[two] - self.mean, 4)
            rise += (off + change) ** power - off**power
        if if_better and rise >= 0:
            return False
        self.times.update(changes)
        self.turned ^= {place}
        self.cost += rise
        return True


def _two(one: Player, other: Player) -> Two:
    return (one, other) if one < other else (other, one)
