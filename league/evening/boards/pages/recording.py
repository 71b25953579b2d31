"""The tablet's pages for recording a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from league.acting.answers import FormPage
from league.evening.boards.records import Record
from league.models import EventBoard
from league.office.clubs.pages.navigation import address_of
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat

NOT_BY_PLAYERS: Final = "You play tonight, so somebody who doesn’t types these. After the evening you can."


def records_context(
    records: Iterable[Record], called: Callable[[Seat], str], address: Callable[[int, Seat], str], back: str
) -> dict[str, Any]:
    return {
        "boards": tuple(
            {
                "number": record.number,
                "players": tuple(
                    {"name": called(seat), "is_done": seat in record.hands, "address": address(record.number, seat)}
                    for seat in record.book.seats
                ),
            }
            for record in records
        ),
        "back": back,
    }


def hand_context(record: Record, player: str, *, back: str, count: str) -> dict[str, Any]:
    return {
        "title": f"{player}’s hand",
        "place": f"Board {record.number}",
        "sentence": before_words(record.book),
        "is_short": len(record.book.deck.ranks) == 5,
        "back": back,
        "count": count,
    }


def before_words(book: RuleBook) -> str:
    passed = ", before anything is passed" if book.passing else ", before the kitty" if book.kitty else ""
    return f"Tap the cards you were dealt{passed}. Nobody else looks."


def taken_words(board: EventBoard) -> str:
    if board.hands:
        return f"Board {board.number} is recorded. Put each hand face down into its pocket."
    return "That hand is taken down and covered. Hand the tablet on."


def typed_words(board: EventBoard) -> str:
    return f"Board {board.number} is recorded." if board.hands else "That hand is in."


def take_back_page(board: EventBoard) -> FormPage:
    event = board.dealt.event
    back = ("Back", address_of("boards", event.club.slug, event.pk))
    says = (
        f"The hands of board {board.number} aren’t known then. Its first table can take them down again while its "
        "round is on.",
        "What the tables made of it stays, and is still compared.",
    )
    return FormPage(f"Take the record of board {board.number} back?", "Take it back", back, event.name, says)
