"""What a table's tablet shows while boards are taken down: whose hand is in, and never what it was."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from league.acting.answers import FormPage
from league.evening.boards.records import Record
from league.models import EventBoard
from league.office.clubs.pages.navigation import address_of
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.score_card.names import Names


def records_context(event_id: int, records: Iterable[Record], names: Names) -> dict[str, Any]:
    """Each board with its players, and which of them is done."""
    return {
        "boards": tuple(
            {
                "number": record.number,
                "players": tuple(
                    {
                        "name": names.player(seat),
                        "is_done": seat in record.hands,
                        "address": reverse("league:record_hand", args=[event_id, record.number, seat]),
                    }
                    for seat in record.book.seats
                ),
            }
            for record in records
        ),
        "table_address": reverse("league:table", args=[event_id]),
    }


def hand_context(event_id: int, record: Record, seat: Seat, names: Names) -> dict[str, Any]:
    """One player's page."""
    return {
        "title": f"{names.player(seat)}’s hand",
        "place": f"Board {record.number}",
        "sentence": before_words(record.book),
        "is_short": len(record.book.deck.ranks) == 5,
        "back": reverse("league:record_boards", args=[event_id]),
        "count": reverse("league:count_hand", args=[event_id, record.number, seat]),
    }


def before_words(book: RuleBook) -> str:
    """When the hand was as it is to be entered."""
    passed = ", before anything is passed" if book.passing else ", before the kitty" if book.kitty else ""
    return f"Tap the cards you were dealt{passed}. Nobody else looks."


def taken_words(board: EventBoard) -> str:
    """What is told once a hand is in."""
    if board.hands:
        return f"Board {board.number} is recorded. Put each hand face down into its pocket."
    return "That hand is taken down and covered. Hand the tablet on."


def take_back_page(board: EventBoard) -> FormPage:
    """A record that was wrong is taken back."""
    event = board.dealt.event
    back = ("Back", address_of("boards", event.club.slug, event.pk))
    says = (
        f"The hands of board {board.number} aren’t known then. Its first table can take them down again while its "
        "round is on.",
        "What the tables made of it stays, and is still compared.",
    )
    return FormPage(f"Take the record of board {board.number} back?", "Take it back", back, event.name, says)
