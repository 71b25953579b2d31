"""The hands of a table, looked back at beside usual ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from league.evening.cards.reading import TOTALS_ALONE, TableReading
from league.evening.cards.seats import side_name
from scoring.models import ScoreCard
from scoring.rules.book.printing import capital
from scoring.rules.deal_score import DealRecord
from scoring.rules.expectations import Expected, expected
from scoring.rules.notation import SUIT_NAMES, counted, decimal_words
from scoring.rules.rarity import STUCK, Rarity
from scoring.score_card.pages.explanations import hand_context
from scoring.score_card.sheet import Line, Sheet

NO_TABLE: Final = "Nobody has simulated hands by these rules yet, so nothing is said of what is usual."


def look_back_at(reading: TableReading, table: Rarity | None) -> dict[str, Any]:
    """A table that has played; `table` holds the simulated hands of its rule book, if there are any."""
    sheet = reading.sheet
    assert sheet is not None, "asked for tables with a card"
    assert reading.table.card is not None, "asked for tables with a card"
    lines = [] if reading.has_totals_alone else [one for one in reading.counted_lines if _is_told(one)]
    usual = {line.number: _expected(sheet, table, line) for line in lines}
    return {
        "title": f"{reading.table.event_round}, table {reading.number}",
        "sides": [side_name(reading, side) for side in sheet.book.sides],
        "hands": [_hand(reading.table.card, sheet, line, usual[line.number]) for line in lines],
        "made": _made(sheet, lines, [one for one in usual.values() if one]),
        "found": _found([one for one in usual.values() if one]) if lines else f"{TOTALS_ALONE}.",
    }


def _is_told(line: Line) -> bool:
    return line.is_done and not line.is_void and line.score is not None and line.record is not None


def _expected(sheet: Sheet, table: Rarity | None, line: Line) -> Expected | None:
    assert line.record is not None, "only hands that are done are told"
    return expected(sheet.book.at(line.record.out), table, line.record)


def _made(sheet: Sheet, lines: Sequence[Line], usual: Sequence[Expected]) -> str:
    """`5 of 8 bids made. By simulated hands it would have been about 5.9.`"""
    if not lines:
        return ""
    made_here = f"{len(lines) - sum(_is_set(sheet, line) for line in lines)} of {counted(len(lines), 'bid')} made."
    if len(usual) < len(lines):
        return made_here
    made = Fraction(round(10 * sum(one.made for one in usual)), 10)
    return f"{made_here} In simulated hands with such bids it would be about {decimal_words(made)}."


def _found(usual: Sequence[Expected]) -> str:
    if not usual:
        return NO_TABLE
    return (
        f"Usual is what {usual[0].hands:,} simulated hands by these rules came to, kept with the rule book. The "
        "program’s own players bid and played them, so people may do otherwise. Half of those hands lie in each range."
    )


def _is_set(sheet: Sheet, line: Line) -> bool:
    assert line.score is not None, "only hands that are done are told"
    assert line.record is not None, "only hands that are done are told"
    return line.score.is_set(sheet.book.at(line.record.out).side_of(line.record.bidder))


def _hand(card: ScoreCard, sheet: Sheet, line: Line, usual: Expected | None) -> dict[str, Any]:
    assert line.record is not None, "only hands that are done are told"
    shown, record = hand_context(card, sheet, line), line.record
    trump = f", {SUIT_NAMES[record.trump]}" if record.trump else ""
    bid = f"{shown.bidder} {'was stuck at' if record.stuck else 'bid'} {record.bid}{trump}" if shown.bidder else ""
    return {
        "number": line.number,
        "bid": bid or capital(trump.removeprefix(", ")),
        "came": _came(sheet, line) if bid else "",
        "notes": shown.notes,
        "sides": shown.sides,
        "usual": list(_usual_lines(sheet, record, usual)) if usual else [],
        "chance": _chance(usual) if usual else "",
    }


def _came(sheet: Sheet, line: Line) -> str:
    assert line.score is not None, "only hands that are done are told"
    assert line.record is not None, "only hands that are done are told"
    bidders = line.score.sides[sheet.book.at(line.record.out).side_of(line.record.bidder)]
    came = "Set" if _is_set(sheet, line) else "Made"
    over = bidders.meld + bidders.take - line.record.bid if line.score.played else 0
    is_plain = over > 0 if came == "Made" else over < 0
    return f"{came} by {abs(over)}" if is_plain else came


def _usual_lines(sheet: Sheet, record: DealRecord, usual: Expected) -> Iterator[tuple[str, str, str]]:
    side = sheet.book.at(record.out).side_of(record.bidder)
    yield "Bidders’ meld", str(record.meld[side]), _range(*usual.meld)
    if side in record.take:
        yield "Bidders’ take", str(record.take[side]), _range(*usual.take)


def _chance(usual: Expected) -> str:
    made, with_meld = _of_hundred(usual.made), _of_hundred(usual.made_with)
    return f"{_bids(usual)} are made in {made} hands, with this meld in {with_meld}."


def _bids(usual: Expected) -> str:
    if usual.to_bid is None:
        return f"Bids from {usual.from_bid} on"
    if usual.from_bid == STUCK:
        return f"Bids up to {usual.to_bid}"
    if usual.from_bid == usual.to_bid:
        return f"Bids of {usual.to_bid}"
    return f"Bids from {usual.from_bid} to {usual.to_bid}"


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _of_hundred(share: float) -> str:
    """`76 of 100`; never none and never all, for nothing is sure."""
    hundredths = round(100 * share)
    return "nearly all" if hundredths >= 99 else "nearly none" if hundredths <= 1 else f"{hundredths} of 100"
