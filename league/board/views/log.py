"""The log of an event: searched, paged, and as a file. Nothing here changes or deletes a line."""

from __future__ import annotations

from dataclasses import astuple

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.acting.finding import get_event
from league.acting.permissions import Action, ClubRequest, needs
from league.board.event_log import all_records, log_keys
from league.board.forms import LogForm
from league.board.listings import LogListing
from league.board.pages.log import HEADER, log_rows
from league.clubs.pages.navigation import address_of
from league.csv_export import csv_response


@require_safe
@needs(Action.READ_LOG)
def log(request: ClubRequest, event_id: int) -> HttpResponse:
    """Everything anybody did in the event, newest first."""
    event = get_event(request.club, event_id)
    form = LogForm(request.GET, event=event)
    listing = LogListing.of_keys(request, log_keys(event, form.wish))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "club": request.club,
        "event": event,
        "form": form,
        "listing": listing,
        "found": listing.paginator.count,
        "csv_address": f"{address_of('log_csv', request.club.slug, event.pk)}?{query.urlencode()}",
        "board_address": address_of("board", request.club.slug, event.pk),
    }
    return render(request, "league/board/log.html", context)


@require_safe
@needs(Action.READ_LOG)
def log_csv(request: ClubRequest, event_id: int) -> HttpResponse:
    """What the log shows, all pages of it, as a file."""
    event = get_event(request.club, event_id)
    keys = log_keys(event, LogForm(request.GET, event=event).wish)
    rows = (astuple(row) for row in log_rows(all_records(keys), request.club))
    day = timezone.localtime(event.starts_at).date().isoformat()
    return csv_response(f"log-{event.club.slug}-{day}.csv", HEADER, rows)
