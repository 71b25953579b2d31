"""The public view of a card: the play alone. Penalties, rulings' content, remarks and entries stay with those
concerned. Pure."""

from __future__ import annotations

from dataclasses import replace

from .card import CardContext
from .explanations import HandContext


def public_card(view: CardContext) -> CardContext:
    rows = tuple(replace(row, rulings=(), remarks=(), check="") for row in view.rows)
    played = view.round
    if played is not None:
        played = replace(played, is_over=False, penalties=(), late=(), scores=())
    skunk = tuple(extra for extra in view.extras if not extra["is_loss"])
    return replace(view, rows=rows, extras=skunk, round=played, struck="", ruled="")


def public_hand(hand: HandContext) -> HandContext:
    return replace(hand, events=(), rulings=(), remarks=(), check="")
