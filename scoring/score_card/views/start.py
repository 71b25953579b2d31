"""The start page: pick a rule book and begin, or go on with a card of this device."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.ground.listings import listing_page
from scoring.models import Device, DeviceCard, ScoreCard
from scoring.rules.book import built_in_books
from scoring.rules.changes import OURS, is_house_book, original_key
from scoring.score_card import access
from scoring.score_card.beginning import TooManyCards, begun_by_tap, start_card
from scoring.score_card.forms import StartForm
from scoring.score_card.hosts import start_shown
from scoring.score_card.listings import KeptCardListing
from scoring.score_card.pages.summaries import book_choices, by_players, going_on_context, last_time_context

from .our_game import our_game_of


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """The rule books to begin with, this device's cards, and an example of each book."""
    return _start_page(request)


def _start_page(request: HttpRequest, fault: str = "", status: int = 200) -> HttpResponse:
    device = access.device_of(request)
    last = access.last_card_of(device) if device else None
    examples = ScoreCard.objects.filter(is_example=True).select_related("book_version")
    listing = KeptCardListing.of_device(request, device) if device else None
    newest = listing.latest if listing else None
    books = built_in_books()
    choices = book_choices(books, examples, first=original_key(last.book_version.key) if last else "")
    context = {
        "fault": fault,
        "first": next(filter(None, (asked() for asked in start_shown)), None),
        "start": access.new_secret(),
        "ours": our_game_of(request),
        "last": last_time_context(last) if last else None,
        "books": choices,
        "groups": by_players((books[choice["key"]], choice) for choice in choices),
        "listing": listing,
        "going_on": going_on_context(newest.card, listing.sheet(newest)) if listing and newest else None,
    }
    return listing_page(request, "scoring/score_card/start.html", context, status=status)


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Begin a card under the chosen book by one tap; names can wait. The same tap twice is one card."""
    form = StartForm(request.POST)
    if not form.is_valid():
        return _start_page(request, form.fault, status=422)
    try:
        keeper, secret = begun_by_tap(request, form.start_hash, partial(_begin_card, form))
    except TooManyCards as refused:
        return _start_page(request, str(refused), status=429)
    response = redirect("score_card:card", keeper.card_id)
    access.remember_device(response, secret)
    return response


def _begin_card(form: StartForm, device: Device, fields: Mapping[str, Any]) -> DeviceCard:
    """A new card, with the players of an earlier one if this device keeps that."""
    book = built_in_books()[form.cleaned_data["book"]]
    agreed = form.agreed
    like = ScoreCard.objects.filter(
        pk=form.cleaned_data["like"],
        book_version__key__in=(book.key, f"{book.key}{OURS}"),
        kept_by__device=device,
        kept_by__is_cut_off=False,
    ).first()
    same = {}
    if like is not None:
        same = {"player_names": like.player_names, "side_names": like.side_names, "hands_agreed": like.hands_agreed}
        last = like.book_version.book
        if is_house_book(last):
            return access.keep_card(device, start_card(last, **fields, **same))
        agreed = {
            "target": last.game.target,
            "hands": last.game.deals,
            "with_fourth": last.deal.fourth == "sits",
            "with_game_melds": last.game_melds is not None,
        }
    return access.keep_card(device, start_card(book.as_agreed(**agreed), **fields, **same))
