"""The start page: go on with a card of this device, or begin one in two questions and a tap."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.ground.listings import listing_page
from scoring.models import Device, DeviceCard, ScoreCard
from scoring.rules.book import built_in_books
from scoring.rules.book.printing import capital
from scoring.rules.changes import OURS, is_house_book
from scoring.rules.notation import counted, number
from scoring.score_card import access
from scoring.score_card.beginning import TooManyCards, begun_by_tap, start_card
from scoring.score_card.forms import StartForm
from scoring.score_card.forms.our_game import table_sizes
from scoring.score_card.forms.start import agreement_fields
from scoring.score_card.hosts import start_shown
from scoring.score_card.listings import KeptCardListing
from scoring.score_card.pages.summaries import figures_text, going_on_context, last_time_context

from .our_game import our_game_of
from .papers import get_book

NEW: Final = "scoring/score_card/new.html"
# How many play at most tables; the others are a tap away.
USUAL_SIZES: Final = (3, 4, 6)
OTHER_SIZES: Final = ("Other", "two, five or more")


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """The card to go on with, else the first question of a new one; and where else this computer leads."""
    return _start_page(request)


def _start_page(request: HttpRequest, fault: str = "", status: int = 200) -> HttpResponse:
    device = access.device_of(request)
    last = access.last_card_of(device) if device else None
    listing = KeptCardListing.of_device(request, device) if device else None
    newest = listing.latest if listing else None
    ways = [way for asked in start_shown if (way := asked())]
    going_on = going_on_context(newest.card, listing.sheet(newest)) if listing and newest else None
    number_kept = listing.page.paginator.count if listing else 0
    context = {
        "fault": fault,
        "ways": sorted(ways, key=lambda way: not way.comes_first),
        "start": access.new_secret(),
        "ours": our_game_of(request),
        "last": last_time_context(last) if last else None,
        "sizes": [*((size, who) for size, who in table_sizes() if size in USUAL_SIZES), OTHER_SIZES],
        "to": reverse("score_card:new"),
        "listing": listing,
        "going_on": going_on,
        "more_cards": counted(number_kept, "card") if number_kept > bool(going_on) else "",
    }
    return listing_page(request, "scoring/score_card/start.html", context, status=status)


@require_safe
def new(request: HttpRequest) -> HttpResponse:
    """How many play, then whose rules; so many that no book is for them describe their game."""
    asked, sizes = request.GET.get("players", ""), table_sizes()
    players = next((size for size, _ in sizes if str(size) == asked), 0)
    books = [(book, figures_text(book)) for book in built_in_books().values() if book.deal.players == players]
    if players and not books:
        return redirect(f"{reverse('score_card:our_game')}?players={players}")
    context = {"sizes": sizes, "to": request.path, "players": players, "books": books, "ours": our_game_of(request)}
    context["start"] = access.new_secret()
    context["title"] = f"{capital(number(players))} players: whose rules?" if players else "A new card"
    return render(request, NEW, context)


@require_safe
def new_by(request: HttpRequest, key: str) -> HttpResponse:
    """The last page before a card: what a table agrees on, and what it may look at first (one query)."""
    book = get_book(key)
    form = StartForm(initial={"start": access.new_secret()}, books={key: book})
    context = {"book": book, "title": book.name, "figures": figures_text(book), "form": form}
    context["agreements"] = [form[name] for name in agreement_fields(book)]
    context["example"] = ScoreCard.objects.filter(is_example=True, book_version__key=key).first()
    return render(request, NEW, context)


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
