"""The log of an event: searched, paged, and as a file."""

from __future__ import annotations

from django.http import HttpResponse

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.evening.desk.event_log import log_keys
from league.evening.desk.forms import LogForm
from league.evening.desk.listings import LogListing
from league.evening.desk.pages.leads import Leads
from league.models import Event
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.listings import listing_page


@needs(Action.READ_LOG, READ)
def log(request: ClubRequest, event: Event) -> HttpResponse:
    form = LogForm(request.GET, event=event)
    leads = Leads(event, request.acting, form.rounds.values(), form.people.values())
    listing = LogListing.of_keys(request, log_keys(event, **form.wish), leads)
    context = {
        "event": event,
        "form": form,
        "listing": listing,
        "found": listing.paginator.count,
        "desk_address": address_of("desk", request.club.slug, event.pk),
    }
    return listing_page(
        request, "league/evening/desk/log.html", context, places=(request.club.slug, str(event.played_on))
    )
