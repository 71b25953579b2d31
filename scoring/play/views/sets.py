"""Twelve boards: a set, its results, and its next board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.conf import settings as django_settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pinochle_club.ground.http import HtmxHttpRequest
from pinochle_club.ground.listings import listing_page
from scoring.models import Device, DeviceCard, PlaySet
from scoring.play import games, own_hands, sets, shared, together
from scoring.play.forms.start import BoardForm
from scoring.play.forms.together import OpenBoardsForm
from scoring.play.listings import BoardListing, StandingListing
from scoring.play.membership import all_clubs_of, get_hall, names_for
from scoring.play.pages.sets import field_words, so_far_words, standing_rows
from scoring.play.sets import Comparison
from scoring.rules.changes import is_house_book
from scoring.score_card import access
from scoring.score_card.beginning import TooManyCards, begun_by_tap
from scoring.score_card.forms import new_client_id
from scoring.score_card.views.answers import go_to

from .answers import on_with
from .shared import own_book, own_name, person_of
from .start import book_for_all, usual_settings

PAGE: Final = "scoring/play/sets/set.html"
ALWAYS: Final = ("GET", "HEAD", "POST")


@require_http_methods(ALWAYS)
def boards(request: HtmxHttpRequest, key: str) -> HttpResponse:
    book = book_for_all(request, key)
    is_member = own_book(request, shared.day_key(book)) is not None
    if request.method != "POST":
        evenings = [evening for club in all_clubs_of(request) for evening in club.evenings.items()]
        context = {"book": book, "is_member": is_member, "is_ours": is_house_book(book), "evenings": evenings}
        return render(request, "scoring/play/sets/boards.html", context)
    if request.POST.get("which") == "week" and not is_house_book(book):
        chosen = sets.set_of_week(book, is_member=is_member)
    else:
        chosen = sets.set_for(book, person_of(request))
    return go_to(request, "play:set", chosen.token)


@require_http_methods(ALWAYS)
def hall(request: HtmxHttpRequest, source: str) -> HttpResponse:
    """The boards of a final evening. A link leads to its results, where the key is."""
    found = get_hall(source)
    if request.method != "POST":
        return redirect(found.address)
    return go_to(request, "play:set", sets.set_of_hall(source, found).token)


@require_safe
def play_set(request: HttpRequest, token: str) -> HttpResponse:
    return set_page(request, sets.get_set(token))


@require_POST
def begin(request: HtmxHttpRequest, token: str) -> HttpResponse:
    at = sets.get_set(token)
    own = own_book(request, at.book_key) if at.week else None
    if at.is_on and own is None:
        return set_page(request, at, status=403)
    form, person = BoardForm(request.POST), person_of(request)
    if not form.is_valid():
        return set_page(request, at, form, status=422)
    board = sets.next_board(at, person)
    if board is None:
        return go_to(request, "play:set", token)
    table = together.table_at(at, person.device)
    if table is not None:
        return go_to(request, "play:room", table.code)
    going_on = shared.unfinished(board, person)
    if going_on is not None and going_on.card.kept_by.filter(device=person.device, is_cut_off=False).exists():
        return go_to(request, "play:table", going_on.pk)
    name = own_name(request) or games.name_given(person.device)

    def sit_down(device: Device, fields: Mapping[str, Any]) -> DeviceCard:
        sitting = replace(person, device=device)
        return sets.begin_board(sitting, device, board, name, usual_settings(request), own, **fields)

    try:
        tap = access.hash_of(f"{token} {board.number} {form.cleaned_data['client_id']}")
        keeper, secret = begun_by_tap(request, tap, sit_down, by_play=True)
    except TooManyCards as refused:
        return set_page(request, at, form, fault=str(refused), status=429)
    if request.htmx:
        return go_to(request, "play:table", keeper.card.played_game.pk)
    return on_with(secret, "play:table", keeper.card.played_game.pk)


def set_page(
    request: HttpRequest,
    at: PlaySet,
    form: BoardForm | None = None,
    friends: OpenBoardsForm | None = None,
    *,
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    person, beside = person_of(request), get_hall(at.source) if at.source else None
    boards, own = sets.boards_of(at), sets.own_results(at, person)
    comparison = Comparison(boards, sets.all_results(at), beside)
    rows = [comparison.beside(own[board.number]) for board in boards if board.number in own]
    next_board = sets.next_board(at, person)
    is_done = next_board is None and bool(rows)
    own_rules = own_book(request, at.book_key) if at.week else None
    reviews = _reviews(at, rows, person.device)
    boards_shown = BoardListing.of(request, rows, reviews, is_alone=not is_done) if rows else None
    context = {
        "set": at,
        "book": own_rules or at.book_version.book,
        "title": beside.title if beside else "Twelve boards",
        "hall": beside,
        "next": next_board,
        "is_begun": bool(own),
        "may_play": not at.is_on or own_rules is not None,
        "so_far": so_far_words(rows, len(rows) if is_done else len(boards), field_words(at, beside)),
        "waits": not comparison.is_known,
        "form": form or BoardForm(initial={"client_id": new_client_id()}),
        "fault": fault,
        "table": together.table_at(at, person.device) if next_board else None,
        "friends": friends or OpenBoardsForm(initial=_opening(request, person)) if not (own or at.is_on) else None,
        "address": django_settings.PUBLIC_URL + reverse("play:set", args=[at.token]),
        "boards": boards_shown,
        **(_standings(request, comparison, rows) if is_done else {"listing": boards_shown}),
    }
    return listing_page(request, PAGE, context, status=status)


def _opening(request: HttpRequest, person: shared.Person) -> dict[str, str]:
    return {"start": access.new_secret(), "name": own_name(request) or games.name_given(person.device)}


def _reviews(at: PlaySet, rows: list[sets.Beside], device: Device | None) -> dict[int, str]:
    here = {} if at.is_on else own_hands.to_look_over([row.played.deal for row in rows], device)
    return {deal: reverse("play:review", args=place) for deal, place in here.items()}


def _standings(request: HttpRequest, comparison: Comparison, own: list[sets.Beside]) -> dict[str, Any]:
    found = comparison.standings()
    names = names_for(request, [player for (player, *_), _ in found if player])
    rows, others = standing_rows(found, {row.played.who for row in own}, names)
    listing = StandingListing.paged(request, rows)
    return {"listing": listing, "standings": listing, "others": others}
