"""What is known of papers that show hands before they are played: who had them."""

from __future__ import annotations

from league.acting.deed import deed
from league.acting.permissions import Acting
from league.models import Event


def note_printed(*, event: Event, what: str, acting: Acting) -> None:
    """A line of the log, each time."""
    with deed(event, acting, while_closed=True) as doing:
        doing.tell("printed", what)
