"""Experts' line of a board, once its cards are open. The worker plays it when idle, newest evening first."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any

from league.evening.boards.field import deal_text
from league.models import Event, EventBoard
from pinochle_club.ground.errands import Piece
from pinochle_club.ground.write_queue import queued_write
from scoring.play.thinking import experts_play
from scoring.rules.notation import SEAT_NAMES, SUIT_SIGNS


def expert_line(board: EventBoard) -> str:
    """`South bids 52 in ♥ and makes 62 with careful play.` Empty while unknown."""
    found = board.expert
    if "bidder" not in found:
        return ""
    who, trump = SEAT_NAMES[found["bidder"]], found["trump"]
    says = f"{who} bids {found['bid']}" + (f" in {SUIT_SIGNS[trump]}" if trump else "")
    if found["take"] is None:
        return f"{says}, and the hand isn’t played."
    if found["made"]:
        return f"{says} and makes {found['meld'] + found['take']} with careful play."
    return f"{says} and is set even with careful play: {found['meld']} meld, {found['take']} in tricks."


def next_expert() -> Piece | None:
    """A closed event's board still without an Experts' line (one query)."""
    closed = EventBoard.objects.filter(expert={}, dealt__event__state=Event.State.CLOSED).exclude(hands={})
    board = closed.select_related("dealt__book_version").order_by("-dealt__event__played_on", "number").first()
    if board is None:
        return None
    return Piece(experts_play, (*deal_text(board), secrets.token_hex(16)), partial(_keep, board))


def _keep(board: EventBoard, found: dict[str, Any] | None) -> None:
    with queued_write():
        EventBoard.objects.filter(pk=board.pk).update(expert=found or {"failed": True})
