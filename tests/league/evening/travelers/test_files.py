"""The boards of an evening as files: what pages say, and nothing before the cards are everybody's."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.evening.cards.boards import read_boards
from league.evening.cards.reading import read_event
from league.evening.travelers.files import evening_for_file
from league.evening.travelers.records import read_records
from league.models import Event, Member
from league.office.members.deeds.privacy import show_initials
from scoring.rules.notation import format_cards
from tests.lasting import lasting
from tests.league.evening.paper import duplicate
from tests.league.makers import acting_as, make_running_round
from tests.scoring.boards.text_reader import read_evening

pytestmark = pytest.mark.django_db
FILES = ("boards_text", "boards_csv", "boards_xlsx")


@pytest.fixture(scope="module")
def lasting_event(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    with lasting(django_db_blocker):
        event = duplicate.duplicate_evening(tables=3, rounds=3)
        event.board_decisions.create(number=6, kind="void")
        yield duplicate.close(event).pk


@pytest.fixture
def event(lasting_event: int, db: None) -> Event:
    return Event.objects.select_related("club", "rules__book_version").get(pk=lasting_event)


def asked(event: Event, name: str) -> Any:
    return Client().get(reverse(f"league:{name}", args=[event.club.slug, event.pk]))


def test_text_is_read_back_as_what_the_pages_say(event: Event):
    answer = asked(event, "boards_text")

    told = read_evening(answer.content.decode())

    assert told == evening_for_file(event)
    assert 'filename="' in answer.headers["Content-Disposition"]
    boards = read_boards(event, read_event(event))
    assert [one.number for one in told.boards] == [*boards.travelers] == [1, 2, 3, 4, 5, 6]
    for board, kept in zip(told.boards, event.dealt_boards.boards.all(), strict=True):
        assert {seat: format_cards(cards) for seat, cards in board.hands.items()} == kept.hands
        assert len(board.tables) == 3
    assert told.boards[0].tables[0].shares == {"NS": Decimal("0.00"), "EW": Decimal("100.00")}
    assert {one.note for one in told.boards[5].tables} == {"This board doesn’t count."}
    assert {one.boards for one in told.places} == {5}
    assert (told.places[0].rank, told.places[0].total) == (1, Decimal("100.00"))
    assert told.seed == duplicate.SEED


def test_spreadsheet_has_a_line_for_each_table_of_each_board(event: Event):
    lines = [*csv.DictReader(io.StringIO(asked(event, "boards_csv").content.decode("utf-8-sig")))]

    assert len(lines) == 18
    first = lines[0]
    assert (first["Board"], first["Dealer"], first["Round"], first["Table"]) == ("1", "North", "1", "1")
    assert first["N-S players"] == "Ruth Abernathy & Marge Delgado"
    assert (first["N-S %"], first["E-W %"]) == ("0.00", "100.00")
    assert (first["Bidder"], first["Trump"], first["Result"], first["N-S meld"]) == ("East", "hearts", "made", "41")
    assert first["North"] == event.dealt_boards.boards.get(number=1).hands["N"]
    assert asked(event, "boards_xlsx").content[:2] == b"PK"


def test_nothing_is_there_before_the_evening_is_closed_nor_of_one_without_boards(event: Event):
    ordinary = make_running_round().event
    Event.objects.filter(pk=event.pk).update(state="running", closed_at=None)

    found = Event.objects.select_related("club", "rules__book_version").get(pk=event.pk)

    assert {asked(each, name).status_code for each in (found, ordinary) for name in FILES} == {404}


def test_who_is_shown_by_initials_has_no_other_name_in_a_file(event: Event):
    ruth = Member.objects.select_related("club").get(club=event.club, name="Ruth Abernathy")
    show_initials(member=ruth, initials_only=True, acting=acting_as(), client_id="initials")

    texts = [asked(event, name).content.decode() for name in ("boards_text", "boards_csv")]

    assert [("Abernathy" in text, "R. A." in text) for text in texts] == [(False, True)] * 2


def test_all_boards_are_read_with_few_queries(event: Event, django_assert_max_num_queries: Any):
    with django_assert_max_num_queries(14):
        assert read_records(event) is not None
