"""The players' hands of a board, recorded at its first table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.boards.hands import faults_of, rest_of
from league.evening.boards.records import hands_from, is_recorded
from league.models import DealtBoards, Event, EventBoard, RoundTable
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat
from scoring.rules.notation import SEAT_NAMES, format_cards, sort_key

NOT_RECORDED: Final = "The boards of this event aren’t taken down at tables."
IS_COMPLETE: Final = "All hands of this board are taken down. If one is wrong, call the director."
NOT_THERE: Final = "This board isn’t taken down yet."


def take_hand_down(
    *, table: RoundTable, number: int, seat: Seat, hand: Sequence[Card], acting: Acting, client_id: str
) -> EventBoard:
    """Record a player's hand at a table that `records_due` names. After the last, the rest is the kitty."""
    with deed(table, acting, client_id, until_final=True) as doing:
        board = _board(doing.event, number)
        book = doing.event.rules.book_version.book
        if doing.was_done:
            return board
        if board.hands:
            raise Refused(IS_COMPLETE)
        others = {other: cards for other, cards in hands_from(board.entered).items() if other != seat}
        if faults := faults_of(book, hand, others.values()):
            raise Refused(faults[0])
        _write(board, book, {**others, seat: tuple(hand)}, table)
        doing.tell("took a hand down", f"Board {number}, {SEAT_NAMES[seat]}")
    return board


def _board(event: Event, number: int) -> EventBoard:
    if not is_recorded(event):
        raise Refused(NOT_RECORDED)
    dealt, _ = DealtBoards.objects.get_or_create(event=event, defaults={"book_version": event.rules.book_version})
    return EventBoard.objects.get_or_create(dealt=dealt, number=number)[0]


def _write(board: EventBoard, book: RuleBook, hands: dict[Seat, tuple[Card, ...]], table: RoundTable) -> None:
    texts = {seat: format_cards(sorted(hands[seat], key=sort_key)) for seat in book.seats if seat in hands}
    if len(texts) == len(book.seats):
        board.hands, board.entered, board.recorded_at = texts, {}, table
        board.kitty = format_cards(rest_of(book, hands.values()))
    else:
        board.entered = texts
    board.save()


def take_record_back(*, board: EventBoard, reason: str, acting: Acting, client_id: str) -> None:
    with deed(board.dealt.event, acting, client_id, until_final=True) as doing:
        board = EventBoard.objects.get(pk=board.pk)
        if doing.was_done:
            return
        if not is_recorded(doing.event) or not (board.hands or board.entered):
            raise Refused(NOT_THERE)
        board.hands, board.entered, board.kitty, board.recorded_at = {}, {}, "", None
        board.save()
        doing.tell("took a record back", f"Board {board.number}", reason=reason)
