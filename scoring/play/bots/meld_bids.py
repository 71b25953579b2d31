"""Bids that show meld, as double-deck players make them."""

from __future__ import annotations

from scoring.play.seat_view import SeatView
from scoring.rules.auction import Call


def bid_meaning(view: SeatView, call: Call) -> str | None:
    """What a call shows where bids show meld, as a sentence; None for a call that shows nothing."""
    return None
