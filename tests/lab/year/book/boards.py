"""A night where all tables play the same cards: what a side made of a board beside the others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import TypeAlias

from .figures import Fraction

Place: TypeAlias = tuple[int, int, int]  # round, table, board
BOTS_UP_TO, TABLES_WITH_BOTS = 8, 3
ENDS_LEFT_OUT_FROM = 6
TEN_PERCENT = 5


def shares_of(
    way: str,
    results: Mapping[Place, Mapping[str, int]],
    averages: Mapping[Place, Mapping[str, int]],
    fouled: Mapping[int, set[tuple[int, int]]],
    field: Mapping[int, tuple[int, ...]],
) -> dict[Place, dict[str, Fraction]]:
    """What each side has of each board it played: a share of 1 by matchpoints, else points above the average."""
    found: dict[Place, dict[str, Fraction]] = {}
    groups: dict[tuple[int, bool], list[Place]] = defaultdict(list)
    for place in results:
        if place not in averages:
            groups[place[2], place[:2] in fouled.get(place[2], set())].append(place)
    due = max(Counter(place[2] for place in results).values(), default=0)
    for (board, _), places in groups.items():
        for place in places:
            found[place] = {}
            for side in results[place]:
                mine = _margin(results[place], side)
                others = [_margin(results[other], side) for other in places if other != place]
                bots = _of_side(field.get(board, ()), side) if due <= TABLES_WITH_BOTS else []
                share = _share(way, mine, others, bots, due)
                if share is not None:
                    found[place][side] = share
    for place, given in averages.items():
        found[place] = {
            side: Fraction(percent, 100) if way == "matchpoints" else Fraction(percent - 50, 10) * TEN_PERCENT
            for side, percent in given.items()
        }
    return found


def _margin(score: Mapping[str, int], side: str) -> Fraction:
    """What a side scored above the other; of three, above the mean of the other two."""
    others = [points for other, points in score.items() if other != side]
    return score[side] - Fraction(sum(others), len(others))


def _of_side(results: tuple[int, ...], side: str) -> list[int]:
    return [result if side == "NS" else -result for result in results]


def _share(way: str, mine: Fraction, others: list[Fraction], bots: list[int], due: int) -> Fraction | None:
    if way == "matchpoints":
        return _matchpoints(mine, others, bots, due)
    if not others:
        return Fraction(0)
    if way == "cross":
        return mine - Fraction(sum(others), len(others))
    every = sorted([mine, *others])
    kept = every[1:-1] if len(every) >= ENDS_LEFT_OUT_FROM else every
    return mine - Fraction(sum(kept), len(kept))


def _matchpoints(mine: Fraction, others: list[Fraction], bots: list[int], due: int) -> Fraction | None:
    had = len(others) + 1
    points = _beaten(mine, others)
    if bots and had < BOTS_UP_TO:
        more = BOTS_UP_TO - had
        points, had = points + more * _beaten(mine, [Fraction(bot) for bot in bots]) / len(bots), BOTS_UP_TO
    if had < due:  # Neuberg
        return ((points + Fraction(1, 2)) * due / had - Fraction(1, 2)) / (due - 1)
    return points / (had - 1) if had > 1 else None


def _beaten(mine: Fraction, others: list[Fraction]) -> Fraction:
    return sum((Fraction(2 * (mine > other) + (mine == other), 2) for other in others), Fraction(0))
