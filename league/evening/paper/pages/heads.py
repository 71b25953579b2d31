"""Shared by all sheets of an event: head, order of people, order of a cut stack."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.models import Entrant, Event
from league.words import day_words, plain

T = TypeVar("T")
# From these widths on, in letters, a name is set smaller.
LONG: Final = 22
LONGEST: Final = 36


@dataclass(frozen=True, slots=True)
class PaperHead:
    """The head of a sheet. `edition` names its seating, `warning` marks a draft."""

    title: str
    event: str
    club: str
    day: str
    edition: str
    warning: str = ""

    @property
    def foot(self) -> str:
        """`St. Hilary · Tuesday cards · Tuesday, November 17, 2026 · Seating version 3`."""
        return " · ".join(filter(None, (self.club, self.event, self.day, self.edition)))

    @property
    def on_piece(self) -> str:
        """The same without the club, where there is little room."""
        return " · ".join(filter(None, (self.event, self.day, self.edition)))

    @property
    def lead(self) -> str:
        """The foot without the edition, for under the title."""
        return " · ".join((self.event, self.club, self.day))


def paper_head(event: Event, title: str, *, is_draft: bool = False) -> PaperHead:
    edition = f"Seating version {event.seating_version}" if event.seating_version else ""
    return PaperHead(
        title=title,
        event=event.name,
        club=event.club.name,
        day=day_words(event),
        edition="Draft of a seating" if is_draft else edition,
        warning="Draft: not published yet, may still change" if is_draft else "",
    )


def alphabetical(entrants: Iterable[Entrant]) -> list[Entrant]:
    return sorted(entrants, key=lambda entrant: (sort_key(entrant.name), entrant.number))


def sort_key(name: str) -> str:
    return plain(name)


def size_of(name: str) -> str:
    """The class that fits a name of any length."""
    width = letters_wide(name)
    return "longest" if width >= LONGEST else "long" if width >= LONG else ""


def sized(name: str) -> SafeString:
    return format_html('<span class="{}">{}</span>', size_of(name), name)


def letters_wide(name: str) -> int:
    """A name's width in letters: East Asian ones count two, M and W nearly so."""
    return math.ceil(sum(_width(letter) for letter in name))


def lines_of(text: str, letters: float) -> int:
    """On how many lines a text stands that are so many letters wide. Words are torn only where they are wider."""
    lines, room = 1, letters
    for word in text.replace("-", "- ").split():
        width = letters_wide(word)
        if width > room and room < letters:
            lines, room = lines + 1, letters
        torn = max(0, math.ceil(width / letters) - 1)
        lines, room = lines + torn, room + torn * letters - width - 0.5
    return lines


def _width(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF":
        return 2
    return 1.7 if letter in "MWmw@" else 1.2 if letter.isupper() else 1


def stacked(items: Sequence[T], per_page: int) -> list[list[T | None]]:
    """The items of each page, so that the cut piles laid on each other are in order. None is an empty place."""
    pages = -(-len(items) // per_page)
    places = [[*items[place * pages : (place + 1) * pages]] for place in range(per_page)]
    return [[pile[page] if page < len(pile) else None for pile in places] for page in range(pages)]
