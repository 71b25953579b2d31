"""Late and missing players, their replacements, and penalties."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.http import HttpResponse
from django.utils import timezone

from league.acting.answers import form_page, posted, refuse_on, tapped
from league.acting.finding import get_event, get_seat
from league.acting.forms import ReasonForm
from league.acting.permissions import TAP, Action, ClubRequest, needs
from league.evening.cards.pages import names_at_table
from league.evening.cards.reading import started_reading
from league.evening.tables.places import desk_address, state_words, table_address
from league.models import Event, RoundSeat, RoundTable
from scoring.score_card.pages.penalties import penalty_lines
from scoring.score_card.sheet import Sheet

from .deeds.lateness import mark_missing, minutes_late, record_arrival, take_back_missing, waive_lateness
from .deeds.penalties import ALREADY_TAKEN_BACK, give_penalty, pardon_penalty
from .deeds.replacing import replace_player, substitutes_for, take_back_replacement
from .forms import CameForm, ReplaceForm, RulingForm
from .pages import back_page, came_page, is_at_limit, pardon_page, replace_page, waive_page

FOLDER: Final = "league/evening/judging"


# -- missing and late --------------------------------------------------------------------


def tap_on_seat(action: Action, deed: Callable[..., object]) -> Callable[..., HttpResponse]:
    @needs(action, TAP)
    def view(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
        there = get_seat(get_event(request.club, event_id), number, table, seat)
        return tapped(request, "desk", event_id, deed=deed, seat=there)

    return view


arrived = tap_on_seat(Action.PENALISE, record_arrival)
missing = tap_on_seat(Action.PENALISE, mark_missing)
there_after_all = tap_on_seat(Action.PENALISE, take_back_missing)


@needs(Action.PENALISE)
def came(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
    there, sheet, now = _seat(request, event_id, number, table, seat)
    event_round = there.table.event_round
    is_needed = is_at_limit(sheet.book, event_round, now)
    by_clock = minutes_late(sheet.book, event_round, now)
    form = CameForm(posted(request), by_clock=by_clock, is_needed=is_needed)
    return form_page(
        request, form, came_page(there, sheet, now), deed=record_arrival, to=desk_address(there.table), seat=there
    )


@needs(Action.PENALISE)
def replace(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
    there, sheet, now = _seat(request, event_id, number, table, seat)
    at_limit = there.is_missing and is_at_limit(sheet.book, there.table.event_round, now)
    form = ReplaceForm(posted(request), free=list(substitutes_for(there)), is_at_limit=at_limit)
    return form_page(
        request, form, replace_page(there, sheet, now), deed=replace_player, to=desk_address(there.table), seat=there
    )


@needs(Action.PENALISE)
def back_after_all(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
    there, sheet, now = _seat(request, event_id, number, table, seat)
    page = back_page(there, sheet, now)
    return form_page(
        request,
        ReasonForm(posted(request)),
        page,
        deed=take_back_replacement,
        to=desk_address(there.table),
        seat=there,
    )


@needs(Action.PENALISE)
def waive(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
    there, sheet, now = _seat(request, event_id, number, table, seat)
    return form_page(
        request,
        ReasonForm(posted(request)),
        waive_page(there, sheet, now),
        deed=waive_lateness,
        to=desk_address(there.table),
        seat=there,
    )


def _seat(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> tuple[RoundSeat, Sheet, datetime]:
    there = get_seat(get_event(request.club, event_id), number, table, seat)
    return there, started_reading(there.table)[1], timezone.now()


# -- penalties ---------------------------------------------------------------------------


@needs(Action.PENALISE)
def penalties(request: ClubRequest, there: RoundTable) -> HttpResponse:
    """The penalties of a table, with a form for another: for `?who=` in the hand being played."""
    reading, sheet = started_reading(there)
    names, line = names_at_table(reading), sheet.open_line
    chosen = {"who": request.GET.get("who", ""), "hand": str(line.number) if line else ""}
    return form_page(
        request,
        RulingForm(posted(request), seen=sheet.version, sheet=sheet, names=names, initial=chosen),
        None,
        deed=give_penalty,
        to=desk_address(there),
        said=state_words(there).strip(),
        template=f"{FOLDER}/penalties.html",
        context={
            "event": there.event_round.event,
            "event_round": there.event_round,
            "table": there,
            "book": sheet.book,
            "given": penalty_lines(sheet, names),
            "desk_address": desk_address(there),
        },
        table=there,
    )


@needs(Action.PENALISE)
def pardon(request: ClubRequest, event: Event, there: RoundTable, entry: int) -> HttpResponse:
    reading, sheet = started_reading(there)
    given = next((line for line in penalty_lines(sheet, names_at_table(reading)) if line.entry.number == entry), None)
    if given is None:
        return refuse_on(request, "penalties", event.pk, there.event_round.number, there.number, why=ALREADY_TAKEN_BACK)
    return form_page(
        request,
        ReasonForm(posted(request)),
        pardon_page(there, given),
        deed=pardon_penalty,
        to=table_address("penalties", there),
        table=there,
        number=entry,
        player=given.player,
    )
