"""Tablets paired and at their place; calls for the director."""

from __future__ import annotations

from typing import Any, Final, cast
from uuid import UUID

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from league.acting.answers import form_page, posted, refuse_on, show_form, tapped
from league.acting.log import Refused
from league.acting.permissions import READ, TAP, Action, ClubRequest, acting_in, needs, remember_guest
from league.evening.cards.ranking import NOT_YET, ranking_of
from league.evening.clock.polling import differs_from
from league.evening.tables.bar import asked_of, bar_of
from league.evening.tables.deeds import tables as deeds
from league.evening.tables.deeds.hall import put_out_of_use, renumber_table, table_now, take_back_table
from league.evening.tables.forms.tables import CallForm, HallForm, PinForm, RevokeForm
from league.evening.tables.pages.tables import (
    hall_context,
    hall_page,
    pass_context,
    place_context,
    said_of_hall,
    seats_context,
)
from league.evening.tables.passes import (
    MOST_TABLES,
    TooManyPins,
    attempts_at,
    check_pin,
    check_token,
    lets_read_along,
    pass_of,
)
from league.evening.tables.places import place_of, player_of, tonight_of
from league.models import Event, RoundTable, TableTablet
from league.office.clubs.pages.navigation import address_of
from league.office.clubs.reading import clubs_for
from pinochle_club.ground.http import HtmxHttpRequest, Sender, address_key, number_in, or_404, sent_by
from pinochle_club.ground.write_queue import queued_write
from scoring.models import ScoreCard
from scoring.rules.notation import counted
from scoring.score_card import access
from scoring.score_card.views.answers import go_to

FOLDER: Final = "league/evening/tables"
PASS_PAGE: Final = f"{FOLDER}/given_pass.html"
PIN_PAGE: Final = f"{FOLDER}/pin.html"


# -- pairing -----------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def use_pass(request: HttpRequest, event_id: int, table: int, token: str) -> HttpResponse:
    """The QR code's page: asks whether to keep the table's card on this tablet, and by POST does. One for reading along
    leads to the evening."""
    event = _event(event_id)
    if lets_read_along(event, table, token):
        response = redirect("league:event", event.club.slug, event.pk)
        remember_guest(response, event.club)
        return response
    try:
        check_token(event, table, token)
        table = table_now(event, table)
        if request.method == "POST":
            return _pair(request, event, table)
    except Refused as refusal:
        return render(request, f"{FOLDER}/no_pass.html", {"reason": str(refusal)}, status=404)
    mine = _tablet_of(request, event)
    context = {
        "event": event,
        "club": event.club,
        "table": table,
        "seated": seats_context(place_of(event, table)),
        "mine": mine.table_number if mine else None,
    }
    return render(request, f"{FOLDER}/pass.html", context)


def _pair(request: HttpRequest, event: Event, table: int) -> HttpResponse:
    with queued_write():
        device, secret = access.ensure_device(request)
        deeds.pair_tablet(event=event, table_number=table, device=device)
    response = redirect("league:table", event.pk)
    access.remember_device(response, secret)
    remember_guest(response, event.club)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def type_pin(request: HttpRequest) -> HttpResponse:
    """Pairing by table number and PIN, for a tablet without a camera."""
    tonight = Q(state=Event.State.RUNNING) | Q(played_on=timezone.localdate(), state=Event.State.PLANNED)
    asked, known = number_in(request.GET.get("evening"), 12), Q(club__in=clubs_for(request.user))
    known = Q(pk=asked) if asked else known
    events = list(Event.objects.filter(tonight, known).select_related("club").order_by("name", "pk"))
    if request.method != "POST":
        return show_form(request, PinForm(events=events), None, template=PIN_PAGE)
    form = PinForm(request.POST, events=events)
    if not form.is_valid():
        return show_form(request, form, None, template=PIN_PAGE)
    table = form.cleaned_data["table"]
    try:
        check_pin(
            event=form.event,
            table_number=table,
            pin=form.cleaned_data["pin"],
            address=address_key(request),
            device=access.device_of(request),
        )
        table = table_now(form.event, table)
        mine = _tablet_of(request, form.event)
        if mine is not None and mine.table_number != table:
            return redirect(pass_of(form.event, table).path)  # which asks about both tables
        return _pair(request, form.event, table)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        status = 429 if isinstance(refusal, TooManyPins) else 422
        return show_form(request, form, None, status=status, template=PIN_PAGE)


def _event(event_id: int) -> Event:
    return get_object_or_404(Event.objects.select_related("club", "rules__book_version"), pk=event_id)


# -- the tablet's place ------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HtmxHttpRequest, event_id: int) -> HttpResponse:
    """A paired tablet's home: players here, the round's card, and everyone's next seat. Polled with the event's `?v=`:
    204 while nothing is new. By POST the card that waits opens. A closed evening leads to a later one that this tablet
    keeps."""
    is_over = "over" in request.GET
    if request.method != "POST" and request.htmx and not is_over and is_unchanged(request, event_id):
        return HttpResponse(status=204)
    event = _event(event_id)
    later = tonight_of(access.device_hash(request), event) if event.state == Event.State.CLOSED else None
    if later is not None:
        return go_to(request, "league:table", later.pk)
    tablet = _tablet_of(request, event)
    if tablet is None:
        return _unpaired(request, event)
    sent_by(request, Sender.TABLE, access.DEVICE_COOKIE)
    if is_over and is_unchanged(request, event_id):
        return HttpResponse(status=204)
    place = place_of(event, tablet.table_number)
    card = place.table.card if place.is_playing and place.table else None
    # A tablet paired before the round started keeps its card already.
    is_waiting = card is not None and not card.kept_by.filter(device=tablet.device_id, is_cut_off=False).exists()
    if card is not None and (request.method == "POST" or not is_waiting):
        if request.method == "POST":
            access.keep_card(tablet.device, card, number=tablet.number)
        return go_to(request, "score_card:card", card.pk)
    name = "_table.html" if request.htmx else "table.html"
    ranking = NOT_YET if place.is_playing else ranking_of(event)
    context = {
        "place": place_context(place, is_played_out=bool(ranking["lines"])),
        "ranking": ranking,
        "own": {player_of(seat).pk for seat in place.table.seats.all()} if ranking["lines"] and place.table else (),
        "is_card_waiting": is_waiting,
        "wanted": asked_of(place.table.card, place.table) if place.table and place.table.card else None,
        "event": event,
        "club": event.club,
    }
    return render(request, f"{FOLDER}/{name}", context)


def is_unchanged(request: HttpRequest, event_id: int) -> bool:
    """Whether the asking page shows the event's version (one small query)."""
    version = Event.objects.filter(pk=event_id).values_list("version", flat=True).first()
    return version is not None and not differs_from(request, version)


def _tablet_of(request: HttpRequest, event: Event) -> TableTablet | None:
    known = access.device_hash(request)
    tablets = event.tablets.filter(device__token_hash=known, is_cut_off=False) if known else event.tablets.none()
    return tablets.select_related("device").first()


def _unpaired(request: HtmxHttpRequest, event: Event) -> HttpResponse:
    if request.htmx:
        return HttpResponse(status=404, headers={"HX-Refresh": "true"})
    known = access.device_hash(request)
    was = event.tablets.filter(device__token_hash=known).order_by("-paired_at").first() if known else None
    desk = address_of("desk", event.club.slug, event.pk)
    is_official = acting_in(request, event.club, event.pk).may(Action.SEE_DESK)
    context = {"event": event, "club": event.club, "was": was, "desk": desk if is_official else ""}
    return render(request, f"{FOLDER}/unpaired.html", context, status=404)


def way_back(request: HttpRequest, card: ScoreCard) -> HttpResponse | None:
    """The page for a browser that doesn't keep a table's card: its own table, or what to scan."""
    event = Event.objects.select_related("club").filter(rounds__tables__card=card).first()
    if event is None:
        return None
    mine = _tablet_of(request, event)
    return redirect("league:table", event.pk) if mine else _unpaired(cast(HtmxHttpRequest, request), event)


@require_safe
def evening_bar(request: HtmxHttpRequest, event_id: int, card_id: UUID) -> HttpResponse:
    """The bar above a card, polled with `?v=`: 204 while nothing is new. It leads a tablet on to its card."""
    if is_unchanged(request, event_id):
        return HttpResponse(status=204)
    kept_card = get_object_or_404(
        ScoreCard.objects.select_related("book_version"), pk=card_id, round_table__event_round__event=event_id
    )
    bar = or_404(bar_of(request, kept_card), "This card doesn’t belong to a table.")
    if bar["leads_to"]:
        return HttpResponseClientRedirect(bar["leads_to"])
    if "shut" in request.GET and not bar["why"]:
        # Play has gone on, say in a reopened round: the keys below come back with the page.
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, f"{FOLDER}/_bar.html", {"bar": bar})


# -- calls -------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def call(request: HtmxHttpRequest, event_id: int) -> HttpResponse:
    event = _event(event_id)
    tablet, playing = playing_table(request, event)
    form = CallForm(posted(request), has_boards=playing.board_set > 0)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            deeds.call_director(**form.deed_fields, table=playing, device=tablet.device)
        except Refused as refusal:
            status = 409
            form.add_error(None, str(refusal))
        else:
            return _after_call(request, playing)
    context = {
        "form": form,
        "event": event,
        "club": event.club,
        "table": playing,
        "is_called": deeds.open_call_of(playing),
        "director": event.rules.book_version.book.words.director,
    }
    return render(request, f"{FOLDER}/call.html", context, status=status)


@require_POST
def take_back(request: HtmxHttpRequest, event_id: int) -> HttpResponse:
    tablet, playing = playing_table(request, _event(event_id))
    call = deeds.open_call_of(playing)
    if call is not None:
        deeds.take_back_call(call=call, device=tablet.device)
    return _after_call(request, playing)


def playing_table(request: HttpRequest, event: Event) -> tuple[TableTablet, RoundTable]:
    """This tablet and its table in the running or last round; 404 for other devices."""
    tablet = _tablet_of(request, event)
    place = place_of(event, tablet.table_number) if tablet else None
    if tablet is None or place is None or place.table is None:
        raise Http404("This tablet isn’t at a table that is playing.")
    return tablet, place.table


def _after_call(request: HtmxHttpRequest, playing: RoundTable) -> HttpResponse:
    if request.htmx and playing.card:
        return render(request, f"{FOLDER}/_bar.html", {"bar": bar_of(request, playing.card)})
    return redirect("league:table", playing.event_round.event_id)


# -- for those who run the evening -------------------------------------------------------


@needs(Action.ANSWER_TABLES, READ)
def table_pass(request: ClubRequest, event_id: int, table: int) -> HttpResponse:
    event = _event_with(request, event_id, table)
    context = {"form": RevokeForm(), "refused": request.refused, **_pass(event, table)}
    return render(request, PASS_PAGE, context)


def _event_with(request: ClubRequest, event_id: int, table: int) -> Event:
    event = get_object_or_404(Event, pk=event_id, club=request.club)
    event.club = request.club
    if not 1 <= table <= MOST_TABLES:
        raise Http404("There is no such table.")
    return event


def _pass(event: Event, table: int) -> dict[str, Any]:
    shown = pass_context(pass_of(event, table), deeds.tablets_of(event, table), attempts_at(event, table), event.club)
    return {"event": event, "desk": address_of("desk", event.club.slug, event.pk), **shown}


@needs(Action.ANSWER_TABLES, TAP)
def revoke(request: ClubRequest, event_id: int, table: int) -> HttpResponse:
    event = _event_with(request, event_id, table)
    return form_page(
        request,
        RevokeForm(request.POST),
        None,
        deed=deeds.revoke_pass,
        to=address_of("table_pass", request.club.slug, event_id, table),
        said=f"Table {table} has a new table card. The printed one no longer works.",
        template=PASS_PAGE,
        context=lambda: _pass(event, table),
        event=event,
        table_number=table,
    )


@needs(Action.ANSWER_TABLES, TAP)
def cut_off(request: ClubRequest, event_id: int, tablet_id: int) -> HttpResponse:
    event = get_object_or_404(Event, pk=event_id, club=request.club)
    tablet = get_object_or_404(event.tablets.select_related("device"), pk=tablet_id)
    tablet.event, table = event, tablet.table_number
    said = f"The tablet of table {table} was cut off. What it entered stays."
    return tapped(request, "table_pass", event_id, table, deed=deeds.cut_off_tablet, said=said, tablet=tablet)


@needs(Action.ANSWER_TABLES, TAP)
def bring_back(request: ClubRequest, event_id: int) -> HttpResponse:
    event = get_object_or_404(Event, pk=event_id, club=request.club)

    def said(number: int) -> str:
        back = f"{counted(number, 'tablet')} came back. Switched on, each says which table it keeps." if number else ""
        return back or "Every tablet of last time was let in already."

    return tapped(request, "event", event_id, deed=deeds.bring_tablets_back, said=said, event=event)


@needs(Action.SEAT_PLAYERS)
def hall(request: ClubRequest, event: Event) -> HttpResponse:
    """Tables out of use tonight, or with another number."""
    form = HallForm(posted(request), initial={"table": number_in(request.GET.get("table"), 3)})
    is_out = form.is_bound and form.data.get("what") == "out"
    return form_page(
        request,
        form,
        hall_page(event),
        deed=put_out_of_use if is_out else renumber_table,
        to=address_of("hall_tables", request.club.slug, event.pk),
        said=lambda number: said_of_hall(form.cleaned_data["table"], number, is_out=is_out),
        template=f"{FOLDER}/hall.html",
        context=lambda: hall_context(event),
        event=event,
    )


@needs(Action.SEAT_PLAYERS, TAP)
def take_table_back(request: ClubRequest, event: Event, table: int) -> HttpResponse:
    said = f"Table {table} is in use again, from the next round on."
    return tapped(request, "hall_tables", event.pk, deed=take_back_table, said=said, event=event, table=table)


@needs(Action.SEE_DESK, TAP)
def open_table_card(request: ClubRequest, round_table: RoundTable) -> HttpResponse:
    """Open a table's card in an official's browser; with `?hand=` to correct that hand."""
    try:
        with queued_write():
            device, secret = access.ensure_device(request)
            device_card = deeds.open_card(table=round_table, device=device, acting=request.acting)
    except Refused as refusal:
        return refuse_on(request, "desk", round_table.event_round.event_id, why=str(refusal))
    hand = number_in(request.GET.get("hand"), 3)
    page, args = ("score_card:card", []) if hand is None else ("score_card:correct", [hand])
    address = reverse(page, args=[device_card.card_id, *args])
    response = HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    access.remember_device(response, secret)
    return response
