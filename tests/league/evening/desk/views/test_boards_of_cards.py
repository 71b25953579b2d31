"""What a director's board says of the boards of a duplicate."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from league.evening.boards.deeds.decisions import decide_board, void_board
from league.evening.boards.secrecy import sealed_board_sets
from league.evening.desk.pages.desk import Desk
from league.evening.desk.pages.page import DeskPage
from league.evening.desk.reading import read_desk
from league.evening.rounds.deeds import close_round, missing_in
from league.evening.tables.deeds.tables import call_director
from league.evening.tables.forms.tables import CallForm
from league.models import EventRound
from tests.league.evening.boards.compared import play_boards, relay, table_of
from tests.league.makers import By, acting_as, fresh, make_user

pytestmark = pytest.mark.django_db


def by(client_id: str) -> By:
    return {"acting": acting_as(), "client_id": client_id}


def page_of(event_round: EventRound, **desk) -> DeskPage:
    now, event = timezone.now(), fresh(event_round.event)
    return DeskPage(Desk(read_desk(event, now), acting_as(), now, **desk))


def playing() -> EventRound:
    event_round = relay()
    play_boards(table_of(event_round, 1), 20, 20)
    return event_round


def test_a_tile_says_which_boards_and_how_many_are_in():
    first = page_of(playing()).tables[0]

    assert (first.number, first.boards, first.words) == (1, "Boards 1–4, 2 in", "Board 3")
    assert (first.done, first.planned) == (2, 4)


def test_a_tile_says_what_was_decided_about_its_boards():
    event_round = playing()
    decide: dict[str, Any] = {"shares": {}, "reason": "Seen"}
    decide_board(table=table_of(event_round, 2), board=1, kind="fouled", **decide, **by("fouled"))
    void_board(event=event_round.event, board=4, reason="Passed on", **by("void"))

    marks = {table.number: table.marks for table in page_of(event_round).tables}

    assert marks[1] == ("Board 4: doesn’t count",)
    assert marks[2] == ("Board 1: fouled", "Board 4: doesn’t count")


def test_what_is_missing_are_boards_by_their_numbers():
    event_round = playing()

    assert missing_in(event_round)[0] == "Table 1: boards 3 and 4 aren’t in"


def test_boards_of_a_closed_round_are_late_until_they_are_decided_about():
    event_round = playing()
    for number in (2, 3):
        play_boards(table_of(event_round, number), 20, 20, 20, 20)
    close_round(event_round=event_round, reason="Late", **by("close"))

    late = [todo for todo in page_of(event_round).todos if "late" in todo.text]
    assert [todo.text for todo in late] == ["Round 1, table 1: boards 3 and 4 are late"]
    assert [key.label for key in late[0].keys] == ["Open the card", "Board 3…", "Board 4…"]
    assert {table.number: table.marks for table in page_of(event_round).tables}[1] == ("Boards 3 and 4 late",)

    about: dict[str, Any] = {"shares": {"NS": 50, "EW": 50}, "reason": "No time"}
    decide_board(table=table_of(event_round, 1), board=3, kind="average", **about, **by("three"))
    void_board(event=event_round.event, board=4, reason="Passed on", **by("four"))
    assert not [todo for todo in page_of(event_round).todos if "late" in todo.text]


def test_a_director_who_plays_sees_no_result_of_boards_still_to_be_played(client):
    event_round = playing()
    member_id = table_of(event_round, 2).seats.get(seat="N").entrant.member_id

    sealed = sealed_board_sets(event_round.event, member_id)
    page = page_of(event_round, open=1, sealed=sealed)

    assert sealed == {1}
    assert [side.total for side in page.tables[0].sides] == ["–", "–"]
    details = page.tables[0].details
    assert details
    assert details["hands"] == ()


def test_the_results_of_boards_that_were_played_are_open_and_all_to_who_does_not_play():
    event_round = playing()
    member_id = table_of(event_round, 2).seats.get(seat="N").entrant.member_id
    assert sealed_board_sets(event_round.event, None) == frozenset()

    close_round(event_round=event_round, reason="Late", **by("close"))
    assert sealed_board_sets(event_round.event, member_id) == frozenset()


def test_each_board_of_an_open_table_leads_to_what_is_decided_about_it(client):
    event_round = playing()
    event = event_round.event
    client.force_login(make_user(event.club, "director"))

    text = client.get(reverse("league:desk", args=[event.club.slug, event.pk]), {"open": "1"}).content.decode()

    assert reverse("league:boards_decide", args=[event.club.slug, event.pk, 1, 1, 4]) in text
    assert "2 · board 2" in text


def test_a_call_about_a_board_leads_to_it():
    event_round = playing()
    table = table_of(event_round, 1)
    call_director(table=table, device=None, reason="board", note="17 cards", client_id="call")

    call = next(todo for todo in page_of(event_round).todos if "calls" in todo.text)

    assert call.text == "Table 1 calls: A board is wrong: “17 cards”"
    assert [key.label for key in call.keys] == ["Board 3…", "Done", "I’m coming"]


def test_only_tables_with_boards_call_about_one():
    def reasons(form: CallForm) -> set[str]:
        return {str(box.data["value"]) for box in form["reason"]}

    assert reasons(CallForm(has_boards=True)) - reasons(CallForm(has_boards=False)) == {"board"}


def test_the_board_asks_as_much_of_many_boards_as_of_few(django_assert_num_queries):
    event_round = playing()
    for number in (2, 3):
        play_boards(table_of(event_round, number), 20, 20, 20, 20)
    close_round(event_round=event_round, reason="Late", **by("close"))
    event, now = fresh(event_round.event), timezone.now()
    read_desk(event, now)

    with django_assert_num_queries(16):
        read_desk(event, now)
