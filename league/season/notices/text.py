from __future__ import annotations

from collections.abc import Sequence

from league.evening.cards.words import direction_words, standing_text
from league.models import Event, Notice
from league.words import day_words

from .blocks import Block, blocks_of, kept_in, shown_in
from .night import Night, Placed


def read_blocks(notice: Notice | None, night: Night) -> Sequence[Block]:
    return shown_in(blocks_of(kept_in(notice.blocks if notice else ()), night))


def text_of(notice: Notice | None, night: Night) -> str:
    return "\n\n".join(block.plain for block in read_blocks(notice, night))


def title_of(event: Event) -> str:
    return f"{event.name}, {day_words(event)}"


def _place(one: Placed) -> str:
    return f"{one.place}. {direction_words(one.direction)}:" if one.direction else f"{one.place}."


def plain_text(event: Event, text: str, night: Night, *, address: str = "", stop: str = "") -> str:
    """The notice to paste: title, text, places, and its address; in a mail, how to `stop` them."""
    places = [f"{_place(one)} {one.name}, {standing_text(night, one.total)}" for one in night.places]
    foot = f"All results: {address}" if address else ""
    why = f"You get this as a member of {event.club}. To get no more of these: {stop}" if stop else ""
    parts = (title_of(event), text, "\n".join(places), foot, why)
    return "\n\n".join(part for part in parts if part)
