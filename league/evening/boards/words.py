"""Decisions about a board in words."""

from __future__ import annotations

from typing import Final

from league.evening.cards.boards import Kind
from league.evening.cards.words import direction_words
from league.models import BoardDecision

NOT_FOR_PLAYERS: Final = (
    "You play tonight, so hands aren’t for you before the evening is closed: ask a director or referee who doesn’t "
    "play to print this."
)


def decided_words(decision: BoardDecision) -> str:
    """`Average: N-S 40%, E-W 60%`, `Not played`, `Fouled from here on`, `Doesn’t count`."""
    if decision.kind != Kind.AVERAGE:
        return decision.get_kind_display()
    return f"Average: {', '.join(f'{direction_words(side)} {percent}%' for side, percent in decision.shares.items())}"
