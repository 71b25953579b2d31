"""A given ruling, and all of an evening."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.evening.cards.reading import read_started
from league.evening.rulings.chain import chain_of
from league.evening.rulings.concerned import why_not_decided_by, why_not_taken_back_by
from league.evening.rulings.effects import read_effects
from league.evening.rulings.finding import StartedTable, get_ruling
from league.evening.rulings.pages.appeals import ruling_appeals
from league.evening.rulings.pages.effects import effect_context
from league.evening.rulings.pages.ruling import evening_rulings, facts_of, open_calls, ruling_context
from league.evening.tables.deeds.tables import ASKED_WHAT_CAME
from league.evening.tables.places import desk_address
from league.models import DirectorCall, Event
from scoring.score_card.situations import sheet_without

RULING: Final = "league/evening/rulings/ruling.html"
RULINGS: Final = "league/evening/rulings/rulings.html"


@needs(Action.SEE_DESK, READ)
def rulings(request: ClubRequest, event: Event) -> HttpResponse:
    calls = DirectorCall.objects.filter(table__event_round__event=event, outcome="", reason__in=ASKED_WHAT_CAME)
    context = {
        "event": event,
        "rounds": list(evening_rulings(read_started(event), request.club)),
        "calls": list(open_calls(calls.select_related("table__event_round"), request.club)),
    }
    return render(request, RULINGS, context)


@needs(Action.SEE_DESK, READ)
def ruling(request: ClubRequest, place: StartedTable, entry: int) -> HttpResponse:
    given = get_ruling(place, entry)
    without = sheet_without(place.sheet, given)
    names, there, acting = place.names(without.line(given.hand)), place.table, request.acting
    chain = chain_of(place.event.club, place.sheet.book)
    appeals = ruling_appeals(
        there,
        given,
        place.names(place.sheet.line(given.hand)),
        timezone.now(),
        not_decided=why_not_decided_by(acting, there, given, chain) if given.state == "appealed" else "",
        not_taken_back=why_not_taken_back_by(acting, there, given, chain),
        may_have_decided=acting.may(Action.HAVE_DECIDED),
        by_official=acting.may(Action.RULE),
    )
    effects = read_effects(place.reading, without, place.sheet)
    context = {
        "event": place.event,
        "page": ruling_context(place.table, given, place.names(), facts_of(without, given, names)),
        "effect": effect_context(effects, given.hand),
        "appeals": appeals,
        "back": desk_address(place.table),
    }
    return render(request, RULING, context)
