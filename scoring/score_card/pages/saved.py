"""The screen reader's sentence after an entry is saved. No queries."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules import wording
from scoring.score_card.entries import Redealt, Undone
from scoring.score_card.names import Names
from scoring.score_card.sheet import STEPS, EntryData, Line, Sheet

from .card import banner_text, line_name
from .entries import entry_details, entry_title


def saved_sentence(sheet: Sheet, names: Names, entry: EntryData) -> str:
    """`Bid of hand 1 saved: 17 by Carl, spades.`, `Hand 1 saved. Ann & Carl set, down 20. Bea & Dom saved, plus 15.`"""
    if isinstance(entry.said, Undone) and (taken := sheet.entry(entry.said.undoes)):
        return f"{entry_title(taken, sheet.book.words)} undone."
    line = sheet.line(entry.hand) if entry.hand else None
    this = line_name(sheet.book.words, line) if line else f"{sheet.book.words.say('Hand')} {entry.hand}"
    if entry.kind == "checked":
        return f"{this} is right."
    if line is not None and line.score is not None and entry.kind in ("take", "correct"):
        done = "corrected" if entry.kind == "correct" else "saved"
        said = (f"{this} {done}.", *_results(sheet, names, line), banner_text(sheet, names))
        return " ".join(said).strip()
    if isinstance(entry.said, Redealt):
        return f"{this} is dealt again. {names.player(entry.said.next_dealer)} deals."
    details = ", ".join(entry_details(entry, names)) if entry.kind in STEPS else ""
    return f"{entry_title(entry, sheet.book.words)} saved{details and ': '}{details}."


def _results(sheet: Sheet, names: Names, line: Line) -> Iterator[str]:
    """Each side's result of the hand, the bidders first, where there are any."""
    assert line.score is not None, "a hand that is done"
    assert line.record is not None
    bidding = sheet.book.side_of(line.record.bidder)
    for side in (bidding, *sheet.book.others(bidding)) if sheet.book.auction.is_held else sheet.book.sides:
        word = wording.outcome_word(line.score, side).lower()
        points = line.score.sides[side].score
        brought = f"down {-points}" if points < 0 else f"plus {points}" if points else "no points"
        yield f"{names.side(side)} {'made it' if word == 'made' else word}{word and ', '}{brought}."
