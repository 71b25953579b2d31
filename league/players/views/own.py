"""A player's own pages: tonight's seat, their evenings, what concerns them."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from league.acting.answers import tapped
from league.acting.forms import ClubForm
from league.acting.permissions import Action, ClubRequest, needs
from league.cards.judged import judged_at, read_tables_alone, tables_of
from league.cards.reading import table_points
from league.coming.answers import nights_for
from league.coming.reading import nights_ahead
from league.members.deeds.privacy import show_initials
from league.members.reading import get_member
from league.models import Entrant
from league.players.listings import OwnEveningListing
from league.players.pages.own import NAME_HIDDEN, NAME_SHOWN, OwnEvening, own_evening
from league.players.pdfs import print_slip
from league.players.reading import (
    BY_EVENING,
    entries_tonight,
    evenings_of,
    get_entry,
    judged_of,
    own_rounds,
)
from league.rulings.concerned import seats_of
from league.rulings.pages.claims import claim_lines
from scoring.score_card.exports import file_asked
from scoring.score_card.listings import listing_page
from scoring.score_card.views.papers import answer_pdf

FOLDER = "league/players"


@require_safe
@needs(Action.SEE_OWN)
def me(request: ClubRequest) -> HttpResponse:
    """Tonight's seat and all evenings of whoever asks; how to claim an account for who has not done so."""
    member_id = request.acting.member_id
    if member_id is None:
        return render(request, f"{FOLDER}/unclaimed.html", {"club": request.club})
    listing = OwnEveningListing.paged(request, evenings_of(member_id))
    shown = listing.rows if file_asked(request) else listing.paginated_rows
    listing.judged = judged_of(member_id, [row.record.event_id for row in shown])
    today, member = timezone.localdate(), get_member(request.club, member_id)
    tonight = entries_tonight(member_id, today)
    context = {
        "club": request.club,
        "member": member,
        "tonight": [own_evening(entrant, own_rounds(entrant), timezone.now()) for entrant in tonight],
        "listing": listing,
        "nights": nights_for(member, nights_ahead(request.club, today, most=2), request.acting),
        "name_form": ClubForm(),
    }
    return listing_page(request, f"{FOLDER}/me.html", context, places=(request.club.slug,))


@require_POST
@needs(Action.SEE_OWN)
def show_name(request: ClubRequest) -> HttpResponse:
    """Shows whoever asks to others by initials only, or by name again."""
    if request.acting.member_id is None:
        return redirect("league:me", request.club.slug)
    member, initials_only = get_member(request.club, request.acting.member_id), request.POST.get("show") == "initials"
    said = NAME_HIDDEN if initials_only else NAME_SHOWN
    return tapped(request, "me", deed=show_initials, said=said, member=member, initials_only=initials_only)


@require_safe
@needs(Action.SEE_OWN)
def evening(request: ClubRequest, event_id: int) -> HttpResponse:
    """One evening of whoever asks: every round with its points and card, and what concerns them."""
    entrant = get_entry(request.club, request.acting.member_id, event_id)
    return render(request, f"{FOLDER}/evening.html", {"club": request.club, "evening": _evening(entrant)})


def _evening(entrant: Entrant) -> OwnEvening:
    member_id = entrant.member_id
    assert member_id is not None, "asked for members"
    tables = tables_of(member_id).filter(event_round__event=entrant.event_id, card__isnull=False)
    readings = read_tables_alone(tables.order_by(*BY_EVENING))
    played = [one for table in readings for one in table_points(table, table.table.event_round.number)]
    judged = [one for table in readings for one in judged_at(table)]
    return own_evening(
        entrant,
        own_rounds(entrant),
        timezone.now(),
        [one for one in played if one.entrant.pk == entrant.pk],
        [one for one in judged if one.concerns(member_id)],
        [line for table in readings for line in claim_lines(table, seats_of(member_id, table.seats.values()))],
    )


@require_safe
@needs(Action.SEE_OWN)
def slip_pdf(request: ClubRequest, event_id: int) -> HttpResponse:
    """The slip of whoever asks, as it is handed out at the door."""
    entrant = get_entry(request.club, request.acting.member_id, event_id)
    if not own_rounds(entrant):
        raise Http404("No seating has been published yet.")
    name = slugify(f"{entrant.event.name} {entrant.event.played_on.isoformat()} slip {entrant.number}")
    paper = request.club.paper
    return answer_pdf(request, name, print_slip, entrant.pk, paper, as_of=entrant.event.version)
