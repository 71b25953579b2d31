"""Results of boards: all, one traveler, one player."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.acting.unchanged import kept_for_strangers
from league.evening.tables.views.tables import playing_table
from league.models import Event
from pinochle_club.ground.http import HtmxHttpRequest, or_404

from . import pages
from .reading import Seen, board_of, played_by, seen_by

FOLDER = "league/evening/travelers"


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def results(request: ClubRequest, event: Event) -> HttpResponse:
    return _page(request, event, "boards", pages.boards_page(event, _seen(request, event)))


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def traveler(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    seen = _seen(request, event)
    if number not in seen.numbers:
        known = number in seen.boards.travelers
        raise Http404(pages.NOT_YET if known else "No table of this event played such a board.")
    context = pages.board_page(event, seen, number, board_of(event, number))
    if request.acting.may(Action.RULE) and not event.is_final(timezone.now()):
        context["decides"] = pages.decide_lines(event, seen.boards, number)
    return _page(request, event, "board", context)


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def player(request: ClubRequest, event: Event, entrant_number: int) -> HttpResponse:
    seen = _seen(request, event)
    entrant = or_404(event.entrants.filter(number=entrant_number).first(), "Nobody here has this number.")
    return _page(request, event, "player", pages.player_page(event, seen, entrant))


@require_safe
def at_table(request: HtmxHttpRequest, event_id: int) -> HttpResponse:
    """The boards this table just played, on its tablet, until the next round, whose players may still play them."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    _, table = playing_table(request, event)
    people = frozenset(seat.entrant_id for seat in table.seats.all())
    boards, played = played_by(event, people)
    own = [number for number in played if table.card is not None and number in table.card.boards]
    context = {"event": event, "club": event.club, **pages.own_travelers(boards, own, people)}
    name = "_travelers.html" if request.htmx else "at_table.html"
    response = render(request, f"{FOLDER}/{name}", context)
    response["Cache-Control"] = "no-store"
    return response


def _seen(request: ClubRequest, event: Event) -> Seen:
    return seen_by(event, request.acting.member_id)


def _page(request: ClubRequest, event: Event, name: str, context: dict[str, object]) -> HttpResponse:
    response = render(request, f"{FOLDER}/{name}.html", {**context, "event": event})
    response["X-Robots-Tag"] = "noindex"
    return response
