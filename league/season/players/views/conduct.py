from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from league.acting.answers import form_page, posted, tapped
from league.acting.permissions import TAP, Action, ClubRequest, needs
from league.models import ConductNote, Member
from league.office.clubs.pages.navigation import address_of
from league.season.players.deeds import ABOUT_YOURSELF, may_read, take_out_note, write_note
from league.season.players.forms import ConductForm
from league.season.players.pages.conduct import TAKEN_OUT, WRITTEN, conduct_page, note_lines
from league.season.players.reading import evenings_of

MOST_EVENINGS = 12  # to choose from
MOST_NOTES = 100  # of one member; nobody has more


@needs(Action.NOTE_CONDUCT)
def conduct(request: ClubRequest, person: Member) -> HttpResponse:
    """The notes about a member that the reader may see, and a form for another, about the evening of `?event=`."""
    today = timezone.localdate()
    if person.pk == request.acting.member_id:
        context = {"why": ABOUT_YOURSELF}
        return render(request, "league/season/players/own_conduct.html", context, status=403)
    evenings = [entrant.event for entrant in evenings_of(person.pk)[:MOST_EVENINGS]]
    event = next((one for one in evenings if str(one.pk) == request.GET.get("event")), None)
    initial = {"event": event, "happened_on": event.played_on if event else today}
    return form_page(
        request,
        ConductForm(posted(request), evenings=evenings, today=today, initial=initial),
        conduct_page(person, reads_all=request.acting.may(Action.KEEP_CONDUCT)),
        deed=write_note,
        to=address_of("conduct", request.club.slug, person.pk),
        said=WRITTEN,
        template="league/season/players/conduct.html",
        context=lambda: {"person": person, "notes": note_lines(_notes(request, person.pk))},
        member=person,
    )


def _notes(request: ClubRequest, member_id: int) -> list[ConductNote]:
    standing = ConductNote.objects.standing(request.club, timezone.localdate()).filter(member=member_id)
    notes = list(standing.select_related("event")[:MOST_NOTES])
    for note in notes:
        note.club = request.club
    return [note for note in notes if may_read(request.acting, note)]


@needs(Action.NOTE_CONDUCT, TAP)
def take_out(request: ClubRequest, member_id: int, note_id: int) -> HttpResponse:
    notes = ConductNote.objects.select_related("club").filter(club=request.club, member=member_id)
    note = get_object_or_404(notes, pk=note_id)
    to = address_of("conduct", request.club.slug, member_id)
    return tapped(request, "conduct", member_id, deed=take_out_note, to=to, said=TAKEN_OUT, note=note)
