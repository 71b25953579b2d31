"""Boards taken down at their first table: what cannot be, and which table is asked."""

import pytest

from league.acting.log import Refused
from league.evening.boards.deeds.recording import take_record_back
from league.management.evenings import play_table
from league.models import EventBoard, RoundTable
from scoring.rules.cards import Card
from scoring.rules.notation import parse_cards
from tests.league.evening.boards.duplicate import (
    dealt,
    due,
    duplicate,
    played,
    seat_sets,
    table_of,
    take,
)
from tests.league.makers import acting_as, make_running_round, start_now

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("book", [pytest.param("st-hilary", marks=pytest.mark.soak), "npa"])
def test_with_the_last_hand_the_board_is_known(book: str) -> None:
    table = played(book=book)
    hands = dealt(table)

    for seat in "NES":
        board = take(table, seat, hands[seat])
        assert (board.hands, board.recorded_at) == ({}, None)
    board = take(table, "W", hands["W"])
    assert {seat: parse_cards(text) for seat, text in board.hands.items()} == hands
    assert (board.entered, board.kitty, board.recorded_at) == ({}, "", table)
    with pytest.raises(Refused, match="call the director"):
        take(table, "N", hands["N"], client_id="later")


def test_log_says_whose_hand_and_no_card() -> None:
    table = played()
    take(table, "N", dealt(table)["N"])

    line = table.event_round.event.log.first()
    assert line is not None
    assert (line.action, line.subject, line.before, line.after) == ("took a hand down", "Board 1, North", "", "")


def test_same_submission_is_one_and_a_hand_can_be_entered_again() -> None:
    table = played()
    hands = dealt(table)
    take(table, "N", hands["N"])
    take(table, "N", hands["E"])  # the same submission

    assert parse_cards(EventBoard.objects.get().entered["N"]) == hands["N"]
    take(table, "N", hands["E"], client_id="again")
    assert parse_cards(EventBoard.objects.get().entered["N"]) == hands["E"]


def test_what_cannot_be_is_refused_in_words() -> None:
    table = played()
    hands = dealt(table)
    take(table, "N", hands["N"])

    with pytest.raises(Refused, match="You have 11 cards; 12 were dealt"):
        take(table, "E", hands["E"][1:])
    with pytest.raises(Refused, match="A third A♠ can’t be: two are in the deck"):
        take(table, "E", (Card("A", "S"),) * 3 + hands["E"][3:])
    with pytest.raises(Refused, match="too many of these"):
        take(table, "E", hands["N"])
    with pytest.raises(Refused, match="aren’t taken down"):
        take(make_running_round().tables.get(number=1), "N", hands["N"])


def test_only_the_first_table_of_a_board_is_asked_for_what_it_has_played() -> None:
    table = played(hands=2)
    assert due(table) == [1, 2]

    for seat, hand in dealt(table).items():
        take(table, seat, hand)
    assert due(table) == [2]

    event = table.event_round.event
    second = seat_sets(event, number=2)
    RoundTable.objects.filter(event_round__number=1).update(board_set=1)
    table.event_round.state = "closed"
    table.event_round.save()
    start_now(second)
    later = table_of(event, round_number=2)
    play_table(later, seed=2, hands=1, is_signed=False)
    assert due(later) == []


def test_tables_that_share_a_set_are_asked_for_the_boards_they_begin_with() -> None:
    event = duplicate(boards_by="recorded")
    event_round = seat_sets(event, tables=2)
    event_round.tables.update(board_set=1)
    start_now(event_round)
    for number in (1, 2):
        play_table(table_of(event, number), seed=number, hands=4, is_signed=False)

    # Table 1 plays 1 2 3 4, table 2 plays 2 3 4 1.
    assert due(table_of(event, 1)) == [1]
    assert due(table_of(event, 2)) == [2, 3, 4]


def test_nothing_is_asked_where_the_server_dealt() -> None:
    event = duplicate()
    start_now(seat_sets(event, tables=1))
    play_table(table_of(event), seed=1, hands=1, is_signed=False)

    assert due(table_of(event)) == []


def test_a_record_taken_back_can_be_made_again() -> None:
    table = played()
    for seat, hand in dealt(table).items():
        board = take(table, seat, hand)
    take_record_back(board=board, reason="Cards were mixed", acting=acting_as(), client_id="back")

    assert EventBoard.objects.get().hands == {}
    assert due(table) == [1]
    with pytest.raises(Refused, match="isn’t taken down yet"):
        take_record_back(board=board, reason="Again", acting=acting_as(), client_id="again")
