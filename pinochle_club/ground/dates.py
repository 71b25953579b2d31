"""Days and times in words, by the server's clock: the one place where they are written.

A card carries the `DateStyle` of its club, an evening has its club's (`league.words`), a kitchen table the American
one. Templates have the same functions as filters: `{% load dates %}`.
"""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format, time_format

from pinochle_club.ground.date_styles import DateStyle
from pinochle_club.ground.plainly import kept

US: Final = DateStyle.US
# By Django's letters: each kind as Americans write it, and with the day first.
FULL_DAY: Final = {US: "l, F j, Y", DateStyle.DAY_FIRST: "l j F Y"}
WEEKDAY_AND_DAY: Final = {US: "l, F j", DateStyle.DAY_FIRST: "l j F"}
SHORT_DAY: Final = {US: "D, M j", DateStyle.DAY_FIRST: "D j M"}
CALENDAR_DAY: Final = {US: "F j, Y", DateStyle.DAY_FIRST: "j F Y"}
BRIEF_DAY: Final = {US: "M j", DateStyle.DAY_FIRST: "j M"}
DAY_OF_MONTH: Final = {US: "F j", DateStyle.DAY_FIRST: "j F"}
CLOCK: Final = {US: "g:i A", DateStyle.DAY_FIRST: "H:i"}


def full_day(day: date, style: str = US) -> str:
    """`Sunday, November 22, 2026`."""
    return _written(day, FULL_DAY, style)


def weekday_and_day(day: date, style: str = US) -> str:
    """`Sunday, November 22`."""
    return _written(day, WEEKDAY_AND_DAY, style)


def short_day(day: date, style: str = US) -> str:
    """`Sun, Nov 22`."""
    return _written(day, SHORT_DAY, style)


def calendar_day(day: date, style: str = US) -> str:
    """`November 22, 2026`."""
    return _written(day, CALENDAR_DAY, style)


def brief_day(day: date, style: str = US) -> str:
    """`Nov 22`, where room is short."""
    return _written(day, BRIEF_DAY, style)


def day_of_month(day: date, style: str = US) -> str:
    """`November 22`."""
    return _written(day, DAY_OF_MONTH, style)


def month_of_year(day: date) -> str:
    """`November 2026`, in every style."""
    return date_format(day, "F Y")


def clock(at: datetime | time, style: str = US) -> str:
    """`7:08 pm`."""
    local = timezone.localtime(at).time() if isinstance(at, datetime) else at
    return time_format(local, CLOCK[DateStyle(style)]).lower()


def weekday(day: date) -> str:
    """`Sun`, in every style."""
    return date_format(day, "D")


def weekday_and_clock(at: datetime, style: str = US) -> str:
    """`Sun 7:08 pm`."""
    return f"{date_format(timezone.localtime(at), 'D')} {clock(at, style)}"


def _written(day: date, kinds: dict[DateStyle, str], style: str) -> str:
    local = timezone.localtime(day).date() if isinstance(day, datetime) else day
    return _formatted(local, kinds[DateStyle(style)])


_formatted = kept(1_000)(date_format)
