"""What boards came to, for everybody: all boards, one board's traveler, one player's boards."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.models import Event
from pinochle_club.ground.http import or_404

from . import pages
from .reading import Seen, board_of, seen_by

FOLDER = "league/evening/travelers"


@needs(Action.READ_PUBLISHED, READ)
def results(request: ClubRequest, event: Event) -> HttpResponse:
    """Everybody's place by their boards, and all boards that may be seen."""
    return _page(request, event, "boards", pages.boards_page(event, _seen(request, event)))


@needs(Action.READ_PUBLISHED, READ)
def traveler(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """What every table made of one board, how each share came about, and the cards once they are everybody's."""
    seen = _seen(request, event)
    if number not in seen.numbers:
        known = number in seen.boards.travelers
        raise Http404(pages.NOT_YET if known else "No table of this event played such a board.")
    return _page(request, event, "board", pages.board_page(event, seen, number, board_of(event, number)))


@needs(Action.READ_PUBLISHED, READ)
def player(request: ClubRequest, event: Event, entrant_number: int) -> HttpResponse:
    """Every board of one player beside what the others made of it."""
    seen = _seen(request, event)
    entrant = or_404(event.entrants.filter(number=entrant_number).first(), "Nobody here has this number.")
    return _page(request, event, "player", pages.player_page(event, seen, entrant))


def _seen(request: ClubRequest, event: Event) -> Seen:
    return seen_by(event, request.acting.member_id)


def _page(request: ClubRequest, event: Event, name: str, context: dict[str, object]) -> HttpResponse:
    """The page; search engines stay away from single boards, as from single cards."""
    response = render(request, f"{FOLDER}/{name}.html", {**context, "event": event})
    response["X-Robots-Tag"] = "noindex"
    return response
