"""What boards came to, in words: the traveler of one, as every page shows it. No queries."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from league.evening.cards.boards import Boards, TravelerRow
from league.evening.cards.seats import side_players
from league.models import BoardDecision
from scoring.boards.boards import dealer_of
from scoring.boards.comparison import Method
from scoring.rules import wording
from scoring.rules.cards import Side, Suit
from scoring.rules.notation import SEAT_NAMES, counted, decimal_words, lowered, signed

# What a side is called by where it sits.
DIRECTIONS: Final = {**SEAT_NAMES, "NS": "N-S", "EW": "E-W"}


@dataclass(frozen=True, slots=True)
class SideContext:
    """What a side made of a board, beside the `direction` it sat in: its own score, and its share as
    `share_words` has it, empty where there is none (yet)."""

    direction: str
    names: tuple[str, ...]
    score: str
    share: str


@dataclass(frozen=True, slots=True)
class TravelerLine:
    """What one table made of a board: `50`, a suit, who bid, `made`; `note` is what the director decided. `is_own` of
    the table of those who look, `number` and `round_number` for an address."""

    number: int
    round_number: int
    where: str
    bid: str
    trump: Suit | None
    by: str
    result: str
    sides: tuple[SideContext, ...]
    note: str = ""
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class TravelerContext:
    """The traveler of a board: a line for each table that had it, the best of the first side first. `open` says how
    many have not played it yet, `note` what is to know of all of it."""

    board: int
    dealer: str
    directions: tuple[str, ...]
    lines: tuple[TravelerLine, ...]
    open: str = ""
    note: str = ""

    @property
    def title(self) -> str:
        return f"Board {self.board}"


def traveler_context(boards: Boards, number: int, own: Set[int] = frozenset()) -> TravelerContext:
    """The traveler of the board of that `number`, for the entrants in `own`, whose lines are marked. Raises `KeyError`
    for a board that no table has. Who may see it is asked before (`boards.secrecy`)."""
    rows = boards.travelers[number]
    shown = [row for row in rows if row.line is not None or row.decided is not None]
    book = next(row.table.sheet.book for row in rows if row.table.sheet)
    missing = len(rows) - len(shown)
    still = f"{counted(missing, 'table')} still {'plays' if missing == 1 else 'play'} it." if missing else ""
    dealer = dealer_of(book, number)
    return TravelerContext(
        board=number,
        dealer=f"{SEAT_NAMES[dealer]} deals",
        directions=tuple(DIRECTIONS[side] for side in book.sides),
        lines=tuple(_line(row, boards.method, own) for row in sorted(shown, key=_by_first_side)),
        open=still,
        note="This board doesn’t count." if number in boards.voided else "",
    )


def share_words(method: Method, share: Fraction) -> str:
    """`62.5%` of the most there is, or points: `+12.5`."""
    if method is Method.MATCHPOINTS:
        return f"{decimal_words(share * 100)}%"
    return f"{'+' if share > 0 else ''}{decimal_words(share)}"


def _by_first_side(row: TravelerRow) -> tuple[bool, Fraction, int, int]:
    """The best of the first side first; where nothing was played, last."""
    first = -row.margin(next(iter(row.scores))) if row.scores else Fraction(0)
    return not row.scores, first, row.round_number, row.table.number


def _line(row: TravelerRow, method: Method, own: Set[int]) -> TravelerLine:
    line, sheet = row.line, row.table.sheet
    assert sheet is not None, "a board is on a card"
    return TravelerLine(
        number=row.table.number,
        round_number=row.round_number,
        where=f"Table {row.table.number}, {lowered(str(row.table.table.event_round))}",
        bid=str(line.figures.bid) if line else "",
        trump=line.figures.trump if line else None,
        by=line.figures.bidder if line else "",
        result=_result(row),
        sides=tuple(_side(row, method, side) for side in sheet.book.sides),
        note=decided_words(row.decided) if row.decided else "",
        is_own=any(seat.entrant_id in own for seat in row.table.seats.values()),
    )


def _result(row: TravelerRow) -> str:
    """`made`, `set`: what became of the bid."""
    line, sheet = row.line, row.table.sheet
    if line is None or line.score is None or sheet is None:
        return "not played"
    return wording.outcome_word(line.score, sheet.book.side_of(line.figures.bidder)).lower()


def _side(row: TravelerRow, method: Method, side: Side) -> SideContext:
    return SideContext(
        direction=DIRECTIONS[side],
        names=side_players(row.table, side),
        score=signed(row.scores[side]) if side in row.scores else "",
        share=share_words(method, row.shares[side]) if side in row.shares else "",
    )


def decided_words(decision: BoardDecision) -> str:
    """What the director put in the place of what was played."""
    if decision.kind == BoardDecision.Kind.LEFT_OUT:
        return "Not played, by the director"
    shares = ", ".join(f"{DIRECTIONS[side]} {share}%" for side, share in decision.shares.items())
    return f"Average given by the director: {shares}"
