"""What changed from one table of places to the next, and why, as somebody says it who lays both sheets side by side.

Shares no code with the app; the tables are those of `naive_standings`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import NamedTuple

from .naive_standings import NaivePlace

WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"]
NOW = {
    "total": "places go by all points now",
    "average": "places go by the average per round now",
    "wins": "places go by rounds won now",
    "places": "places go by the points for each night’s place now",
}


class NaiveMove(NamedTuple):
    who: tuple[int, ...]
    was: int | None
    now: int | None
    is_new: bool
    nights: dict[int, tuple[int | None, int | None]]
    says: str


def called(count: int) -> str:
    return WORDS[count] if count < len(WORDS) else str(count)


def naive_changes(
    before: Sequence[NaivePlace], after: Sequence[NaivePlace], was_by: str, is_by: str
) -> list[NaiveMove]:
    """Everybody whose place or figure is another one, in the order of the newer table; who left it comes last."""
    old: dict[tuple[int, ...], NaivePlace] = {}
    new = {one.who: one for one in after}
    for one in before:
        old.setdefault(one.who, one)  # of two lines of a member entered twice the better one
    found = []
    for who in [*new, *(who for who in old if who not in new)]:
        was, now = old.get(who), new.get(who)
        if was and now and (was.place, worth(was, was_by), was_by) == (now.place, worth(now, is_by), is_by):
            continue
        nights = nights_between(dict(was.nights) if was else {}, dict(now.nights) if now else {})
        says = because(was, now, old, new, was_by, is_by)
        found.append(NaiveMove(who, was and was.place, now and now.place, was is None, nights, says))
    return found


def worth(one: NaivePlace, by: str) -> tuple[Fraction, int]:
    return one.figure, one.points if by == "wins" else 0


def nights_between(
    had: Mapping[int, int], has: Mapping[int, int]
) -> dict[int, tuple[int | None, int | None]]:  # fmt: skip
    return {one: (had.get(one), has.get(one)) for one in {*had, *has} if had.get(one) != has.get(one)}


def because(
    was: NaivePlace | None, now: NaivePlace | None, old: Mapping[tuple[int, ...], NaivePlace],
    new: Mapping[tuple[int, ...], NaivePlace], was_by: str, is_by: str,
) -> str:  # fmt: skip
    if was is None:
        return "new in the standings"
    if now is None:
        return "no longer in the standings"
    if (was.place is None) != (now.place is None):
        verb = "doesn’t have" if now.place is None else "has"
        return f"{verb} enough nights for a place now"
    if was_by != is_by:
        return NOW[is_by]
    both = [(old[who], new[who]) for who in old if who in new and who != now.who]
    up = sum(above(one, was) and not above(other, now) for one, other in both)
    down = sum(above(other, now) and not above(one, was) for one, other in both)
    passed = " and ".join(
        f"{verb} {called(count)} {'other' if count == 1 else 'others'}"
        for verb, count in (("passed", up), ("was passed by", down))
        if count and now.place is not None
    )
    return "; ".join(filter(None, (own_change(was, now, is_by), passed))) or "others moved"


def above(one: NaivePlace, other: NaivePlace) -> bool:
    return one.place is not None and other.place is not None and one.place < other.place


def own_change(was: NaivePlace, now: NaivePlace, by: str) -> str:
    more = now.figure - was.figure
    which = "more" if more > 0 else "fewer"
    if by == "average":
        return f"{shown(abs(more))} points {which} per round" if more else ""
    if by == "wins" and more:
        return f"{called(int(abs(more)))} {which} {'round' if abs(more) == 1 else 'rounds'} won"
    points = now.points - was.points
    if not points:
        return ""
    return f"{abs(points):,} {'point' if abs(points) == 1 else 'points'} {'more' if points > 0 else 'fewer'}"


def shown(figure: Fraction) -> str:
    """With as many digits as it takes to see it."""
    for digits in range(1, 6):
        step = Decimal(1).scaleb(-digits)
        rounded = (Decimal(figure.numerator) / Decimal(figure.denominator)).quantize(step, ROUND_HALF_UP)
        if rounded:
            return f"{rounded:,}"
    return "0.00001"
