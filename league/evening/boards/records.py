"""Boards to be recorded, each by the table that played it first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    number: int
    book: RuleBook
    hands: dict[Seat, tuple[Card, ...]]

    def others(self, seat: Seat) -> tuple[tuple[Card, ...], ...]:
        return tuple(hand for other, hand in self.hands.items() if other != seat)


def is_recorded(event: Event) -> bool:
    return event.is_duplicate and event.boards_by == Event.BoardsBy.RECORDED


def records_due(table: RoundTable, sheet: Sheet) -> tuple[Record, ...]:
    """Boards that this table played first and hasn't recorded (two queries at most)."""
    event = table.event_round.event
    played = [line.board for line in sheet.done_lines if line.board and line.score and not line.is_void]
    first = _played_first(table) if played and is_recorded(event) else set()
    return _records(event, [number for number in dict.fromkeys(played) if number in first])


def records_to_type(event: Event) -> tuple[Record, ...]:
    """All boards that need recording (two queries at most)."""
    tables = RoundTable.objects.filter(event_round__event=event, board_set__gt=0, card__isnull=False)
    cards = tables.values_list("card__boards", flat=True) if is_recorded(event) else ()
    return _records(event, sorted({number for boards in cards for number in boards}))


def _records(event: Event, numbers: Sequence[int]) -> tuple[Record, ...]:
    rows = EventBoard.objects.filter(dealt__event=event, number__in=numbers) if numbers else ()
    there, book = {row.number: row for row in rows}, event.rules.book_version.book
    return tuple(
        Record(number, book, hands_from(there[number].entered) if number in there else {})
        for number in numbers
        if number not in there or not there[number].hands
    )


def first_table(event: Event, board: int) -> RoundTable:
    """The table that played a board first (two queries), or 404."""
    started = RoundTable.objects.filter(event_round__event=event, board_set__gt=0, card__isnull=False)
    rows = started.values_list("event_round__number", "pk", "card__boards")
    places = [(round_number, boards.index(board), pk) for round_number, pk, boards in rows if board in boards]
    or_404(places or None, "No table has played this board.")
    return RoundTable.objects.select_related("event_round__event__club").get(pk=min(places)[2])


def hands_from(entered: dict[str, str]) -> dict[Seat, tuple[Card, ...]]:
    return {seat: parse_cards(text) for seat, text in entered.items()}


def _played_first(table: RoundTable) -> set[int]:
    """Boards of the table's set that this table played before all others."""
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
    """The key above a card that asks the table to record a board."""
    if not is_recorded(table.event_round.event):
        return None
    due = records_due(table, read_sheets([card])[card.pk])
    return (f"Take down board {due[0].number}", "record_boards") if due else None


def record_of(records: Iterable[Record], board: int, seat: Seat) -> Record:
    found = next((one for one in records if one.number == board), None)
    or_404((found and seat in found.book.seats) or None, "There is nothing to take down here.")
    assert found is not None, "found"
    return found


@found_as("event_board")
def get_board(event: Event, board: int) -> EventBoard:
    boards = EventBoard.objects.select_related("dealt__event__club")
    return or_404(boards.filter(dealt__event=event, number=board).first(), "This event has no such board.")
