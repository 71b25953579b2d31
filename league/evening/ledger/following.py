"""Followers of changed rows, in the same transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from league.models import Event
from pinochle_club.ground.happenings import Happening

from .rows import keep_rows

rows_changed: Final = Happening[Callable[[Event], object]]("the rows of an evening change")


def follow_event(event: Event) -> None:
    """Bring an evening's rows up to date after a deed, and tell the followers if they changed."""
    if keep_rows(event):
        for follow in rows_changed:
            follow(event)


def forget_event(event: Event) -> None:
    """Delete the rows of an evening about to be deleted, and tell the followers, for whom it is `PLANNED`."""
    event.state = Event.State.PLANNED
    event.save(update_fields=["state"])
    keep_rows(event)
    for follow in rows_changed:
        follow(event)
