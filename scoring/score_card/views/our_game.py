"""A card under a book with a family's own values, kept in its browser for the next time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.models import Device, DeviceCard
from scoring.score_card import access
from scoring.score_card.beginning import TooManyCards, begun_by_tap, start_card
from scoring.score_card.forms.our_game import OurGameForm, kept_game

from .books import all_books
from .papers import get_book

OUR_GAME_COOKIE: Final = "our_game"


def our_game_of(request: HttpRequest) -> OurGameForm | None:
    return kept_game(request.COOKIES.get(OUR_GAME_COOKIE, ""))


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Choose the closest book."""
    return render(request, "scoring/score_card/our_game/choose.html", {"groups": all_books()})


@require_http_methods(["GET", "HEAD", "POST"])
def our_game(request: HttpRequest, key: str) -> HttpResponse:
    """Enter a house's changes; one tap keeps them and begins a card. The same tap twice is one card."""
    book = get_book(key)
    if request.method != "POST":
        ours = our_game_of(request)
        saved = ours.data if ours and ours.book == book else {}
        return _page(request, OurGameForm(book=book, initial={**saved, "start": access.new_secret()}))
    form = OurGameForm(request.POST, book=book)
    if not form.is_valid():
        return _page(request, form, status=422)

    def begin(device: Device, fields: Mapping[str, Any]) -> DeviceCard:
        return access.keep_card(device, start_card(form.rules, **fields))

    try:
        keeper, secret = begun_by_tap(request, form.start_hash, begin)
    except TooManyCards as refused:
        return _page(request, form, fault=str(refused), status=429)
    response = redirect("score_card:card", keeper.card_id)
    access.remember_device(response, secret)
    if form.changes_in_words:
        access.keep_in_browser(response, OUR_GAME_COOKIE, form.stored)
    return response


@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    """Forget “Our game”; cards begun under it stay as they are."""
    response = redirect("score_card:start")
    response.delete_cookie(OUR_GAME_COOKIE, samesite="Lax")
    return response


def _page(request: HttpRequest, form: OurGameForm, fault: str = "", status: int = 200) -> HttpResponse:
    context = {"form": form, "book": form.book, "fault": fault}
    return render(request, "scoring/score_card/our_game/our_game.html", context, status=status)
