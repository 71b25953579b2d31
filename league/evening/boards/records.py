"""Which boards a table is to take down: those that it played first of all tables. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from league.acting.finding import found_as
from league.evening.cards.deeds import boards_of
from league.models import Event, EventBoard, RoundTable
from pinochle_club.ground.http import or_404
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat
from scoring.rules.notation import parse_cards
from scoring.score_card.kept_sheets import read_sheets
from scoring.score_card.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Record:
    """A board that is being taken down: the hands by now, of which nobody is shown another's."""

    number: int
    book: RuleBook
    hands: dict[Seat, tuple[Card, ...]]

    def others(self, seat: Seat) -> tuple[tuple[Card, ...], ...]:
        return tuple(hand for other, hand in self.hands.items() if other != seat)


def is_recorded(event: Event) -> bool:
    """Whether its boards are taken down at their first table."""
    return event.is_duplicate and event.boards_by == Event.BoardsBy.RECORDED


def records_due(table: RoundTable, sheet: Sheet) -> tuple[Record, ...]:
    """The boards that were played here first and are not taken down yet, in their order (two queries at most)."""
    event = table.event_round.event
    played = [line.board for line in sheet.done_lines if line.board and line.score and not line.is_void]
    first = _played_first(table) if played and is_recorded(event) else set()
    own = [number for number in played if number in first]
    there = {row.number: row for row in EventBoard.objects.filter(dealt__event=event, number__in=own)} if own else {}
    return tuple(
        Record(number, sheet.book, hands_from(there[number].entered) if number in there else {})
        for number in dict.fromkeys(own)
        if number not in there or not there[number].hands
    )


def hands_from(entered: dict[str, str]) -> dict[Seat, tuple[Card, ...]]:
    return {seat: parse_cards(text) for seat, text in entered.items()}


def _played_first(table: RoundTable) -> set[int]:
    """The boards of the table's set that no table has before this one: in the round they come first on a card."""
    event_round = table.event_round
    rows = RoundTable.objects.filter(
        event_round__event=event_round.event_id,
        event_round__number__lte=event_round.number,
        board_set=table.board_set,
        card__isnull=False,
    ).values_list("event_round__number", "number", "card__boards")
    here = (event_round.number, table.number)
    found = set()
    for board in boards_of(table.board_set, event_round.event.hands):
        places = [(round_number, cards.index(board), number) for round_number, number, cards in rows if board in cards]
        if places and min(places)[::2] == here:
            found.add(board)
    return found


def asked_of_table(card: Any, table: Any) -> tuple[str, str] | None:
    """What the bar above a card asks its tablet: the board to be taken down, and the page where."""
    if not is_recorded(table.event_round.event):
        return None
    due = records_due(table, read_sheets([card])[card.pk])
    return (f"Take down board {due[0].number}", "record_boards") if due else None


def record_at(table: RoundTable, sheet: Sheet, board: int, seat: Seat) -> Record:
    """The board that is to be taken down here; 404 for any other."""
    found = next((one for one in records_due(table, sheet) if one.number == board), None)
    or_404((found and seat in found.book.seats) or None, "There is nothing to take down here.")
    assert found is not None, "found"
    return found


@found_as("event_board")
def get_board(event: Event, board: int) -> EventBoard:
    """A board of the event (one query); 404 where it is not kept."""
    boards = EventBoard.objects.select_related("dealt__event__club")
    return or_404(boards.filter(dealt__event=event, number=board).first(), "This event has no such board.")
