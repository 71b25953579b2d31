"""An evening's boards with hands and results, once the cards are open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.evening.boards.secrecy import cards_are_open
from league.evening.cards.boards import Boards, TravelerRow, read_boards
from league.evening.cards.pairs import points_of
from league.evening.cards.reading import read_event
from league.evening.cards.standings import Standing, standings
from league.models import Event, EventBoard
from scoring.boards.boards import dealer_of
from scoring.boards.comparison import Method
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card, Seat
from scoring.rules.notation import parse_cards

from .expert import expert_line


@dataclass(frozen=True)
class BoardRecord:
    """A board. `hands` are empty if never recorded; `rows` are tables that played it or have a decision."""

    number: int
    book: RuleBook
    hands: Mapping[Seat, tuple[Card, ...]]
    kitty: tuple[Card, ...]
    rows: tuple[TravelerRow, ...]
    is_void: bool = False
    expert: str = ""

    @property
    def dealer(self) -> Seat:
        return dealer_of(self.book, self.number)

    @property
    def played(self) -> tuple[TravelerRow, ...]:
        first = self.book.sides[0]
        return tuple(sorted((row for row in self.rows if row.is_compared), key=lambda row: -row.margin(first)))

    @property
    def parts(self) -> tuple[tuple[TravelerRow, ...], ...]:
        """Compared rows by their cards: more than one part if these changed."""
        groups = dict.fromkeys(sorted(row.group for row in self.played))
        return tuple(tuple(row for row in self.played if row.group == group) for group in groups)


@dataclass(frozen=True)
class Records:
    """All boards and places of an evening. `digest` and `seed` prove the deal; empty where tables shuffled."""

    event: Event
    boards: Boards
    records: tuple[BoardRecord, ...]
    places: tuple[Standing[Any], ...]
    seed: str = ""
    digest: str = ""

    @property
    def method(self) -> Method:
        return self.boards.method


def read_records(event: Event) -> Records | None:
    """The evening board by board (ten queries at most); None while cards are hidden."""
    if not event.is_duplicate or not cards_are_open(event):
        return None
    rounds = read_event(event)
    boards = read_boards(event, rounds)
    dealt = getattr(event, "dealt_boards", None)
    known = {board.number: board for board in dealt.boards.all()} if dealt else {}
    book = dealt.book_version.book if dealt else event.rules.book_version.book
    points = points_of(event, rounds)
    return Records(
        event=event,
        boards=boards,
        records=tuple(
            _record(number, book, known.get(number), boards) for number in sorted({*known, *boards.travelers})
        ),
        places=standings(event, points),
        seed=dealt.seed if dealt else "",
        digest=dealt.digest if dealt else "",
    )


def _record(number: int, book: RuleBook, board: EventBoard | None, boards: Boards) -> BoardRecord:
    rows = boards.travelers.get(number, ())
    return BoardRecord(
        number=number,
        book=book,
        hands={seat: parse_cards(cards) for seat, cards in board.hands.items()} if board else {},
        kitty=parse_cards(board.kitty) if board else (),
        rows=tuple(row for row in rows if row.line is not None or row.decided is not None),
        is_void=number in boards.voided,
        expert=expert_line(board) if board else "",
    )
