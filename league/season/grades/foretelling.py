"""Whether grades of all rounds before a month foretell the rounds of that month. Pure. They must beat nothing (all are
equal), by more than the error of the gain, and mean points. Of simulated clubs of 24 that shows grades to two in five
after 120 rounds, to four in five after 240, and to one in twenty whose players are all equal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev
from typing import Final, TypeAlias

from .model import Side, Table, grades_of

# So many of the latest tables are foretold, by whole months, in so many months at most.
ENOUGH_TABLES: Final = 1000
MOST_MONTHS: Final = 12
SEASON: Final = 12  # months
# After so many rounds most clubs have grades.
USUAL_ROUNDS: Final = 180
By: TypeAlias = Mapping[int, float]


def foretold(tables: Sequence[Table]) -> bool:
    missed: list[tuple[float, float, float]] = []
    months = sorted({table.month for table in tables}, reverse=True)
    for month in months[:MOST_MONTHS]:
        if len(missed) >= ENOUGH_TABLES:
            break
        before = [table for table in tables if table.month < month]
        grades = {grade.player: grade.points for grade in grades_of(before)}
        if not grades:
            break  # nobody had one yet
        means = means_of([table for table in before if table.month >= month - SEASON])
        for table in tables:
            if table.month == month:
                missed += _missed(table, grades, means)
    return (
        _is_sure([nothing - grades for grades, nothing, _ in missed])
        and sum(means - grades for grades, _, means in missed) > 0
    )


def means_of(tables: Sequence[Table]) -> By:
    found: dict[int, list[float]] = defaultdict(list)
    for table in tables:
        for side in table.sides if table.hands else ():
            for player in side.players:
                found[player].append(side.points / table.hands)
    middle = fmean(made for all_of_one in found.values() for made in all_of_one) if found else 0.0
    return {player: fmean(made) - middle for player, made in found.items()}


def _pairs(table: Table) -> Iterator[tuple[Side, Side, float]]:
    for ours, theirs in combinations(table.sides, 2):
        if table.hands:
            yield ours, theirs, (ours.points - theirs.points) / table.hands


def _missed(table: Table, grades: By, means: By) -> Iterator[tuple[float, float, float]]:
    """The squared misses of grades, nothing and means, as far as the hands tell them."""
    for ours, theirs, margin in _pairs(table):
        foretold = (_above(ours, theirs, by) for by in (grades, {}, means))
        by_grades, by_nothing, by_means = (table.hands / table.luck * (margin - one) ** 2 for one in foretold)
        yield by_grades, by_nothing, by_means


def _above(ours: Side, theirs: Side, by: By) -> float:
    return sum(by.get(player, 0) for player in ours.players) - sum(by.get(player, 0) for player in theirs.players)


def _is_sure(gains: Sequence[float]) -> bool:
    return len(gains) > 1 and fmean(gains) > stdev(gains) / sqrt(len(gains))
