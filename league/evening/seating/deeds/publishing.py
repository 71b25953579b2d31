"""Publishing: seatings become public, under a version printed on paper too."""

from __future__ import annotations

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.seating.seatings import ahead, publish_version, read_rounds, shown_digest
from league.models import Event, EventRound

from .drafts import rounds_ahead, rounds_named
from .tasks import StaleSeating


def publish_rounds(*, event: Event, acting: Acting, client_id: str, seen: str | None = None) -> tuple[EventRound, ...]:
    """Publish every draft under the next version. Raises `StaleSeating` unless `seen` is the seating's digest."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        rounds = ahead(read_rounds(event))
        if doing.was_done:
            return tuple(one.event_round for one in rounds)
        drafts = [one for one in rounds if one.is_draft]
        if not drafts:
            raise Refused("There is no draft to publish. Make a seating first.")
        if not any(one.tables for one in drafts):
            raise Refused("This round has no tables yet.")
        if seen is not None and seen != shown_digest(rounds):
            raise StaleSeating("The seating changed on another screen. Check it again, then publish it.")
        event.rounds.filter(state=EventRound.State.DRAFT).update(state=EventRound.State.PUBLISHED)
        version = publish_version(event, acting)
        doing.tell("published the seating", rounds_named(drafts[0].number, len(drafts)), after=f"Version {version}")
    return rounds_ahead(event)
