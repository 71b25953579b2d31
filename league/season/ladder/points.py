"""What the deals of the day come to for members: points beside par, over the better half of one's days. Pure.

Par is what an Expert made of the same cards in the same seat. So a day's deal counts for what was made of it, a lucky
hand no more than a poor one, and who plays alone has something to beat. Half of one's days, whatever their number: who
plays daily gains nothing by it alone, and a bad day costs little.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Result:
    """What a member made of a day's deal, above par or below; None as long as par is not known."""

    member: int
    day: date
    beside: Fraction | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A member's days, each with its points beside par, and the `average` of the better half of those that have some.
    `place` is None for who has played too few."""

    member: int
    by_day: dict[date, Fraction | None]
    average: Fraction | None
    place: int | None


def standings(results: Iterable[Result], least: int) -> list[Standing]:
    """Everybody by their average. Who has played fewer days than `least` stands below all others, without a place."""
    grouped: dict[int, dict[date, list[Fraction | None]]] = {}
    for one in results:
        grouped.setdefault(one.member, {}).setdefault(one.day, []).append(one.beside)
    days = {member: {day: _mean(_known(made)) for day, made in by_day.items()} for member, by_day in grouped.items()}
    averages = {member: better_half(_known(by_day.values())) for member, by_day in days.items()}
    enough = {member for member, by_day in days.items() if len(_known(by_day.values())) >= least}
    rows = []
    for member, average in averages.items():
        above = sum((averages[other] or 0) > (average or 0) for other in enough)
        rows.append(Standing(member, days[member], average, 1 + above if member in enough else None))
    return sorted(rows, key=lambda row: (row.place is None, row.average is None, -(row.average or 0), row.member))


def better_half(figures: Sequence[Fraction]) -> Fraction | None:
    """The average of the higher half, the one in the middle with it."""
    return _mean(sorted(figures, reverse=True)[: (len(figures) + 1) // 2])


def _mean(figures: Sequence[Fraction]) -> Fraction | None:
    return sum(figures, Fraction(0)) / len(figures) if figures else None


def _known(figures: Iterable[Fraction | None]) -> list[Fraction]:
    return [figure for figure in figures if figure is not None]
