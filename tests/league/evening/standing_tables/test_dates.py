"""Which day is next, by the clock on the wall."""

from datetime import UTC, date, datetime, time
from itertools import islice
from zoneinfo import ZoneInfo

import pytest

from league.evening.standing_tables.dates import days_of, next_day, opens_at
from league.models import StandingTable

CHICAGO = ZoneInfo("America/Chicago")


@pytest.fixture(autouse=True)
def in_chicago(settings):
    settings.TIME_ZONE = CHICAGO.key


def at(hour, minute=0, *, day=1, month=12):
    return datetime(2026, month, day, hour, minute, tzinfo=CHICAGO)


def table(**fields):
    return StandingTable(**{"weekday": 1, "starts_at": time(20), **fields})


@pytest.mark.parametrize(
    ("now", "day"),
    [
        (at(12), date(2026, 12, 1)),
        (at(22, 59), date(2026, 12, 1)),
        (at(23), date(2026, 12, 8)),
        (at(12, day=2), date(2026, 12, 8)),
    ],
)
def test_date_is_the_next_one_until_three_hours_after_its_start(now, day):
    assert next_day(table(), now) == day


def test_table_of_late_at_night_is_still_on_after_midnight():
    late = table(starts_at=time(23, 30))

    assert [next_day(late, at(hour, day=2)) for hour in (1, 3)] == [date(2026, 12, 1), date(2026, 12, 8)]


def test_day_that_is_left_out_is_stepped_over():
    skipping = table(not_on=["2026-12-01", "2026-12-15"])

    assert next_day(skipping, at(12)) == date(2026, 12, 8)
    assert list(islice(days_of(skipping, at(12)), 3)) == [date(2026, 12, day) for day in (1, 8, 15)]


def test_hour_on_the_wall_stays_when_the_clocks_change():
    days = islice(days_of(table(), at(12, day=27, month=10)), 2)

    assert [opens_at(table(), day) for day in days] == [
        datetime(2026, 10, 28, 0, 45, tzinfo=UTC),
        datetime(2026, 11, 4, 1, 45, tzinfo=UTC),
    ]
