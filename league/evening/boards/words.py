"""What was decided about a board, in the words of the log, the board and the pages. No queries."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from league.evening.cards.boards import Kind
from league.models import BoardDecision, RoundTable
from scoring.boards.comparison import Method
from scoring.rules.cards import Side
from scoring.rules.notation import decimal_words

SIDES: Final = {"NS": "N-S", "EW": "E-W"}


def side_words(side: Side) -> str:
    """`N-S`; at a table of three `A`."""
    return SIDES.get(side, side)


def decided_words(decision: BoardDecision) -> str:
    """`Average: N-S 40%, E-W 60%`, `Not played`, `Fouled from here on`, `Doesn’t count`."""
    if decision.kind != Kind.AVERAGE:
        return decision.get_kind_display()
    return f"Average: {', '.join(f'{side_words(side)} {percent}%' for side, percent in decision.shares.items())}"


def share_words(share: Fraction, method: Method) -> str:
    """`58.3%`, or points: `+12.5`."""
    if method is Method.MATCHPOINTS:
        return f"{decimal_words(100 * share)}%"
    return f"{'+' if share > 0 else ''}{decimal_words(share)}"


def table_words(table: RoundTable) -> str:
    """`Table 3, round 2`."""
    return f"{table}, {str(table.event_round).lower()}"
