"""The whole text of a notice, typed or written, and what tells one from another. No queries."""

from __future__ import annotations

import hashlib
import re

from league.models import Event, Notice
from league.words import day_words
from scoring.rules.notation import figure_text

from .night import Night
from .prose import paragraphs_of


def draft_of(night: Night) -> str:
    """What is written for the secretary, as plain text."""
    return "\n\n".join(paragraphs_of(night))


def text_of(notice: Notice | None, night: Night) -> str:
    """What the notice says: what was typed, else what the results say."""
    typed = notice.text if notice else ""
    for name, shown in night.hidden:
        typed = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", shown, typed, flags=re.IGNORECASE)
    return typed or draft_of(night)


def title_of(event: Event) -> str:
    """`Tuesday cards, Tuesday, November 17, 2026`."""
    return f"{event.name}, {day_words(event)}"


def plain_text(event: Event, text: str, night: Night, *, address: str = "", stop: str = "") -> str:
    """The whole notice as people paste it: title, text, places, and where it stands; in a mail, how to `stop` them."""
    places = [f"{one.place}. {one.name}, {figure_text(one.total)}" for one in night.places]
    foot = f"All results: {address}" if address else ""
    why = f"You get this as a member of {event.club}. To get no more of these: {stop}" if stop else ""
    parts = (title_of(event), text, "\n".join(places), foot, why)
    return "\n\n".join(part for part in parts if part)


def digest_of(*parts: object) -> str:
    """What tells one text, or the figures behind it, from another."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def is_behind(notice: Notice | None, night: Night) -> bool:
    """Whether the results have changed since the text was typed."""
    return bool(notice and notice.text and notice.written_from != digest_of(night.figures))
