"""What is said of an evening in the hall, at home and on the hall's board."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from league.models import Club, Event, Fetched, Lending
from league.outside.hall.pages import ago_words, code_context, strip_words, where_words
from league.outside.hall.telling import Trouble

AT = datetime(2026, 12, 3, 18, 40, tzinfo=UTC)
EVENT = Event(name="Thursday cards", club=Club(name="St. Hilary"), starts_at=AT)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("heard", "says"),
    [
        (None, ("In the hall since 6:40 pm", "now")),
        (20, ("In the hall since 6:40 pm · heard 20 seconds ago", "good")),
        (-30, ("In the hall since 6:40 pm · heard 1 second ago", "good")),
        (2400, ("Last heard at 7:55 pm", "now")),
    ],
)
def test_where_the_evening_is(heard: int | None, says: tuple[str, str]) -> None:
    now = AT.replace(hour=20, minute=35)
    at = None if heard is None else now - timedelta(seconds=heard)
    words = where_words(EVENT, Lending(event=EVENT, lent_at=AT, heard_at=at), now)
    assert (words.title, words.tone) == says
    assert ("40 minutes ago" in words.says) is (heard == 2400)


@pytest.mark.parametrize(
    ("seconds", "says"),
    [
        (0, "1 second"),
        (59, "59 seconds"),
        (60, "1 minute"),
        (3599, "59 minutes"),
        (3600, "1 hour"),
        (99_999, "27 hours"),
    ],
)
def test_how_long_ago(seconds: int, says: str) -> None:
    assert ago_words(timedelta(seconds=seconds)) == says


@pytest.mark.parametrize(
    ("trouble", "waiting", "title", "tone"),
    [
        ("", 0, "Home has everything up to 8:41 pm.", "good"),
        ("", 2, "On its way home: 2 hands.", "good"),
        (Trouble.NO_LINE, 14, "No line to home: 14 hands wait.", "now"),
        (Trouble.NO_LINE, 1, "No line to home: 1 hand waits.", "now"),
        (Trouble.NO_LINE, 0, "No line to home: nothing waits.", "now"),
        (Trouble.IN_BETWEEN, 3, "Something stands between here and home: 3 hands wait.", "now"),
        (Trouble.FORCED, 3, "Home took this evening back.", "bad"),
        ("The archive is damaged.", 3, "Home doesn’t take it: 3 hands wait.", "bad"),
    ],
)
def test_how_far_home_is(trouble: str, waiting: int, title: str, tone: str) -> None:
    told_at = AT.replace(hour=20, minute=41)
    fetched = Fetched(event=EVENT, home="https://home.test", trouble=trouble, told_at=told_at)
    words = strip_words(fetched, waiting, told_at + timedelta(minutes=1))
    assert (words.title, words.tone) == (title, tone)


@pytest.mark.parametrize(
    ("seconds", "says"), [(20, "On its way home: 2 hands."), (50, "No line to home: 2 hands wait.")]
)
def test_home_that_is_busy_for_a_moment_has_a_line(seconds: int, says: str) -> None:
    fetched = Fetched(event=EVENT, home="https://home.test", trouble=Trouble.NO_LINE, told_at=AT)
    assert strip_words(fetched, 2, AT + timedelta(seconds=seconds)).title == says


def test_a_closed_evening_is_not_told_to_play_on() -> None:
    closed = Event(club=EVENT.club, state=Event.State.CLOSED)
    fetched = Fetched(event=closed, home="https://home.test", trouble=Trouble.NO_LINE)
    assert strip_words(fetched, 3, AT).says.startswith("The rest goes by itself")
    assert strip_words(fetched, 0, AT).title == "No line to home: the end of the evening waits."


@pytest.mark.parametrize(
    ("told", "trouble", "title"),
    [
        (3, "", "Home has this evening."),
        (2, Trouble.NO_LINE, "Saved for home at 6:40 pm."),
        (2, Trouble.FORCED, "Home took this evening back."),
    ],
)
def test_an_evening_that_was_given_back_is_not_told_to_be_saved(told: int, trouble: str, title: str) -> None:
    given = Event(club=EVENT.club, state=Event.State.CLOSED, lent=1)
    fetched = Fetched(event=given, home="https://home.test", version=3, told=told, told_at=AT, trouble=trouble)
    fetched.given_back_at = AT
    assert strip_words(fetched, 3, AT + HOUR).title == title


def test_an_evening_from_a_stick_hears_of_no_line() -> None:
    assert strip_words(Fetched(event=EVENT), 3, AT).title == "This evening came as a file."


def test_the_code_stands_with_the_address_and_its_end(settings: Any) -> None:
    settings.PUBLIC_URL = ""
    lending = Lending(event=EVENT, lent_at=AT, code_until=AT + HOUR)
    shown = code_context(lending, "K7M 4TX", "https://cards.example.org/", AT)
    assert (shown["home"], shown["code_until"]) == ("cards.example.org", "Good until 7:40 pm, for one computer.")
    assert code_context(lending, "", "https://x.org/", AT + HOUR)["code_until"] == "The code’s hour is over."
