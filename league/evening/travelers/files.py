"""An evening's boards as files, once the cards are open: text after PBN, and a list for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any, Final

from league.acting.event_pages import kept_while_quiet
from league.evening.boards.secrecy import cards_are_open
from league.evening.cards.boards import TravelerRow
from league.evening.cards.seats import side_players
from league.evening.cards.standings import Standing
from league.evening.cards.words import direction_words
from league.models import BoardDecision, Event
from pinochle_club.ground.exports import ListFile
from scoring.boards.comparison import Method
from scoring.boards.text import BoardText, EveningText, PlaceText, TableText
from scoring.rules import wording
from scoring.rules.cards import Side
from scoring.rules.notation import SEAT_NAMES, SUIT_NAMES, format_cards

from .pages import decided_words
from .records import BoardRecord, Records, read_records

HUNDREDTH: Final = Decimal("0.01")


def evening_for_file(event: Event) -> EveningText | None:
    """All of an evening's boards for a file, with the pages' names; None while cards are hidden."""
    return _kept(event) if event.is_duplicate and cards_are_open(event) else None


@kept_while_quiet
def _kept(event: Event) -> EveningText:
    records = read_records(event)
    assert records is not None, "asked before"
    book = event.rules.book_version.book
    return EveningText(
        event=event.name,
        site=event.club.name,
        played_on=event.played_on,
        book=book.name,
        method=records.method,
        sides=book.columns,
        boards=tuple(_board(one, records.method) for one in records.records),
        places=tuple(_place_text(one, records) for one in records.places),
        seed=records.seed,
        digest=records.digest,
    )


def _board(record: BoardRecord, method: Method) -> BoardText:
    note = "This board doesn’t count." if record.is_void else ""
    rows = tuple(_table(row, method, note) for row in record.rows)
    return BoardText(record.number, record.dealer, record.hands, record.kitty, rows)


def _table(row: TravelerRow, method: Method, note: str) -> TableText:
    line, sheet = row.line, row.table.sheet
    assert sheet is not None, "a board is on a card"
    figures = line.figures if line else None
    score = line.score if line else None
    return TableText(
        round_number=row.round_number,
        table=row.table.number,
        names={side: " & ".join(side_players(row.table, side, row.line)) for side in sheet.book.columns},
        bidder=figures.bidder if figures else "",
        bid=figures.bid if figures else 0,
        trump=(figures.trump or "") if figures else "",
        result=wording.outcome_word(score, sheet.book.side_of(figures.bidder)).lower()
        if score and figures and figures.bidder
        else "",
        meld=dict(figures.meld) if figures else {},
        take=dict(figures.take) if figures else {},
        scores=dict(row.scores),
        shares={side: _figure(share, method) for side, share in row.shares.items()},
        note=" ".join(filter(None, (note, _decided(row.decided)))),
    )


def _decided(decision: BoardDecision | None) -> str:
    return decided_words(decision) if decision else ""


def _place_text(one: Standing[Any], records: Records) -> PlaceText:
    boards = sum(each.shares.boards for each in one.counted if each.shares)
    parts = Decimal(one.total) / 100
    return PlaceText(one.place, one.entrant.name, boards, parts.quantize(HUNDREDTH), one.direction)


def _figure(share: Fraction, method: Method) -> Decimal:
    """A share in percent, or points, to the hundredth."""
    figure = share * 100 if method is Method.MATCHPOINTS else share
    return (Decimal(figure.numerator) / figure.denominator).quantize(HUNDREDTH, ROUND_HALF_UP)


# -- for spreadsheets ------------------------------------------------------------------------


def boards_file(evening: EveningText, *places: str) -> ListFile:
    seats = tuple(dict.fromkeys(seat for board in evening.boards for seat in board.hands))
    share = "%" if evening.method is Method.MATCHPOINTS else "points"
    by_side = [
        f"{direction_words(side)} {label}"
        for label in ("players", "meld", "take", "score", share)
        for side in evening.sides
    ]
    header = ("Board", "Dealer", "Round", "Table", "Bidder", "Bid", "Trump", "Result", *by_side, "Note")
    header = (*header, *(SEAT_NAMES[seat] for seat in seats), "Kitty")
    return ListFile("-".join([*places, "boards"]), header, _lines(evening, seats))


def _lines(evening: EveningText, seats: Sequence[str]) -> Iterator[Sequence[object]]:
    for board in evening.boards:
        cards = [format_cards(board.hands.get(seat, ())) for seat in seats]
        for one in board.tables or (None,):
            yield (
                board.number,
                SEAT_NAMES[board.dealer],
                *(_cells(one, evening.sides) if one else [None] * (7 + 5 * len(evening.sides))),
                *cards,
                format_cards(board.kitty),
            )


def _cells(one: TableText, sides: Sequence[Side]) -> list[object]:
    bid = [SEAT_NAMES.get(one.bidder), one.bid or None, SUIT_NAMES.get(one.trump), one.result]
    figures = (one.names, one.meld, one.take, one.scores, one.shares)
    by_side = [each.get(side) for each in figures for side in sides]
    return [one.round_number, one.table, *bid, *by_side, one.note]
