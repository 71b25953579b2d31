"""What follows when the rows of an evening change: `league/apps.py` names each room that has made something of them,
and it is asked in the same transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from league.models import Event

from .rows import keep_rows

FOLLOWERS: Final[list[Callable[[Event], object]]] = []


def follow_event(event: Event) -> None:
    """Brings the rows of an evening up to date after a deed, and has the rooms follow where they changed."""
    if keep_rows(event):
        for follower in FOLLOWERS:
            follower(event)


def forget_event(event: Event) -> None:
    """An evening is about to be deleted: its rows go first, and the rooms follow. It is `PLANNED` for them then."""
    event.state = Event.State.PLANNED
    event.save(update_fields=["state"])
    keep_rows(event)
    for follower in FOLLOWERS:
        follower(event)
