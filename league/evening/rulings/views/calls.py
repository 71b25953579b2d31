"""What came of a table’s call."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.acting.answers import tapped
from league.acting.finding import get_call, get_event
from league.acting.permissions import Action, ClubRequest, needs
from league.evening.rulings.forms.calls import OutcomeForm
from league.evening.rulings.pages.calls import call_page
from league.evening.tables.deeds.tables import answer_call
from league.evening.tables.places import board_address

CALL: Final = "league/evening/rulings/call.html"


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.ANSWER_TABLES)
def answer(request: ClubRequest, event_id: int, call_id: int) -> HttpResponse:
    """The director was at the table: the page asks what came of it, and the tap on it or on the board says so."""
    event = get_event(request.club, event_id)
    call = get_call(event, call_id)
    if request.method != "POST":
        return render(request, CALL, {"club": request.club, "event": event, "page": call_page(call, request.acting)})
    form = OutcomeForm(request.POST)
    to = board_address(call.table) if "outcome" in request.POST else ""
    return tapped(request, "board", event_id, deed=answer_call, form=form, call=call, to=to)
