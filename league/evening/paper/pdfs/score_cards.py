"""Score cards for a round's tables: the card of `scoring.score_card` with the event's names and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from league.evening.cards.deeds import boards_of, hands_at
from league.evening.cards.seats import player_at
from league.evening.paper.pages.heads import PaperHead, stacked
from league.evening.seating.seatings import in_order
from league.models import Event, EventRound, RoundTable
from league.words import length_words
from scoring.boards.boards import boards_text, dealer_of
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.notation import counted
from scoring.score_card.names import Names
from scoring.score_card.pdfs import LINES_ON_A_PAGE, PaperCard, blank_card

# A page of cards by their places, of which some may stay empty.
CardSheet: TypeAlias = list[PaperCard | None]


def card_sheets(head: PaperHead, cards: Sequence[PaperCard], per_page: int) -> list[CardSheet]:
    """Cards dealt out to pages, so that the cut stack is in table order. Their heads say the evening and its day."""
    pages = stacked(cards, per_page)
    edition = f"{head.edition} · " if head.edition else ""
    return [
        [card and replace(card, foot=f"{edition}Sheet {number} of {len(pages)}") for card in places]
        for number, places in enumerate(pages, start=1)
    ]


def seated_card(
    event: Event, head: PaperHead, table: RoundTable, event_round: EventRound, *, is_filled: bool
) -> PaperCard:
    """A table's card in a round, with its players' names where it `is_filled`."""
    seats = in_order(table.seats.all())
    return paper_card(
        event,
        head,
        table.number,
        event_round.title or str(event_round.number),
        seats=len(seats),
        names={seat.seat: player_at(seat) for seat in seats} if is_filled else {},
        hands=1 if event_round.is_extra_hand else None,
        boards=boards_of(table.board_set, event_round.event.hands) if table.board_set else (),
    )


def paper_card(
    event: Event,
    head: PaperHead,
    number: int,
    round_name: str,
    *,
    seats: int | None = None,
    names: Mapping[Seat, str] = MappingProxyType({}),
    hands: int | None = None,
    boards: tuple[int, ...] = (),
) -> PaperCard:
    book = (event.rules if seats is None else event.rules_at(seats)).book_version.book
    called = Names(book, names, {})
    lines = len(boards) or hands or hands_of(event, book)
    blank = blank_card(book, _dealers(book, called, lines, boards) if lines else None, boards)
    return replace(
        blank,
        goal=f"{book.short_name} · {boards_text(boards) if boards else _goal(event, book, lines, hands)}",
        sides=tuple({"name": called.side(side) if names else ""} for side in book.sides),
        players=tuple({"name": names.get(seat, "")} for side in book.sides for seat in book.seats_of(side))
        if blank.players
        else (),
        day=head.day,
        table=str(number),
        round=round_name,
        # Where a round ends after some hands or only by the clock, it does not end as the book's games do.
        figures=tuple(
            each
            for each in blank.figures
            if not each[0].startswith("Game") or event.round_end in (Event.RoundEnd.GAME, Event.RoundEnd.FIRST)
        ),
        title=event.name,
    )


def hands_of(event: Event, book: RuleBook) -> int | None:
    """The lines a round's card needs; None if unknown, or more than a page has."""
    if book.round is not None:
        return book.round.deals
    if event.round_end != Event.RoundEnd.HANDS:
        return None
    hands = hands_at(event, book)
    return hands if hands <= LINES_ON_A_PAGE else None


def _dealers(book: RuleBook, called: Names, hands: int, boards: Sequence[int]) -> tuple[str, ...]:
    """Who deals, by first names: the whole ones stand above."""
    names = {seat: called.short(seat) for seat in called.players}
    if boards:
        return tuple(names.get(dealer_of(book, number), "") for number in boards)
    seats = [book.seats[0]]
    while len(seats) < hands:
        seats.append(book.next_seat(seats[-1]))
    return tuple(names.get(seat, "") for seat in seats)


def _goal(event: Event, book: RuleBook, lines: int | None, hands: int | None) -> str:
    if hands:
        return counted(hands, "hand")
    if lines and book.round is None and lines != event.hands:
        return f"round of {counted(lines, 'hand')}"
    return f"round {length_words(event, book)}"
