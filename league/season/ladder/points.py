"""Deals of the day in points beside par, over the better half of a member's days. Pure.

Par is an Expert's result with the same cards in the same seat, so a lucky hand counts no more than a poor one. Half of
the days: daily play gains nothing by itself, and a bad day costs little. That half is above par for nearly everybody,
so the Expert, at 0 each day, is beside `overall`, the average of all days.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Result:
    """A member's points beside par on a day; None while par is unknown, or the Expert has `given_up`."""

    member: int
    day: date
    beside: Fraction | None
    given_up: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """A member's days with points beside par, the `average` of the better half and the `overall` one. `place` is None
    after too few days. The Expert's row has no `member`, place or better half."""

    member: int | None
    by_day: dict[date, Fraction | None]
    average: Fraction | None
    overall: Fraction | None
    place: int | None


def standings(results: Iterable[Result], least: int) -> list[Standing]:
    """Members by average. Those with fewer days than `least` stand last, without a place."""
    grouped: dict[int, dict[date, list[Fraction | None]]] = {}
    for one in results:
        grouped.setdefault(one.member, {}).setdefault(one.day, []).append(one.beside)
    days = {member: {day: _mean(_known(made)) for day, made in by_day.items()} for member, by_day in grouped.items()}
    averages = {member: better_half(_known(by_day.values())) for member, by_day in days.items()}
    enough = {member for member, by_day in days.items() if len(_known(by_day.values())) >= least}
    rows = []
    for member, average in averages.items():
        above = sum((averages[other] or 0) > (average or 0) for other in enough)
        overall = _mean(_known(days[member].values()))
        rows.append(Standing(member, days[member], average, overall, 1 + above if member in enough else None))
    return sorted(rows, key=lambda row: (row.place is None, row.average is None, -(row.average or 0), row.member))


def with_expert(rows: Sequence[Standing], least: int) -> list[Standing]:
    """The rows with the Expert's: below as many placed members as made more than it over all days, and last after fewer
    days than `least`. Its days are those on which a member played."""
    if not rows:
        return []
    played = sorted({day for row in rows for day in row.by_day})
    known = {day for row in rows for day, beside in row.by_day.items() if beside is not None}
    by_day = {day: Fraction(0) if day in known else None for day in played}
    ahead = sum(row.place is not None and round(float(row.overall or 0), 1) > 0 for row in rows)  # as it is told
    above = ahead if len(known) >= least else len(rows)
    return [*rows[:above], Standing(None, by_day, None, _mean(_known(by_day.values())), None), *rows[above:]]


def better_half(figures: Sequence[Fraction]) -> Fraction | None:
    """The average of the higher half, with the one in the middle."""
    return _mean(sorted(figures, reverse=True)[: (len(figures) + 1) // 2])


def _mean(figures: Sequence[Fraction]) -> Fraction | None:
    return sum(figures, Fraction(0)) / len(figures) if figures else None


def _known(figures: Iterable[Fraction | None]) -> list[Fraction]:
    return [figure for figure in figures if figure is not None]
