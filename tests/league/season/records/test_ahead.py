"""The book of a season is there when it is asked for, once the club is quiet after a night."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.models import LogLine, Publication
from league.season.records import ahead, pdfs
from league.season.records.ahead import BooksAhead
from league.season.seasons.deeds import show_standings
from pinochle_club.ground.errands import Sheet
from pinochle_club.ground.pdfs import STACK_PRINTER
from tests.league.makers import acting_as, make_club, make_series
from tests.league.season.seasons.played import newest, opened, played_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(monkeypatch: pytest.MonkeyPatch) -> Any:
    """One night was played and closed just now."""
    monkeypatch.setattr(ahead, "SECONDS_BETWEEN_LOOKS", 0.0)
    monkeypatch.setattr(pdfs.SeasonBook, "pdf", lambda book: b"%PDF of the book")
    club = make_club()
    series = make_series(club)
    season = opened(club)
    played_night(series, 0, [(60, 20), (50, 30)])
    return season


def pass_by(minutes: float) -> None:
    for model in (LogLine, Publication):
        for row in model.objects.all():
            row.at -= timedelta(minutes=minutes)
            row.save()


def test_book_is_wanted_once_when_the_club_is_quiet_and_anew_after_a_change(season: Any):
    books = BooksAhead()
    assert books() is None

    pass_by(minutes=1)
    first = books()
    assert first is not None
    assert first[2:] == (newest(season).pk, first[0], season.club.paper)
    assert books() is None

    LogLine.objects.create(club=season.club, who="Carol", action="changed a name", at=timezone.now())
    assert books() is None
    pass_by(minutes=1)
    again = books()
    assert again is not None
    assert again[0] != first[0]


def test_book_that_was_printed_ahead_is_the_one_that_is_asked_for(season: Any, monkeypatch: pytest.MonkeyPatch):
    pass_by(minutes=1)
    wanted = BooksAhead()()
    assert wanted is not None
    printed(wanted)
    monkeypatch.setattr(STACK_PRINTER, "ask", lambda *_, **__: pytest.fail("made again"))

    answer = Client().get(f"/clubs/{season.club.slug}/seasons/{season.pk}/book.pdf")

    assert answer.content == b"%PDF of the book"


def printed(sheet: Sheet) -> None:
    _, make, *asked = sheet
    make(*asked)


def test_nobody_wants_the_book_of_hidden_or_old_standings(season: Any):
    pass_by(minutes=24 * 60)
    assert BooksAhead()() is None

    show_standings(season=season, hidden=True, acting=acting_as(), client_id="")
    pass_by(minutes=1)
    assert BooksAhead()() is None
