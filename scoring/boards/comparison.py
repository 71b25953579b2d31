"""A table's result on a board beside those of the other tables that had the same cards. Pure, and exact: `Fraction`
throughout.

A *result* is what a side's own deal score is above that of the others. Three ways to compare, by the club's choice:

- *Matchpoints*, the usual: 2 for each worse result and 1 for each that is level, as a share of the most there is. Where
  a board was played less often than others, Neuberg's formula makes every board weigh alike.
- *Over the datum*: points above the field's mean, its two ends left out from six results on.
- *Cross points*: the mean difference with every other table.

A *fouled* board is two: tables that had other cards are compared among themselves, both groups by Neuberg's formula."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from scoring.rules.cards import Side

LEVEL: Final = Fraction(1, 2)
"""The share of a board that nobody can be compared at."""
ENDS_LEFT_OUT_FROM: Final = 6  # results
LEAST_FIELD: Final = 8  # results; bots make up for those that are missing


class Method(StrEnum):
    MATCHPOINTS = "matchpoints"
    DATUM = "datum"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a board at a table: every side's deal score. `group` tells apart those who had other cards."""

    table: Hashable
    scores: Mapping[Side, int]
    group: int = 0


def margin(scores: Mapping[Side, int], side: Side) -> Fraction:
    """A side's score above that of the other; above the mean of the others where three play."""
    others = len(scores) - 1
    return Fraction((others + 1) * scores[side] - sum(scores.values()), others)


def compared(
    results: Sequence[Result], side: Side, method: Method, *, expected: int = 0, field: Sequence[Fraction] = ()
) -> dict[Hashable, Fraction]:
    """The comparison of each table that held these cards: a share from 0 to 1 for matchpoints, else points. `expected`
    is how often the board was to be played; `field` are the margins of bots, for matchpoints of fewer than
    `LEAST_FIELD` tables. Bots had the cards as dealt, those of group 0: nothing is made up for the others."""
    found: dict[Hashable, Fraction] = {}
    for group in {result.group for result in results}:
        own = [result for result in results if result.group == group]
        margins = [margin(result.scores, side) for result in own]
        if method is Method.MATCHPOINTS:
            among = shares(margins, max(expected, len(results)), () if group else field)
        else:
            among = over_datum(margins) if method is Method.DATUM else cross_points(margins)
        found |= {result.table: share for result, share in zip(own, among, strict=True)}
    return found


def matchpoints(margins: Sequence[Fraction | int]) -> list[int]:
    """2 for each result that is worse, 1 for each other that is level."""
    exact = [float(each) for each in margins]  # they are in halves at most
    ordered = sorted(exact)
    return [bisect_left(ordered, own) + bisect_right(ordered, own) - 1 for own in exact]


def neuberg(points: Fraction | int, had: int, expected: int) -> Fraction:
    """Matchpoints among so many results `had`, made up to so many as were `expected`."""
    return Fraction(points * expected + expected - had, had)


def shares(margins: Sequence[Fraction], expected: int = 0, field: Sequence[Fraction] = ()) -> list[Fraction]:
    """Matchpoints as shares of the most there is. The `field` of bots makes up for missing results, each level with the
    field's own mean share, so that its weight falls with each table that has played."""
    filled = max(0, LEAST_FIELD - len(margins)) if field else 0
    had = len(margins) + filled
    expected = max(expected, had)
    if expected < 2:
        return [LEVEL for _ in margins]
    points = [Fraction(each) for each in matchpoints(margins)]
    if filled:
        points = [each + 2 * filled * share_beaten(own, field) for each, own in zip(points, margins, strict=True)]
    return [neuberg(each, had, expected) / (2 * (expected - 1)) for each in points]


def share_beaten(own: Fraction, field: Sequence[Fraction]) -> Fraction:
    """The share of a field that a margin beats; a tie is half of one."""
    return Fraction(sum((own > other) - (own < other) + 1 for other in field), 2 * len(field))


def datum_of(margins: Sequence[Fraction]) -> Fraction:
    """The mean of the field, without its best and its worst where there are six or more."""
    counted = sorted(margins)[1:-1] if len(margins) >= ENDS_LEFT_OUT_FROM else margins
    return sum(counted, Fraction(0)) / max(len(counted), 1)


def over_datum(margins: Sequence[Fraction]) -> list[Fraction]:
    datum = datum_of(margins)
    return [own - datum for own in margins]


def cross_points(margins: Sequence[Fraction]) -> list[Fraction]:
    """The mean difference with every other table; 0 for one alone."""
    others, total = max(1, len(margins) - 1), sum(margins, Fraction(0))
    return [(len(margins) * own - total) / others for own in margins]
