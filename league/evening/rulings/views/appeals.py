"""Appeals: by a player at the table, or through the director; another official decides."""

from __future__ import annotations

from typing import Final, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from league.acting.answers import form_page, posted
from league.acting.deed import IS_FINAL
from league.acting.finding import get_table
from league.acting.forms import ReasonForm
from league.acting.permissions import FORM, Action, ClubRequest, needs, refuse
from league.evening.cards.reading import started_reading, table_reading
from league.evening.rulings.chain import chain_of
from league.evening.rulings.concerned import sat_at, why_not_decided_by, why_not_taken_back_by
from league.evening.rulings.deeds.appeals import appeal_ruling, decide_appeal, take_back_step
from league.evening.rulings.effects import read_effects
from league.evening.rulings.finding import StartedTable, get_ruling
from league.evening.rulings.forms.appeals import AppealForm, DecideForm
from league.evening.rulings.pages.appeals import appeal_page, decide_page, tablet_rulings, take_back_page
from league.evening.rulings.pages.claims import claim_lines
from league.evening.rulings.pages.effects import effect_context
from league.evening.rulings.pages.rule import rule_address
from league.evening.tables.deeds.tables import at_table as acting_at_table
from league.evening.tables.places import back_to_table, desk_address, table_address
from league.evening.tables.views.tables import playing_table
from league.models import Event, RoundTable
from league.office.clubs.pages.navigation import address_of
from scoring.score_card.rulings import Ruling
from scoring.score_card.situations import sheet_without

DECIDE: Final = "league/evening/rulings/decide.html"
AT_TABLE: Final = "league/evening/rulings/appeal_at_table.html"
NOT_THERE: Final = "You didn’t play at this table. Its players appeal a ruling, or ask the director to."


@needs(Action.APPEAL)
def appeal(request: ClubRequest, place: StartedTable, entry: int) -> HttpResponse:
    """Appeal a ruling: a player for themselves, an official for a player or, where players may not, on their own."""
    there, ruling, is_official = place.table, get_ruling(place, entry), request.acting.may(Action.RULE)
    book = place.sheet.book
    seats = list(place.reading.seats) if is_official else sat_at(request.acting, there)
    if not seats:
        return refuse(request, request.club, Action.APPEAL, why=NOT_THERE)
    disagrees = is_official and not book.procedure.players_may_appeal
    form = AppealForm(posted(request), players=() if disagrees else place.players(seats))
    to = desk_address(there) if is_official else address_of("my_evening", request.club.slug, place.event.pk)
    page = appeal_page(there, book, ruling, ("Back", to), timezone.now(), by_official=is_official)
    return form_page(request, form, page, deed=appeal_ruling, to=to, table=there, number=ruling.number)


@require_safe
def at_table(request: HttpRequest, event_id: int) -> HttpResponse:
    """The rulings at this tablet's table, with their deadlines to appeal."""
    ours, there = _at_tablet(request, event_id)
    reading = table_reading(there)
    context = {
        "event": there.event_round.event,
        "club": ours.club,
        "table": there,
        "rulings": list(tablet_rulings(reading, timezone.now())),
        "claims": tuple(claim_lines(reading, at_table=True)),
    }
    return render(request, "league/evening/rulings/at_table.html", context)


@require_http_methods(FORM)
def appeal_at_table(request: HttpRequest, event_id: int, entry: int) -> HttpResponse:
    ours, place = place_at_tablet(request, event_id)
    there, ruling = place.table, get_ruling(place, entry)
    to = reverse("league:table_rulings", args=[event_id])
    form = AppealForm(posted(ours), players=place.players(place.reading.seats))
    page = appeal_page(there, place.sheet.book, ruling, ("Back", to), timezone.now())
    return form_page(ours, form, page, deed=appeal_ruling, to=to, template=AT_TABLE, table=there, number=ruling.number)


def place_at_tablet(request: HttpRequest, event_id: int) -> tuple[ClubRequest, StartedTable]:
    """This tablet's table with its card, for a request in the table's name; 404 where its round hasn't started."""
    ours, there = _at_tablet(request, event_id)
    return ours, StartedTable(there, *started_reading(there))


def _at_tablet(request: HttpRequest, event_id: int) -> tuple[ClubRequest, RoundTable]:
    """This tablet's table in the current or last round; 404 for any other device."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    tablet, playing = playing_table(request, event)
    there = get_table(event, playing.event_round.number, playing.number)
    ours = cast(ClubRequest, request)
    ours.club, ours.acting = event.club, acting_at_table(there.number, tablet.device)
    return ours, there


@needs(Action.RULE)
def decide(request: ClubRequest, place: StartedTable, entry: int) -> HttpResponse:
    there, sheet, ruling = place.table, place.sheet, get_ruling(place, entry)
    if why := why_not_decided(request, place, ruling):
        return refuse(request, request.club, Action.RULE, why=why)
    form = DecideForm(posted(request), by_book=ruling.said.basis == "book")
    page = decide_page(there, ruling, place.full_names, back_to_table(there))
    context = {
        "effect": effect_context(read_effects(place.reading, sheet, sheet_without(sheet, ruling)), ruling.hand),
        "event": place.event,
        "again": rule_address(there, {"decides": ruling.number, "hand": ruling.hand}),
    }
    to = table_address("ruling", there, ruling.number)
    return form_page(
        request,
        form,
        page,
        deed=decide_appeal,
        to=to,
        template=DECIDE,
        context=context,
        table=there,
        number=ruling.number,
    )


@needs(Action.RULE)
def take_back(request: ClubRequest, place: StartedTable, entry: int) -> HttpResponse:
    there, ruling = place.table, get_ruling(place, entry)
    chain = chain_of(request.club, place.sheet.book)
    is_final = place.event.is_final(timezone.now())
    if why := IS_FINAL if is_final else why_not_taken_back_by(request.acting, there, ruling, chain):
        return refuse(request, request.club, Action.RULE, why=why)
    page, to = take_back_page(there, ruling, back_to_table(there)), table_address("ruling", there, ruling.number)
    return form_page(
        request, ReasonForm(posted(request)), page, deed=take_back_step, to=to, table=there, number=ruling.number
    )


def why_not_decided(request: ClubRequest, place: StartedTable, ruling: Ruling) -> str:
    """Why this account is concerned or too late; empty where it may decide, or the deed says why not."""
    if comes_second(request, ruling):
        return ""
    if ruling.state != "appealed":
        raise Http404("Nothing is appealed.")
    if place.event.is_final(timezone.now()):
        return IS_FINAL
    return why_not_decided_by(request.acting, place.table, ruling, chain_of(request.club, place.sheet.book))


def comes_second(request: HttpRequest, ruling: Ruling) -> bool:
    """Whether a decision is sent after another one."""
    return request.method == "POST" and ruling.is_decided
