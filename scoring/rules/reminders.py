"""Reminders for a table, in the moment they apply: the customs of a book that no figure on the card shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .book import RuleBook
from .claims import aces_reminder
from .deal_score import DealRecord, unplayed_reason
from .exchange import exposed_seats
from .notation import counted


def reminder(book: RuleBook, step: str, record: DealRecord | None) -> str:
    """A short line for a step of the hand (bid, meld, take), entered as far as `record`; empty where the book asks for
    nothing."""
    return " ".join(_LINES[step](book, record))


def exposed_line(book: RuleBook, record: DealRecord) -> str:
    """The reminder to show hands in a deal that is not played; empty where none has to be shown."""
    seats = exposed_seats(book, record)
    if not seats:
        return ""
    if record.no_marriage:
        return book.words.say("Stuck without a marriage: the dealer’s cards are shown to all.")
    whose = "the dealer’s" if len(seats) == 1 else "both partners’"
    return f"Stuck with less than {book.meld.minimum} in meld: {whose} cards are shown to all."


def _at_the_bid(book: RuleBook, record: DealRecord | None) -> Iterator[str]:
    if book.procedure.first_marriage_is_trump:
        yield book.words.say("The bidder’s first marriage is trump.")


def _at_the_meld(book: RuleBook, record: DealRecord | None) -> Iterator[str]:
    if record is not None and record.no_marriage:
        yield exposed_line(book, record)
    else:
        yield aces_reminder(book) or ""


def _at_the_take(book: RuleBook, record: DealRecord | None) -> Iterator[str]:
    if record is not None and unplayed_reason(book, record):
        yield exposed_line(book, record)
        return
    renege = book.renege
    if renege.turn_trick_seconds:
        then = ", then anyone may" if renege.then_anyone_turns else ""
        seconds = counted(renege.turn_trick_seconds, "second")
        yield f"{seconds} to {book.words.say('turn a trick')}{then}."
    if renege.correctable_until in _CORRECTABLE:
        yield book.words.say(f"A renege can be corrected until {_CORRECTABLE[renege.correctable_until]}.")


_CORRECTABLE: Final = {
    "next_card": "the next card",
    "next_play": "the next proper play",
    "next_trick": "the next trick is complete",
}
_LINES: Final = {"bid": _at_the_bid, "meld": _at_the_meld, "take": _at_the_take}
