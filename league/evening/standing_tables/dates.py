"""A standing table's next dates, by the server's wall clock. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final

from django.utils import timezone

from league.evening.events.deeds import date_after, local_start
from league.models import StandingTable

OPENS_BEFORE: Final = timedelta(minutes=15)
OPEN_FOR: Final = timedelta(hours=3)


def days_of(table: StandingTable, now: datetime) -> Iterator[date]:
    """Its weekly days, from the first not over, including those left out."""
    day = date_after(table.weekday, None, timezone.localdate(now - OPEN_FOR))
    while True:
        if now < local_start(day, table.starts_at) + OPEN_FOR:
            yield day
        day += timedelta(weeks=1)


def next_day(table: StandingTable, now: datetime) -> date:
    return next(day for day in days_of(table, now) if day.isoformat() not in table.not_on)


def opens_at(table: StandingTable, day: date) -> datetime:
    return local_start(day, table.starts_at) - OPENS_BEFORE
