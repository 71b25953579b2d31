"""What follows when the rows of an evening change, in the same transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from league.models import Event
from pinochle_club.ground.happenings import Happening

from .rows import keep_rows

rows_changed: Final = Happening[Callable[[Event], object]]("the rows of an evening change")


def follow_event(event: Event) -> None:
    """Brings the rows of an evening up to date after a deed, and has the rooms follow where they changed."""
    if keep_rows(event):
        for follow in rows_changed:
            follow(event)


def forget_event(event: Event) -> None:
    """An evening is about to be deleted: its rows go first, and the rooms follow. It is `PLANNED` for them then."""
    event.state = Event.State.PLANNED
    event.save(update_fields=["state"])
    keep_rows(event)
    for follow in rows_changed:
        follow(event)
