"""Days and times as each club writes them, and that nobody writes them elsewhere."""

import re
from datetime import UTC, date, datetime, time

import pytest
from django.template import Context, Template
from django.utils import timezone

from pinochle_club.ground import dates, places
from pinochle_club.ground.date_styles import DateStyle
from tests.imports import PRODUCT

EVENING = datetime(2026, 11, 22, 19, 8, tzinfo=UTC)
ROOT = places.PROGRAM


@pytest.mark.parametrize(
    ("write", "american", "day_first"),
    [
        (dates.full_day, "Sunday, November 22, 2026", "Sunday 22 November 2026"),
        (dates.weekday_and_day, "Sunday, November 22", "Sunday 22 November"),
        (dates.short_day, "Sun, Nov 22", "Sun 22 Nov"),
        (dates.calendar_day, "November 22, 2026", "22 November 2026"),
        (dates.day_of_month, "November 22", "22 November"),
        (dates.clock, "7:08 pm", "19:08"),
        (dates.weekday_and_clock, "Sun 7:08 pm", "Sun 19:08"),
    ],
)
def test_each_kind_in_each_style(write, american, day_first):
    with timezone.override(UTC):
        written = write(EVENING), write(EVENING, DateStyle.US), write(EVENING, "day_first")

    assert written == (american, american, day_first)


def test_a_moment_is_written_by_the_clock_on_the_wall():
    with timezone.override("Asia/Tokyo"):
        written = dates.full_day(EVENING), dates.clock(EVENING), dates.weekday_and_clock(EVENING)

    assert written == ("Monday, November 23, 2026", "4:08 am", "Mon 4:08 am")


@pytest.mark.parametrize(("at", "words"), [(time(0, 5), "12:05 am"), (time(12), "12:00 pm"), (time(9, 30), "9:30 am")])
def test_noon_and_midnight(at, words):
    assert dates.clock(at) == words


def test_templates_have_the_same_functions():
    page = Template("{% load dates %}{{ day|full_day:style }}, {{ day|short_day }}")

    assert page.render(Context({"day": date(2026, 11, 22), "style": "day_first"})) == (
        "Sunday 22 November 2026, Sun, Nov 22"
    )


# Django's filters and functions and Python's own letters for days and times, and amounts with a sign set in by hand.
BY_HAND = re.compile(
    r"\|\s*(?:date|time|naturaltime|timesince)\b|\b(?:date_format|time_format|strftime)\b|:%[-A-Za-z]|\$\{[a-z_.]+[:}]|[€£]\{"
)
ONE_PLACE = {"pinochle_club/ground/dates.py", "league/words.py"}
# For machines, or for nobody but who runs the server.
FOR_MACHINES = {
    "pinochle_club/ground/copies.py": "the day in the name of a file",
    "pinochle_club/server/backups.py": "the name of a file",
    "pinochle_club/server/restoring.py": "the name of a file",
    "pinochle_club/server/updates.py": "the name of a file",
    "pinochle_club/program/doctor.py": "a time of this computer, before there are settings",
    "pinochle_club/program/updating.py": "a time of this computer, before there are settings",
    "league/outside/archive/views.py": "the name of a file",
    "league/outside/archive/format.py": "a file of columns",
    "scoring/boards/text.py": "what bridge programs read",
    "league/evening/calendar/ics.py": "what calendars read",
    "league/evening/events/forms.py": "what a browser's time field takes",
    "league/evening/standing_tables/forms.py": "what a browser's time field takes",
    "league/office/founding/forms.py": "what a browser's time field takes",
    "league/models/sign_in_attempts.py": "Django's own admin",
}


def written_by_hand() -> set[str]:
    files = [
        path
        for room in (*PRODUCT, "templates")
        for path in (ROOT / room).rglob("*")
        if path.suffix in (".py", ".html", ".txt")
    ]
    found = (path.relative_to(ROOT).as_posix() for path in files if BY_HAND.search(path.read_text()))
    return {name for name in found if name not in ONE_PLACE}


def test_days_times_and_money_are_written_in_one_place():
    assert written_by_hand() == set(FOR_MACHINES)
