"""Seatings: the director's page where they are made, and the published ones where people find themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.acting.finding import get_event
from league.acting.forms import ClubForm
from league.acting.log import Refused
from league.acting.permissions import Action, ClubRequest, needs
from league.cards.seats import entrant_at
from league.models import Entrant, Event, EventRound, RoundTable, SeatingSearch
from league.seating.deeds.casual_tables import break_up_table, form_table
from league.seating.deeds.rotation import (
    StaleSeating,
    drop_proposal,
    preview_replan,
    publish_rounds,
    replan,
    swap_players,
)
from league.seating.deeds.searches import make_seating
from league.seating.deeds.substitutes import substitute
from league.seating.pages.desk import desk_context, is_called
from league.seating.pages.rotation import certificate_for, rotation_context, since_version
from scoring.score_card.forms.base import new_client_id

from .field import Field, drawn_tables, read_field
from .forms import MakeForm, PublishForm, SubstituteForm, SwapForm, TableForm, TakeForm
from .seatings import SeatedRound, ahead, in_order, read_rounds

FOLDER: Final = "league/seating"
NOT_READ: Final = "This form could not be read. Look at the page again."
FAULTS_FIRST: Final = "Rules are broken. Look at them, then publish all the same if that is meant."


# -- the director's page -----------------------------------------------------------------


@require_safe
@needs(Action.SEAT_PLAYERS)
def rotation(request: ClubRequest, event_id: int) -> HttpResponse:
    """Who sits where, round by round, with the certificate, and the keys that make, change and publish it."""
    return _page(request, get_event(request.club, event_id))


def _page(request: ClubRequest, event: Event, refusal: str = "", status: int = 200, **shown: Any) -> HttpResponse:
    """The page as it stands now, whatever has just been done or refused."""
    event = get_event(request.club, event.pk)
    field = read_field(event, read_rounds(event))
    search = SeatingSearch.objects.filter(event=event).first()
    number, query = _number(shown.pop("number", None) or request.GET.get("round")), request.GET.get("q", "")[:80]
    marked = shown.pop("marked", None) or _numbers(request.GET.get("marked", ""))
    desk = desk_context(field, search, number=number, query=query, marked=marked, drawn=drawn_tables(field))
    in_round = {} if desk.shown is None else {one.number: one for one in field.rounds}[desk.shown.number].entrants
    context = {
        "club": request.club,
        "event": event,
        "desk": desk,
        "address": reverse("league:rotation", args=[request.club.slug, event.pk]),
        "may_change": True,
        "start": _startable(field) if request.acting.may(Action.RUN_ROUNDS) and not desk.people_notices else None,
        "query": query,
        "view": "people" if request.GET.get("view") == "people" else "tables",
        "people": [one for one in desk.rotation.people if not query.strip() or is_called(one.person, query)],
        "refusal": refusal,
        "client_id": new_client_id(),
        "make_form": shown.pop("make_form", None) or _make_form(field, desk.rounds_left),
        "free": _free(field) if desk.is_casual else (),
        "versions": range(1, event.seating_version),
        "marked_names": [entrant.name for pk, entrant in in_round.items() if pk in marked],
        **shown,
    }
    template = "_rotation.html" if request.htmx else "rotation.html"
    return render(request, f"{FOLDER}/{template}", context, status=status)


def _startable(field: Field) -> int | None:
    """The round that can begin as it is published; None while one is being played."""
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
    coming = [entrant for entrant in field.players if entrant.state == Entrant.State.EXPECTED]
    initial = {"rounds": rounds, "expected": sorted(field.likely)}
    return MakeForm(data, coming=coming, initial=initial)


def _free(field: Field) -> list[Entrant]:
    """Who has no seat in the round that is open; where none is, everybody."""
    is_open = next((one for one in field.rounds if one.event_round.state != EventRound.State.CLOSED), None)
    seated = is_open.seating.playing if is_open else ()
    return [entrant for entrant in field.players if entrant.state == Entrant.State.HERE and entrant.pk not in seated]


def _done(request: ClubRequest, event: Event, words: str = "", **query: Any) -> HttpResponse:
    """After something was done: the page's part for htmx, else back to the page."""
    if request.htmx:
        return _page(request, event, said=words, **query)
    if words:
        messages.success(request, words)
    asked = {"round": query.get("number"), "marked": "-".join(map(str, query.get("marked", ())))}
    address = reverse("league:rotation", args=[request.club.slug, event.pk])
    found = {key: value for key, value in asked.items() if value}
    return redirect(f"{address}?{urlencode(found)}" if found else address)


def _tried(request: ClubRequest, event: Event, act: Callable[[], HttpResponse], **shown: Any) -> HttpResponse:
    """What `act` answers; or why not, above the page as it stands now."""
    try:
        return act()
    except StaleSeating as stale:
        return _page(request, event, str(stale), 409, **shown)
    except Refused as refusal:
        return _page(request, event, str(refusal), 422, **shown)


@require_POST
@needs(Action.SEAT_PLAYERS)
def make(request: ClubRequest, event_id: int) -> HttpResponse:
    """Makes the rounds to come, once more or by another seed; where they are published, as a proposal."""
    event = get_event(request.club, event_id)
    field = read_field(event, read_rounds(event))
    form = _make_form(field, event.rounds_planned, request.POST)
    if not form.is_valid():
        return _page(request, event, status=422, make_form=form)

    def act() -> HttpResponse:
        make_seating(
            event=event,
            acting=request.acting,
            client_id=form.cleaned_data["client_id"],
            rounds=form.cleaned_data["rounds"],
            expected=form.expected,
            another=form.cleaned_data["another"],
        )
        return _done(request, event)

    return _tried(request, event, act, make_form=form)


@require_POST
@needs(Action.SEAT_PLAYERS)
def publish(request: ClubRequest, event_id: int) -> HttpResponse:
    """Publishes the drafts; where a rule is broken, only after one question."""
    event = get_event(request.club, event_id)
    form = PublishForm(request.POST)
    if not form.is_valid():
        return _page(request, event, NOT_READ, 422)
    if not form.cleaned_data["despite"] and _has_faults(event):
        return _page(request, event, FAULTS_FIRST, 422)

    def act() -> HttpResponse:
        data = form.cleaned_data
        publish_rounds(event=event, acting=request.acting, client_id=data["client_id"], seen=data["seen"])
        return _done(request, event, "Published. Everybody can see who sits where.")

    return _tried(request, event, act)


def _has_faults(event: Event) -> bool:
    field = read_field(event, read_rounds(event))
    certificate = certificate_for(field, tuple(one.seating for one in ahead(field.rounds)), field.before)
    return certificate is not None and bool(certificate.faults)


@require_POST
@needs(Action.SEAT_PLAYERS)
def swap(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """Two people of a round change places."""
    event = get_event(request.club, event_id)
    seated = _round(event, number)
    form = SwapForm(request.POST, people=list(seated.entrants.values()))
    if not form.is_valid():
        words = next((str(errors[0]) for name, errors in form.errors.items() if name == "who"), NOT_READ)
        return _page(request, event, words, 422, number=number)

    def act() -> HttpResponse:
        first, second = form.cleaned_data["who"]
        swap_players(
            event_round=seated.event_round,
            first=first,
            second=second,
            acting=request.acting,
            client_id=form.cleaned_data["client_id"],
            seen=form.cleaned_data["seen"],
        )
        words = f"{first.called} and {second.called} have changed places."
        return _done(request, event, words, number=number, marked=(first.pk, second.pk))

    return _tried(request, event, act, number=number)


def _round(event: Event, number: int) -> SeatedRound:
    event_round = get_object_or_404(event.rounds, number=number if number < 2**15 else -1)
    return read_rounds(event, [event_round.number])[0]


@require_POST
@needs(Action.SEAT_PLAYERS)
def take(request: ClubRequest, event_id: int) -> HttpResponse:
    """Takes the proposal that was shown; where a rule is broken in it, only after one question."""
    event = get_event(request.club, event_id)
    form = TakeForm(request.POST)
    if not form.is_valid():
        return _page(request, event, NOT_READ, 422)
    if not form.cleaned_data["despite"] and _proposal_has_faults(event):
        return _page(request, event, FAULTS_FIRST, 422)

    def act() -> HttpResponse:
        data = form.cleaned_data
        replan(event=event, acting=request.acting, client_id=data["client_id"], seen=data["seen"])
        return _done(request, event, "The seating is re-planned and published.")

    return _tried(request, event, act)


def _proposal_has_faults(event: Event) -> bool:
    proposal = preview_replan(event)
    if proposal is None:
        return False
    field = read_field(event, read_rounds(event))
    certificate = certificate_for(field, proposal.schedule, proposal.before)
    return certificate is not None and bool(certificate.faults)


@require_POST
@needs(Action.SEAT_PLAYERS)
def drop(request: ClubRequest, event_id: int) -> HttpResponse:
    """Forgets the proposal, or stops the search."""
    event = get_event(request.club, event_id)
    drop_proposal(event=event, acting=request.acting)
    return _done(request, event)


@require_safe
@needs(Action.SEAT_PLAYERS)
def changes(request: ClubRequest, event_id: int, version: int) -> HttpResponse:
    """What is published now beside what was published with an earlier version."""
    event = get_event(request.club, event_id)
    found = get_object_or_404(event.seating_versions, number=version if version < 2**31 else -1)
    context = {
        "club": request.club,
        "event": event,
        "version": found,
        "changes": since_version(event, found, read_rounds(event)),
    }
    return render(request, f"{FOLDER}/changes.html", context)


# -- casual tables, substitutes ----------------------------------------------------------


@require_POST
@needs(Action.SEAT_PLAYERS)
def form_casual_table(request: ClubRequest, event_id: int) -> HttpResponse:
    """Puts people together at a casual evening."""
    event = get_event(request.club, event_id)
    form = TableForm(request.POST, people=[one for one in event.entrants.all() if not one.is_house_player])
    if not form.is_valid():
        words = next((str(errors[0]) for name, errors in form.errors.items() if name == "who"), NOT_READ)
        return _page(request, event, words, 422)

    def act() -> HttpResponse:
        players = form.players
        form_table(event=event, players=players, acting=request.acting, client_id=form.cleaned_data["client_id"])
        return _done(request, event, marked=tuple(player.pk for player in players[:2]))

    return _tried(request, event, act)


@require_POST
@needs(Action.SEAT_PLAYERS)
def break_up(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    """Takes a casual table without a card away again."""
    event = get_event(request.club, event_id)
    form = ClubForm(request.POST)
    if not form.is_valid():
        return _page(request, event, NOT_READ, 422)
    found = _round(event, number).event_round.tables.filter(number=table if table < 2**15 else -1).first()

    def act() -> HttpResponse:
        if found is not None:  # else it was broken up by the same tap before
            break_up_table(table=found, acting=request.acting, client_id=form.cleaned_data["client_id"])
        return _done(request, event, number=number)

    return _tried(request, event, act, number=number)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SEAT_PLAYERS)
def substitutes(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    """Somebody else in a seat of one table."""
    event = get_event(request.club, event_id)
    seated = _round(event, number)
    found = next((one for one in seated.tables if one.number == table), None)
    if found is None:
        found = get_object_or_404(RoundTable, pk=-1)
    form = _substitute_form(event, seated, found, request.POST if request.method == "POST" else None)
    refusal = ""
    if request.method == "POST" and form.is_valid():
        try:
            substitute(
                seat=form.seat,
                acting=request.acting,
                client_id=form.cleaned_data["client_id"],
                entrant=form.entrant,
                helper=form.helper,
                reason=form.cleaned_data["reason"],
            )
            messages.success(request, f"Table {table} is seated anew.")
            address = reverse("league:rotation", args=[request.club.slug, event.pk])
            return redirect(f"{address}?round={number}")
        except Refused as refused:
            refusal = str(refused)
    context = {
        "club": request.club,
        "event": event,
        "table": found,
        "event_round": seated.event_round,
        "form": form,
        "refusal": refusal,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, f"{FOLDER}/substitutes.html", context, status=status)


def _substitute_form(event: Event, seated: SeatedRound, table: RoundTable, data: Any) -> SubstituteForm:
    playing = {seat.entrant_id for one in seated.tables for seat in one.seats.all()}
    playing |= {player.pk for one in seated.tables for seat in one.seats.all() if (player := entrant_at(seat))}
    free: Sequence[Entrant] = [
        entrant
        for entrant in event.entrants.all()
        if entrant.pk not in playing and entrant.state == Entrant.State.HERE and not entrant.is_house_player
    ]
    return SubstituteForm(data, seats=in_order(table.seats.all()), free=free)


# -- for everybody -----------------------------------------------------------------------


@require_safe
@needs(Action.READ_PUBLISHED)
def seating(request: ClubRequest, event_id: int) -> HttpResponse:
    """Who sits where as it is published: find yourself by name or number, by table and by name."""
    event = get_event(request.club, event_id)
    if request.htmx and request.GET.get("v") == str(event.version):
        return HttpResponse(status=204)
    query = request.GET.get("q", "")[:80]
    context = rotation_context(event, with_certificate=False)
    number = _number(request.GET.get("round"))
    shown = next((one for one in context.rounds if one.number == number), None) or _current(context.rounds)
    return render(
        request,
        f"{FOLDER}/{'_seating' if request.htmx else 'seating'}.html",
        {
            "club": request.club,
            "event": event,
            "rotation": context,
            "address": reverse("league:seating", args=[request.club.slug, event.pk]),
            "shown": shown,
            "query": query,
            "found": [one for one in context.people if query.strip() and is_called(one.person, query)],
            "by": "name" if request.GET.get("by") == "name" else "table",
            "may_seat": request.acting.may(Action.SEAT_PLAYERS),
        },
    )


def _current(rounds: Sequence[Any]) -> Any:
    """The round that is played, else the next one, else the last."""
    running = [one for one in rounds if one.state == "running"]
    to_come = [one for one in rounds if not one.is_started]
    return next(iter(running or to_come or rounds[-1:]), None)


@require_safe
@needs(Action.READ_PUBLISHED)
def own_seating(request: ClubRequest, event_id: int, entrant_number: int) -> HttpResponse:
    """One person's rounds."""
    event = get_event(request.club, event_id)
    number = entrant_number if entrant_number < 2**31 else -1
    person = get_object_or_404(event.entrants, number=number, is_house_player=False)
    context = rotation_context(event, with_certificate=False)
    own = next((one for one in context.people if one.person.entrant_id == person.pk), None)
    current = _current(context.rounds)
    return render(
        request,
        f"{FOLDER}/own_seating.html",
        {
            "club": request.club,
            "event": event,
            "rotation": context,
            "person": person,
            "places": own.places if own else (),
            "current": current.number if current else 0,
        },
    )
