"""Review of a finished hand, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.ground.http import HtmxHttpRequest, or_404
from scoring.models import Device, DeviceCard, PlayedDeal
from scoring.play import games, judging, shared
from scoring.play.access import get_keeper, own_seat
from scoring.play.forms.acts import TAP_AGAIN, TapForm
from scoring.play.membership import player_of
from scoring.play.pages.review import again_context, decision_row, review_context, total_context
from scoring.play.review import Moment, decisions, moments
from scoring.play.settings import settings_from_json
from scoring.play.state import state_from_json
from scoring.play.thinking import Busy, is_ready
from scoring.score_card import access
from scoring.score_card.beginning import TooManyCards, begun_by_tap
from scoring.score_card.forms import new_client_id
from scoring.score_card.pages.card import names_of

PAGE: Final = "scoring/play/reviews/review.html"
ROW: Final = "scoring/play/reviews/_row.html"
BOX: Final = "scoring/play/reviews/_judged.html"


@require_safe
def review(request: HtmxHttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """The hand at one step (`?step=`)."""
    keeper = get_keeper(request, game_id)
    deal = _deal(keeper.card.played_game, number)
    if not deal.is_done:
        return redirect("play:table", game_id)
    closed = shared.not_open_yet(keeper.card.played_game)
    if closed is not None:
        return redirect("play:deal", closed.token)  # a board's leads on to its set
    asked = request.GET.get("step", "")  # the cards as dealt for anything that is no step
    return _page(request, keeper, deal, int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0)


def _page(
    request: HtmxHttpRequest, keeper: DeviceCard, deal: PlayedDeal, step: int, fault: str = "", status: int = 200
) -> HttpResponse:
    end = state_from_json(keeper.card.book_version.book, deal.data)
    you = own_seat(keeper)
    every = moments(end)
    own = tuple(decisions(end, you)) if you else ()
    step = min(step, len(every))
    known = judging.known(deal, own)
    here = next((moment for moment in own if moment.number == step and step not in known), None)
    if here and not request.htmx:  # where scripts run, the page comes first and asks for the judgement itself
        with suppress(Busy):
            known[step] = judging.judgement(deal, here, keeper.card.created_from)
    names, settings = names_of(keeper.card), settings_from_json(keeper.card.played_game.settings)
    tries = shared.tries_of(deal, own[0].action.seat) if own and deal.score else None
    shown = review_context(
        every, end, names, settings, you, step=step, own=own, known=known, is_ready=len(known) == len(own) or is_ready()
    )
    context = {
        "review": shown,
        "again": again_context(own, step, *tries) if tries else None,
        "client_id": new_client_id(),
        "fault": fault,
        "game_id": keeper.card.played_game.pk,
        "number": deal.number,
        "title": end.book.words.say(f"Hand {deal.hand}"),
        "book": end.book,
        "settings": settings,
    }
    return render(request, PAGE, context, status=status)


@require_safe
def judge(request: HtmxHttpRequest, game_id: UUID, number: int, step: int) -> HttpResponse:
    """A judged decision: a row of the list, with the total so far; or the box at its step."""
    keeper = get_keeper(request, game_id)
    deal = _deal(keeper.card.played_game, number)
    own, moment = _own_decision(request, keeper, deal, step)
    if not request.htmx:
        return redirect(f"{reverse('play:review', args=[game_id, number])}?step={step}")
    try:
        found = judging.judgement(deal, moment, keeper.card.created_from)
    except Busy:
        return HttpResponse(status=204)
    row = decision_row(moment, found)
    if request.htmx.target == "judged":
        return render(request, BOX, {"judged": row["judged"]})
    total = total_context(list(judging.known(deal, own).values()), len(own))
    return render(request, ROW, {"row": row, "total": total, "game_id": game_id, "number": number})


@require_POST
def try_again(request: HtmxHttpRequest, game_id: UUID, number: int, step: int) -> HttpResponse:
    """Replay from one of the player's decisions; one try a tap."""
    keeper = get_keeper(request, game_id)
    deal = _deal(keeper.card.played_game, number)
    _, moment = _own_decision(request, keeper, deal, step)
    form = TapForm(request.POST)
    if not form.is_valid() or not deal.score:
        return _page(request, keeper, deal, step, TAP_AGAIN, 422)
    table, player = games.open_table(keeper, number), player_of(request)

    def sit_down(device: Device, fields: Mapping[str, Any]) -> DeviceCard:
        return shared.try_again(device, table, moment, player, **fields)

    try:
        tap = access.hash_of(f"{deal.pk} {step} {form.cleaned_data['client_id']}")
        begun, _ = begun_by_tap(request, tap, sit_down, by_play=True)
    except TooManyCards as refused:
        return _page(request, keeper, deal, step, str(refused), 429)
    return redirect("play:table", begun.card.played_game.pk)


def _own_decision(
    request: HttpRequest, keeper: DeviceCard, deal: PlayedDeal, step: int
) -> tuple[tuple[Moment, ...], Moment]:
    you = own_seat(keeper)
    end = state_from_json(keeper.card.book_version.book, deal.data)
    may_look = deal.is_done and shared.not_open_yet(keeper.card.played_game) is None
    own = tuple(decisions(end, you)) if may_look and you else ()
    return own, or_404(next((each for each in own if each.number == step), None), "There is no such decision.")


def _deal(game: Any, number: int) -> PlayedDeal:
    deal: PlayedDeal | None = game.deals.filter(number=number).first()
    if deal is None:
        raise Http404("This game has no such hand.")
    return deal
