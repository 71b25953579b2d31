"""What the rows of a duplicate say of its boards."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from unittest.mock import Mock

import pytest

from league.evening.cards import boards as boards_of_cards
from league.evening.cards import reading
from league.evening.cards.boards import read_boards
from league.evening.cards.reading import read_event
from league.evening.events.deeds import close_event
from league.evening.ledger import rows as ledger_rows
from league.evening.ledger.rereading import read_again
from league.evening.ledger.rows import current_mark, keep_rows
from league.evening.rounds.deeds import close_round
from league.models import BoardDecision, Event, LedgerRow, RoundTable
from tests.lasting import lasting
from tests.league.makers import acting_as, fresh, make_entrants, make_event, make_round, play_round, start_now

pytestmark = pytest.mark.django_db
Kind = BoardDecision.Kind


def closed(*, people: int = 8, **overrides: Any) -> Event:
    """One round, in which all tables play boards 1–4 in turn."""
    fields: dict[str, Any] = {"rounds_planned": 1, "compared": Event.Compared.MATCHPOINTS, **overrides}
    event = make_event(**fields)
    event_round = make_round(event, make_entrants(event, people))
    event_round.tables.update(board_set=1)
    event_round = start_now(event_round)
    play_round(event_round, seed=7)
    close_round(event_round=event_round, acting=acting_as(), client_id="", reason="unsigned")
    return close_event(event=event, acting=acting_as(), client_id="close")


@pytest.fixture(scope="module")
def lasting_event(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    with lasting(django_db_blocker):
        yield closed()


@pytest.fixture
def event(lasting_event: Event, db: None) -> Event:
    return fresh(lasting_event)


def rows_of(event: Event, **found: object) -> list[LedgerRow]:
    return list(LedgerRow.objects.filter(event=event, **found).order_by("place", "entrant__number"))


def test_rows_have_everybody_s_share_and_places_follow_from_it():
    event = closed(people=13)
    boards = read_boards(event, read_event(event))
    rows = rows_of(event)

    played = [row for row in rows if row.kind == "played"]
    assert [row.boards for row in played] == [4] * 12
    assert {row.entrant_id: Fraction(row.share or 0, 40_000) for row in played} == {
        row.entrant_id: boards.total(row.entrant_id) for row in played
    }
    assert sum(row.share or 0 for row in played) == 12 * 4 * 5_000, "half of all there is"
    shares = [row.share or 0 for row in played]
    assert [row.place for row in played] == [1 + sum(other > own for other in shares) for own in shares]
    assert [(row.kind, row.share, row.boards, row.place) for row in rows[12:]] == [("sat_out", None, 0, 13)]


def test_facts_say_what_others_made_of_the_same_cards(event):
    """Of two tables each is the whole field of the other."""
    found = {(row.table, row.side): row.facts for row in rows_of(event)}
    for table, side, other in ((1, "NS", "EW"), (2, "EW", "NS")):
        there = found[3 - table, side]["scored"] - found[3 - table, other]["scored"]

        assert found[table, side]["others"] == 4
        assert found[table, side]["datum"] == pytest.approx(100 * there / 2, abs=1)


def test_all_tables_play_the_same_cards():
    """As bots play them: what a board comes to is told by the players alone, so at many a table the same."""
    event = closed(people=16)
    boards = read_boards(event, read_event(event))

    for rows in boards.travelers.values():
        assert len({row.line.dealer for row in rows if row.line}) == 1
        assert len({tuple(row.scores.items()) for row in rows}) < 4


def test_decision_about_a_board_makes_the_rows_anew(event):
    was, before = event.ledger_mark, {row.entrant_id: row.share for row in rows_of(event)}
    table = RoundTable.objects.filter(event_round__event=event)[0]

    decision = BoardDecision.objects.create(
        event=event, number=2, table=table, kind=Kind.AVERAGE, shares={"NS": 60, "EW": 40}
    )

    assert keep_rows(event)
    assert event.ledger_mark == current_mark(event) != was
    assert {row.entrant_id: row.share for row in rows_of(event)} != before
    assert read_again(event)[1] == ()

    BoardDecision.objects.filter(pk=decision.pk).update(is_taken_back=True)

    assert keep_rows(event)
    assert {row.entrant_id: row.share for row in rows_of(event)} == before


def test_voided_board_is_no_board_and_tells_of_nobody(event):
    BoardDecision.objects.create(event=event, number=3, kind=Kind.VOID)
    keep_rows(event)

    assert {(row.boards, row.facts["others"]) for row in rows_of(event)} == {(3, 3)}


def test_pairs_have_what_each_of_them_has_and_boards_are_read_once(monkeypatch):
    event = closed(format=Event.Format.ROUND_ROBIN)
    of_players = {row.entrant_id: (row.share, row.boards, row.place) for row in rows_of(event, is_pair=False)}
    pairs = rows_of(event, is_pair=True)
    read = Mock(side_effect=boards_of_cards.read_boards)
    for module in (ledger_rows, reading):
        monkeypatch.setattr(module, "read_boards", read)

    ledger_rows.rows_of(event, read_event(event))

    assert read.call_count == 1
    assert len(pairs) == 4
    assert [(row.share, row.boards) for row in pairs] == [of_players[row.entrant_id][:2] for row in pairs]
    assert [row.place for row in pairs] == [1 + sum((o.share or 0) > (row.share or 0) for o in pairs) for row in pairs]


def test_in_two_lists_each_way_has_a_first():
    event = closed(format=Event.Format.ROUND_ROBIN, one_list=False)
    pairs = rows_of(event, is_pair=True)

    assert sorted({row.side for row in pairs if row.place == 1}) == ["EW", "NS"]


@pytest.mark.parametrize("compared", ["datum", pytest.param("cross", marks=pytest.mark.soak)])
def test_points_are_kept_in_hundredths(compared: str):
    event = closed(compared=compared)
    boards = read_boards(event, read_event(event))

    for row in rows_of(event):
        assert row.share == pytest.approx(100 * boards.total(row.entrant_id), abs=1)


def test_ordinary_evening_has_no_boards_and_asks_nothing_more(django_assert_num_queries):
    event = closed(compared="")

    assert {(row.share, row.boards) for row in rows_of(event)} == {(None, 0)}
    with django_assert_num_queries(1):
        current_mark(event)
