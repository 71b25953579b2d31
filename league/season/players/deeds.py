"""The conduct file: what is written in it and taken out. What it says stands in no log."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.utils import timezone

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting, Action
from league.models import ConductNote, Event, Member

ABOUT_YOURSELF: Final = "Somebody else keeps the notes about you."


def write_note(
    *, member: Member, event: Event | None, happened_on: date, text: str, acting: Acting, client_id: str
) -> Member:
    """One note about a member. What has faded is deleted with it. Raises `Refused` for a note about oneself."""
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
    """Deletes a note for good. Raises `Refused` for an official who may not read it."""
    with deed(note.club, acting, client_id) as doing:
        if doing.was_done or not ConductNote.objects.filter(pk=note.pk).exists():
            return
        if not may_read(acting, note):
            raise Refused("Only the one who wrote it, or a director, can take it out.")
        note.delete()
        doing.tell("took a note out of the conduct file")


def may_read(acting: Acting, note: ConductNote) -> bool:
    """Directors and admins read all notes but those about themselves, referees what they wrote."""
    if note.member_id == acting.member_id:
        return False
    return acting.may(Action.KEEP_CONDUCT) or (acting.user is not None and note.writer_id == acting.user.pk)
