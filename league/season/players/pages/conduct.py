from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from league.acting.answers import FormPage
from league.models import ConductNote, Member
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.dates import calendar_day
from scoring.rules.notation import counted

WRITTEN: Final = "Written down."
TAKEN_OUT: Final = "Taken out for good."


def note_lines(notes: Iterable[ConductNote]) -> Iterator[tuple[ConductNote, str, str]]:
    for note in notes:
        day, fades = (calendar_day(each, note.club.date_style) for each in (note.happened_on, note.fades_on))
        yield note, f"{day}, {note.event.name}" if note.event else day, f"{note.written_by} · deleted on {fades}"


def conduct_page(member: Member, *, reads_all: bool) -> FormPage:
    months = counted(member.club.conduct_months, "month")
    who = "Directors and admins read all of it." if reads_all else "You read what you wrote, directors read all of it."
    return FormPage(
        f"Conduct: {member.full_name}",
        "Write it down",
        ("Back to the history", address_of("player_history", member.club.slug, member.pk)),
        place=f"Confidential. {who} Nothing here touches the score. After {months} a note is deleted.",
        is_plain=True,
    )
