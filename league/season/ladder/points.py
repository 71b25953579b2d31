"""What a deal of the day is worth: a point for playing, one for each member beaten, half a point for a tie. Pure.

Deals of different books are worth alike, since nobody's points hang on how high a book's scores are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Result:
    """What a member made of a day's deal under a book."""

    member: int
    book: str
    day: date
    margin: int


@dataclass(frozen=True, slots=True)
class Earned:
    """The points of one deal, and how many of how many others were beaten; a tie is half of one."""

    result: Result
    beaten: Fraction
    others: int

    @property
    def points(self) -> Fraction:
        return 1 + self.beaten


@dataclass(frozen=True, slots=True)
class Standing:
    """A member's sum over some days: `by_day` is what each day brought."""

    member: int
    deals: int
    points: Fraction
    beaten: Fraction
    others: int
    by_day: dict[date, Fraction]

    @property
    def share(self) -> Fraction | None:
        """How many of the others were beaten; None where nobody else played."""
        return self.beaten / self.others if self.others else None


def earned(results: Iterable[Result]) -> list[Earned]:
    """What each result is worth beside the others of the same deal."""
    deals: dict[tuple[date, str], list[Result]] = {}
    for result in results:
        deals.setdefault((result.day, result.book), []).append(result)
    return [_worth(result, deal) for deal in deals.values() for result in deal]


def _worth(result: Result, deal: Sequence[Result]) -> Earned:
    others = [other for other in deal if other.member != result.member]
    lower = sum(other.margin < result.margin for other in others)
    level = sum(other.margin == result.margin for other in others)
    return Earned(result, lower + Fraction(level, 2), len(others))


def standings(results: Iterable[Result]) -> list[Standing]:
    """Everybody's sum, the most points first; who is level stands by how many others were beaten."""
    grouped: dict[int, list[Earned]] = {}
    for one in earned(results):
        grouped.setdefault(one.result.member, []).append(one)
    rows = [_standing(member, own) for member, own in grouped.items()]
    return sorted(rows, key=lambda row: (-row.points, -(row.share or 0), row.member))


def _standing(member: int, own: Sequence[Earned]) -> Standing:
    by_day: dict[date, Fraction] = {}
    for one in own:
        by_day[one.result.day] = by_day.get(one.result.day, Fraction(0)) + one.points
    return Standing(
        member=member,
        deals=len(own),
        points=sum((one.points for one in own), Fraction(0)),
        beaten=sum((one.beaten for one in own), Fraction(0)),
        others=sum(one.others for one in own),
        by_day=by_day,
    )
