"""Chairs changed by a director, put back by a tap, proposed on a table's tablet."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from league.acting.answers import form_page, posted, show_form, tapped
from league.acting.permissions import FORM, TAP, Action, ClubRequest, needs
from league.acting.submissions import LOOK
from league.evening.cards.reading import RoundReading, read_round, read_started
from league.evening.rulings.views.appeals import place_at_tablet
from league.evening.tables.places import table_address
from league.models import Entrant, Event, EventRound, RoundTable
from league.models.rounds import STARTED
from league.office.clubs.pages.navigation import address_of

from . import pages
from .deeds import LOOK_AGAIN, change_chairs, change_of, newest_change, propose_chairs, put_chairs_back
from .effects import read_effects
from .forms import EFFECT, ChairsForm, ProposeForm

TEMPLATE: Final = "league/evening/chairs/chairs.html"
AT_TABLE: Final = "league/evening/chairs/at_table.html"
BACK: Final = "Everybody sits as the card said before."
NOW_SHOWN: Final = "Look at what it does now. Then say again that they sat like this."
TOLD: Final = "The director sees it. Play on."


@needs(Action.RESEAT)
def chairs(request: ClubRequest, event: Event, there: RoundTable) -> HttpResponse:
    """Change chairs of a table, and of others of the round, after a look at the effects."""
    event_round, tap = there.event_round, request.POST.get(LOOK)
    if event_round.state not in STARTED:
        return redirect(f"{address_of('rotation', request.club.slug, event.pk)}?round={event_round.number}")
    started = read_started(event)
    reading = next(one for one in started if one.event_round == event_round)
    proposed = _proposed(reading, there, request.GET.get("hold", ""))
    people = _people(event, reading)
    form = ChairsForm(posted(request), reading=reading, people=people, table=there.number, proposed=proposed)
    is_shown = form.is_understood and tap in (None, EFFECT)
    page = pages.chairs_page(there, is_shown=is_shown)

    def context() -> dict[str, object]:
        effects = read_effects(form.plan, started) if is_shown else None
        return {
            "event": event,
            "there": there,
            "tables": [(table.number, pages.plates_at(form, table)) for table in form.shown_tables],
            "others": pages.other_plates(form),
            "more_tables": [one.number for one in reading.tables if one not in form.shown_tables],
            "picked_words": pages.picked_words(form),
            "effect": pages.effect_context(effects) if effects else None,
            "wrong": effects.wrong if effects else (),
            "last_change": _last_change(reading),
        }

    about: dict[str, Any] = {"template": TEMPLATE, "context": context}
    if tap is not None:
        if tap != EFFECT:
            form.errors.clear()
        return show_form(request, form, page, status=422 if form.errors else 200, **about)
    if form.is_understood and (form.is_outdated or not form.is_shown):
        return show_form(request, form, page, refused=LOOK_AGAIN if form.is_outdated else NOW_SHOWN, **about)
    to = table_address("chairs", there)
    return form_page(request, form, page, deed=change_chairs, event_round=event_round, to=to, **about)


def _people(event: Event, reading: RoundReading) -> list[Entrant]:
    out = {one.pk for one in reading.sit_outs}
    people = event.entrants.order_by("number")
    return [one for one in people if one.pk in out or one.state == Entrant.State.HERE]


def _proposed(reading: RoundReading, there: RoundTable, number: str) -> Any:
    holds = next(one for one in reading.tables if one.number == there.number).holds
    return next((hold.said.chairs for hold in holds if str(hold.number) == number), ())


def _last_change(reading: RoundReading) -> dict[str, object] | None:
    newest = newest_change(reading)
    if not newest:
        return None
    return {"change": change_of(newest[0][1]), "says": pages.change_words(newest)}


@needs(Action.RESEAT, TAP)
def put_back(request: ClubRequest, event_round: EventRound, change: str) -> HttpResponse:
    desk = address_of("desk", request.club.slug, event_round.event_id)
    about: dict[str, Any] = {"deed": put_chairs_back, "to": f"{desk}?round={event_round.number}", "said": BACK}
    return tapped(request, "desk", event_round.event_id, **about, event_round=event_round, change=change)


@require_http_methods(FORM)
def at_table(request: HttpRequest, event_id: int) -> HttpResponse:
    ours, place = place_at_tablet(request, event_id)
    if place.table.event_round.state != EventRound.State.RUNNING:
        raise Http404("This round isn’t being played.")
    reading = read_round(place.table.event_round)
    table = next(one for one in reading.tables if one.number == place.table.number)
    seated = [row.entrant for one in reading.tables for row in one.seats.values()]
    people = sorted({one.pk: one for one in (*seated, *reading.sit_outs)}.values(), key=lambda one: one.name)
    form = ProposeForm(posted(request), reading=reading, table=table, people=people)
    back = ("Back to the table", reverse("league:table", args=[event_id]))
    about: dict[str, Any] = {"template": AT_TABLE, "context": {"event": place.event}, "to": back[1], "said": TOLD}
    page = pages.propose_page(place.table, back)
    return form_page(ours, form, page, deed=propose_chairs, table=place.table, **about)
