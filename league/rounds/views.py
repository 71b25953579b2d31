"""What is said before a round starts; starting, closing, reopening and deleting rounds."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from league.acting.answers import form_page, posted, tapped
from league.acting.finding import get_event, get_round, get_seat
from league.acting.forms import ClubForm, ReasonForm
from league.acting.permissions import Action, ClubRequest, needs
from league.check_in.deeds.roll import check_in
from league.check_in.people import get_entrant
from league.clubs.pages.navigation import address_of
from league.models import EventRound
from league.seating.deeds.before_round import leave_out, sit_out, wait_for
from league.seating.deeds.searches import make_seating
from league.seating.field import read_field
from league.seating.seatings import read_rounds

from .deeds import close_round, delete_round, missing_in, reopen_round, start_round
from .forms import DeleteRoundForm
from .pages import close_page, delete_page, reopen_page

FORM_METHODS = ["GET", "HEAD", "POST"]


@require_POST
@needs(Action.RUN_ROUNDS)
def start(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """Starts a published round: the clock runs and every table has its card."""
    event_round = _round(request, event_id, number)
    return tapped(request, "board", event_id, deed=start_round, event_round=event_round)


# -- before it starts --------------------------------------------------------------------


@require_POST
@needs(Action.CHECK_IN)
def here(request: ClubRequest, event_id: int, number: int, entrant_id: int) -> HttpResponse:
    """One tap: somebody who has a seat in the round has come, or is back."""
    event = _round(request, event_id, number).event
    entrant = get_entrant(event, entrant_id)
    return tapped(request, "board", event_id, deed=check_in, event=event, entrant=entrant)


@require_POST
@needs(Action.SEAT_PLAYERS)
def sits_out(request: ClubRequest, event_id: int, number: int, entrant_id: int) -> HttpResponse:
    """One tap: somebody without a place sits the round out."""
    event_round = _round(request, event_id, number)
    entrant = get_entrant(event_round.event, entrant_id)
    return tapped(request, "board", event_id, deed=sit_out, event_round=event_round, entrant=entrant)


@require_POST
@needs(Action.SEAT_PLAYERS)
def leaves_out(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
    """One tap: somebody does not play in the round, and somebody who sits out has the seat."""
    there = get_seat(get_event(request.club, event_id), number, table, seat)
    return tapped(request, "board", event_id, deed=leave_out, seat=there)


@require_POST
@needs(Action.SEAT_PLAYERS)
def replans_without(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
    """The same where nobody sits out: a seating without them is looked for, to be taken on the page of the seating."""
    event = get_event(request.club, event_id)
    there = get_seat(event, number, table, seat)
    counted_in = read_field(event, read_rounds(event)).counted_in - {there.entrant_id}
    rotation = address_of("rotation", request.club.slug, event_id)
    return tapped(request, "board", event_id, deed=make_seating, to=rotation, event=event, expected=counted_in)


@require_POST
@needs(Action.SEAT_PLAYERS)
def waits(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
    """One tap: somebody who is not here keeps the seat."""
    there = get_seat(get_event(request.club, event_id), number, table, seat)
    return tapped(request, "board", event_id, deed=wait_for, seat=there)


# -- closing, reopening, deleting --------------------------------------------------------


@require_http_methods(FORM_METHODS)
@needs(Action.RUN_ROUNDS)
def close(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """One confirmation: what is missing, and with a reason the round is closed all the same. It answers with what the
    round came to."""
    event_round = _round(request, event_id, number)
    missing = missing_in(event_round) if event_round.state == EventRound.State.RUNNING else ()
    form = ReasonForm(posted(request)) if missing else ClubForm(posted(request))
    page, results = close_page(event_round, missing), f"{_board(request, event_id)}?round={number}"
    return form_page(request, form, page, deed=close_round, to=results, event_round=event_round)


@require_http_methods(FORM_METHODS)
@needs(Action.RUN_ROUNDS)
def reopen(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """Reopens the round that was closed last, with a reason."""
    event_round, form = _round(request, event_id, number), ReasonForm(posted(request))
    page, board = reopen_page(event_round), _board(request, event_id)
    return form_page(request, form, page, deed=reopen_round, to=board, event_round=event_round)


@require_http_methods(FORM_METHODS)
@needs(Action.DELETE)
def delete(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """Deletes a round that was not started, by typing its name."""
    event_round = _round(request, event_id, number)
    form = DeleteRoundForm(posted(request), name=str(event_round))
    page, board = delete_page(event_round), _board(request, event_id)
    return form_page(request, form, page, deed=delete_round, to=board, event_round=event_round)


def _round(request: ClubRequest, event_id: int, number: int) -> EventRound:
    return get_round(get_event(request.club, event_id), number)


def _board(request: ClubRequest, event_id: int) -> str:
    return address_of("board", request.club.slug, event_id)
