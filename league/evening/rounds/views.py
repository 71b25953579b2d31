"""Settling seats before a round; starting, closing, reopening and deleting rounds."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import redirect, render

from league.acting.answers import FormPage, form_page, posted, show_form, tapped
from league.acting.finding import get_seat
from league.acting.forms import ReasonForm
from league.acting.permissions import TAP, Action, ClubRequest, needs
from league.evening.cards.reading import RoundReading
from league.evening.check_in.deeds.roll import check_in
from league.evening.clock.views import tap_on_round
from league.evening.judging.views import tap_on_seat
from league.evening.seating.deeds.before_round import is_back, leave_out, sit_out, wait_for
from league.evening.seating.deeds.searches import make_seating
from league.evening.seating.field import read_field
from league.evening.seating.seatings import read_rounds
from league.models import Entrant, Event, EventRound
from league.models.rounds import STARTED
from league.office.clubs.pages.navigation import address_of

from . import pages
from .counting import say_what_counts
from .deeds import close_round, delete_round, missing_in, reopen_round, start_round
from .effects import CountingEffects, read_counting, void_effects
from .forms import CountsForm, DeleteRoundForm

FOLDER: Final = "league/evening/rounds"
COUNTS: Final = f"{FOLDER}/what_counts.html"


start = tap_on_round(Action.RUN_ROUNDS, start_round)


# -- before it starts --------------------------------------------------------------------


@needs(Action.CHECK_IN, TAP)
def here(request: ClubRequest, event_round: EventRound, entrant: Entrant) -> HttpResponse:
    return tapped(request, "desk", event_round.event_id, deed=check_in, event=event_round.event, entrant=entrant)


@needs(Action.SEAT_PLAYERS, TAP)
def sits_out(request: ClubRequest, event_round: EventRound, entrant: Entrant) -> HttpResponse:
    return tapped(request, "desk", event_round.event_id, deed=sit_out, event_round=event_round, entrant=entrant)


leaves_out = tap_on_seat(Action.SEAT_PLAYERS, leave_out)
waits = tap_on_seat(Action.SEAT_PLAYERS, wait_for)
back = tap_on_seat(Action.SEAT_PLAYERS, is_back)


@needs(Action.SEAT_PLAYERS, TAP)
def replans_without(request: ClubRequest, event: Event, number: int, table: int, seat: str) -> HttpResponse:
    """Plan a seating without a player, where no other sits out, for the seating's page."""
    there = get_seat(event, number, table, seat)
    counted_in = read_field(event, read_rounds(event)).counted_in - {there.entrant_id}
    rotation = address_of("rotation", request.club.slug, event.pk)
    return tapped(request, "desk", event.pk, deed=make_seating, to=rotation, event=event, expected=counted_in)


# -- closing, reopening, deleting --------------------------------------------------------


@needs(Action.RUN_ROUNDS)
def close(request: ClubRequest, event_round: EventRound) -> HttpResponse:
    """Confirm the closing, with a reason where something is missing; it answers with the round's result."""
    missing = missing_in(event_round) if event_round.state in STARTED else ()
    reading, started = read_counting(event_round)
    tables = reading.tables
    void = [table.number for table in tables] if missing and pages.is_untouched(tables) else []
    form = _counts_form(request, reading, void, is_reason_needed=bool(missing))
    page = pages.close_page(event_round, missing, tables)
    effects = partial(void_effects, reading, started, ())
    return _what_counts(request, form, page, event_round, effects, (), deed=close_round)


@needs(Action.RUN_ROUNDS)
def counts(request: ClubRequest, event_round: EventRound) -> HttpResponse:
    """Change what counts of a closed round, with a reason; the effects are shown first."""
    if event_round.state != EventRound.State.CLOSED:
        return redirect(address_of("close_round", request.club.slug, event_round.event_id, event_round.number))
    reading, started = read_counting(event_round)
    was = [table.number for table in reading.tables if not table.table.counts]
    form = _counts_form(request, reading, was, is_reason_needed=True)
    effects = partial(void_effects, reading, started, was)
    return _what_counts(request, form, pages.counts_page(event_round), event_round, effects, was, deed=say_what_counts)


def _counts_form(
    request: ClubRequest, reading: RoundReading, void: Collection[int], *, is_reason_needed: bool
) -> CountsForm:
    """The choice as sent, as looked at, or as it is now."""
    looked, tables = request.GET, pages.table_choices(reading)
    chosen = {"counts": looked["counts"], "tables": looked.getlist("tables")} if "counts" in looked else {}
    return CountsForm(posted(request), tables=tables, void=void, is_reason_needed=is_reason_needed, initial=chosen)


def _what_counts(
    request: ClubRequest,
    form: CountsForm,
    page: FormPage,
    event_round: EventRound,
    effects: Callable[[Collection[int]], CountingEffects],
    was: Collection[int],
    *,
    deed: Callable[..., EventRound],
) -> HttpResponse:
    """The page of the choice, and the deed once it showed the effect of just this choice."""

    def context() -> dict[str, object]:
        is_other = {*form.void} != {*was}
        effect = pages.effect_context(effects(form.void)) if is_other else None
        return {"event": event_round.event, "effect": effect}

    if form.is_bound and form.is_valid() and not form.is_shown:
        return show_form(request, form, page, refused=pages.NOW_SHOWN, template=COUNTS, context=context)
    results = f"{_desk(request, event_round.event_id)}?round={event_round.number}"
    about: dict[str, Any] = {"deed": deed, "to": results, "template": COUNTS, "context": context}
    return form_page(request, form, page, **about, event_round=event_round)


@needs(Action.RUN_ROUNDS)
def reopen(request: ClubRequest, event_round: EventRound) -> HttpResponse:
    form = ReasonForm(posted(request))
    page, desk = pages.reopen_page(event_round), _desk(request, event_round.event_id)
    return form_page(request, form, page, deed=reopen_round, to=desk, event_round=event_round)


@needs(Action.DELETE)
def delete(request: ClubRequest, event_round: EventRound) -> HttpResponse:
    """Delete a round that was not started, by typing its name; for any other, say what to do instead."""
    if event_round.state in STARTED and request.method != "POST":
        address = address_of("round_counts", request.club.slug, event_round.event_id, event_round.number)
        context = {"event_round": event_round, "says": pages.kept_sentences(event_round), "counts": address}
        return render(request, f"{FOLDER}/kept.html", {**context})
    form = DeleteRoundForm(posted(request), name=str(event_round))
    page, desk = pages.delete_page(event_round), _desk(request, event_round.event_id)
    return form_page(request, form, page, deed=delete_round, to=desk, event_round=event_round)


def _desk(request: ClubRequest, event_id: int) -> str:
    return address_of("desk", request.club.slug, event_id)
