"""The keys of the round's clock, the break, the message to all tables, and the projector's switch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from league.acting.answers import back_to, first_fault, refuse_on
from league.acting.finding import get_event, get_round
from league.acting.forms import ClubForm
from league.acting.log import Refused
from league.acting.permissions import Action, ClubRequest, needs

from .deeds import add_minutes, pause_clock, resume_clock, send_message, set_break, switch_projector
from .forms import BreakForm, MessageForm, MinutesForm, ProjectorForm


@require_POST
@needs(Action.RUN_ROUNDS)
def pause(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """The clock stands still."""
    event_round = get_round(get_event(request.club, event_id), number)
    return _tap(request, event_id, ClubForm(request.POST), pause_clock, event_round=event_round)


@require_POST
@needs(Action.RUN_ROUNDS)
def resume(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """The clock goes on."""
    event_round = get_round(get_event(request.club, event_id), number)
    return _tap(request, event_id, ClubForm(request.POST), resume_clock, event_round=event_round)


@require_POST
@needs(Action.RUN_ROUNDS)
def minutes(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """More time for the round, or less."""
    event_round = get_round(get_event(request.club, event_id), number)
    return _tap(request, event_id, MinutesForm(request.POST), add_minutes, event_round=event_round)


@require_POST
@needs(Action.RUN_ROUNDS)
def pause_evening(request: ClubRequest, event_id: int) -> HttpResponse:
    """A break for everybody, or its end."""
    event = get_event(request.club, event_id)
    return _tap(request, event_id, BreakForm(request.POST), set_break, event=event)


@require_POST
@needs(Action.RUN_ROUNDS)
def message(request: ClubRequest, event_id: int) -> HttpResponse:
    """A line for all tables."""
    event = get_event(request.club, event_id)
    return _tap(request, event_id, MessageForm(request.POST, auto_id="board_%s"), send_message, event=event)


@require_POST
@needs(Action.RUN_ROUNDS)
def projector(request: ClubRequest, event_id: int) -> HttpResponse:
    """What the projector shows."""
    event = get_event(request.club, event_id)
    return _tap(request, event_id, ProjectorForm(request.POST), switch_projector, event=event)


def _tap(
    request: ClubRequest, event_id: int, form: ClubForm, verb: Callable[..., object], **subject: Any
) -> HttpResponse:
    """One tap of the board: the form's fields go to the verb under their own names."""
    more: dict[str, Any] = {"message_form": form} if isinstance(form, MessageForm) else {}
    if not form.is_valid():
        return refuse_on(request, "board", event_id, why=first_fault(form), status=422, **more)
    try:
        verb(**subject, **form.cleaned_data, acting=request.acting)
    except Refused as refusal:
        return refuse_on(request, "board", event_id, why=str(refusal), **more)
    return back_to(request, "board", event_id)
