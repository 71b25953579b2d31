"""From the days of a story to today. Pure."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from league.management.moving import Move, Story
from league.models import Event, Series
from scoring.models import RuleBookVersion

# A Thursday's afternoon at one, over two hours later; the next is a week on.
WEEKLY = Story(datetime(2026, 4, 9, 15, 0, tzinfo=UTC), datetime(2026, 4, 16, 13, 0, tzinfo=UTC))
# A Tuesday's party that is being played: the door opened at 18:20, it is a quarter past eight.
TONIGHT = Story(
    datetime(2026, 4, 21, 20, 15, tzinfo=UTC),
    datetime(2026, 4, 28, 19, 0, tzinfo=UTC),
    datetime(2026, 4, 21, 18, 20, tzinfo=UTC),
)


def chicago(day: str, at: str) -> datetime:
    return datetime.fromisoformat(f"{day}T{at}").replace(tzinfo=timezone.get_default_timezone())


@pytest.fixture(autouse=True)
def in_chicago(settings):
    settings.TIME_ZONE = "America/Chicago"


@pytest.mark.parametrize("hours", range(0, 24 * 15, 5))
def test_whenever_it_is_the_story_is_over_and_the_next_night_within_a_week(hours):
    now = chicago("2031-10-27", "06:30") + timedelta(hours=hours)  # over the end of summer time

    move = Move(WEEKLY, now)

    assert now - timedelta(days=7, hours=2) < move.moment(WEEKLY.until) <= now
    assert now < move.moment(WEEKLY.ahead) <= now + timedelta(days=7)
    local = timezone.localtime(move.moment(WEEKLY.ahead))
    assert (local.hour, local.minute) == (13, 0)


def test_weekdays_stay_unless_the_last_night_is_hardly_over():
    kept = Move(WEEKLY, chicago("2031-10-29", "12:00"))
    within_hours = Move(WEEKLY, chicago("2031-10-30", "14:00"))

    assert kept.day(date(2026, 4, 9)) == date(2031, 10, 23)
    assert within_hours.day(date(2026, 4, 9)).strftime("%A") == "Friday"


def test_evening_that_is_being_played_is_played_now_and_the_others_lie_on_its_weekday():
    now = chicago("2031-10-30", "09:41")

    move = Move(TONIGHT, now)

    assert TONIGHT.live_since is not None
    assert move.moment(TONIGHT.live_since) == chicago("2031-10-30", "07:45")  # at a round time
    assert move.moment(TONIGHT.until) == now - timedelta(minutes=1)
    assert move.day(date(2026, 4, 21)) == date(2031, 10, 30)
    assert move.moment(datetime(2026, 4, 14, 19, 0, tzinfo=UTC)) == chicago("2031-10-23", "19:00")
    assert move.moment(TONIGHT.ahead) == chicago("2031-11-06", "19:00")  # after the clocks were changed


def test_evening_whose_door_opened_before_midnight_is_played_on_the_day_it_starts():
    move = Move(TONIGHT, chicago("2031-10-30", "01:40"))

    assert TONIGHT.live_since is not None
    assert timezone.localdate(move.moment(TONIGHT.live_since)) == date(2031, 10, 29)
    assert move.day(date(2026, 4, 21)) == date(2031, 10, 30)


def test_evening_that_began_before_midnight_was_played_on_that_day():
    move = Move(TONIGHT, chicago("2031-10-30", "00:30"))

    assert move.day(date(2026, 4, 21)) == date(2031, 10, 29)


@pytest.mark.parametrize(
    ("told", "moved"),
    [
        ("Card party, Tue, Mar 3, was corrected", "Card party, Thu, Sep 11, was corrected"),
        ("on Tuesday, March 3, at seven", "on Thursday, September 11, at seven"),
        ("Tuesday, March 3, 2026", "Thursday, September 11, 2031"),
        ("from March 3, 2026 on", "from September 11, 2031 on"),
        ("Card party 2026-03-03", "Card party 2031-09-11"),
        ("0f3a-2026-03-03", "0f3a-2031-09-11"),
        ("June Marsh led by 12", "June Marsh led by 12"),
        ({"says": ["Tue, Mar 3"], "points": 3}, {"says": ["Thu, Sep 11"], "points": 3}),
    ],
)
def test_days_in_words_are_moved_as_they_are_written(told, moved):
    assert Move(TONIGHT, chicago("2031-10-30", "09:41")).words(told) == moved


def test_rows_are_moved_with_their_weekday_and_books_stay_as_they_are():
    move = Move(TONIGHT, chicago("2031-10-30", "09:41"))
    series, event = Series(name="Card party", weekday=1), Event(name="Card party", played_on=date(2026, 4, 14))
    book = RuleBookVersion(key="npa", data="Agreed on March 3, 2026")

    for row in (series, event, book):
        move.row(row)

    assert series.weekday == 3
    assert event.played_on == date(2031, 10, 23)
    assert book.data == "Agreed on March 3, 2026"
