"""Starting, closing, reopening and deleting rounds."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from league.acting.answers import back_to, first_fault, refuse_on
from league.acting.finding import get_event, get_round
from league.acting.forms import ClubForm, ReasonForm
from league.acting.log import Refused
from league.acting.permissions import Action, ClubRequest, needs
from league.clubs.pages.navigation import address_of
from league.models import EventRound

from .deeds import close_round, delete_round, missing_in, reopen_round, start_round
from .forms import DeleteRoundForm

FOLDER: Final = "league/rounds"
FORM_METHODS: Final = ["GET", "HEAD", "POST"]


@require_POST
@needs(Action.RUN_ROUNDS)
def start(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """Starts a published round: the clock runs and every table has its card."""
    event_round = get_round(get_event(request.club, event_id), number)
    form = ClubForm(request.POST)
    if not form.is_valid():
        return refuse_on(request, "board", event_id, why=first_fault(form), status=422)
    try:
        start_round(event_round=event_round, acting=request.acting, client_id=form.cleaned_data["client_id"])
    except Refused as refusal:
        return refuse_on(request, "board", event_id, why=str(refusal))
    return back_to(request, "board", event_id)


@require_http_methods(FORM_METHODS)
@needs(Action.RUN_ROUNDS)
def close(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """One confirmation: what is missing, and with a reason the round is closed all the same."""
    event_round = get_round(get_event(request.club, event_id), number)
    missing = missing_in(event_round) if event_round.state == EventRound.State.RUNNING else ()
    if request.method != "POST":
        return _page(request, "close", event_round, ReasonForm(is_needed=bool(missing)), missing=missing)
    form = ReasonForm(request.POST, is_needed=bool(missing))
    if not form.is_valid():
        return _page(request, "close", event_round, form, missing=missing, status=422)
    data = form.cleaned_data
    try:
        close_round(event_round=event_round, acting=request.acting, client_id=data["client_id"], reason=data["reason"])
    except Refused as refusal:
        return _refused(request, "close", event_round, form, refusal, missing=missing)
    return _to_board(request, event_id)


@require_http_methods(FORM_METHODS)
@needs(Action.RUN_ROUNDS)
def reopen(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """Reopens the round that was closed last, with a reason."""
    event_round = get_round(get_event(request.club, event_id), number)
    if request.method != "POST":
        return _page(request, "reopen", event_round, ReasonForm())
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _page(request, "reopen", event_round, form, status=422)
    data = form.cleaned_data
    try:
        reopen_round(event_round=event_round, acting=request.acting, client_id=data["client_id"], reason=data["reason"])
    except Refused as refusal:
        return _refused(request, "reopen", event_round, form, refusal)
    return _to_board(request, event_id)


@require_http_methods(FORM_METHODS)
@needs(Action.DELETE)
def delete(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """Deletes a round that was not started, by typing its name."""
    event_round = get_round(get_event(request.club, event_id), number)
    if request.method != "POST":
        return _page(request, "delete", event_round, DeleteRoundForm(name=str(event_round)))
    form = DeleteRoundForm(request.POST, name=str(event_round))
    if not form.is_valid():
        return _page(request, "delete", event_round, form, status=422)
    data = form.cleaned_data
    try:
        delete_round(event_round=event_round, acting=request.acting, client_id=data["client_id"], typed=data["typed"])
    except Refused as refusal:
        return _refused(request, "delete", event_round, form, refusal)
    return _to_board(request, event_id)


# -- answers -----------------------------------------------------------------------------


def _page(
    request: ClubRequest, name: str, event_round: EventRound, form: ClubForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    event = event_round.event
    context = {
        "club": request.club,
        "event": event,
        "event_round": event_round,
        "form": form,
        "board_address": address_of("board", request.club.slug, event.pk),
        **more,
    }
    return render(request, f"{FOLDER}/{'_' if request.htmx else ''}{name}.html", context, status=status)


def _refused(
    request: ClubRequest, name: str, event_round: EventRound, form: ClubForm, refusal: Refused, **more: Any
) -> HttpResponse:
    return _page(request, name, event_round, form, status=409, refused=str(refusal), **more)


def _to_board(request: ClubRequest, event_id: int) -> HttpResponse:
    return redirect("league:board", request.club.slug, event_id)
