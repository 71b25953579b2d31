"""Sitting down: a tap on a rule book, or seat, players and table first; games to continue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.ground.http import or_404
from pinochle_club.ground.listings import listing_page
from scoring.models import Device, DeviceCard, RuleBookVersion
from scoring.models.rule_books import digest_of
from scoring.play import games, membership, shared
from scoring.play.forms.start import GameForm
from scoring.play.forms.together import CodeForm
from scoring.play.listings import PlayedGameListing
from scoring.play.pages.table import setting_contexts
from scoring.play.settings import TableSettings, settings_from_json
from scoring.rules.book import RuleBook
from scoring.rules.book.printing import capital
from scoring.rules.changes import is_house_book, original_key
from scoring.rules.notation import number
from scoring.score_card import access
from scoring.score_card.beginning import TooManyCards, begun_by_tap
from scoring.score_card.pages.rule_links import rules_page
from scoring.score_card.pages.summaries import figures_text, in_short
from scoring.score_card.views.our_game import our_game_of

from .answers import on_with
from .table import SETTINGS_COOKIE


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    return _start_page(request)


def _start_page(request: HttpRequest, fault: str = "", status: int = 200) -> HttpResponse:
    device = access.device_of(request)
    listing = PlayedGameListing.of_device(request, device) if device else None
    latest = listing.latest if listing else None
    everywhere, ours = membership.all_clubs_of(request), our_book(request)
    clubs = membership.with_bots(everywhere)
    books, played_at = membership.books_by_key(clubs, ours), membership.played_at(clubs)
    asked = book_asked(request, request.GET.get("book", ""))
    if asked:
        fault = fault or _why_not(asked)
        books = {asked.key: asked} | books if asked.bots_play else books
    last = latest.card.book_version.key if latest else ours.key if ours else ""
    first = asked.key if asked else next(iter(played_at), last)
    first = first if first in books else original_key(first)
    choices = [
        (book, played_at.get(key, ""), f"{capital(number(book.deal.players))} players, {figures_text(book)}")
        for key, book in sorted(books.items(), key=lambda one: one[0] != first)
    ]
    usual = choices[0][0]
    mine = {shared.day_key(club.books[0]): (club.books[0].key, club.club) for club in clubs if club.is_member}
    context = {
        "fault": fault,
        "is_member": bool(mine),
        "days": list(mine.values()) or [(usual.key, choices[0][1])],
        "usual": usual,
        "is_ours": not mine and is_house_book(usual),
        "start": access.new_secret(),
        "books": choices,
        "find": CodeForm(),
        "without_bots": membership.without_bots(everywhere, ours),
        "listing": listing,
        "going_on": in_short(latest.card, listing.sheet(latest)) if listing and latest else None,
    }
    return listing_page(request, "scoring/play/start.html", context, status=status)


def our_book(request: HttpRequest) -> RuleBook | None:
    """The game that this browser keeps, as a house's book."""
    ours = our_game_of(request)
    return ours.rules if ours else None


def book_asked(request: HttpRequest, name: str) -> RuleBook | None:
    """A book by its key: the game that this browser keeps, a club's, or a built-in one. What a club keeps to itself is
    found for its own people."""
    ours = our_book(request)
    if ours and name == ours.key:
        return ours
    found = membership.find_book(name)
    return found or next(
        (book for club in membership.all_clubs_of(request) for book in club.books if book.key == name), None
    )


def book_for_all(request: HttpRequest, key: str) -> RuleBook:
    """The book that deals for everybody go by, or 404. A house's own once a card began with it: cards are counted by
    address, so nobody makes sets without end."""
    book = membership.played(book_asked(request, key))
    is_dealt = not is_house_book(book) or RuleBookVersion.objects.filter(digest=digest_of(book.to_json())).exists()
    return or_404(book if is_dealt else None, "Play a hand by your own rules first, then come back.")


def _why_not(book: RuleBook) -> str:
    return f"{book.name}: {book.why_bots_do_not_play}" if book.why_bots_do_not_play else ""


@require_safe
def new(request: HttpRequest, key: str) -> HttpResponse:
    book = membership.played(book_asked(request, key))
    return _new_page(request, book, GameForm(book=book, initial={"name": games.name_given(access.device_of(request))}))


def _new_page(request: HttpRequest, book: RuleBook, form: GameForm, fault: str = "", status: int = 200) -> HttpResponse:
    chosen = form.settings if form.is_bound else usual_settings(request)
    context = {
        "book": book,
        "rules": rules_page(book),
        "form": form,
        "fault": fault,
        "start": access.new_secret(),
        "settings": list(setting_contexts(chosen)),
    }
    return render(request, "scoring/play/new.html", context, status=status)


def usual_settings(request: HttpRequest) -> TableSettings:
    return settings_from_json(request.COOKIES.get(SETTINGS_COOKIE, ""))


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    book = book_asked(request, request.POST.get("book", ""))
    if book is not None and not book.bots_play:
        return _start_page(request, _why_not(book), status=422)
    form = GameForm(request.POST, book=book)
    if not form.is_valid():
        return _refused(request, form, form.fault, status=422)
    settings = form.settings if "asked" in request.POST else usual_settings(request)
    player = membership.player_of(request)

    def sit_down(device: Device, fields: Mapping[str, Any]) -> DeviceCard:
        more = {**games.agreed_on(form.cleaned_data.get("hands")), **fields}
        return games.begin_game(device, form.agreed_rules, form.seats(games.chance()), settings, player=player, **more)

    try:
        keeper, secret = begun_by_tap(request, form.start_hash, sit_down, by_play=True)
    except TooManyCards as refused:
        return _refused(request, form, str(refused), status=429)
    return on_with(secret, "play:table", keeper.card.played_game.pk)


def _refused(request: HttpRequest, form: GameForm, fault: str, status: int) -> HttpResponse:
    if form.rules is None or "asked" not in request.POST:
        return _start_page(request, fault, status)
    return _new_page(request, form.rules, form, fault, status)
