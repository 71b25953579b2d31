"""The table's page, and everything a player does there."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.ground.http import HtmxHttpRequest
from scoring.models import Device, DeviceCard
from scoring.play import games, together
from scoring.play.access import get_keeper
from scoring.play.bots.stakes import may_end_game
from scoring.play.forms.acts import TAP_AGAIN, ActForm, NotUnderstood, TapForm, action_of, cards_of, tap_of
from scoring.play.games import Refused, Stale, Table
from scoring.play.pages.hints import hint_context, waiting_hint
from scoring.play.pages.melds import meld_finding
from scoring.play.seat_view import seat_view
from scoring.play.settings import settings_from_form, settings_to_json
from scoring.play.state import choices
from scoring.play.thinking import is_ready
from scoring.score_card import access
from scoring.score_card.beginning import TooManyCards, begun_by_tap
from scoring.score_card.views.answers import go_to

from .answers import answer, context_of, show

SETTINGS_COOKIE: Final = "table"
# Seconds that a hint waits for the Expert: at first, when it asks again, and how long it asks.
AT_FIRST: Final = 1.0
AGAIN: Final = 0.2
HINT_COMES_WITHIN: Final = 90
SINCE: Final = re.compile(r"[0-9]{1,10}")
MOVED_ON: Final = "The game has moved on. Here is where it stands now."


@require_safe
def table(request: HtmxHttpRequest, game_id: UUID) -> HttpResponse:
    """The game as it stands. An Expert gets ready for the first hint."""
    is_ready()
    return show(request, games.open_table(get_keeper(request, game_id)))


@require_safe
def of_card(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    keeper = access.get_keeper(request, card_id)
    if not keeper.card.kept_by_play:
        return redirect("score_card:card", card_id)
    return redirect("play:table", keeper.card.played_game.pk)


@require_POST
def act(request: HtmxHttpRequest, game_id: UUID) -> HttpResponse:
    at = games.open_table(get_keeper(request, game_id))
    form = ActForm(request.POST)

    def acted() -> Table:
        if not form.is_valid():
            raise NotUnderstood(str(form.errors["amount"][0]) if "amount" in form.errors else TAP_AGAIN)
        if at.your_seat is None:
            raise Refused("You’re watching. The others play by themselves.")
        action = action_of(form, request.POST, at.your_seat)
        return games.act(together.be_here(at), action, **form.tap, waits=bool(request.htmx))

    return _tapped(request, at, acted)


@require_POST
def go_on(request: HtmxHttpRequest, game_id: UUID) -> HttpResponse:
    """Move the bots on: for watchers, after the page was opened again, or where one thinks long."""
    at = games.open_table(get_keeper(request, game_id))

    def moved() -> Table:
        tap = tap_of(request.POST)
        try:
            return games.go_on(at, **tap)
        except Stale:
            if not at.people:
                raise
            return games.since(games.open_table(at.keeper), tap["seen"])  # another's page asked at the same time

    return _tapped(request, at, moved)


@require_POST
def undo(request: HtmxHttpRequest, game_id: UUID) -> HttpResponse:
    at = games.open_table(get_keeper(request, game_id))
    return _tapped(request, at, lambda: games.undo(at, **tap_of(request.POST)))


@require_POST
def next_hand(request: HtmxHttpRequest, game_id: UUID) -> HttpResponse:
    """Deal the next hand, or begin another game with the same players; at a table of friends once all are ready."""
    at = games.open_table(get_keeper(request, game_id))
    form = TapForm(request.POST)
    if not form.is_valid():
        return show(request, at, status=422, refused=TAP_AGAIN)
    if at.game.people:
        now = together.be_ready(together.be_here(at))
        newest = together.game_of(at.game.people)
        if newest is not None and newest.pk != at.game.pk:
            return go_to(request, "play:table", newest.pk)
        return answer(request, now)
    client_id = form.cleaned_data["client_id"]
    if at.game.is_over:
        return _another_game(request, at, client_id)
    dealt = games.deal_next(at, client_id)
    try:
        return answer(request, games.go_on(dealt, client_id=client_id, seen=dealt.seen))
    except Stale:
        return answer(request, games.open_table(dealt.keeper))


def _another_game(request: HtmxHttpRequest, at: Table, client_id: str) -> HttpResponse:
    if at.game.shared_id:
        return go_to(request, "play:start")
    agreed = games.agreed_on(at.keeper.card.hands_agreed)

    def sit_down(device: Device, fields: Mapping[str, Any]) -> DeviceCard:
        book = at.keeper.card.book_version.book
        return games.begin_game(device, book, at.game.seats, at.settings, **fields, **agreed)

    try:
        keeper, _ = begun_by_tap(request, access.hash_of(f"{at.game.pk} {client_id}"), sit_down, by_play=True)
    except TooManyCards as refused:
        return show(request, at, status=409, refused=str(refused))
    return go_to(request, "play:table", keeper.card.played_game.pk)


@require_POST
def settings(request: HtmxHttpRequest, game_id: UUID) -> HttpResponse:
    """Save the player's settings, for this game and the device's next ones."""
    keeper = get_keeper(request, game_id)
    chosen = settings_from_form(request.POST)
    games.save_settings(keeper, chosen)
    response = answer(request, games.open_table(keeper))
    access.keep_in_browser(response, SETTINGS_COOKIE, settings_to_json(chosen))
    return response


@require_POST
def count_meld(request: HtmxHttpRequest, game_id: UUID) -> HttpResponse:
    at = games.open_table(get_keeper(request, game_id))
    view = seat_view(at.state, at.your_seat) if at.your_seat else None
    if view is None or view.choices is None or view.choices.kind != "meld":
        return _moved_on(request, at)
    try:
        return show(request, at, finding=meld_finding(view, cards_of(request.POST)))
    except NotUnderstood as refused:
        return show(request, at, status=422, refused=str(refused))


@require_safe
def hint(request: HtmxHttpRequest, game_id: UUID) -> HttpResponse:
    at = games.open_table(get_keeper(request, game_id))
    if not at.may_ask:
        return _moved_on(request, at)
    asks_again = bool(request.htmx) and request.htmx.trigger == "hint-waits"
    since = request.GET.get("since", "")
    now = int(time.time())
    asked_at = min(now, int(since)) if asks_again and SINCE.fullmatch(since) else now
    is_waited_for = bool(request.htmx) and now < asked_at + HINT_COMES_WITHIN
    who, decision = games.advice(at, (AGAIN if asks_again else AT_FIRST) if is_waited_for else None)
    waits = is_waited_for and who != "Expert"
    if waits and asks_again:  # it was told, and asks on
        return HttpResponse(status=204)
    asked = choices(at.state)
    assert asked is not None, "asked on the player's turn"
    at_stake = at.your_seat is not None and may_end_game(seat_view(at.state, at.your_seat))
    advice = hint_context(at.state.book, decision, who, asked, is_game_at_stake=at_stake)
    if waits:
        advice |= waiting_hint(asked_at, is_ready=is_ready())
    if request.htmx:
        return render(request, "scoring/play/_hint.html", {"table": context_of(at, hint=advice)})
    return show(request, at, hint=advice)


def _tapped(request: HtmxHttpRequest, at: Table, done: Callable[[], Table]) -> HttpResponse:
    try:
        return answer(request, done())
    except Stale:
        return _moved_on(request, at)
    except (NotUnderstood, Refused) as refused:
        chosen: tuple[object, ...] = ()
        with suppress(NotUnderstood):
            chosen = cards_of(request.POST)
        return show(request, at, status=422, refused=str(refused), chosen=chosen)


def _moved_on(request: HtmxHttpRequest, at: Table) -> HttpResponse:
    return show(request, games.open_table(at.keeper), status=409, refused=MOVED_ON)
