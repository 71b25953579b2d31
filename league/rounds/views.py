"""Starting, closing, reopening and deleting rounds."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from league.acting.answers import form_page, posted, tapped
from league.acting.finding import get_event, get_round
from league.acting.forms import ClubForm, ReasonForm
from league.acting.permissions import Action, ClubRequest, needs
from league.clubs.pages.navigation import address_of
from league.models import EventRound

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


@require_http_methods(FORM_METHODS)
@needs(Action.RUN_ROUNDS)
def close(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """One confirmation: what is missing, and with a reason the round is closed all the same."""
    event_round = _round(request, event_id, number)
    missing = missing_in(event_round) if event_round.state == EventRound.State.RUNNING else ()
    form = ReasonForm(posted(request)) if missing else ClubForm(posted(request))
    page, board = close_page(event_round, missing), _board(request, event_id)
    return form_page(request, form, page, deed=close_round, to=board, event_round=event_round)


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
