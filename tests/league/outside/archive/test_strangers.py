"""The archive that may be handed on: what everybody reads of a club, and nothing else."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from league.evening.cards.reading import read_event
from league.evening.ledger.rows import rows_of
from league.models import Club, Event, Member, Notice, Publication, PublishedPlace
from league.office.members.deeds.privacy import show_initials
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import AT_THE_SERVER
from league.outside.archive.strangers import FIGURES, SHOWN, TOLD_OTHERWISE
from league.outside.archive.tables import TABLES
from league.outside.archive.writing import write_archive
from league.season.seasons.deeds import show_standings
from scoring.models import Entry
from scoring.score_card import sheet
from scoring.score_card.entries import PenaltyGiven
from scoring.score_card.people import penalty_words
from tests.lasting import lasting
from tests.league.evening.money.evening import keeper
from tests.league.makers import acting_as, make_running_round
from tests.league.outside.archive.full_club import make_full_club
from tests.scoring.score_card.makers import enter

pytestmark = pytest.mark.django_db
WRITTEN = "Ruth was loud"


@pytest.fixture(scope="module")
def lasting_club(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    with lasting(django_db_blocker):
        yield make_written_club().pk


@pytest.fixture
def club(lasting_club: int, db: None) -> Club:
    return Club.objects.get(pk=lasting_club)


def make_written_club() -> Club:
    """The full club, with words about people wherever the tables and the directors may leave some."""
    club = make_full_club()
    evening = Event.objects.get(club=club, state="closed", compared="")
    ruth = Member.objects.select_related("club").get(club=club, number=1)
    Member.objects.filter(pk=ruth.pk).update(initials_only=False)
    show_initials(member=Member.objects.get(pk=ruth.pk), initials_only=True, acting=acting_as(), client_id="initials")
    Notice.objects.update(blocks=[{"key": "winners", "text": "Ruth Abernathy won again."}])
    table = keeper(evening, 1)
    ruling = Entry.objects.get(card=table.card, kind="ruling").number
    enter(table, "penalty", {"seat": "N", "code": "ruling", "points": 7, "count": 1, "note": WRITTEN, "hand": 1})
    enter(table, "remark", {"text": WRITTEN}, hand=1)
    enter(table, "hold", {"about": WRITTEN, "by": "N", "line": {"bid": 20}}, hand=1)
    enter(table, "appeal", {"ruling": ruling, "by": "N", "why": WRITTEN}, hand=1)
    asked = {"ruling": ruling, "outcome": "upheld", "note": WRITTEN, "by": ["N"], "asked": "asked"}
    enter(table, "agreement", asked, hand=1)
    enter(table, "decision", {"ruling": ruling, "outcome": "upheld", "note": WRITTEN}, hand=1)
    return club


def archived(club: Club) -> io.BytesIO:
    out = io.BytesIO()
    write_archive(club, out, for_strangers=True)
    return out


def texts(file: io.BytesIO) -> dict[str, str]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def rows(file: io.BytesIO, table: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in texts(file)[f"tables/{table}.jsonl"].splitlines()]


def came_to(event: Event) -> list[tuple[object, ...]]:
    """What the cards of an evening come to, by person."""
    found = rows_of(event, read_event(event))
    return sorted((one.entrant.name, one.round_number, one.points, one.place, str(one.facts)) for one in found)


def test_nothing_private_is_in_it_and_what_is_read_comes_back_the_same(club: Club):
    evening = Event.objects.select_related("club").get(club=club, state="closed", compared="")

    file = archived(club)

    everything = "\n".join(texts(file).values())
    for private in (
        "Abernathy", WRITTEN, "example.org", "555 90", "left-handed", "Rude.", "Coffee", "Carol", "iPad",
        "never_meet", "Gus Gone", "2019.xlsx", "W. Abel", "the third time",
    ):  # fmt: skip
        assert private not in everything, private
    assert "R. A. won again." in everything
    made = restore_club(file=file, limits=AT_THE_SERVER, acting=acting_as("admin")).club
    again = Event.objects.select_related("club").get(club=made, compared="")
    assert came_to(again) == came_to(evening)
    lines = PublishedPlace.objects.select_related("member").order_by("publication__number", "division", "order")
    published = [
        [
            (str(one.member), one.division, one.place, one.points, one.says)
            for one in lines.filter(publication__season__club=each)
        ]
        for each in (club, made)
    ]
    assert published[0] == published[1] != []
    stranger = Client()
    season, table = made.seasons.get(name="Winter"), f"/clubs/{made.slug}/events/{again.pk}/rounds/1/tables/1/read/"
    for page in (f"/clubs/{made.slug}/", f"/clubs/{made.slug}/seasons/{season.pk}/", table):
        assert stranger.get(page).status_code == 200, page


def test_penalty_says_only_what_it_cost():
    card = make_running_round().tables.all()[0].card
    given = {"seat": "S", "code": "card_count", "count": 2, "note": WRITTEN, "hand": 1, "replacement": False}
    points = penalty_words(card.book_version.book, PenaltyGiven.parse(given))[1]
    assert points > 0

    told = SHOWN["entries"].instead["payload"]({"kind": "penalty", "card": card.pk, "payload": given})

    ruled = {"code": "ruling", "points": points, "count": 1, "note": ""}
    assert told == {"seat": "S", "hand": 1, "replacement": False, **ruled}


OF_SEASONS = ("seasons", "published_places", "past_files", "past_rows")


def test_evenings_that_are_not_over_and_hidden_standings_stay_behind(club: Club):
    season = club.seasons.get(name="Winter")
    before = rows(archived(club), "publications")

    show_standings(season=season, hidden=True, acting=acting_as(), client_id="hide")

    assert rows(archived(club), "publications") == before
    closed = club.events.filter(state="closed").order_by("pk").values_list("name", flat=True)
    assert [one["name"] for one in rows(archived(club), "events")] == [*closed]
    Publication.objects.filter(season__club=club).update(state="hidden")
    assert {name: rows(archived(club), name) for name in OF_SEASONS} == {name: [] for name in OF_SEASONS}


def test_only_members_of_whom_everybody_reads_are_in_it(club: Club):
    Member.objects.create(club=club, number=77, name="Never Came")

    names = [one["name"] for one in rows(archived(club), "members")]

    there = club.members.filter(number__range=(2, 8)).values_list("name", flat=True)
    assert names == ["R. A.", *there, "G. G.", "W. A.", "V. G."]  # of whom a past season alone tells


def test_every_kind_of_entry_and_table_was_thought_of():
    """A new one is empty, or not in it at all, until somebody says what strangers may read of it."""
    assert set(SHOWN) <= {table.name for table in TABLES}
    told = {table.name: {one.name for one in table.fields} for table in TABLES}
    assert {
        name: bad for name, shown in SHOWN.items() if (bad := {*(shown.fields or ()), *shown.instead} - told[name])
    } == {}
    kinds = sheet.OF_A_HAND | sheet.BESIDE | sheet.UNDOABLE | {"undo", "details"}
    assert {"details", "penalty", "pardon", *FIGURES, *TOLD_OTHERWISE} == kinds
