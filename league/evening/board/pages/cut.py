"""The cut to the final, as the board shows it between rounds. No queries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from league.acting.permissions import Action
from league.evening.finals.pages import board_cut

from .desk import Desk, Key


def cut_on_board(desk: Desk) -> dict[str, Any] | None:
    """Who is in, who ties and who is out, with its keys; None where no cut is made or due, and once the final began."""
    cut = desk.board.cut
    if cut is None or cut.has_started:
        return None
    return {**board_cut(cut), "keys": tuple(_keys(desk))}


def _keys(desk: Desk) -> Iterator[Key]:
    if desk.is_over or not desk.may(Action.RUN_ROUNDS):
        return
    if desk.board.cut is not None and desk.board.cut.is_made:
        yield Key("Take the cut back…", desk.event_address("take_cut_back"), is_link=True)


def cut_key(desk: Desk) -> Key:
    """The way to the page that makes the cut."""
    return Key("Make the cut…", desk.event_address("cut"), is_link=True, is_go=True)


def replace_key(desk: Desk, entrant_id: int) -> Key | None:
    """One tap that lets the next in line play for a finalist who went home."""
    follows = desk.board.cut.next_in_line if desk.board.cut else None
    if follows is None or not desk.may(Action.RUN_ROUNDS):
        return None
    address = desk.stay(desk.event_address("replace_finalist", entrant_id))
    return Key(f"{follows.called} plays", address, is_go=True, hint=" in the final")
