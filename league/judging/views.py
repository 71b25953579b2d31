"""Late and missing players, who plays on for them, penalties from the book's list, disputes."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from league.acting.answers import DISPUTE_ID, back_to, first_fault, refuse_on
from league.acting.finding import get_event, get_seat, get_table
from league.acting.forms import ClubForm, ReasonForm
from league.acting.log import Refused
from league.acting.permissions import Action, ClubRequest, needs
from league.cards.pages import table_names
from league.cards.reading import TableReading, table_reading
from league.clubs.pages.navigation import address_of
from league.models import EventRound, RoundSeat
from scoring.score_card.forms import PenaltyForm
from scoring.score_card.names import Names
from scoring.score_card.sheet import Sheet

from .deeds import (
    dispute_table,
    give_penalty,
    mark_missing,
    minutes_late,
    pardon_penalty,
    record_arrival,
    replace_player,
    substitutes_for,
    take_back_missing,
    waive_lateness,
)
from .forms import CameForm, ReplaceForm
from .pages import is_at_limit, penalties_context, seat_context

FOLDER: Final = "league/judging"
FORM_METHODS: Final = ["GET", "HEAD", "POST"]


# -- missing and late --------------------------------------------------------------------


@require_POST
@needs(Action.PENALISE)
def arrived(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
    """One tap: a missing player is at the table."""
    there = get_seat(get_event(request.club, event_id), number, table, seat)
    form = ClubForm(request.POST)
    if not form.is_valid():
        return refuse_on(request, "board", event_id, why=first_fault(form), status=422)
    try:
        record_arrival(seat=there, acting=request.acting, client_id=form.cleaned_data["client_id"])
    except Refused as refusal:
        return refuse_on(request, "board", event_id, why=str(refusal))
    return back_to(request, "board", event_id)


@require_POST
@needs(Action.PENALISE)
def missing(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
    """One tap: a player is not at the table."""
    there = get_seat(get_event(request.club, event_id), number, table, seat)
    form = ClubForm(request.POST)
    if not form.is_valid():
        return refuse_on(request, "board", event_id, why=first_fault(form), status=422)
    try:
        mark_missing(seat=there, acting=request.acting, client_id=form.cleaned_data["client_id"])
    except Refused as refusal:
        return refuse_on(request, "board", event_id, why=str(refusal))
    return back_to(request, "board", event_id)


@require_POST
@needs(Action.PENALISE)
def there_after_all(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
    """One tap: a player was marked as missing by mistake."""
    there = get_seat(get_event(request.club, event_id), number, table, seat)
    form = ClubForm(request.POST)
    if not form.is_valid():
        return refuse_on(request, "board", event_id, why=first_fault(form), status=422)
    try:
        take_back_missing(seat=there, acting=request.acting, client_id=form.cleaned_data["client_id"])
    except Refused as refusal:
        return refuse_on(request, "board", event_id, why=str(refusal))
    return back_to(request, "board", event_id)


@require_http_methods(FORM_METHODS)
@needs(Action.PENALISE)
def came(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
    """A missing player came some minutes ago: how late, and past the book's limit why it is entered only now."""
    there = get_seat(get_event(request.club, event_id), number, table, seat)
    reading = _started(there)
    event_round, now = there.table.event_round, timezone.now()
    options = {
        "by_clock": minutes_late(event_round, now),
        "is_needed": is_at_limit(_sheet(reading).book, event_round, now),
    }
    if request.method != "POST":
        return _seat_page(request, "came", there, reading, CameForm(**options))
    form = CameForm(request.POST, **options)
    if not form.is_valid():
        return _seat_page(request, "came", there, reading, form, status=422)
    try:
        record_arrival(seat=there, acting=request.acting, **form.cleaned_data)
    except Refused as refusal:
        return _seat_page(request, "came", there, reading, form, status=409, refused=str(refusal))
    return _to_table(request, event_id, table)


@require_http_methods(FORM_METHODS)
@needs(Action.PENALISE)
def replace(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
    """Somebody else plays on in a seat."""
    there = get_seat(get_event(request.club, event_id), number, table, seat)
    reading = _started(there)
    at_limit = reading.sheet is not None and there.is_missing
    at_limit = at_limit and is_at_limit(_sheet(reading).book, there.table.event_round, timezone.now())
    free = list(substitutes_for(there))
    if request.method != "POST":
        return _seat_page(request, "replace", there, reading, ReplaceForm(free=free, is_needed=not at_limit))
    form = ReplaceForm(request.POST, free=free, is_needed=not at_limit)
    if not form.is_valid():
        return _seat_page(request, "replace", there, reading, form, status=422)
    try:
        replace_player(
            seat=there,
            acting=request.acting,
            client_id=form.cleaned_data["client_id"],
            substitute=form.substitute,
            helper=form.helper_name,
            reason=form.cleaned_data["reason"],
        )
    except Refused as refusal:
        return _seat_page(request, "replace", there, reading, form, status=409, refused=str(refusal))
    return _to_table(request, event_id, table)


@require_http_methods(FORM_METHODS)
@needs(Action.PENALISE)
def waive(request: ClubRequest, event_id: int, number: int, table: int, seat: str) -> HttpResponse:
    """Takes a player's lateness away, with a reason."""
    there = get_seat(get_event(request.club, event_id), number, table, seat)
    reading = _started(there)
    if request.method != "POST":
        return _seat_page(request, "waive", there, reading, ReasonForm())
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _seat_page(request, "waive", there, reading, form, status=422)
    data = form.cleaned_data
    try:
        waive_lateness(seat=there, acting=request.acting, client_id=data["client_id"], reason=data["reason"])
    except Refused as refusal:
        return _seat_page(request, "waive", there, reading, form, status=409, refused=str(refusal))
    return _to_table(request, event_id, table)


def _started(seat: RoundSeat) -> TableReading:
    reading = table_reading(seat.table)
    if reading.sheet is None:
        raise Http404("This round has not been started.")
    return reading


def _seat_page(
    request: ClubRequest,
    name: str,
    seat: RoundSeat,
    reading: TableReading,
    form: ClubForm,
    *,
    status: int = 200,
    refused: str = "",
) -> HttpResponse:
    context = {
        "club": request.club,
        "event": seat.table.event_round.event,
        "seat": seat_context(seat, _sheet(reading), timezone.now()),
        "form": form,
        "refused": refused,
        "board_address": _board_address(request, seat.table.event_round.event_id, seat.table.number),
    }
    return render(request, f"{FOLDER}/{'_' if request.htmx else ''}{name}.html", context, status=status)


def _sheet(reading: TableReading) -> Sheet:
    assert reading.sheet is not None, "a table of a round that was started has a card"
    return reading.sheet


# -- penalties ---------------------------------------------------------------------------


@require_http_methods(FORM_METHODS)
@needs(Action.PENALISE)
def penalties(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    """The penalties of a table, and one more from the book's list: for `?who=` in the hand that is being played."""
    reading = _get_reading(request, event_id, number, table)
    sheet, names = _sheet(reading), _names(reading)
    if request.method != "POST":
        return _penalties_page(request, reading, _empty_penalty(request, reading))
    form = PenaltyForm(request.POST, sheet=sheet, names=names)
    if not form.is_valid():
        return _penalties_page(request, reading, form, status=422)
    who = next(person.name for person in form.people if person.key == form.cleaned_data["who"])
    try:
        give_penalty(
            table=reading.table,
            payload=form.payload,
            player=who,
            acting=request.acting,
            client_id=form.cleaned_data["client_id"],
        )
    except Refused as refusal:
        return _penalties_page(request, reading, form, status=409, refused=str(refusal))
    if reading.table.event_round.state == EventRound.State.RUNNING:
        return _to_table(request, event_id, table)
    return redirect("league:penalties", request.club.slug, event_id, number, table)


def _empty_penalty(request: ClubRequest, reading: TableReading) -> PenaltyForm:
    sheet = _sheet(reading)
    line = sheet.open_line
    chosen = {"who": request.GET.get("who", ""), "hand": str(line.number) if line else ""}
    return PenaltyForm(seen=sheet.version, sheet=sheet, names=_names(reading), initial=chosen)


@require_http_methods(FORM_METHODS)
@needs(Action.PENALISE)
def pardon(request: ClubRequest, event_id: int, number: int, table: int, entry: int) -> HttpResponse:
    """Takes a penalty back, with a reason."""
    reading = _get_reading(request, event_id, number, table)
    given = penalties_context(reading, _names(reading)).by_number(entry)
    form = ReasonForm(request.POST or None)
    if given is None:
        why = "That penalty has been taken back already."
        return _penalties_page(request, reading, _empty_penalty(request, reading), status=409, refused=why)
    if request.method != "POST":
        return _pardon_page(request, reading, given, ReasonForm())
    if not form.is_valid():
        return _pardon_page(request, reading, given, form, status=422)
    data = form.cleaned_data
    try:
        pardon_penalty(
            table=reading.table,
            number=entry,
            player=given.player,
            acting=request.acting,
            client_id=data["client_id"],
            reason=data["reason"],
        )
    except Refused as refusal:
        return _pardon_page(request, reading, given, form, status=409, refused=str(refusal))
    return redirect("league:penalties", request.club.slug, event_id, number, table)


def _get_reading(request: ClubRequest, event_id: int, number: int, table: int) -> TableReading:
    reading = table_reading(get_table(get_event(request.club, event_id), number, table))
    if reading.sheet is None:
        raise Http404("This round has not been started.")
    return reading


def _names(reading: TableReading) -> Names:
    names = table_names(reading)
    assert names is not None, "a table of a round that was started has a card"
    return names


def _penalties_page(
    request: ClubRequest, reading: TableReading, form: PenaltyForm, *, status: int = 200, refused: str = ""
) -> HttpResponse:
    return _table_page(request, "penalties", reading, form, status, refused)


def _pardon_page(
    request: ClubRequest, reading: TableReading, given: Any, form: ClubForm, *, status: int = 200, refused: str = ""
) -> HttpResponse:
    return _table_page(request, "pardon", reading, form, status, refused, given=given)


def _table_page(
    request: ClubRequest, name: str, reading: TableReading, form: Any, status: int, refused: str, **more: Any
) -> HttpResponse:
    event_round = reading.table.event_round
    context = {
        "club": request.club,
        "event": event_round.event,
        "event_round": event_round,
        "view": penalties_context(reading, _names(reading)),
        "form": form,
        "refused": refused,
        "board_address": _board_address(request, event_round.event_id, reading.number),
        **more,
    }
    return render(request, f"{FOLDER}/{'_' if request.htmx else ''}{name}.html", context, status=status)


# -- disputes ----------------------------------------------------------------------------


@require_POST
@needs(Action.ANSWER_TABLES)
def dispute(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    """Marks a table's result as disputed."""
    there = get_table(get_event(request.club, event_id), number, table)
    form = ReasonForm(request.POST, auto_id=DISPUTE_ID)
    if not form.is_valid():
        return refuse_on(request, "board", event_id, why=first_fault(form), status=422, again={"dispute_form": form})
    data = form.cleaned_data
    try:
        dispute_table(table=there, note=data["reason"], acting=request.acting, client_id=data["client_id"])
    except Refused as refusal:
        return refuse_on(request, "board", event_id, why=str(refusal), again={"dispute_form": form})
    return back_to(request, "board", event_id)


@require_POST
@needs(Action.ANSWER_TABLES)
def settle(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    """The dispute is settled."""
    there = get_table(get_event(request.club, event_id), number, table)
    form = ClubForm(request.POST)
    if not form.is_valid():
        return refuse_on(request, "board", event_id, why=first_fault(form), status=422)
    try:
        dispute_table(table=there, note="", acting=request.acting, client_id=form.cleaned_data["client_id"])
    except Refused as refusal:
        return refuse_on(request, "board", event_id, why=str(refusal))
    return back_to(request, "board", event_id)


# -- answers -----------------------------------------------------------------------------


def _board_address(request: ClubRequest, event_id: int, table: int) -> str:
    return f"{address_of('board', request.club.slug, event_id)}?open={table}#table-{table}"


def _to_table(request: ClubRequest, event_id: int, table: int) -> HttpResponse:
    response = redirect("league:board", request.club.slug, event_id)
    response.headers["Location"] = _board_address(request, event_id, table)
    return response
