"""Moves a club of the demo from the days of its story to today, by whole days: every time and day in its archive, also
in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any, Final

from django.db import models
from django.utils import timezone

from league.evening.events.deeds import local_start
from league.models import HouseRules, Series
from pinochle_club.ground.dates import calendar_day, day_of_month, full_day, short_day, weekday_and_day
from scoring.models import RuleBookVersion

MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# The four kinds in which American clubs write a day, and the one of programs.
WRITTEN: Final = re.compile(
    r"\b(?:(?P<weekday>(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?), )?"
    rf"(?P<month>{'|'.join(MONTHS)})[a-z]* (?P<day>\d{{1,2}})(?:, (?P<year>\d{{4}}))?\b"
    r"|\b(?P<iso>\d{4}-\d\d-\d\d)\b"
)
DAY: Final = timedelta(days=1)
WEEK: Final = timedelta(days=7)
FIVE_MINUTES: Final = timedelta(minutes=5)
DOOR_OPENS: Final = timedelta(minutes=40)  # before an evening starts
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Story:
    """The time of a story: its end, the next night, and the start of an evening being played then."""

    until: datetime
    ahead: datetime
    live_since: datetime | None = None


class Move:
    def __init__(self, story: Story, now: datetime) -> None:
        self.story, self.now = story, now
        if story.live_since is not None:
            lasted = story.until - story.live_since
            self.now = now - (now - lasted - EPOCH) % FIVE_MINUTES
            starts = story.live_since + DOOR_OPENS
            self.days = timezone.localdate(self.now - lasted + DOOR_OPENS) - starts.date()
        else:
            self.days = _days_to_this_week(story, now)

    def row(self, made: models.Model) -> None:
        if isinstance(made, RuleBookVersion):
            return  # known by what it says
        for name, change in _changes(type(made)):
            value = getattr(made, name)
            if value:
                setattr(made, name, change(self, value))
        if isinstance(made, Series):
            made.weekday = (made.weekday + self.days.days) % 7

    def moment(self, at: datetime) -> datetime:
        live_since, until = self.story.live_since, self.story.until
        if live_since is not None and live_since <= at <= until:
            return self.now - (until - at)
        return _on_the_wall(at, self.days)

    def day(self, day: date) -> date:
        return day + self.days

    def words(self, value: Any) -> Any:
        """Text, or JSON."""
        if isinstance(value, str):
            return WRITTEN.sub(self._written, value)
        if isinstance(value, dict):
            return {name: self.words(one) for name, one in value.items()}
        return [self.words(one) for one in value] if isinstance(value, list) else value

    def _written(self, found: re.Match[str]) -> str:
        if found["iso"]:
            return self.day(date.fromisoformat(found["iso"])).isoformat()
        year = int(found["year"]) if found["year"] else self.story.until.year
        day = self.day(date(year, MONTHS.index(found["month"]) + 1, int(found["day"])))
        if found["weekday"] is None:
            return calendar_day(day) if found["year"] else day_of_month(day)
        if not found["weekday"].endswith("day"):
            return short_day(day)
        return full_day(day) if found["year"] else weekday_and_day(day)


def _on_the_wall(at: datetime, days: timedelta) -> datetime:
    """So many days on at the same time of day. Stories are told by a clock at Greenwich; a club has its own."""
    wall = at.astimezone(UTC) + days
    return local_start(wall.date(), wall.time())


def _days_to_this_week(story: Story, now: datetime) -> timedelta:
    """Whole weeks, so that the story ended within the last one and the next night is ahead; a day more where need
    be."""
    days = (now.date() - story.until.date()) // WEEK * WEEK + WEEK
    while _on_the_wall(story.until, days) > now:
        days -= WEEK
    return days if _on_the_wall(story.ahead, days) > now else days + DAY


@cache
def _changes(model: type[models.Model]) -> tuple[tuple[str, Callable[[Move, Any], Any]], ...]:
    """The mover of each field that has a time or a day, or could in words."""
    kinds: dict[str, Callable[[Move, Any], Any]] = {
        "DateTimeField": Move.moment,
        "DateField": Move.day,
        **dict.fromkeys(("CharField", "TextField", "JSONField"), Move.words),
    }
    fields = ((field.attname, field.get_internal_type()) for field in model._meta.concrete_fields)
    is_book = (HouseRules, "draft")
    return tuple((name, kinds[kind]) for name, kind in fields if kind in kinds and (model, name) != is_book)
