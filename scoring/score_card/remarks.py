"""Remarks on a hand, a table's own or suggested by its book, which change no figure. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat

from .names import Names
from .sheet import Line


def quick_remarks(book: RuleBook, names: Names, line: Line, partner: Seat | None) -> Iterator[str]:
    """Frequent remarks under this book, ready to tap; `partner` may have dealt the hand for the dealer."""
    if book.auction.is_held:
        yield "Bid out of turn"
    if book.auction.out_of_turn == "freezes_partner":
        yield "Frozen partner"
    if partner:
        yield f"{names.player(partner)} dealt for {names.player(line.dealer)}"
    if book.redeal.illegal_from != 1:
        yield "One card short, made good"
    if book.renege.correctable_until != "never":
        yield "Wrong card taken back in time"
    if book.procedure.appeals:
        yield f"Settled by {book.procedure.appeals[0]}"
