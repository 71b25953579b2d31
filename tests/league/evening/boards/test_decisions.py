"""What a director decides about a board: what it does to the results, to the card, and what is said before."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.evening.boards.deeds.decisions import decide_board, take_back_decision, void_board
from league.evening.boards.effects import read_deciding
from league.evening.cards.boards import Boards, read_boards
from league.evening.cards.reading import read_event, read_round
from league.evening.judging.deeds.entries import enter
from league.models import BoardDecision, EventRound, LogLine, RoundTable
from tests.league.evening.boards.compared import play_boards, relay, table_of
from tests.league.makers import By, acting_as, sheet_at

pytestmark = pytest.mark.django_db
TAKES = ((20, 20, 20, 20), (15, 15, 15, 15), (10, 10, 10, 10))


def by(client_id: str) -> By:
    return {"acting": acting_as(), "client_id": client_id}


def boards_of(event_round: EventRound) -> Boards:
    return read_boards(event_round.event, read_event(event_round.event))


def shares_at(event_round: EventRound, table: int, board: int) -> dict[str, Fraction]:
    rows = boards_of(event_round).travelers[board]
    return next(dict(row.shares) for row in rows if row.table.number == table)


def played(*, boards: int = 4) -> EventRound:
    """Three tables, of which the first did best for N-S on every board, and the last worst."""
    event_round = relay()
    for number, takes in enumerate(TAKES, start=1):
        play_boards(table_of(event_round, number), *takes[:boards])
    return event_round


def decide(table: RoundTable, board: int, kind: str, client_id: str = "decide", **shares: int) -> None:
    decide_board(table=table, board=board, kind=kind, shares=shares, reason="Seen", **by(client_id))


def test_an_average_stands_in_the_place_of_what_was_played():
    event_round = played()

    decide(table_of(event_round, 1), 2, "average", NS=60, EW=40)

    assert shares_at(event_round, 1, 2) == {"NS": Fraction(60, 100), "EW": Fraction(40, 100)}
    # The two others are compared with each other alone, and by Neuberg's formula as if there were three.
    assert shares_at(event_round, 2, 2) == {"NS": Fraction(7, 8), "EW": Fraction(1, 8)}
    assert shares_at(event_round, 2, 3) == {"NS": Fraction(1, 2), "EW": Fraction(1, 2)}


def test_a_board_not_played_comes_off_the_card_which_is_then_played_out():
    event_round = played(boards=3)
    table = table_of(event_round, 1)
    assert not read_round(event_round).tables[0].is_played_out

    decide(table, 4, "left_out")

    sheet = sheet_at(table_of(event_round, 1))
    assert (sheet.setup.boards, sheet.setup.hands_agreed) == ((1, 2, 3), 3)
    assert sheet.open_line is None
    assert read_round(event_round).tables[0].is_played_out
    assert shares_at(event_round, 1, 4) == {}


def test_an_average_for_a_board_not_begun_takes_it_off_the_card_and_counts():
    event_round = played(boards=3)

    decide(table_of(event_round, 1), 4, "average", NS=50, EW=50)

    assert sheet_at(table_of(event_round, 1)).setup.boards == (1, 2, 3)
    assert shares_at(event_round, 1, 4) == {"NS": Fraction(1, 2), "EW": Fraction(1, 2)}


def test_taken_back_the_card_asks_for_the_board_last():
    event_round = played(boards=2)
    table = table_of(event_round, 1)
    decide(table, 3, "left_out")
    decision = BoardDecision.objects.get()

    take_back_decision(decision=decision, reason="There is time", **by("back"))

    sheet = sheet_at(table_of(event_round, 1))
    assert (sheet.setup.boards, sheet.setup.hands_agreed) == ((1, 2, 4, 3), 4)
    assert [line.board for line in sheet.lines] == [1, 2]
    assert sheet.open_line.board == 4
    assert not event_round.event.board_decisions.filter(is_taken_back=False).exists()


def test_what_is_decided_anew_stands_in_the_place_of_what_was():
    event_round = played(boards=3)
    table = table_of(event_round, 1)
    decide(table, 4, "left_out", "first")

    decide(table, 4, "average", "second", NS=40, EW=60)

    assert shares_at(event_round, 1, 4) == {"NS": Fraction(40, 100), "EW": Fraction(60, 100)}
    assert sheet_at(table_of(event_round, 1)).setup.boards == (1, 2, 3)
    line = LogLine.objects.get(client_id="second")
    assert (line.action, line.subject) == ("decided about", "Board 4, table 1, round 1")
    assert (line.before, line.after, line.reason) == ("Not played", "Average: N-S 40%, E-W 60%", "Seen")


def test_from_where_a_board_is_fouled_it_is_compared_apart():
    event_round = played()

    decide(table_of(event_round, 2), 1, "fouled")

    # Board 1 is played by table 1 first, by table 3 third and by table 2 last.
    assert {row.table.number: row.group for row in boards_of(event_round).travelers[1]} == {1: 0, 3: 0, 2: 1}


def test_a_void_board_counts_nowhere_until_that_is_taken_back():
    event_round = played()
    void_board(event=event_round.event, board=1, reason="Cards were passed on", **by("void"))

    assert boards_of(event_round).voided == {1}
    assert shares_at(event_round, 1, 1) == {}

    take_back_decision(decision=BoardDecision.objects.get(), reason="It was another", **by("back"))
    assert shares_at(event_round, 1, 1) == {"NS": 1, "EW": 0}


def test_a_board_that_is_being_played_is_not_taken_off_the_card():
    event_round = played(boards=2)
    table = table_of(event_round, 1)
    bid = {"bidder": "N", "bid": 20, "trump": "H", "no_marriage": False}
    enter(table, acting_as(), "bid", "bid", bid, hand=3)

    with pytest.raises(Refused, match="Hand 3 is being played with board 3"):
        decide(table, 3, "left_out")
    assert sheet_at(table_of(event_round, 1)).setup.boards == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("board", "kind", "why"),
    [(5, "left_out", "Table 1 doesn’t play board 5"), (1, "fouled", "Board 1 is already fouled from Table 1 on")],
)
def test_what_makes_no_sense_is_refused(board, kind, why):
    event_round = played()
    decide(table_of(event_round, 1), 1, "fouled", "before")

    with pytest.raises(Refused, match=why):
        decide(table_of(event_round, 1), board, kind)
    assert BoardDecision.objects.count() == 1


def test_nothing_is_decided_or_taken_back_twice():
    event_round = played()
    void: dict[str, Any] = {"event": event_round.event, "board": 1, "reason": "Passed on"}
    void_board(**void, **by("void"))
    with pytest.raises(Refused, match="already doesn’t count"):
        void_board(**void, **by("another"))

    decision = BoardDecision.objects.get()
    take_back_decision(decision=decision, reason="Another", **by("back"))
    with pytest.raises(Refused, match="already been taken back"):
        take_back_decision(decision=decision, reason="Another", **by("back-again"))


def test_a_board_can_be_decided_about_after_the_evening_until_its_results_are_final():
    event_round = played()
    event = event_round.event
    event.state, event.closed_at = "closed", timezone.now()
    event.save()

    decide(table_of(event_round, 1), 2, "average", NS=50, EW=50)

    event.closed_at -= timedelta(hours=event.club.claim_hours + 1)
    event.save()
    with pytest.raises(Refused, match="are final"):
        void_board(event=event, board=1, reason="Late", **by("void"))


# -- before it is done ---------------------------------------------------------------------


def test_before_it_is_decided_it_is_told_who_moves():
    event_round = played()
    deciding = read_deciding(event_round.event)
    decision = BoardDecision(event=event_round.event, number=2, table=table_of(event_round, 1), kind="average",
                             shares={"NS": 0, "EW": 100})  # fmt: skip

    moved = {one["name"]: (one["was"].total, one["becomes"].total) for one in deciding.with_one(decision).places}

    assert moved["Ruth Abernathy"] == (10_000, 7_500)
    assert moved["Walt Kowalski"] == (0, 2_500)
    assert BoardDecision.objects.count() == 0


def test_taking_back_leads_to_where_everybody_was():
    event_round = played()
    decide(table_of(event_round, 2), 3, "average", NS=100, EW=0)
    given = read_deciding(event_round.event)

    back = {one["name"]: (one["was"].total, one["becomes"].total) for one in given.without(given.decisions[0]).places}

    assert back["Joan Pruitt"] == (6_250, 5_000)
    taken = given.decisions[0]
    BoardDecision.objects.filter(pk=taken.pk).update(is_taken_back=True)
    again = read_deciding(event_round.event).with_one(taken)
    there = {one["name"]: (one["becomes"].total, one["was"].total) for one in again.places}
    assert there == back
