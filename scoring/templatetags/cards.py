"""`{{ row.trump|suit_name }}`: a suit's name. `{{ side.name|name_size:2 }}`: the class that fits a name on paper.
`{{ names|ended }}`: with the full stop of its sentence."""

from __future__ import annotations

import unicodedata
from typing import Final

from django import template

from scoring.rules.cards import Suit
from scoring.rules.notation import SUIT_NAMES, ended

# From these widths on, in letters, a name is set smaller.
LONG: Final = 16
LONGEST: Final = 26

register = template.Library()
register.filter("ended", ended)


@register.filter
def suit_name(suit: Suit | None) -> str:
    """`hearts`; empty without a suit."""
    return SUIT_NAMES[suit] if suit else ""


@register.filter
def name_size(name: str, rows: int = 1) -> str:
    """The class that fits a name of any length into `rows` of room."""
    width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in name)
    if width >= LONGEST * rows:
        return "longest"
    return "long" if width >= LONG * rows else ""
