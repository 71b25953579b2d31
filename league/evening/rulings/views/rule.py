"""A ruling is given: a page for each step, and what it would do before the last."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import redirect

from league.acting.answers import form_page, posted, show_form
from league.acting.finding import get_call
from league.acting.forms import ClubForm
from league.acting.log import Refused
from league.acting.permissions import Action, ClubRequest, needs, refuse
from league.evening.cards.pages import names_on
from league.evening.rulings.concerned import why_not_ruled_by
from league.evening.rulings.deeds.appeals import decide_appeal
from league.evening.rulings.deeds.ruling import give_ruling
from league.evening.rulings.finding import StartedTable, get_ruling
from league.evening.rulings.forms.ruling import RulingForm
from league.evening.rulings.pages.effects import effect_context
from league.evening.rulings.pages.rule import (
    chosen_in,
    penalty_line,
    review_context,
    step_context,
    why_not_given,
)
from league.evening.rulings.steps import Chosen, Step, Way, way_to
from league.evening.rulings.views.appeals import why_not_decided
from league.evening.tables.places import state_words, table_address
from league.models import DirectorCall, Event

STEP: Final = "league/evening/rulings/step.html"
REVIEW: Final = "league/evening/rulings/review.html"
FRAGMENT: Final = "league/evening/rulings/_review.html"


@needs(Action.RULE)
def rule(request: ClubRequest, event: Event, place: StartedTable) -> HttpResponse:
    """The next step on the way to a ruling: `?call=…&hand=…&kind=…&fact-…`; by POST it is given."""
    chosen = chosen_in(request.POST if request.method == "POST" else request.GET)
    why = _why_not(request, place, chosen)
    way = way_to(
        chosen,
        place.sheet,
        partial(names_on, place.card),
        client_id=request.POST.get("client_id", ""),
        is_closed=event.state == Event.State.CLOSED,
        is_refused=bool(why),
    )
    if way.step == Step.GIVEN:
        return redirect(table_address("ruling", place.table, way.given))
    if way.step == Step.REFUSED:
        return refuse(request, request.club, Action.RULE, why=why)
    return _review(request, place, way) if way.step == Step.REVIEW else _ask(request, place, way)


def _why_not(request: ClubRequest, place: StartedTable, chosen: Chosen) -> str:
    """Why who acts doesn't rule here, or change the appealed ruling; empty where they may."""
    if chosen.decides is not None:
        return why_not_decided(request, place, get_ruling(place, chosen.decides))
    return "" if place.event.state == Event.State.CLOSED else why_not_ruled_by(request.acting, place.table)


def _ask(request: ClubRequest, place: StartedTable, way: Way) -> HttpResponse:
    """A step before the last. What was sent from the last comes here where the hand was changed meanwhile."""
    refused = why_not_given(way.step) if request.method == "POST" else ""
    context = step_context(place, way, may_reopen=request.acting.may(Action.RUN_ROUNDS))
    status = 422 if context.get("fault") and not refused else 0
    return show_form(request, ClubForm(), None, refused=refused, status=status, template=STEP, context=context)


def _review(request: ClubRequest, place: StartedTable, way: Way) -> HttpResponse:
    """What the ruling would do, and the key that gives it."""
    call, data = _call(place, way.chosen), posted(request)
    penalties = [penalty_line(place, way, one) for one in way.proposal.penalties]
    picked = (request.GET if data is None else data).getlist("penalties")
    version, number = place.sheet.version, way.chosen.decides
    form = RulingForm(data, way=way, penalties=penalties, picked=picked, seen=version, was_called=call is not None)

    def give(**fields: Any) -> int:
        if why := why_not_given(way.step, is_shown=form.is_shown):
            raise Refused(why)
        form.shows(version)
        if number is None:
            return give_ruling(table=place.table, call=call, **fields)
        decide_appeal(table=place.table, number=number, **fields)
        return number

    def shown() -> dict[str, Any]:
        effects = place.effect(place.sheet, way.sheet_with(form.penalties))
        return {**review_context(place, way), "effect": effect_context(effects, way.hand)}

    said = f"{'Ruling given.' if number is None else 'The ruling is changed.'}{state_words(place.table)}"
    return form_page(
        request,
        form,
        None,
        deed=give,
        to=partial(table_address, "ruling", place.table),
        said=said,
        template=FRAGMENT if request.htmx else REVIEW,
        context=shown,
    )


def _call(place: StartedTable, chosen: Chosen) -> DirectorCall | None:
    """The call that led here, where it is one of this table."""
    call = get_call(place.event, chosen.call) if chosen.call is not None else None
    return call if call and call.table_id == place.table.pk else None
