"""Boards taken down at their first table, on its own tablet; and a director who takes a record back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.acting.answers import form_page, posted, tell
from league.acting.forms import ReasonForm
from league.acting.log import Refused, was_done
from league.acting.permissions import FORM, Action, ClubRequest, needs
from league.evening.boards.deeds import recording as deeds
from league.evening.boards.forms.recording import HandForm
from league.evening.boards.pages.recording import hand_context, records_context, take_back_page, taken_words
from league.evening.boards.records import Record, record_at, records_due
from league.evening.rulings.finding import StartedTable
from league.evening.rulings.views.appeals import place_at_tablet
from league.models import EventBoard
from league.office.clubs.pages.navigation import address_of

FOLDER = "league/evening/boards"


@require_safe
def boards(request: HttpRequest, event_id: int) -> HttpResponse:
    """What this table is to take down, and whose hand is in."""
    ours, place = place_at_tablet(request, event_id)
    page = records_context(event_id, records_due(place.table, place.sheet), place.names())
    return render(ours, f"{FOLDER}/records.html", {"event": place.event, "table": place.table, "page": page})


@require_http_methods(FORM)
def hand(request: HttpRequest, event_id: int, board: int, seat: str) -> HttpResponse:
    """One player's own hand, card by card."""
    ours, place = place_at_tablet(request, event_id)
    if was_done(ours.club, request.POST.get("client_id", "")):  # it was saved, though its answer was lost
        return redirect("league:record_boards", event_id)
    record = record_at(place.table, place.sheet, board, seat)
    form = HandForm(posted(request), record=record, seat=seat)
    if form.is_bound and form.is_valid():
        try:
            done = deeds.take_hand_down(
                table=place.table, number=board, seat=seat, acting=ours.acting, **form.deed_fields
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
            return _hand(ours, place, record, form, status=409)
        tell(request, done, taken_words)
        return redirect("league:record_boards", event_id)
    return _hand(ours, place, record, form, status=422 if form.is_bound else 200)


def _hand(request: ClubRequest, place: StartedTable, record: Record, form: HandForm, *, status: int) -> HttpResponse:
    page = hand_context(place.event.pk, record, form.seat, place.names())
    context = {"event": place.event, "table": place.table, "page": page, "form": form}
    return render(request, f"{FOLDER}/hand.html", context, status=status)


@require_POST
def count(request: HttpRequest, event_id: int, board: int, seat: str) -> HttpResponse:
    """What was tapped so far: how many cards, and what cannot be. Writes nothing."""
    _, place = place_at_tablet(request, event_id)
    record = record_at(place.table, place.sheet, board, seat)
    form = HandForm(request.POST, record=record, seat=seat, is_whole=False)
    form.is_valid()
    return render(request, f"{FOLDER}/_count.html", {"form": form, "is_update": True})


@needs(Action.RUN_ROUNDS)
def take_back(request: ClubRequest, event_board: EventBoard) -> HttpResponse:
    """A record that was wrong: its first table may take the board down again."""
    to = address_of("boards", request.club.slug, event_board.dealt.event_id)
    page = take_back_page(event_board)
    return form_page(request, ReasonForm(posted(request)), page, deed=deeds.take_record_back, to=to, board=event_board)
