"""Seatings: the director's page that makes them, and the published ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse

from league.acting.answers import back_to, form_page, posted, refuse_on, tapped
from league.acting.event_pages import kept_while_quiet
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.acting.unchanged import kept_for_strangers
from league.evening.cards.seats import entrant_at
from league.models import Entrant, Event, EventRound, SeatingSearch
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.forms import new_client_id
from pinochle_club.ground.http import or_404

from .deeds.casual_tables import break_up_table, form_table
from .deeds.proposals import drop_proposal, preview_replan, proposal_of, replan
from .deeds.publishing import publish_rounds
from .deeds.searches import make_seating
from .deeds.substitutes import substitute
from .deeds.swaps import swap_players
from .field import Field, drawn_tables, has_faults, read_field, results_have_changed
from .forms import MakeForm, PublishForm, SubstituteForm, SwapForm, TableForm, TakeForm
from .pages.changes import since_version
from .pages.planner import (
    FAULTS_FIRST,
    PUBLISHED,
    REPLANNED,
    planner_context,
    rounds_left,
    substitutes_page,
    swapped_words,
)
from .pages.rotation import Shown, is_called, people_in, seating_contexts, version_words
from .seatings import SeatedRound, ahead, in_order, published, read_rounds

FOLDER: Final = "league/evening/seating"
MOST_FOUND: Final = 20


# -- the director's page -----------------------------------------------------------------


@needs(Action.SEAT_PLAYERS, READ)
def rotation(request: ClubRequest, event: Event) -> HttpResponse:
    """Seats round by round with the certificate, and keys to make, change and publish them."""
    field = _field(event)
    search = SeatingSearch.objects.filter(event=event).first()
    query = request.GET.get("q", "")[:80]
    planner = planner_context(
        field,
        search,
        proposal_of(field, search) if search and search.state == SeatingSearch.State.FOUND else None,
        number=_number(request.GET.get("round")),
        query=query,
        has_changed=results_have_changed(event),
        drawn=drawn_tables(field),
    )
    # A refused tap marks nobody as moved.
    marked = frozenset() if request.refused else _numbers(request.GET.get("marked", ""))
    in_round = (
        {one.number: one.entrants for one in field.rounds}[planner["shown"]["number"]] if planner["shown"] else {}
    )
    context = {
        "event": event,
        "planner": planner,
        "address": reverse("league:rotation", args=[request.club.slug, event.pk]),
        "may_change": True,
        "start": _startable(field) if request.acting.may(Action.RUN_ROUNDS) and not planner["people_notices"] else None,
        "query": query,
        "view": "people" if request.GET.get("view") == "people" else "tables",
        "refusal": request.refused,
        "client_id": new_client_id(),
        "make_form": _make_form(field, rounds_left(field)),
        "free": _free(field) if planner["is_casual"] else (),
        "versions": range(1, event.seating_version),
        "marked": marked,
        "marked_names": [entrant.name for pk, entrant in in_round.items() if pk in marked],
        **request.again,
    }
    return render(request, f"{FOLDER}/{'_rotation' if request.htmx else 'rotation'}.html", context)


def _field(event: Event) -> Field:
    return read_field(event, read_rounds(event))


def _startable(field: Field) -> int | None:
    to_come = ahead(field.rounds)
    is_playing = any(one.event_round.state == EventRound.State.RUNNING for one in field.rounds)
    if is_playing or field.event.state == Event.State.CLOSED or not to_come or not to_come[0].is_published:
        return None
    return to_come[0].number


def _number(typed: object) -> int | None:
    text = str(typed or "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def _numbers(typed: str) -> frozenset[int]:
    return frozenset(int(part) for part in typed.split("-")[:2] if part.isascii() and part.isdigit() and len(part) < 12)


def _make_form(field: Field, rounds: int, data: Any = None) -> MakeForm:
    initial = {"rounds": rounds, "expected": sorted(field.likely)}
    return MakeForm(data, coming=field.coming, initial=initial)


def _free(field: Field) -> list[Entrant]:
    is_open = next((one for one in field.rounds if one.event_round.state != EventRound.State.CLOSED), None)
    seated = is_open.seating.playing if is_open else ()
    return [entrant for entrant in field.players if entrant.state == Entrant.State.HERE and entrant.pk not in seated]


@needs(Action.SEAT_PLAYERS, TAP)
def make(request: ClubRequest, event: Event) -> HttpResponse:
    form = _make_form(_field(event), event.rounds_planned, request.POST)
    return tapped(request, "rotation", event.pk, deed=make_seating, form=form, again={"make_form": form}, event=event)


@needs(Action.SEAT_PLAYERS, TAP)
def publish(request: ClubRequest, event: Event) -> HttpResponse:
    form = PublishForm(request.POST)
    if form.is_unasked:
        field = _field(event)
        to_come = tuple(one.seating for one in ahead(field.rounds))
        if field.not_there or has_faults(field, to_come, field.before):
            return refuse_on(request, "rotation", event.pk, why=FAULTS_FIRST)
    return tapped(request, "rotation", event.pk, deed=publish_rounds, form=form, said=PUBLISHED, event=event)


@needs(Action.SEAT_PLAYERS, TAP)
def swap(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    seated = _round(event, number)
    form = SwapForm(request.POST, people=seated.entrants.values())
    return tapped(
        request,
        "rotation",
        event.pk,
        deed=swap_players,
        form=form,
        said=lambda _: swapped_words(*form.cleaned_data["who"], event=event),
        query={"round": number, "marked": form.marked},
        event_round=seated.event_round,
    )


def _round(event: Event, number: int) -> SeatedRound:
    event_round = get_object_or_404(event.rounds, number=number)
    return read_rounds(event, [event_round.number])[0]


@needs(Action.SEAT_PLAYERS, TAP)
def take(request: ClubRequest, event: Event) -> HttpResponse:
    form = TakeForm(request.POST)
    proposal = preview_replan(event) if form.is_unasked else None
    if proposal and has_faults(_field(event), proposal.schedule, proposal.before):
        return refuse_on(request, "rotation", event.pk, why=FAULTS_FIRST)
    return tapped(request, "rotation", event.pk, deed=replan, form=form, said=REPLANNED, event=event)


@needs(Action.SEAT_PLAYERS, TAP)
def drop(request: ClubRequest, event: Event) -> HttpResponse:
    drop_proposal(event=event, acting=request.acting)
    return back_to(request, "rotation", event.pk)


@needs(Action.SEAT_PLAYERS, READ)
def changes(request: ClubRequest, event: Event, version: int) -> HttpResponse:
    found = get_object_or_404(event.seating_versions, number=version)
    changed = since_version(found, read_rounds(event), event.entrants.all())
    context = {"event": event, "version": found, "changes": changed}
    return render(request, f"{FOLDER}/changes.html", context)


# -- casual tables, substitutes ----------------------------------------------------------


@needs(Action.SEAT_PLAYERS, TAP)
def form_casual_table(request: ClubRequest, event: Event) -> HttpResponse:
    form = TableForm(request.POST, people=[one for one in event.entrants.all() if not one.is_house_player])
    query = {"marked": form.marked}
    return tapped(request, "rotation", event.pk, deed=form_table, form=form, query=query, event=event)


@needs(Action.SEAT_PLAYERS, TAP)
def break_up(request: ClubRequest, event: Event, number: int, table: int) -> HttpResponse:
    tables = _round(event, number).tables
    found = next((one for one in tables if one.number == table), None)
    return tapped(request, "rotation", event.pk, deed=break_up_table, query={"round": number}, table=found)


@needs(Action.SEAT_PLAYERS)
def substitutes(request: ClubRequest, event: Event, number: int, table: int) -> HttpResponse:
    seated = _round(event, number)
    found = or_404(
        next((one for one in seated.tables if one.number == table), None), "There is no such table in this round."
    )
    asked = request.GET.get("seat", "")  # the director's board asks for one seat, and goes on there
    form = SubstituteForm(
        posted(request),
        seats=in_order(found.seats.all()),
        free=_without_a_seat(event, seated),
        initial={"seat": asked},
    )
    rotation = f"{address_of('rotation', request.club.slug, event.pk)}?round={number}"
    back = address_of("desk", request.club.slug, event.pk) if asked else rotation
    page = substitutes_page(event, found, seated.event_round, back)
    return form_page(request, form, page, deed=substitute, to=back, said=f"Table {table} has been reseated.")


def _without_a_seat(event: Event, seated: SeatedRound) -> list[Entrant]:
    seats = [seat for table in seated.tables for seat in table.seats.all()]
    playing = {seat.entrant_id for seat in seats} | {player.pk for seat in seats if (player := entrant_at(seat))}
    here = event.entrants.filter(state=Entrant.State.HERE, is_house_player=False)
    return [entrant for entrant in here if entrant.pk not in playing]


# -- for everybody -----------------------------------------------------------------------


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers("round", "by", "q", "v")
def seating(request: ClubRequest, event: Event) -> HttpResponse:
    if request.htmx and request.GET.get("v") == str(event.version):
        return HttpResponse(status=204)
    rounds = _published(event)
    number = _number(request.GET.get("round"))
    shown = next((one for one in rounds if one["number"] == number), None) or _current(rounds)
    listed = _one_round(event, shown["number"] if shown else None, is_by_name=request.GET.get("by") == "name")
    if request.htmx:
        return HttpResponse(listed)
    query = request.GET.get("q", "")[:80]
    context = {
        "event": event,
        "rounds": rounds,
        "address": _address(event),
        "listed": listed,
        "query": query,
        "found": [one["person"] for one in _people(event) if query.strip() and is_called(one["person"], query)][
            :MOST_FOUND
        ],
        "may_seat": request.acting.may(Action.SEAT_PLAYERS),
    }
    return render(request, f"{FOLDER}/seating.html", context)


@kept_while_quiet
def _one_round(event: Event, number: int | None, *, is_by_name: bool) -> str:
    rounds = _published(event)
    context = {
        "club": event.club,
        "event": event,
        "rounds": rounds,
        "version_words": version_words(event),
        "address": _address(event),
        "shown": next((one for one in rounds if one["number"] == number), None),
        "by": "name" if is_by_name else "table",
    }
    return render_to_string(f"{FOLDER}/_seating.html", context)


def _address(event: Event) -> str:
    return reverse("league:seating", args=[event.club.slug, event.pk])


@kept_while_quiet
def _published(event: Event) -> list[Shown]:
    return seating_contexts(event, published(read_rounds(event)))


@kept_while_quiet
def _people(event: Event) -> list[Shown]:
    return people_in(_published(event))


def _current(rounds: Sequence[Shown]) -> Shown | None:
    running = [one for one in rounds if one["state"] == EventRound.State.RUNNING]
    to_come = [one for one in rounds if one["state"] == EventRound.State.PUBLISHED]
    return next(iter(running or to_come or rounds[-1:]), None)


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def own_seating(request: ClubRequest, event: Event, entrant_number: int) -> HttpResponse:
    person = get_object_or_404(event.entrants, number=entrant_number, is_house_player=False)
    rounds = _published(event)
    context = {
        "event": event,
        "version_words": version_words(event),
        "person": person,
        "places": next((one["places"] for one in _people(event) if one["person"] == person), ()),
        "current": _current(rounds),
    }
    return render(request, f"{FOLDER}/own_seating.html", context)
