"""The log: one line for every deed, by which a repeated submission is found."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError
from django.db.models import F
from django.utils import timezone

from league.models import Club, Event, LogLine
from league.words import clock_words
from scoring.rules.notation import lowered

from .permissions import Acting
from .seals import REWRITTEN, add_seal
from .submissions import Refused as Refused
from .submissions import SentBefore as SentBefore
from .submissions import content_now, was_sent, wrote


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
    """Add one line, in the transaction of its deed. `action` is a verb phrase in the past tense ("started the round"),
    `subject` what it was done to ("Round 2"). While another computer has the event, it writes that log, and the line is
    the club's. Raises `SentBefore` where another submission has used the id."""
    if event is not None:
        touch(event)
    if event is not None and event.lent and action != REWRITTEN:
        event, subject = None, f"{subject}, {event}"
    line = LogLine(
        club=club,
        event=event,
        at=timezone.now(),
        who=acting.name[:80] or "Somebody",
        user=acting.user,
        device=acting.device,
        action=action,
        subject=subject[:160],
        before=before,
        after=after,
        reason=reason[:200],
        client_id=client_id,
        content=content_now() if client_id else "",
    )
    add_seal(line, event)
    try:
        line.save(force_insert=True)
    except IntegrityError as taken:  # the only thing that is unique about a line
        raise SentBefore from taken
    wrote(line)
    return line


def done_first(event: Event, action: str, subject: object) -> str:
    """`Rita Moss closed round 2 at 9:14 pm: “The hall closes”.`"""
    line = LogLine.objects.filter(event=event, action=action, subject=str(subject)).first()
    if line is None:
        return f"Somebody {action} {lowered(str(subject))}."
    return told_first(event, line.who, f"{action} {lowered(line.subject)}", line.at, line.reason)


def told_first(event: Event, who: str, did: str, at: datetime, reason: str) -> str:
    why = f": “{reason}”" if reason else ""
    return f"{who} {did} at {clock_words(at, event.club)}{why}."


def was_done(club: Club, client_id: str) -> bool:
    """Whether the submission with this id has been done, within the transaction of the write. Raises `SentBefore`."""
    return bool(client_id) and was_sent(club, client_id, content_now()) is not None


def touch(event: Event) -> None:
    """Count the event's version up, so that every screen that polls asks again."""
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
