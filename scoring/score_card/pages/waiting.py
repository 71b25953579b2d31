"""What a card's page carries for the time in which the server is away: hands are written there as on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode
from zlib import crc32

from scoring.score_card.forms import WholeHandForm, columns_of, initial_of
from scoring.score_card.names import Names
from scoring.score_card.sheet import MOST_LINES, Line, Sheet

HANDS_AHEAD: Final = 4  # where no one knows how many are left
AUTO_ID: Final = "waiting_%s"  # the step beside the card has fields of the same names


@dataclass(frozen=True, slots=True)
class OpenHandContext:
    """The hand a tablet goes on with by itself: `typed` is what the card has of it, as a form would send it. `names`
    is another mark when other people sit at the table."""

    number: int
    last: int
    typed: str
    names: str


@dataclass(frozen=True, slots=True)
class WaitingContext:
    """The part that never changes while the page is open: an empty form of a hand, and how its figures are told."""

    form: WholeHandForm
    columns: str
    seats: str
    names: str


def open_hand_context(line: Line, sheet: Sheet, names: Names) -> OpenHandContext:
    """With `last`, the number of the last hand that may be written: that of the round, else four from here."""
    typed = {name: value for name, value in initial_of(line).items() if value not in (None, "", False)}
    last = sheet.hands_to_play or line.number + HANDS_AHEAD - 1
    return OpenHandContext(line.number, min(last, MOST_LINES), urlencode(typed), _mark_of(names))


def waiting_context(sheet: Sheet, names: Names) -> WaitingContext:
    """No queries."""
    line = sheet.open_line or Line(len(sheet.lines) + 1, sheet.next_dealer)
    form = WholeHandForm(sheet=sheet, line=line, names=names, auto_id=AUTO_ID)
    return WaitingContext(form, " ".join(columns_of(sheet.book)), " ".join(sheet.book.seats), _mark_of(names))


def _mark_of(names: Names) -> str:
    told = [*map(names.player, names.book.seats), *map(names.side, names.book.sides)]
    return f"{crc32(repr(told).encode()):x}"
