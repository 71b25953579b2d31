"""The log: one line for everything that is done, and by its id whether a submission came before."""

from __future__ import annotations

from django.db.models import F

from league.models import Club, Event, LogLine
from league.permissions import Acting


class Refused(Exception):
    """Something that cannot be done as things stand; the message is for the person who tried."""


def write_log(
    *,
    club: Club,
    acting: Acting,
    action: str,
    event: Event | None = None,
    subject: str = "",
    before: str = "",
    after: str = "",
    reason: str = "",
    client_id: str = "",
) -> LogLine:
    """Adds one line, in the transaction of what it tells. `action` is a short verb phrase in the past tense
    ("started the round"), `subject` what it was done to ("Round 2"); `before` and `after` are for people."""
    if event is not None:
        touch(event)
    return LogLine.objects.create(
        club=club,
        event=event,
        who=acting.name[:80] or "Somebody",
        user=acting.user,
        device=acting.device,
        action=action,
        subject=subject[:160],
        before=before,
        after=after,
        reason=reason[:200],
        client_id=client_id,
    )


def was_done(club: Club, client_id: str) -> bool:
    """Whether the submission with this id has been done already; call it inside the transaction of the write."""
    return bool(client_id) and LogLine.objects.filter(club=club, client_id=client_id).exists()


def touch(event: Event) -> None:
    """Counts the event's version up, so that every screen that polls asks again."""
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
