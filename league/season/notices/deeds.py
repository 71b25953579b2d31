"""The notice of a closed evening: typed, written afresh, published, taken off, mailed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db.models import Q
from django.utils import timezone

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.models import Event, Letter, Member, Notice
from league.office.clubs.mail import is_set_up
from scoring.rules.notation import counted, listed

from .post import write_letters
from .reading import can_go_again, read_night, readers_of
from .text import digest_of, draft_of

SUBJECT: Final = "the notice"


@contextmanager
def _deed(event: Event, acting: Acting, client_id: str) -> Iterator[tuple[Doing, Notice]]:
    """A deed on the notice of a closed evening, with it as it is now."""
    with deed(event, acting, client_id, while_closed=True) as doing:
        if doing.event.state != Event.State.CLOSED and not doing.was_done:
            raise Refused("Close the event first. Its notice is written from the results.")
        yield doing, Notice.objects.filter(event=event).first() or Notice(event=doing.event)


def change_text(*, event: Event, text: str, seen: str, acting: Acting, client_id: str) -> Notice:
    """Keeps what was typed. A text that says what would be written anyway is none: it goes on following the results.

    Raises `Refused` where somebody else changed it since it was opened (`seen`)."""
    night = read_night(event)
    with _deed(event, acting, client_id) as (doing, notice):
        if doing.was_done:
            return notice
        if seen != digest_of(notice.text):
            raise Refused("Somebody else changed this notice after you opened it. Copy your text, then open it again.")
        text = "" if text == draft_of(night) else text
        if text != notice.text:
            notice.text, notice.written_from = text, digest_of(night.figures) if text else ""
            notice.changed_by = acting.name[:80]
            notice.save()
            doing.tell("changed", SUBJECT)
    return notice


def write_afresh(*, event: Event, acting: Acting, client_id: str) -> Notice:
    """Drops what was typed: the notice says again what the results do."""
    with _deed(event, acting, client_id) as (doing, notice):
        if not doing.was_done and notice.text:
            before, notice.text, notice.written_from = notice.text, "", ""
            notice.save()
            doing.tell("wrote it from the results again", SUBJECT, before=before)
    return notice


def publish_notice(*, event: Event, acting: Acting, client_id: str, is_published: bool = True) -> Notice:
    """Shows the notice to everybody, or to directors alone."""
    with _deed(event, acting, client_id) as (doing, notice):
        if not doing.was_done and notice.is_published != is_published:
            notice.is_published, notice.published_at = is_published, timezone.now() if is_published else None
            notice.save()
            doing.tell("published" if is_published else "took off", SUBJECT)
    return notice


def mail_notice(*, event: Event, acting: Acting, client_id: str) -> Notice:
    """Lays a letter for every member who gets notices into the queue, once; the worker sends them (`post`).

    Raises `Refused` for a notice that is not published, that was mailed before, or that nobody gets."""
    readers, now = readers_of(event.club), timezone.now()
    with _deed(event, acting, client_id) as (doing, notice):
        if doing.was_done:
            return notice
        _guard_mail(notice)
        if notice.mailed_at is not None:
            raise Refused(f"{notice.mailed_by} already emailed it.")
        if not readers:
            raise Refused("No member with an email address gets the notices.")
        notice.mailed_at, notice.mailed_by = now, acting.name[:80]
        notice.save()
        write_letters(notice, readers, now)
        doing.tell("began to email", SUBJECT, after=counted(len(readers), "address", "addresses"))
    return notice


def mail_again(*, event: Event, acting: Acting, client_id: str) -> Notice:
    """Lays into the queue again what did not go out, but for those who no longer get notices."""
    with _deed(event, acting, client_id) as (doing, notice):
        if doing.was_done:
            return notice
        _guard_mail(notice)
        now, failed = timezone.now(), can_go_again(notice)
        number = failed.update(state=Letter.State.WAITING, why="", tries=0, asked_at=now, next_try_at=now)
        if not number:
            raise Refused("There’s nothing left to try again.")
        doing.tell("began to email again", SUBJECT, after=counted(number, "address", "addresses"))
    return notice


def want_notices(*, reader: Member, wanted: bool, acting: Acting, client_id: str) -> Member:
    """Starts or stops the notices by email for a member, and for all others of the club with the same address: a stop
    is meant for the address."""
    with deed(reader.club, acting, client_id) as doing:
        if doing.was_done:
            return reader
        theirs = Q(pk=reader.pk) | (Q(email__iexact=reader.email) if reader.email else Q())
        there = reader.club.members.filter(theirs, merged_into=None, no_notices=wanted)
        names = list(there.order_by("number").values_list("name", flat=True))
        if names:
            there.update(no_notices=not wanted)
            doing.tell("asked for the notices by email" if wanted else "stopped the notices by email", listed(names))
    return reader


def _guard_mail(notice: Notice) -> None:
    if not is_set_up():
        raise Refused("Email isn’t set up on this server. Copy the text instead.")
    if not notice.is_published:
        raise Refused("Publish the notice first, then email it.")
