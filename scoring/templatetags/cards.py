"""`{{ row.trump|suit_name }}`: a suit's name."""

from __future__ import annotations

from django import template

from scoring.rules.cards import Suit
from scoring.rules.notation import SUIT_NAMES

register = template.Library()


@register.filter
def suit_name(suit: Suit | None) -> str:
    """`hearts`; empty without a suit."""
    return SUIT_NAMES[suit] if suit else ""
