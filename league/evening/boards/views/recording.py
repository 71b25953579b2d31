"""Recording a board, on the first table's tablet or from paper."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.acting.answers import form_page, posted, tell
from league.acting.forms import ReasonForm
from league.acting.log import Refused, was_done
from league.acting.permissions import FORM, READ, TAP, Action, ClubRequest, needs, refuse
from league.evening.boards.deeds import recording as deeds
from league.evening.boards.forms.recording import HandForm
from league.evening.boards.pages.recording import (
    NOT_BY_PLAYERS,
    hand_context,
    records_context,
    take_back_page,
    taken_words,
    typed_words,
)
from league.evening.boards.records import Record, first_table, record_of, records_due, records_to_type
from league.evening.boards.secrecy import are_kept_from_players, is_playing
from league.evening.rulings.finding import StartedTable
from league.evening.rulings.views.appeals import place_at_tablet
from league.models import Event, EventBoard
from league.office.clubs.pages.navigation import address_of
from scoring.rules.notation import SEAT_NAMES

FOLDER: Final = "league/evening/boards"


@require_safe
def boards(request: HttpRequest, event_id: int) -> HttpResponse:
    ours, place = place_at_tablet(request, event_id)
    page = records_context(
        records_due(place.table, place.sheet),
        place.names().player,
        lambda number, seat: reverse("league:record_hand", args=[event_id, number, seat]),
        reverse("league:table", args=[event_id]),
    )
    return render(ours, f"{FOLDER}/records.html", {"event": place.event, "table": place.table, "page": page})


@require_http_methods(FORM)
def hand(request: HttpRequest, event_id: int, board: int, seat: str) -> HttpResponse:
    ours, place = place_at_tablet(request, event_id)
    if was_done(ours.club, request.POST.get("client_id", "")):  # it was saved, though its answer was lost
        return redirect("league:record_boards", event_id)
    record = record_of(records_due(place.table, place.sheet), board, seat)
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
    args = [place.event.pk, record.number, form.seat]
    page = hand_context(
        record,
        place.names().player(form.seat),
        back=reverse("league:record_boards", args=args[:1]),
        count=reverse("league:count_hand", args=args),
    )
    context = {"event": place.event, "table": place.table, "page": page, "form": form}
    return render(request, f"{FOLDER}/hand.html", context, status=status)


@require_POST
def count(request: HttpRequest, event_id: int, board: int, seat: str) -> HttpResponse:
    _, place = place_at_tablet(request, event_id)
    record = record_of(records_due(place.table, place.sheet), board, seat)
    form = HandForm(request.POST, record=record, seat=seat, is_whole=False)
    form.is_valid()
    return render(request, f"{FOLDER}/_count.html", {"form": form, "is_update": True})


# -- from paper --------------------------------------------------------------------------


def _unless_playing(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Keep a view from those who play the boards, until the cards are open."""

    @wraps(view)
    def asked(request: ClubRequest, event: Event, **about: Any) -> HttpResponse:
        if is_playing(event, request.acting) and are_kept_from_players(event):
            return refuse(request, request.club, Action.TYPE_PAPER, why=NOT_BY_PLAYERS)
        return view(request, event=event, **about)

    return asked


@needs(Action.TYPE_PAPER, READ)
@_unless_playing
def typed(request: ClubRequest, event: Event) -> HttpResponse:
    here = (request.club.slug, event.pk)
    page = records_context(
        records_to_type(event),
        lambda seat: SEAT_NAMES[seat],
        lambda number, seat: address_of("type_hand", *here, number, seat),
        address_of("boards", *here),
    )
    return render(request, f"{FOLDER}/typed_records.html", {"event": event, "page": page})


@needs(Action.TYPE_PAPER)
@_unless_playing
def type_hand(request: ClubRequest, event: Event, board: int, seat: str) -> HttpResponse:
    record = record_of(records_to_type(event), board, seat)
    here = (request.club.slug, event.pk)
    back = address_of("typed_records", *here)
    page = hand_context(record, SEAT_NAMES[seat], back=back, count=address_of("count_typed_hand", *here, board, seat))
    return form_page(
        request,
        HandForm(posted(request), record=record, seat=seat),
        None,
        deed=deeds.take_hand_down,
        to=back,
        said=typed_words,
        template=f"{FOLDER}/typed_hand.html",
        context={"event": event, "page": page},
        table=first_table(event, board),
        number=board,
        seat=seat,
    )


@needs(Action.TYPE_PAPER, TAP, writes=False)
@_unless_playing
def count_typed(request: ClubRequest, event: Event, board: int, seat: str) -> HttpResponse:
    form = HandForm(request.POST, record=record_of(records_to_type(event), board, seat), seat=seat, is_whole=False)
    form.is_valid()
    return render(request, f"{FOLDER}/_count.html", {"form": form, "is_update": True})


@needs(Action.RUN_ROUNDS)
def take_back(request: ClubRequest, event_board: EventBoard) -> HttpResponse:
    to = address_of("boards", request.club.slug, event_board.dealt.event_id)
    page = take_back_page(event_board)
    return form_page(request, ReasonForm(posted(request)), page, deed=deeds.take_record_back, to=to, board=event_board)
