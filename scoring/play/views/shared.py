"""Deals that several people play: the deal of the day, a deal handed on, and the table of results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings as django_settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.http import HtmxHttpRequest
from scoring.models import Device, DeviceCard, SharedDeal
from scoring.play import games, shared
from scoring.play.access import get_keeper
from scoring.play.forms import AttemptForm
from scoring.play.listings import AttemptListing
from scoring.rules.book import built_in_books
from scoring.score_card import access
from scoring.score_card.beginning import TooManyCards, begun_by_tap
from scoring.score_card.forms import new_client_id
from scoring.score_card.listings import listing_page
from scoring.score_card.views.answers import go_to

from .start import usual_settings


@require_POST
def again(request: HtmxHttpRequest, game_id: UUID) -> HttpResponse:
    """The same deal again: its page, with a seat to choose, a link for friends, and the results."""
    at = games.open_table(get_keeper(request, game_id))
    if at.game.shared is not None:
        return go_to(request, "play:deal", at.game.shared.token)
    if at.people or not at.state.is_done or at.state.redealt_by is not None:
        return go_to(request, "play:table", game_id)
    return go_to(request, "play:deal", shared.share(at).token)


@require_POST
def day(request: HtmxHttpRequest, key: str) -> HttpResponse:
    """Today's deal under a rule book."""
    book = built_in_books().get(key)
    if book is None:
        raise Http404("There is no such rule book.")
    return go_to(request, "play:deal", shared.deal_of_the_day(book).token)


@require_safe
def deal(request: HttpRequest, token: str) -> HttpResponse:
    """A deal that others play too: sitting down at it, and once it is played, what everybody made of it."""
    return _page(request, shared.get_shared(token))


@require_POST
def begin(request: HttpRequest, token: str) -> HttpResponse:
    """Sits down at the deal, or leads back to the attempt that is not finished."""
    at = shared.get_shared(token)
    form = AttemptForm(request.POST, shared=at)
    if not form.is_valid():
        return _page(request, at, form, status=422)
    device = access.device_of(request)
    going_on = shared.unfinished(at, device) if device else None
    if going_on is not None and going_on.card.kept_by.filter(device=device, is_cut_off=False).exists():
        return redirect("play:table", going_on.pk)

    def sit_down(device: Device, fields: Mapping[str, Any]) -> DeviceCard:
        return shared.begin_attempt(
            device, at, form.chosen_seat, form.cleaned_data["name"], usual_settings(request), **fields
        )

    try:
        tap = access.hash_of(f"{token} {form.cleaned_data['client_id']}")
        keeper, secret = begun_by_tap(request, tap, sit_down, by_play=True)
    except TooManyCards as refused:
        return _page(request, at, form, str(refused), status=429)
    response = redirect("play:table", keeper.card.played_game.pk)
    access.remember_device(response, secret)
    return response


def _page(
    request: HttpRequest, at: SharedDeal, form: AttemptForm | None = None, fault: str = "", status: int = 200
) -> HttpResponse:
    device = access.device_of(request)
    may_look = shared.has_finished(at, device)
    context = {
        "deal": at,
        "book": at.book_version.book,
        "form": form
        or AttemptForm(shared=at, initial={"client_id": new_client_id(), "name": games.name_given(device)}),
        "fault": fault,
        "address": django_settings.PUBLIC_URL + reverse("play:deal", args=[at.token]),
        "going_on": shared.unfinished(at, device) if device else None,
        "has_begun": device is not None and shared.has_begun(at, device),
        "listing": AttemptListing.of(request, shared.attempts_at(at, device)) if may_look else None,
    }
    return listing_page(request, "scoring/play/deal.html", context, status=status)
