"""How dates, times, counts, money (whole cents) and settings of an event are written, on every page and paper. No
queries."""

from __future__ import annotations

import unicodedata
from datetime import datetime, time
from typing import Final, NamedTuple

from django.utils import timezone

from league.models.events import EventSettings
from pinochle_club.ground.date_styles import DateStyle
from pinochle_club.ground.dates import clock, day_of_month, full_day, short_day
from scoring.rules.book import RuleBook
from scoring.rules.notation import counted, number

from .models import Club, Event, Series

Currency = Club.Currency
SIGNS: Final = {Currency.USD: "$", Currency.CAD: "$", Currency.AUD: "$", Currency.EUR: "€", Currency.GBP: "£"}


def money(cents: int, club: Club) -> str:
    """`$5`, `$2.50`, `$1,250` in the club's currency."""
    whole, part = divmod(abs(cents), 100)
    sign = SIGNS[Currency(club.currency)]
    return f"{'−' if cents < 0 else ''}{sign}{whole:,}" + (f".{part:02}" if part else "")


Format = EventSettings.Format
RoundEnd = EventSettings.RoundEnd

FORMAT_WORDS: Final = {
    Format.ROTATION: "Individual rotation",
    Format.WINNERS_MOVE: "Winners move",
    Format.HALF_MOVE: "Half move",
    Format.ROUND_ROBIN: "Round robin",
    Format.KNOCK_OUT: "Knock-out",
    Format.CASUAL: "Casual",
}


DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


# Letters with a stroke are no letter and accent to Unicode; people look for them as if they were.
STROKES: Final = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ı": "i"})


def day_words(event: Event) -> str:
    """`Tuesday, November 24, 2026`."""
    return full_day(event.played_on, event.club.date_style)


def clock_words(at: datetime | time, club: Club) -> str:
    """`7:00 pm` as the club writes times, by the server's clock."""
    return clock(at, club.date_style)


def month_and_day(at: datetime, club: Club | None) -> str:
    """`November 22` as the club writes it, or the usual way before there is one."""
    return day_of_month(at, club.date_style if club else DateStyle.US)


def when_words(event: Event) -> str:
    return f"{day_words(event)}, {clock_words(event.starts_at, event.club)}"


def short_when(event: Event) -> str:
    style = event.club.date_style
    return f"{short_day(event.played_on, style)}, {clock(event.starts_at, style)}"


def short_when_with_year(event: Event) -> str:
    """`Tue, Nov 24, 2026, 7:00 pm`, where several years meet."""
    style = event.club.date_style
    year = f" {event.played_on.year}" if style == DateStyle.DAY_FIRST else f", {event.played_on.year}"
    return f"{short_day(event.played_on, style)}{year}, {clock(event.starts_at, style)}"


def hall_words(club: Club) -> str:
    """`St. Hilary’s, 12 Elm Street, Springfield`."""
    return ", ".join(filter(None, (club.hall, *club.street.splitlines())))


def elsewhere(row: Event | Series) -> str:
    """`, Veterans’ hall, 9 Oak Street`, behind when a night is that isn't in the club's hall."""
    return f", {row.place}" if row.place else ""


def place_words(row: Event | Series) -> str:
    """Where a night is: its own place, or the club's hall."""
    return row.place or hall_words(row.club)


def settings_words(row: Event | Series) -> str:
    """`Individual rotation · 4 rounds of 4 hands · NPA` (asks for the rules unless selected)."""
    book = row.rules.book_version.book
    final = f"a final of {row.final_places}" if row.final_places else ""
    teams = f"teams of {number(row.team_size)}" if row.team_size else ""
    parts = [format_words(row), teams, rounds_words(row, book), final, book.short_name]
    return " · ".join(part for part in parts if part)


def format_words(row: Event | Series) -> str:
    """`Individual rotation`, `Winners move, fixed pairs`, `Individual rotation, duplicate`."""
    words, sides = FORMAT_WORDS[Format(row.format)], fixed_words(row.side_size) if row.is_for_sides else ""
    if row.format == Format.WINNERS_MOVE:
        words, sides = sides.lower(), words if sides else ""
    words = f"{sides}, {words.lower()}" if sides and words else sides or words
    return f"{words}, duplicate" if row.is_duplicate else words


def fixed_words(side_size: int) -> str:
    """Who play together all evening; empty where each plays alone."""
    return {1: "", 2: "Fixed pairs"}.get(side_size, "Fixed teams")


class OutWords(NamedTuple):
    """Words for having no table in a round: what a player does, what they are told, the head of a list."""

    does: str
    you: str
    title: str


SITTING_OUT: Final = OutWords("sits out", "You sit out", "Sitting out")
BYE: Final = OutWords("has a bye", "You have a bye", "Bye")


def out_words(row: Event | Series) -> OutWords:
    return BYE if row.is_for_sides else SITTING_OUT


def rounds_words(row: Event | Series, book: RuleBook) -> str:
    length = length_words(row, book)
    if row.format in (Format.CASUAL, Format.KNOCK_OUT):
        return f"Rounds {length}"
    before_final = (row.cut_after if isinstance(row, Event) else 0) or row.rounds_planned
    return f"{counted(before_final, 'round')} {length}"


def length_words(row: Event | Series, book: RuleBook) -> str:
    """How a round ends: `of 4 hands`, `of a game each`, `of 20 minutes`, `of a game or 20 minutes`."""
    if book.round is not None:
        return f"of {counted(book.round.deals, 'hand')}"
    if row.round_end == RoundEnd.TIME:
        return f"of {counted(row.minutes, 'minute')}"
    if row.round_end == RoundEnd.FIRST:
        return f"of a game or {counted(row.minutes, 'minute')}"
    return "of a game each" if row.round_end == RoundEnd.GAME else f"of {counted(row.hands, 'hand')}"


def boards_words(board_set: int, hands: int) -> str:
    """`boards 9–12`: a set of boards of `hands` each; empty for none."""
    noun = "board" if hands == 1 else "boards"
    return f"{noun} {boards_range(board_set, hands)}" if board_set else ""


def boards_range(board_set: int, hands: int) -> str:
    """`9–12`, below a head that says boards; empty for none."""
    last = board_set * hands
    return (f"{last - hands + 1}–{last}" if hands > 1 else str(last)) if board_set else ""


def address_words(address: str) -> str:
    """`cards.example.org`: a browser finds the rest."""
    return address.removeprefix("https://")


def plain(words: str) -> str:
    """Without capitals and accents: `jose` finds José, and `lucja` Łucja."""
    decomposed = unicodedata.normalize("NFKD", words.casefold()).translate(STROKES)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def moment_words(at: datetime, club: Club, now: datetime) -> str:
    """`8:45 pm` today, `Tue, Nov 24, 8:45 pm` on another day."""
    day, today = timezone.localdate(at), timezone.localdate(now)
    return clock_words(at, club) if day == today else f"{short_day(day, club.date_style)}, {clock_words(at, club)}"
