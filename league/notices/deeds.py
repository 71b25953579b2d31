"""The notice of a closed evening: typed, written afresh, published, taken off, mailed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from django.db.models import Q
from django.utils import timezone

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.clubs.mail import Letter, is_set_up, send_to_many
from league.models import Event, LogLine, Member, Notice
from scoring.rules.notation import counted, listed

from .reading import read_night, readers_of
from .text import digest_of, draft_of, plain_text, text_of

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


def mail_notice(*, event: Event, address: str, stop: Callable[[Member], str], acting: Acting, client_id: str) -> Notice:
    """Sends the notice to every member who gets notices, once. `address` is that of its page; `stop` makes the one at
    which a member says that they want no more.

    Raises `Refused` for one that is not published, that was sent, or that no mail server takes."""
    night, readers = read_night(event), readers_of(event.club)
    with _deed(event, acting, client_id) as (doing, notice):
        if doing.was_done:
            return notice
        _guard_mail(notice, readers)
        notice.mailed_at, notice.mailed_by, notice.mailed_to = timezone.now(), acting.name[:80], len(readers)
        notice.save()
        line = doing.tell("emailed", SUBJECT, after=counted(len(readers), "address", "addresses"))
    text = text_of(notice, night)
    letters = (
        Letter(one.email, plain_text(event, text, night, address=address, stop=stop(one)), stop(one)) for one in readers
    )
    sent = send_to_many(letters, subject=f"{event.club}: {event.name}")
    if sent < len(readers):
        _note_unsent(event, acting, sent, line)
    if not sent:
        raise Refused("The mail server didn’t take it. Try again later, or copy the text.")
    return notice


def want_notices(*, reader: Member, wanted: bool, acting: Acting, client_id: str) -> Member:
    """A member gets the notices by email, or no more of them, with all of the club who read at the same address: what
    is stopped there is to stop."""
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


def _guard_mail(notice: Notice, readers: list[Member]) -> None:
    if not is_set_up():
        raise Refused("Email isn’t set up on this server. Copy the text instead.")
    if not notice.is_published:
        raise Refused("Publish the notice first, then email it.")
    if notice.mailed_at is not None:
        raise Refused(f"{notice.mailed_by} already emailed it.")
    if not readers:
        raise Refused("No member with an email address gets the notices.")


def _note_unsent(event: Event, acting: Acting, sent: int, line: LogLine) -> None:
    """What the mail server did not take. Where it took nothing, the same form can be sent again."""
    with _deed(event, acting, "") as (doing, notice):
        notice.mailed_to = sent
        if not sent:
            notice.mailed_at, notice.mailed_by = None, ""
            LogLine.objects.filter(pk=line.pk).update(client_id="")
        notice.save()
        action = "could email it to some only" if sent else "could not email"
        doing.tell(action, SUBJECT, after=counted(sent, "address", "addresses"))
