"""Deeds that every screen of an evening shows: clock, break, message, projector."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.cards.ranking import ranking_of
from league.models import Event, EventRound
from scoring.rules.notation import counted

from .instants import Clock

MOST_MINUTES: Final = 600
LONGEST_BREAK: Final = 240
MESSAGE_MINUTES: Final = 10
NO_PLACES: Final = (
    "The places aren’t known yet. Show them once the last card is signed. Where the last places are hidden, close the "
    "event first."
)


def clock_of(event_round: EventRound) -> Clock:
    return Clock(
        started_at=event_round.started_at,
        minutes=max(0, event_round.minutes + event_round.added_minutes),
        paused_at=event_round.paused_at or event_round.closed_at,
        paused=timedelta(seconds=event_round.paused_seconds),
    )


def pause_clock(*, event_round: EventRound, acting: Acting, client_id: str, at: datetime | None = None) -> EventRound:
    """Stop the clock, so that no player gets later."""
    with deed(event_round, acting, client_id) as doing:
        event_round = _playing(event_round)
        if doing.was_done or event_round.paused_at is not None:
            return event_round
        event_round.paused_at = at or timezone.now()
        event_round.save(update_fields=["paused_at"])
        doing.tell("paused the clock", event_round)
    return event_round


def resume_clock(*, event_round: EventRound, acting: Acting, client_id: str, at: datetime | None = None) -> EventRound:
    with deed(event_round, acting, client_id) as doing:
        event_round = _playing(event_round)
        if doing.was_done or event_round.paused_at is None:
            return event_round
        stood = (at or timezone.now()) - event_round.paused_at
        event_round.paused_seconds += max(0, round(stood.total_seconds()))
        event_round.paused_at = None
        event_round.save(update_fields=["paused_at", "paused_seconds"])
        doing.tell("restarted the clock", event_round)
    return event_round


def add_minutes(*, event_round: EventRound, minutes: int, acting: Acting, client_id: str) -> EventRound:
    """Add minutes to the round, or take some away (below 0). A round without a clock gets one."""
    with deed(event_round, acting, client_id) as doing:
        event_round = _playing(event_round)
        if doing.was_done:
            return event_round
        before = event_round.minutes + event_round.added_minutes
        after = before + minutes
        if not before:
            after = clock_of(event_round).minutes_played(timezone.now()) + minutes
        if not 1 <= after <= MOST_MINUTES:
            raise Refused(f"A round takes between 1 and {MOST_MINUTES} minutes.")
        event_round.added_minutes = after - event_round.minutes
        event_round.save(update_fields=["added_minutes"])
        what = "gave the round more time" if minutes > 0 else "took time from the round"
        doing.tell(
            what,
            event_round,
            before=counted(before, "minute") if before else "no clock",
            after=counted(after, "minute"),
        )
    return event_round


def _playing(event_round: EventRound) -> EventRound:
    """The current round; the deed locks its event."""
    event_round = EventRound.objects.select_related("event__club").get(pk=event_round.pk)
    if event_round.state != EventRound.State.RUNNING:
        raise Refused(f"{event_round} is not being played.")
    return event_round


# -- the whole event ---------------------------------------------------------------------


def set_break(*, event: Event, minutes: int, acting: Acting, client_id: str, at: datetime | None = None) -> Event:
    """Begin a break of `minutes`, counted on every screen; 0 ends it."""
    if not 0 <= minutes <= LONGEST_BREAK:
        raise Refused(f"A break takes up to {LONGEST_BREAK} minutes.")
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done:
            return event
        event.break_until = (at or timezone.now()) + timedelta(minutes=minutes) if minutes else None
        event.save(update_fields=["break_until"])
        doing.tell(
            "started a break" if minutes else "ended the break", after=counted(minutes, "minute") if minutes else ""
        )
    return event


def send_message(
    *,
    event: Event,
    message: str,
    acting: Acting,
    client_id: str,
    minutes: int = MESSAGE_MINUTES,
    at: datetime | None = None,
) -> Event:
    """Show a message to everybody for `minutes`, with 0 until it is removed; an empty one removes it."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done:
            return event
        before, event.message = event.message, message[:200]
        event.message_at = (at or timezone.now()) if message else None
        event.message_until = event.message_at + timedelta(minutes=minutes) if event.message_at and minutes else None
        event.save(update_fields=["message", "message_at", "message_until"])
        what = "sent a message to all tables" if message else "removed the message"
        doing.tell(what, before=before, after=message)
    return event


def switch_projector(*, event: Event, shows: str, acting: Acting, client_id: str) -> Event:
    """Switch the projector, in a closed event too. The places one by one begin with the last each time."""
    with deed(event, acting, client_id, while_closed=True) as doing:
        event = doing.event
        is_reveal = shows == Event.Projector.REVEAL
        if doing.was_done or (event.projector == shows and not is_reveal):
            return event
        if is_reveal and not ranking_of(event)["lines"]:
            raise Refused(NO_PLACES)
        before = event.get_projector_display()
        event.projector, event.reveal_from = Event.Projector(shows), timezone.now() if is_reveal else None
        event.save(update_fields=["projector", "reveal_from"])
        doing.tell("switched the projector", before=before, after=event.get_projector_display())
    return event
