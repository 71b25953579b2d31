"""A hand of a card as the official who rules on it finds it. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.rules.book import RuleBook
from scoring.rules.rulings import Choices, Judgment, Situation, judge, offered

from .names import Names
from .redeals import misdeals_of
from .rulings import OVERTURNED, Ruling
from .sheet import Line, Sheet


def situation_of(line: Line, names: Names) -> Situation:
    """The hand as it stands. To decide on one of its rulings again, give the line without that ruling."""
    names = names.under(line.under(names.book))
    dealt = line.redeals[-1].number if line.redeals else 0
    offences = (r.facts for r in line.ruled if r.said.kind == "bid_out_of_turn" and r.number > dealt)
    return Situation(
        dealer=line.dealer,
        sides=names.sides,
        players=names.seats,
        record=line.record,
        misdeals=misdeals_of(line),
        offences=tuple(offences),
    )


def heard(
    book: RuleBook, line: Line, names: Names, kind: str, facts: Mapping[str, str]
) -> tuple[Choices, Judgment | None]:
    """The kinds of ruling that the book offers for a hand, and the judgment of the chosen one so far."""
    situation = situation_of(line, names)
    book = book_ruled_by(book, line)
    kinds = offered(book, situation)
    return kinds, judge(book, kind, situation, facts) if kind in kinds else None


def book_ruled_by(book: RuleBook, line: Line) -> RuleBook:
    """The book that a hand is ruled by: with the sides that a called partner makes."""
    return line.under(book) if book.deal.calls_partner else book


def sheet_without(sheet: Sheet, ruling: Ruling) -> Sheet:
    """The card without the ruling."""
    payload = {"ruling": ruling.number, "outcome": OVERTURNED}
    return sheet.with_entry("decision", ruling.hand, payload, by_director=True)
