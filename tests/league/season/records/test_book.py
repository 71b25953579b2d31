"""A season's book says what the season's pages say, and can be found one's way in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from league.models import Category, Member, Season
from league.office.members.deeds.privacy import show_initials
from league.season.records.pdfs import SeasonBook
from league.season.seasons.deeds import close_season, show_standings
from tests.lasting import lasting
from tests.league.makers import By, acting_as, make_club, make_series, make_user
from tests.league.season.seasons.played import newest, opened, played_night
from tests.sampling import every
from tests.scoring.score_card.pdf_reading import pages_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_book(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[int, bytes]]:
    """Three nights; Ruth is shown by initials, the women have standings of their own."""
    with lasting(django_db_blocker):
        club = make_club()
        series = make_series(club)
        for week in range(3):
            played_night(series, week, [(60 + week, 20), (50, 30)], [(41, 40), (55, 12)])
        women = Category.objects.create(club=club, name="Women")
        for number in (1, 3):
            club.members.get(number=number).carries.add(women)
        show_initials(member=club.members.get(number=1), initials_only=True, acting=acting_as(), client_id="")
        season = opened(club, divisions=(women.pk,))
        close_season(season=season, acting=acting_as(), client_id="")
        yield season.pk, SeasonBook(newest(season).pk, "letter").pdf()


@pytest.fixture
def season(lasting_book: tuple[int, bytes], db: None) -> Season:
    return Season.objects.select_related("club").get(pk=lasting_book[0])


@pytest.fixture(scope="module")
def book(lasting_book: tuple[int, bytes]) -> PdfReader:
    return PdfReader(BytesIO(lasting_book[1]))


def told(book: PdfReader) -> list[str]:
    """The words of each page."""
    stream = book.stream
    stream.seek(0)
    return words_of(stream.read())


@lru_cache(maxsize=1)
def words_of(content: bytes) -> list[str]:
    """Read once for all tests of one book."""
    return pages_of(content)


@lru_cache(maxsize=1)
def found_in(book: PdfReader) -> list[tuple[str, int]]:
    """Each bookmark's title and page, from 0 on, in order."""
    return [(str(mark.title), page_of(book, mark)) for mark in marks(book)]


def page_of(book: PdfReader, mark: Any) -> int:
    page = book.get_destination_page_number(mark)
    assert page is not None
    return page


def said(book: PdfReader, chapter: str) -> str:
    """The words of the pages of a chapter."""
    found = found_in(book)
    first = next(page for title, page in found if title == chapter)
    later = [page for title, page in found if page > first and title in CHAPTERS]
    last = min(later, default=len(book.pages))
    return " ".join(told(book)[first:last])


CHAPTERS = (
    "Standings", "Champions", "Records of the season", "Rules", "Nights", "Results", "Members", "Partners",
)  # fmt: skip


def marks(book: PdfReader, outline: Any = None) -> list[Any]:
    found: list[Any] = []
    for one in book.outline if outline is None else outline:
        found += marks(book, one) if isinstance(one, list) else [one]
    return found


def page(client: Client, shown: Season, name: str, *more: object, **query: object) -> str:
    address = reverse(f"league:{name}", args=[shown.club.slug, *more], query=query)
    return " ".join(re.sub(r"<[^>]*>", " ", unescape(client.get(address).content.decode())).split())


def test_contents_and_bookmarks_name_the_page_of_every_chapter_and_night(book: PdfReader):
    contents = told(book)[0]
    found = {title: page + 1 for title, page in found_in(book)}

    assert [title for title in found if title in CHAPTERS] == list(CHAPTERS)
    assert len(found) == len(CHAPTERS) + 3
    for title, number in found.items():
        assert f"{title} {number}" in contents
        words = told(book)[number - 1]
        assert title in words
        assert f"Page {number}" in words


def test_book_is_tagged_and_has_a_title(book: PdfReader):
    root: Any = book.trailer["/Root"]
    tags = root["/StructTreeRoot"]["/K"][0]["/K"]

    assert (root["/Lang"], bool(root["/MarkInfo"]["/Marked"])) == ("en", True)
    assert book.metadata is not None
    assert "Season book, Winter" in str(book.metadata.title)
    assert len(tags) > 1
    assert {(round(float(one.mediabox.width)), round(float(one.mediabox.height))) for one in book.pages} == {
        (612, 792), (792, 612),
    }  # fmt: skip


def test_standings_and_champions_are_those_of_the_page(book: PdfReader, season: Season, client: Client):
    standings = said(book, "Standings")
    for division in ("", "Women"):
        shown = page(client, season, "season", season.pk, of=division)
        for line in newest(season).places.filter(division=division).select_related("member"):
            figures = f"{line.place} {line.member} {line.shown['points']} {line.nights}"
            assert figures in standings
            assert f"{line.shown['points']} " in shown

    champions = said(book, "Champions")
    assert "Winter, Women" in champions
    assert str(newest(season).places.get(division="Women", order=1).member) in champions


def test_members_have_the_figures_of_their_own_pages(book: PdfReader, season: Season, client: Client):
    members = said(book, "Members")
    for member in every(3, list(Member.objects.filter(club=season.club))):
        own = page(client, season, "player", member.pk, season=season.pk)
        found = re.search(rf"{member} {member.number} (\d) (\d+) (\d+) (\S+) (\S+) (\S+)", members)
        assert found is not None
        nights, rounds, won, points, average, best = found.groups()
        assert f"Nights {nights} " in own
        assert f"Rounds {rounds} " in own
        assert f"Rounds won {won} " in own
        assert f"Points a round {average} " in own
        assert f"Points {points} Best round {best} " in own


def test_nights_results_records_and_partners_are_those_of_the_pages(book: PdfReader, season: Season, client: Client):
    event = season.club.events.get(played_on="2026-01-20")
    results, shown = said(book, "Results"), page(client, season, "event", event.pk)
    partners, across = said(book, "Partners"), page(client, season, "season_partners", season.pk)

    assert "Tuesday cards, Tue, Jan 20 8" in said(book, "Nights")
    for row in event.ledger.filter(round_number=1).select_related("entrant"):
        total = sum(one.points for one in event.ledger.filter(entrant=row.entrant))
        assert f"{row.place} {row.entrant.name} {total}" in results
        assert str(total) in shown
    assert "Best round 62" in said(book, "Records of the season")
    assert "62 R. A. & Marge Delgado" in said(book, "Records of the season")
    assert "3 nights so far, the last Tuesday cards, Tue, Jan 20" in partners
    assert "3 nights so far, the last Tuesday cards, Tue, Jan 20" in across
    assert [name for name in ("Abernathy", "R. A.") if name in " ".join(told(book))] == ["R. A."]


def test_hidden_standings_have_no_book_but_for_officials(season: Season, client: Client, printed: list[str]):
    address = reverse("league:season_book_pdf", args=[season.club.slug, season.pk])
    show: By = {"acting": acting_as(), "client_id": ""}
    Season.objects.filter(pk=season.pk).update(state="open")
    show_standings(season=season, hidden=True, **show)

    assert client.get(address).status_code == 404
    client.force_login(make_user(season.club, "director"))
    answer = client.get(address, {"paper": "a4"})
    assert answer.headers["Content-Type"] == "application/pdf"
    assert "these lead so far" in " ".join(" ".join(printed).split())
