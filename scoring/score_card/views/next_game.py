"""The next game of a table: the same players, other partners, or replacements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from pinochle_club.ground.http import HtmxHttpRequest
from scoring.models import DeviceCard
from scoring.score_card import access
from scoring.score_card.beginning import TooManyCards, begin_next_game, games_so_far
from scoring.score_card.forms import EntryForm, NextGameForm
from scoring.score_card.pages.card import names_of
from scoring.score_card.partners import partnings
from scoring.score_card.recording import read_sheet

from .answers import NoticeContext, card_address, go_to, render_card

BY_THE_DIRECTOR: Final = "This card is part of a club night. The next one opens when the director starts the round."
BY_THE_GAME: Final = "This card belongs to a game. Start the next one at its table."


@require_POST
def again(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """“Another game, same players”: one new card, however often the key is tapped."""
    keeper = access.get_keeper(request, card_id)
    form = EntryForm({**request.POST.dict(), "seen": 0})
    if not form.is_valid():
        return _no_next_game(request, keeper, "Tap “Another game, same players” again.", status=422)
    return _begin(request, keeper, form.cleaned_data["client_id"])


@require_http_methods(["GET", "HEAD", "POST"])
def next_game(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """Choose the next game's partners and replacements."""
    keeper = access.get_keeper(request, card_id)
    names = names_of(keeper.card)
    ways = partnings(names, games_so_far(keeper.card))
    form = NextGameForm(request.POST if request.method == "POST" else None, names=names, ways=ways)
    if form.is_valid():
        return _begin(request, keeper, form.cleaned_data["client_id"], form.payload)
    if _why_none(keeper):
        return _no_next_game(request, keeper, _why_none(keeper))
    context = {"base": card_address(keeper), "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "scoring/score_card/next_game.html", context, status=status)


def _why_none(keeper: DeviceCard) -> str:
    """Why the table begins no next game by itself; empty where it does."""
    if keeper.card.host:
        return BY_THE_DIRECTOR
    return BY_THE_GAME if keeper.card.kept_by_play else ""


def _begin(
    request: HtmxHttpRequest, keeper: DeviceCard, client_id: str, seated: Mapping[str, Any] | None = None
) -> HttpResponse:
    if _why_none(keeper):
        return _no_next_game(request, keeper, _why_none(keeper))
    try:
        following = begin_next_game(request, keeper, client_id, seated)
    except TooManyCards as refusal:
        return _no_next_game(request, keeper, str(refusal))
    return go_to(request, "score_card:card", following.card_id)


def _no_next_game(request: HtmxHttpRequest, keeper: DeviceCard, why: str, *, status: int = 409) -> HttpResponse:
    notice = NoticeContext(why)
    return render_card(request, keeper, keeper.card, read_sheet(keeper.card), notice=notice, status=status)
