"""Pots and prizes of an evening or a series."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from league.acting.answers import form_page, posted, tapped
from league.acting.finding import get_event
from league.acting.forms import ClubForm
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.evening.money.deeds import prizes as deeds
from league.evening.money.forms import PotForm, PrizeForm
from league.evening.money.pages import prizes as pages
from league.evening.money.sheet import pots_of, prizes_of
from league.models import Event, Pot, Prize, Series
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.forms import new_client_id
from pinochle_club.ground.http import or_404

FOLDER = "league/evening/money"


@needs(Action.PLAN_EVENTS, READ)
def prizes(request: ClubRequest, event_id: int = 0, series_id: int = 0) -> HttpResponse:
    row = _row(request, event_id, series_id)
    page = pages.prizes_context(row, pots_of(row), prizes_of(row))
    return render(request, f"{FOLDER}/prizes.html", {"page": page, "client_id": new_client_id})


@needs(Action.PLAN_EVENTS, TAP)
def for_series(request: ClubRequest, event: Event) -> HttpResponse:
    return tapped(request, "prizes", event.pk, deed=deeds.use_for_series, said=pages.taken_over, event=event)


@needs(Action.PLAN_EVENTS)
def new_pot(request: ClubRequest, event_id: int = 0, series_id: int = 0) -> HttpResponse:
    row = _row(request, event_id, series_id)
    form, page = PotForm(posted(request)), pages.pot_page(row, None)
    return form_page(request, form, page, deed=deeds.add_pot, to=pages.prizes_address, said=pages.saved, row=row)


@needs(Action.PLAN_EVENTS)
def new_prize(request: ClubRequest, kind: str, event_id: int = 0, series_id: int = 0) -> HttpResponse:
    row = _row(request, event_id, series_id)
    found = or_404(
        next((one for one in pages.kinds_of(row) if pages.slug_of(one) == kind), None),
        "There is no such kind of prize.",
    )
    form = _prize_form(request, row, found)
    page = pages.prize_page(row, found, None)
    return form_page(request, form, page, deed=deeds.add_prize, to=pages.prizes_address, said=pages.saved, row=row)


@needs(Action.PLAN_EVENTS)
def one(request: ClubRequest, pot_id: int = 0, prize_id: int = 0) -> HttpResponse:
    """Change a pot or prize, or take it out by the key below."""
    found = _found(request, pot_id, prize_id)
    if isinstance(found, Pot):
        form: ClubForm = PotForm(posted(request), initial={name: getattr(found, name) for name in deeds.POT_FIELDS})
        page, remove = pages.pot_page(found.row, found), address_of("remove_pot", request.club.slug, pot_id)
    else:
        kind = Prize.Kind(found.kind)
        form, page = _prize_form(request, found.row, kind, found), pages.prize_page(found.row, kind, found)
        remove = address_of("remove_prize", request.club.slug, prize_id)
    drawn: dict[str, Any] = {"template": f"{FOLDER}/one.html", "context": {"to": remove}}
    return form_page(
        request, form, page, deed=deeds.change, to=pages.prizes_address, said=pages.saved, one=found, **drawn
    )


@needs(Action.PLAN_EVENTS, TAP)
def remove(request: ClubRequest, pot_id: int = 0, prize_id: int = 0) -> HttpResponse:
    found = _found(request, pot_id, prize_id)
    to, said = pages.prizes_address(found.row), f"{found} was taken out."
    back = "change_pot" if pot_id else "change_prize"
    return tapped(request, back, pot_id or prize_id, deed=deeds.remove, to=to, said=said, one=found)


# -- finding -----------------------------------------------------------------------------


def _row(request: ClubRequest, event_id: int, series_id: int) -> Event | Series:
    if event_id:
        return get_event(request.club, event_id)
    return get_object_or_404(Series.objects.select_related("club"), club=request.club, pk=series_id)


def _found(request: ClubRequest, pot_id: int, prize_id: int) -> Pot | Prize:
    model: type[Pot | Prize] = Pot if pot_id else Prize
    ours = Q(event__club=request.club) | Q(series__club=request.club)
    return get_object_or_404(deeds.rows_of(model).filter(ours), pk=pot_id or prize_id)


def _prize_form(request: ClubRequest, row: Event | Series, kind: Prize.Kind, prize: Prize | None = None) -> PrizeForm:
    categories = list(request.club.categories.all())
    return PrizeForm(posted(request), row=row, kind=kind, pots=pots_of(row), categories=categories, prize=prize)
