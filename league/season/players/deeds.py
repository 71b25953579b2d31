"""The conduct file, whose words stand in no log; and the leave by which a family follows an evening."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Final

from django.utils import timezone

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting, Action
from league.models import ConductNote, Entrant, Event, Member

ABOUT_YOURSELF: Final = "Somebody else keeps the notes about you."


def write_note(
    *, member: Member, event: Event | None, happened_on: date, text: str, acting: Acting, client_id: str
) -> Member:
    """Write a note about a member, and delete faded ones. Raises `Refused` for one about yourself."""
    with deed(member.club, acting, client_id) as doing:
        if doing.was_done:
            return member
        if acting.member_id == member.pk:
            raise Refused(ABOUT_YOURSELF)
        ConductNote.objects.faded(member.club, timezone.localdate()).delete()
        ConductNote.objects.create(
            club=member.club,
            member=member,
            event=event,
            happened_on=happened_on,
            text=text,
            writer=acting.user,
            written_by=acting.name[:80],
        )
        doing.tell("wrote in the conduct file")
    return member


def take_out_note(*, note: ConductNote, acting: Acting, client_id: str) -> None:
    """Delete a note for good, as an official who may read it."""
    with deed(note.club, acting, client_id) as doing:
        if doing.was_done or not ConductNote.objects.filter(pk=note.pk).exists():
            return
        if not may_read(acting, note):
            raise Refused("Only the one who wrote it, or a director, can take it out.")
        note.delete()
        doing.tell("took a note out of the conduct file")


def may_read(acting: Acting, note: ConductNote) -> bool:
    """Whether an official may read a note: directors and admins all but those about themselves, referees their own."""
    if note.member_id == acting.member_id:
        return False
    return acting.may(Action.KEEP_CONDUCT) or (acting.user is not None and note.writer_id == acting.user.pk)


def let_watch(*, entrant: Entrant, may: bool, acting: Acting, client_id: str) -> Entrant:
    """Let a player's family follow the evening, or no longer: each leave makes another link."""
    with deed(entrant.event, acting, client_id) as doing:
        there = Entrant.objects.get(pk=entrant.pk)
        if doing.was_done or bool(there.watch_nonce) == may:
            return there
        there.watch_nonce = secrets.token_hex(16) if may else ""
        there.save(update_fields=["watch_nonce"])
        what = "lets family follow" if may else "no longer lets family follow"
        doing.tell(what, f"{there.called} ({there.number})")
    return there
