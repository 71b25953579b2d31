"""Giving a ruling: a page for each step, and its effect before the last."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect

from league.acting.answers import posted, show_form, tell
from league.acting.finding import get_call
from league.acting.forms import ClubForm
from league.acting.log import Refused
from league.acting.permissions import Action, ClubRequest, needs, refuse
from league.evening.rulings.concerned import why_not_ruled_by
from league.evening.rulings.deeds.appeals import decide_appeal
from league.evening.rulings.deeds.ruling import give_ruling
from league.evening.rulings.effects import read_effects
from league.evening.rulings.finding import StartedTable, get_ruling
from league.evening.rulings.forms.ruling import RulingForm
from league.evening.rulings.pages.effects import effect_context
from league.evening.rulings.pages.rule import NOT_GIVEN, review_context, step_context
from league.evening.rulings.steps import NUMBER, Step, Way, way_to
from league.evening.rulings.views.appeals import why_not_decided
from league.evening.tables.places import state_words, table_address
from league.models import Event
from scoring.score_card.rulings import Ruling

STEP: Final = "league/evening/rulings/step.html"
REVIEW: Final = "league/evening/rulings/review.html"


@needs(Action.RULE)
def rule(request: ClubRequest, event: Event, place: StartedTable) -> HttpResponse:
    """The next step on the way to a ruling: `?call=…&hand=…&kind=…&fact-…`; by POST it is given."""
    data, table = posted(request), place.table
    sent = request.GET if data is None else data
    decides = sent.get("decides", "")
    appealed = get_ruling(place, int(decides)) if NUMBER.fullmatch(decides) else None
    why = why_not_decided(request, place, appealed) if appealed else why_not_ruled_by(request.acting, table)
    way = way_to(
        sent,
        place.sheet,
        place.names,
        appealed=appealed,
        client_id=request.POST.get("client_id", ""),
        is_closed=event.state == Event.State.CLOSED,
        is_refused=bool(why),
    )
    if way.step == Step.GIVEN:
        return redirect(table_address("ruling", table, way.given))
    if way.step == Step.REFUSED:
        return refuse(request, request.club, Action.RULE, why=why)
    if way.step == Step.REVIEW:
        return _review(request, place, way, appealed)
    refused = "" if data is None else NOT_GIVEN[way.step]
    context = step_context(table, way, may_reopen=request.acting.may(Action.RUN_ROUNDS))
    status = 422 if way.fault and not refused else 0
    return show_form(request, ClubForm(), None, refused=refused, status=status, template=STEP, context=context)


def _review(request: ClubRequest, place: StartedTable, way: Way, appealed: Ruling | None) -> HttpResponse:
    """Show the effect of the ruling; give it once that was seen."""
    assert way.line is not None, "a hand was chosen"
    data, table = posted(request), place.table
    call = get_call(place.event, int(way.chosen["call"])) if "call" in way.chosen else None
    call = call if call and call.table_id == table.pk else None
    picked = (request.GET if data is None else data).getlist("penalties")
    form = RulingForm(data, way=way, now=place.names(), picked=picked, was_called=call is not None)
    refused = form.why_not_given if form.is_valid() else ""
    if form.is_valid() and not refused:
        about = {**form.deed_fields, "table": table, "acting": request.acting}
        try:
            if appealed:
                decide_appeal(number=appealed.number, **about)
            number = appealed.number if appealed else give_ruling(call=call, **about)
        except Refused as refusal:
            refused = str(refusal)
            form.shows(way.seen)
        else:
            said = "The ruling is changed." if appealed else "Ruling given."
            tell(request, None, f"{said}{state_words(table)}")
            return redirect(table_address("ruling", table, number))
    effects = read_effects(place.reading, place.sheet, way.sheet_with(form.penalties))
    context = {**review_context(table, way), "effect": effect_context(effects, way.line.number)}
    return show_form(request, form, None, refused=refused, template=REVIEW, context=context)
