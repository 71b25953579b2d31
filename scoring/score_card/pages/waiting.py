"""What a card's page carries for the time in which the server is away: hands are written there as on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode
from zlib import crc32

from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.score_card.forms import WholeHandForm, columns_of, initial_of
from scoring.score_card.names import Names
from scoring.score_card.sheet import MOST_LINES, Line, Sheet

HANDS_AHEAD: Final = 4  # where no one knows how many are left
FACTS: Final = '<div hidden data-open-hand="{}" data-last-hand="{}" data-typed="{}" data-names="{}"></div>'
LAST_OF_ALL: Final = "That was the last hand. Sign when the club’s computer is back."
LAST_KNOWN: Final = "If you keep playing, write on paper for now."
AUTO_ID: Final = "waiting_%s"  # the step beside the card has fields of the same names


@dataclass(frozen=True, slots=True)
class WaitingContext:
    """The part that a save does not change: an empty form of a hand, how its figures are told, and what follows on the
    last one."""

    form: WholeHandForm
    columns: str
    seats: str
    names: str
    ends: str
    dealer_sits_out: bool


def open_hand_facts(line: Line, sheet: Sheet, names: Names) -> SafeString:
    """What a tablet goes on with by itself, with every answer: the number of the open hand and what the card has of it,
    as a form would send it; the last hand that may be written, that of the round or the fourth from here; and a mark
    that is another one when other people sit at the table."""
    typed = {name: value for name, value in initial_of(line).items() if value not in (None, "", False)}
    last = min(sheet.hands_to_play or line.number + HANDS_AHEAD - 1, MOST_LINES)
    return format_html(FACTS, line.number, last, urlencode(typed), _mark_of(names))


def waiting_context(sheet: Sheet, names: Names) -> WaitingContext:
    """No queries."""
    line = sheet.open_line or Line(len(sheet.lines) + 1, sheet.next_dealer)
    form = WholeHandForm(sheet=sheet, line=line, names=names, auto_id=AUTO_ID, for_any_dealer=True)
    ends = LAST_OF_ALL if sheet.hands_to_play else LAST_KNOWN
    return WaitingContext(
        form,
        " ".join(columns_of(sheet.book)),
        " ".join(sheet.book.seats),
        _mark_of(names),
        ends,
        sheet.book.deal.fourth == "sits",
    )


def _mark_of(names: Names) -> str:
    told = [*map(names.player, names.book.seats), *map(names.side, names.book.sides)]
    return f"{crc32(repr(told).encode()):x}"
