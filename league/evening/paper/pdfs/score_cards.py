"""Score cards for a round's tables: the card of `scoring.score_card` with the event's names and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from league.evening.cards.deeds import boards_of, round_of_hands
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


@dataclass(frozen=True, slots=True)
class CardTable:
    number: int
    round: str
    is_three: bool = False
    names: Mapping[Seat, str] = field(default_factory=dict)
    hands: int | None = None
    boards: tuple[int, ...] = ()


# A page of cards by their places, of which some may stay empty.
CardSheet: TypeAlias = list[PaperCard | None]


def card_table(table: RoundTable, event_round: EventRound, *, is_filled: bool) -> CardTable:
    seats = in_order(table.seats.all())
    names = {seat.seat: player_at(seat) for seat in seats} if is_filled else {}
    name = event_round.title or str(event_round.number)
    boards = boards_of(table.board_set, event_round.event.hands) if table.board_set else ()
    return CardTable(table.number, name, len(seats) == 3, names, 1 if event_round.is_extra_hand else None, boards)


def card_sheets(event: Event, head: PaperHead, tables: Sequence[CardTable], per_page: int) -> list[CardSheet]:
    """Cards dealt out to pages, so that the cut stack is in table order."""
    pages = stacked(tables, per_page)
    return [
        [_card(event, head, table, f"Sheet {number} of {len(pages)}") if table else None for table in places]
        for number, places in enumerate(pages, start=1)
    ]


def _card(event: Event, head: PaperHead, table: CardTable, sheet: str) -> PaperCard:
    book = book_of(event, is_three=table.is_three)
    seats = Names(book, table.names, {})
    hands = len(table.boards) or table.hands or hands_of(event, book)
    names = table.names
    blank = blank_card(book, _dealers(book, names, hands, table.boards) if hands else None, table.boards)
    return replace(
        blank,
        goal=f"{book.short_name} · {_goal(event, book, hands, table)}",
        sides=tuple({"name": seats.side(side) if names else ""} for side in book.sides),
        players=tuple({"name": names.get(seat, "")} for side in book.sides for seat in book.seats_of(side))
        if blank.players
        else (),
        day=head.day,
        table=str(table.number),
        round=table.round,
        # Where a round ends after some hands or by the clock, it does not end as the book's games do.
        figures=tuple(
            each for each in blank.figures if not each[0].startswith("Game") or event.round_end == Event.RoundEnd.GAME
        ),
        title=event.name,
        foot=" · ".join(filter(None, (head.foot, sheet))),
    )


def book_of(event: Event, *, is_three: bool) -> RuleBook:
    """A table's rules: those for three if there are any."""
    rules = event.three_handed_rules if is_three and event.three_handed_rules else event.rules
    return rules.book_version.book


def hands_of(event: Event, book: RuleBook) -> int | None:
    """The lines a round's card needs; None if unknown, or more than a page has."""
    if book.round is not None:
        return book.round.deals
    if event.round_end != Event.RoundEnd.HANDS:
        return None
    hands = event.hands if book.deal.players == 4 else round_of_hands(event.hands, book.deal.players)
    return hands if hands <= LINES_ON_A_PAGE else None


def _dealers(book: RuleBook, names: Mapping[Seat, str], hands: int, boards: Sequence[int]) -> tuple[str, ...]:
    """Dealers by hand, as the card on the screen has them."""
    if boards:
        return tuple(names.get(dealer_of(book, number), "") for number in boards)
    seats = [book.seats[0]]
    while len(seats) < hands:
        seats.append(book.next_seat(seats[-1]))
    return tuple(names.get(seat, "") for seat in seats)


def _goal(event: Event, book: RuleBook, hands: int | None, table: CardTable) -> str:
    if table.boards:
        return boards_text(table.boards)
    if table.hands:
        return counted(table.hands, "hand")
    if hands and book.round is None and hands != event.hands:
        return f"round of {counted(hands, 'hand')}"
    return f"round {length_words(event, book)}"
