"""A log of papers that show hands before play."""

from __future__ import annotations

from league.acting.deed import deed
from league.acting.permissions import Acting
from league.models import Event


def note_printed(*, event: Event, what: str, acting: Acting) -> None:
    with deed(event, acting, while_closed=True) as doing:
        doing.tell("printed", what)
