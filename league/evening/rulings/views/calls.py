"""The outcome of a table’s call."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse

from league.acting.answers import show_form, tapped
from league.acting.permissions import Action, ClubRequest, needs
from league.evening.rulings.forms.calls import SAID, OutcomeForm
from league.evening.rulings.pages.rule import rule_address
from league.evening.tables.deeds.tables import answer_call, call_text
from league.evening.tables.places import desk_address
from league.models import DirectorCall, Event
from league.words import clock_words

CALL: Final = "league/evening/rulings/call.html"


@needs(Action.ANSWER_TABLES)
def answer(request: ClubRequest, event: Event, call: DirectorCall) -> HttpResponse:
    """Ask the director for the outcome of a call; a tap here or on the board tells it."""
    if request.method != "POST":
        table, may_rule = call.table, bool(call.table.card_id) and request.acting.may(Action.RULE)
        context = {
            "event": event,
            "table": table,
            "about": f"{call_text(call)} · {table.event_round}, called at {clock_words(call.called_at, request.club)}",
            "rule": rule_address(table, {"call": call.pk}) if may_rule else "",
            "outcomes": SAID,
            "back": desk_address(table),
        }
        return show_form(request, OutcomeForm(), None, template=CALL, context=context)
    form = OutcomeForm(request.POST)
    to = desk_address(call.table) if "outcome" in request.POST else ""
    return tapped(request, "desk", event.pk, deed=answer_call, form=form, call=call, to=to)
