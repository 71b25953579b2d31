"""The notice of a closed evening: blocks typed over, taken out, added; published, taken off, mailed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from django.db.models import Q
from django.utils import timezone

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.models import Event, Letter, Member, Notice
from league.office.clubs.mail import is_set_up
from scoring.rules.notation import counted, listed

from .blocks import Kept, kept_in, next_own, seen_of, title_of_block, to_keep, written_from
from .post import write_letters
from .prose import written
from .reading import can_go_again, read_night, readers_of

SUBJECT: Final = "the notice"
MOST_OWN: Final = 12


@contextmanager
def _deed(event: Event, acting: Acting, client_id: str) -> Iterator[tuple[Doing, Notice]]:
    with deed(event, acting, client_id, while_closed=True) as doing:
        if doing.event.state != Event.State.CLOSED and not doing.was_done:
            raise Refused("Close the event first. Its notice is written from the results.")
        yield doing, Notice.objects.filter(event=event).first() or Notice(event=doing.event)


def change_block(*, event: Event, key: str, text: str, seen: str, acting: Acting, client_id: str) -> Notice:
    """Keep the text typed over a block, unless it equals the ledger's."""
    night = read_night(event)
    with _deed(event, acting, client_id) as (doing, notice):
        if doing.was_done:
            return notice
        was = kept_in(notice.blocks).get(key) or Kept(key)
        if seen != seen_of(was, night):
            raise Refused("This paragraph changed after you opened it. Copy your text, then open it again.")
        text = "" if text == written(night).get(key) else text
        becomes = replace(was, text=text, written_from=written_from(key, text, night) if text else "")
        if becomes != was:
            _keep(notice, becomes, acting)
            doing.tell("changed", SUBJECT, after=title_of_block(key))
    return notice


def add_block(*, event: Event, text: str, after: str, acting: Acting, client_id: str) -> Notice:
    night = read_night(event)
    with _deed(event, acting, client_id) as (doing, notice):
        if doing.was_done:
            return notice
        kept = kept_in(notice.blocks)
        if sum(one.is_own for one in kept.values()) >= MOST_OWN:
            raise Refused(f"A notice takes {MOST_OWN} paragraphs of your own. Put more into one of them.")
        key = next_own(kept)
        _keep(notice, Kept(key, text, written_from(key, text, night), after=after), acting)
        doing.tell("added a paragraph to", SUBJECT)
    return notice


def drop_block(*, event: Event, key: str, acting: Acting, client_id: str) -> Notice:
    """Drop the typed text: the block follows the results again, an added one goes."""
    with _deed(event, acting, client_id) as (doing, notice):
        was = kept_in(notice.blocks).get(key)
        if not doing.was_done and was is not None and was.text:
            _keep(notice, Kept(key, is_out=was.is_out and not was.is_own), acting)
            doing.tell("dropped what was typed in", SUBJECT, before=was.text, after=title_of_block(key))
    return notice


def show_block(*, event: Event, key: str, is_out: bool, acting: Acting, client_id: str) -> Notice:
    with _deed(event, acting, client_id) as (doing, notice):
        was = kept_in(notice.blocks).get(key) or Kept(key)
        if was.is_own and not was.text and not doing.was_done:
            raise Refused("This paragraph is no longer there.")
        if not doing.was_done and was.is_out != is_out:
            _keep(notice, replace(was, is_out=is_out), acting)
            doing.tell(
                "took a paragraph out of" if is_out else "put a paragraph back into", SUBJECT, after=title_of_block(key)
            )
    return notice


def _keep(notice: Notice, block: Kept, acting: Acting) -> None:
    notice.blocks = to_keep({**kept_in(notice.blocks), block.key: block})
    notice.changed_by = acting.name[:80]
    notice.save()


def publish_notice(*, event: Event, acting: Acting, client_id: str, is_published: bool = True) -> Notice:
    with _deed(event, acting, client_id) as (doing, notice):
        if not doing.was_done and notice.is_published != is_published:
            notice.is_published, notice.published_at = is_published, timezone.now() if is_published else None
            notice.save()
            doing.tell("published" if is_published else "took off", SUBJECT)
    return notice


def mail_notice(*, event: Event, acting: Acting, client_id: str) -> Notice:
    """Queue a letter for every reader, once."""
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
    """Start or stop the notices for a member, and for all others with the same address."""
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


def want_own_nights(*, reader: Member, wanted: bool, acting: Acting, client_id: str) -> Member:
    with deed(reader.club, acting, client_id) as doing:
        if not doing.was_done and reader.wants_own_nights != wanted:
            if wanted and not reader.email:
                raise Refused("The club has no email address of yours. Give it to the director first.")
            reader.wants_own_nights = wanted
            reader.save(update_fields=["wants_own_nights"])
            what = "asked for their own nights by email" if wanted else "stopped their own nights by email"
            doing.tell(what, f"{reader.name} ({reader.number})")
    return reader


def _guard_mail(notice: Notice) -> None:
    if not is_set_up():
        raise Refused("Email isn’t set up on this server. Copy the text instead.")
    if not notice.is_published:
        raise Refused("Publish the notice first, then email it.")
