"""Pots and prizes of an evening or a series: the page, one of them, and the same for the coming nights."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.acting.answers import FormPage, form_page, posted, tapped
from league.acting.finding import get_event
from league.acting.forms import ClubForm
from league.acting.permissions import Action, ClubRequest, needs
from league.evening.money.deeds import prizes as deeds
from league.evening.money.forms import PotForm, PrizeForm
from league.evening.money.pages.prizes import (
    KINDS,
    pot_page,
    prize_page,
    prizes_address,
    prizes_context,
    saved,
    slug_of,
    taken_over,
)
from league.evening.money.sheet import pots_of, prizes_of
from league.models import Event, Pot, Prize, Series
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.forms import new_client_id

FOLDER = "league/evening/money"
FORM_METHODS = ["GET", "HEAD", "POST"]


@require_safe
@needs(Action.PLAN_EVENTS)
def prizes(request: ClubRequest, event_id: int = 0, series_id: int = 0) -> HttpResponse:
    """The pots and prizes there are, and the keys that add one."""
    row = _row(request, event_id, series_id)
    page = prizes_context(row, pots_of(row), prizes_of(row))
    return render(request, f"{FOLDER}/prizes.html", {"club": request.club, "page": page, "client_id": new_client_id})


@require_POST
@needs(Action.PLAN_EVENTS)
def for_series(request: ClubRequest, event_id: int) -> HttpResponse:
    """The coming nights get the same pots and prizes."""
    found = get_event(request.club, event_id)
    return tapped(request, "prizes", event_id, deed=deeds.use_for_series, said=taken_over, event=found)


@require_http_methods(FORM_METHODS)
@needs(Action.PLAN_EVENTS)
def new_pot(request: ClubRequest, event_id: int = 0, series_id: int = 0) -> HttpResponse:
    """One more pot."""
    row = _row(request, event_id, series_id)
    form, page = PotForm(posted(request)), pot_page(row, None)
    return form_page(request, form, page, deed=deeds.add_pot, to=prizes_address, said=saved, row=row)


@require_http_methods(FORM_METHODS)
@needs(Action.PLAN_EVENTS)
def new_prize(request: ClubRequest, kind: str, event_id: int = 0, series_id: int = 0) -> HttpResponse:
    """One more prize of a kind."""
    row = _row(request, event_id, series_id)
    found = next((one for one in KINDS if slug_of(one) == kind), None)
    if found is None:
        raise Http404("There is no such kind of prize.")
    form = _prize_form(request, row, found)
    page = prize_page(row, found, None)
    return form_page(request, form, page, deed=deeds.add_prize, to=prizes_address, said=saved, row=row)


@require_http_methods(FORM_METHODS)
@needs(Action.PLAN_EVENTS)
def pot(request: ClubRequest, pot_id: int) -> HttpResponse:
    """One pot: change it, or take it out."""
    found = _pot(request, pot_id)
    form = PotForm(posted(request), initial={name: getattr(found, name) for name in deeds.POT_FIELDS})
    remove = address_of("remove_pot", request.club.slug, pot_id)
    return _one(request, form, pot_page(found.row, found), remove, deed=deeds.change_pot, pot=found)


@require_http_methods(FORM_METHODS)
@needs(Action.PLAN_EVENTS)
def prize(request: ClubRequest, prize_id: int) -> HttpResponse:
    """One prize: change it, or take it out."""
    found = _prize(request, prize_id)
    kind = Prize.Kind(found.kind)
    form, page = _prize_form(request, found.row, kind, found), prize_page(found.row, kind, found)
    remove = address_of("remove_prize", request.club.slug, prize_id)
    return _one(request, form, page, remove, deed=deeds.change_prize, prize=found)


def _one(request: ClubRequest, form: ClubForm, page: FormPage, remove: str, **about: Any) -> HttpResponse:
    """A pot or a prize, with the key that takes it out below."""
    context = {"remove": remove, "remove_form": ClubForm()}
    drawn: dict[str, Any] = {"template": f"{FOLDER}/one.html", "context": context}
    return form_page(request, form, page, to=prizes_address, said=saved, **drawn, **about)


@require_POST
@needs(Action.PLAN_EVENTS)
def remove_pot(request: ClubRequest, pot_id: int) -> HttpResponse:
    """Takes a pot out."""
    found = _pot(request, pot_id)
    to, said = prizes_address(found.row), f"{found} was taken out."
    return tapped(request, "change_pot", pot_id, deed=deeds.remove_pot, to=to, said=said, pot=found)


@require_POST
@needs(Action.PLAN_EVENTS)
def remove_prize(request: ClubRequest, prize_id: int) -> HttpResponse:
    """Takes a prize out."""
    found = _prize(request, prize_id)
    to, said = prizes_address(found.row), f"{found} was taken out."
    return tapped(request, "change_prize", prize_id, deed=deeds.remove_prize, to=to, said=said, prize=found)


# -- finding -----------------------------------------------------------------------------


def _row(request: ClubRequest, event_id: int, series_id: int) -> Event | Series:
    """The evening or the series of an address."""
    if event_id:
        return get_event(request.club, event_id)
    return get_object_or_404(Series.objects.select_related("club"), club=request.club, pk=series_id)


def _pot(request: ClubRequest, pot_id: int) -> Pot:
    pots = Pot.objects.select_related("event__club", "series__club")
    return get_object_or_404(pots.filter(event__club=request.club) | pots.filter(series__club=request.club), pk=pot_id)


def _prize(request: ClubRequest, prize_id: int) -> Prize:
    rows = Prize.objects.select_related("event__club", "series__club", "pot", "category")
    ours = rows.filter(event__club=request.club) | rows.filter(series__club=request.club)
    return get_object_or_404(ours, pk=prize_id)


def _prize_form(request: ClubRequest, row: Event | Series, kind: Prize.Kind, prize: Prize | None = None) -> PrizeForm:
    categories = list(request.club.categories.all())
    return PrizeForm(posted(request), row=row, kind=kind, pots=pots_of(row), categories=categories, prize=prize)
