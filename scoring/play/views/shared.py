"""Shared deals: the deal of the day, a deal handed on, and results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.conf import settings as django_settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pinochle_club.ground.http import HtmxHttpRequest
from pinochle_club.ground.listings import listing_page
from scoring.models import Device, DeviceCard, SharedDeal
from scoring.play import games, shared
from scoring.play.access import get_keeper
from scoring.play.forms.start import AttemptForm
from scoring.play.listings import AttemptListing
from scoring.play.membership import clubs_of, ladders_for, names_for, player_of
from scoring.play.pages.daily import expert_words, members_words, par_words, standing_words
from scoring.play.par import is_given_up, par_of_shared
from scoring.play.shared import Person
from scoring.rules.book import RuleBook
from scoring.rules.changes import is_house_book
from scoring.score_card import access
from scoring.score_card.beginning import TooManyCards, begun_by_tap
from scoring.score_card.forms import new_client_id
from scoring.score_card.views.answers import go_to

from .answers import on_with
from .start import book_for_all, usual_settings


@require_POST
def again(request: HtmxHttpRequest, game_id: UUID) -> HttpResponse:
    at = games.open_table(get_keeper(request, game_id))
    if at.game.shared is not None:
        play_set = at.game.shared.play_set
        return go_to(request, "play:set" if play_set else "play:deal", (play_set or at.game.shared).token)
    if at.people or not at.state.is_done or at.state.redealt_by is not None:
        return go_to(request, "play:table", game_id)
    return go_to(request, "play:deal", shared.share(at).token)


@require_http_methods(["GET", "HEAD", "POST"])
def day(request: HtmxHttpRequest, key: str) -> HttpResponse:
    """Today's deal of the day for members of a club that plays by this book, else yesterday's; a link works once it
    is dealt."""
    book = book_for_all(request, key)
    is_member = own_book(request, shared.day_key(book)) is not None
    if request.method == "POST":
        return go_to(request, "play:deal", shared.deal_for(book, is_member=is_member).token)
    dealt = shared.dealt_for(book, is_member=is_member)
    return redirect("play:deal", dealt.token) if dealt else redirect(f"{reverse('play:start')}?book={book.key}")


@require_safe
def deal(request: HttpRequest, token: str) -> HttpResponse:
    """A shared deal: sitting down, and everybody's results after it. A board leads to its set."""
    at = shared.get_shared(token)
    return redirect("play:set", at.play_set.token) if at.play_set else _page(request, at)


@require_POST
def begin(request: HttpRequest, token: str) -> HttpResponse:
    at = shared.get_shared(token)
    if at.play_set:
        return redirect("play:set", at.play_set.token)
    own = own_book(request, at.book_key) if at.day else None
    if shared.is_on(at) and own is None:
        return _page(request, at, status=403)
    form = AttemptForm(request.POST, shared=at)
    if not form.is_valid():
        return _page(request, at, form, status=422)
    person = person_of(request)
    going_on = shared.unfinished(at, person)
    if going_on is not None and going_on.card.kept_by.filter(device=person.device, is_cut_off=False).exists():
        return redirect("play:table", going_on.pk)
    name = form.cleaned_data["name"] or own_name(request)

    def sit_down(device: Device, fields: Mapping[str, Any]) -> DeviceCard:
        sitting = replace(person, device=device)
        return shared.begin_attempt(
            sitting, device, at, form.chosen_seat, name, usual_settings(request), own=own, **fields
        )

    try:
        tap = access.hash_of(f"{token} {form.cleaned_data['client_id']}")
        keeper, secret = begun_by_tap(request, tap, sit_down, by_play=True)
    except TooManyCards as refused:
        return _page(request, at, form, str(refused), status=429)
    return on_with(secret, "play:table", keeper.card.played_game.pk)


def own_book(request: HttpRequest, day_key: str) -> RuleBook | None:
    """The main book of the reader's club, where its deals of the day have this key."""
    main = (club.books[0] for club in clubs_of(request) if club.is_member)
    return next((book for book in main if shared.day_key(book) == day_key), None)


def own_name(request: HttpRequest) -> str:
    player = player_of(request)
    return names_for(request, [player]).get(player, "") if player else ""


def person_of(request: HttpRequest) -> Person:
    return Person(access.device_of(request), player_of(request))


def _page(
    request: HttpRequest, at: SharedDeal, form: AttemptForm | None = None, fault: str = "", status: int = 200
) -> HttpResponse:
    person = person_of(request)
    may_look = shared.has_finished(at, person)
    own = own_book(request, at.book_key) if at.day else None
    daily = _daily(request, at, person, is_member=own is not None, may_look=may_look)
    context = {
        "deal": at,
        "book": own or at.book_version.book,
        "form": form
        or AttemptForm(shared=at, initial={"client_id": new_client_id(), "name": games.name_given(person.device)}),
        "fault": fault,
        "address": django_settings.PUBLIC_URL + reverse("play:deal", args=[at.token]),
        "going_on": shared.unfinished(at, person),
        "has_begun": shared.has_begun(at, person),
        **(
            daily
            or {"listing": AttemptListing.of(request, shared.attempts_at(at, person.device)) if may_look else None}
        ),
    }
    return listing_page(request, "scoring/play/deal.html", context, status=status)


def _daily(request: HttpRequest, at: SharedDeal, person: Person, *, is_member: bool, may_look: bool) -> dict[str, Any]:
    if at.day is None:
        return {}
    ranked = shared.ranked_at(at) if may_look else []
    own, is_on = shared.own_result(at, person) if may_look else None, shared.is_on(at)
    names = names_for(request, [hand.player_id for hand in ranked if hand.player_id])
    par, is_ours = par_of_shared(at, at.seat), is_house_book(at.book_version.book)
    return {
        "daily": {
            "is_on": is_on,
            "is_ours": is_ours,
            "is_member": is_member,
            "standing": standing_words(ranked, own) if own else "",
            "par": par_words(own.par, own) if own else "",
            "members": members_words(len(ranked), is_on=is_on, is_ours=is_ours),
            "expert": expert_words(par, is_given_up=is_given_up(at.pars, at.seat)),
        },
        "ladders": ladders_for(request),
        "listing": AttemptListing.of_day(request, ranked, names, own, par) if may_look else None,
    }
