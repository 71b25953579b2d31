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
from league.evening.rulings.pages.rule import penalty_lines, review_context, step_context, why_not_given
from league.evening.rulings.steps import Chosen, Step, Way, way_to
from league.evening.rulings.views.appeals import why_not_decided
from league.evening.tables.places import state_words, table_address
from league.models import Event

STEP: Final = "league/evening/rulings/step.html"
REVIEW: Final = "league/evening/rulings/review.html"
FRAGMENT: Final = "league/evening/rulings/_review.html"


@needs(Action.RULE)
def rule(request: ClubRequest, event: Event, place: StartedTable) -> HttpResponse:
    """The next step on the way to a ruling: `?call=…&hand=…&kind=…&fact-…`; by POST it is given."""
    data = posted(request)
    chosen = Chosen.of(request.GET if data is None else data)
    if chosen.decides is None:
        appealed, why = None, why_not_ruled_by(request.acting, place.table)
    else:
        appealed = get_ruling(place, chosen.decides)
        why = why_not_decided(request, place, appealed)
    way = way_to(
        chosen,
        place.sheet,
        place.names,
        appealed=appealed,
        client_id=request.POST.get("client_id", ""),
        is_closed=event.state == Event.State.CLOSED,
        is_refused=bool(why),
    )
    if way.step == Step.GIVEN:
        return redirect(table_address("ruling", place.table, way.given))
    if way.step == Step.REFUSED:
        return refuse(request, request.club, Action.RULE, why=why)
    if way.step == Step.REVIEW:
        return _review(request, place, way)
    refused = why_not_given(way.step) if data is not None else ""
    context = step_context(place, way, may_reopen=request.acting.may(Action.RUN_ROUNDS))
    status = 422 if way.fault and not refused else 0
    return show_form(request, ClubForm(), None, refused=refused, status=status, template=STEP, context=context)


def _review(request: ClubRequest, place: StartedTable, way: Way) -> HttpResponse:
    """Show the effect of the ruling; give it once that was seen."""
    assert way.line is not None, "a hand was chosen"
    data, decides = posted(request), way.chosen.decides
    call = get_call(place.event, way.chosen.call) if way.chosen.call is not None else None
    call = call if call and call.table_id == place.table.pk else None
    form = RulingForm(
        data,
        way=way,
        penalties=penalty_lines(place, way),
        picked=(request.GET if data is None else data).getlist("penalties"),
        seen=place.sheet.version,
        was_called=call is not None,
    )
    refused = why_not_given(way.step, is_shown=form.is_shown) if form.is_valid() else ""
    if form.is_valid() and not refused:
        fields = {**form.deed_fields, "table": place.table, "acting": request.acting}
        try:
            if decides is None:
                number = give_ruling(call=call, **fields)
            else:
                number = decides
                decide_appeal(number=decides, **fields)
        except Refused as refusal:
            refused = str(refusal)
            form.shows(place.sheet.version)
        else:
            said = "Ruling given." if decides is None else "The ruling is changed."
            tell(request, None, f"{said}{state_words(place.table)}")
            return redirect(table_address("ruling", place.table, number))
    effects = read_effects(place.reading, place.sheet, way.sheet_with(form.penalties))
    context = {**review_context(place, way), "effect": effect_context(effects, way.line.number)}
    template = FRAGMENT if request.htmx else REVIEW
    return show_form(request, form, None, refused=refused, template=template, context=context)
