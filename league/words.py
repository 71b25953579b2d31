"""How dates, times, counts, money and what an event is are written, on every page and paper. No queries.

Amounts of money are whole cents.
"""

from __future__ import annotations

import unicodedata
from datetime import datetime, time
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format, time_format

from league.models.events import EventSettings
from scoring.rules.book import RuleBook

from .models import Event, Series


def money(cents: int) -> str:
    """`$5`, `$2.50`, `$1,250`."""
    whole, part = divmod(abs(cents), 100)
    return f"{'−' if cents < 0 else ''}${whole:,}" + (f".{part:02}" if part else "")


Format = EventSettings.Format
RoundEnd = EventSettings.RoundEnd

FORMAT_WORDS: Final = {
    Format.ROTATION: "Individual rotation",
    Format.WINNERS_MOVE: "Winners move",
    Format.CASUAL: "Casual",
}


DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


# Letters with a stroke are no letter and accent to Unicode; people look for them as if they were.
STROKES: Final = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ı": "i"})


def day_words(event: Event) -> str:
    """`Tuesday, November 24, 2026`."""
    return date_format(event.played_on, "l, F j, Y")


def clock_words(at: datetime | time) -> str:
    """`7:00 PM` by the server's clock."""
    return time_format(timezone.localtime(at).time() if isinstance(at, datetime) else at, "g:i A")


def when_words(event: Event) -> str:
    return f"{day_words(event)}, {clock_words(event.starts_at)}"


def short_when(event: Event) -> str:
    return f"{date_format(event.played_on, 'D, M j')}, {clock_words(event.starts_at)}"


def settings_words(row: Event | Series) -> str:
    """`Individual rotation · 4 rounds of 4 hands · NPA` (asks for the rules unless selected)."""
    book = row.rules.book_version.book
    parts = [FORMAT_WORDS[Format(row.format)], rounds_words(row, book), book.short_name]
    return " · ".join(part for part in parts if part)


def rounds_words(row: Event | Series, book: RuleBook) -> str:
    length = length_words(row, book)
    if row.format == Format.CASUAL:
        return f"Rounds {length}"
    return f"{counted(row.rounds_planned, 'round')} {length}"


def length_words(row: Event | Series, book: RuleBook) -> str:
    """How a round ends: `of 4 hands`, `of a game`, `of 20 minutes`."""
    if book.round is not None:
        return f"of {counted(book.round.deals, 'hand')}"
    if row.round_end == RoundEnd.TIME:
        return f"of {row.minutes} minutes"
    return "of a game each" if row.round_end == RoundEnd.GAME else f"of {counted(row.hands, 'hand')}"


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def plain(words: str) -> str:
    """Without capitals and accents: who types `jose` means José, and `lucja` means Łucja."""
    decomposed = unicodedata.normalize("NFKD", words.casefold()).translate(STROKES)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
