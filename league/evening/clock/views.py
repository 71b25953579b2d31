"""Keys for the round's clock, the break, the message to all tables, and the projector."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse

from league.acting.answers import tapped
from league.acting.permissions import TAP, Action, ClubRequest, needs
from league.models import Event, EventRound

from .deeds import add_minutes, pause_clock, resume_clock, send_message, set_break, switch_projector
from .forms import BreakForm, MessageForm, MinutesForm, ProjectorForm


def tap_on_round(action: Action, deed: Callable[..., object]) -> Callable[..., HttpResponse]:
    @needs(action, TAP)
    def view(request: ClubRequest, event_round: EventRound) -> HttpResponse:
        return tapped(request, "desk", event_round.event_id, deed=deed, event_round=event_round)

    return view


pause = tap_on_round(Action.RUN_ROUNDS, pause_clock)
resume = tap_on_round(Action.RUN_ROUNDS, resume_clock)


@needs(Action.RUN_ROUNDS, TAP)
def minutes(request: ClubRequest, event_round: EventRound) -> HttpResponse:
    form = MinutesForm(request.POST)
    return tapped(request, "desk", event_round.event_id, deed=add_minutes, form=form, event_round=event_round)


@needs(Action.RUN_ROUNDS, TAP)
def pause_evening(request: ClubRequest, event: Event) -> HttpResponse:
    return tapped(request, "desk", event.pk, deed=set_break, form=BreakForm(request.POST), event=event)


@needs(Action.RUN_ROUNDS, TAP)
def message(request: ClubRequest, event: Event) -> HttpResponse:
    form = MessageForm(request.POST, auto_id="board_%s")
    again = {"message_form": form}
    return tapped(request, "desk", event.pk, deed=send_message, form=form, again=again, event=event)


@needs(Action.RUN_ROUNDS, TAP)
def projector(request: ClubRequest, event: Event) -> HttpResponse:
    return tapped(request, "desk", event.pk, deed=switch_projector, form=ProjectorForm(request.POST), event=event)
