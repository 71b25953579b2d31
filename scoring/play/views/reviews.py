"""Looking over a hand that is done: step by step with open hands, each decision beside the Expert's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from pinochle_club.ground.http import HtmxHttpRequest
from scoring.models import PlayedDeal
from scoring.play import judging
from scoring.play.access import get_keeper, own_seat
from scoring.play.membership import player_of
from scoring.play.pages.review import decision_row, decision_rows, review_context, total_context
from scoring.play.review import Judged, Moment, decisions, moments
from scoring.play.settings import settings_from_json
from scoring.play.shared import not_open_yet
from scoring.play.state import state_from_json
from scoring.play.thinking import Busy
from scoring.score_card.pages.card import names_of

FRAGMENT: Final = "scoring/play/reviews/_review.html"
PAGE: Final = "scoring/play/reviews/review.html"
ROW: Final = "scoring/play/reviews/_row.html"
BOX: Final = "scoring/play/reviews/_judged.html"


@require_safe
def review(request: HtmxHttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """The hand at one step (`?step=`), from the cards as dealt to the last card."""
    keeper = get_keeper(request, game_id)
    deal = _deal(keeper.card.played_game, number)
    if not deal.is_done:
        return redirect("play:table", game_id)
    closed = not_open_yet(keeper.card.played_game, player_of(request))
    if closed is not None:
        return redirect("play:deal", closed.token)
    end = state_from_json(keeper.card.book_version.book, deal.data)
    you = own_seat(keeper)
    every = moments(end)
    own = tuple(decisions(end, you)) if you else ()
    step = _step(request, len(every))
    known = judging.known(deal, own)
    here = known.get(step)
    if here is None and not request.htmx:  # where scripts run, the page comes first and asks for the judgement itself
        here = _judged_here(deal, own, step, keeper.card.created_from)

    known = {**known, step: here} if here is not None else known
    at, judge_at = _addresses(game_id, number)
    rows = decision_rows(own, known, step=step, at=at, judge_at=judge_at)
    total = total_context(list(known.values()), len(own), at)
    settings = settings_from_json(keeper.card.played_game.settings)
    context = {
        "review": review_context(
            every, end, names_of(keeper.card), settings, you, step=step, rows=rows, at=at, judged=here, total=total
        ),
        "game_id": game_id,
        "title": f"Hand {deal.hand}",
        "book_name": keeper.card.book_version.book.short_name,
        "settings": settings,
        "seats": len(end.book.at_table),
    }
    return render(request, FRAGMENT if request.htmx else PAGE, context)


@require_safe
def judge(request: HtmxHttpRequest, game_id: UUID, number: int, step: int) -> HttpResponse:
    """A decision, judged: a line of the list, which asks for one after the other, with the sum of all that are judged
    by now; or the box at its step."""
    keeper = get_keeper(request, game_id)
    deal = _deal(keeper.card.played_game, number)
    you = own_seat(keeper)
    end = state_from_json(keeper.card.book_version.book, deal.data)
    may_look = deal.is_done and not_open_yet(keeper.card.played_game, player_of(request)) is None
    own = tuple(decisions(end, you)) if may_look and you else ()
    moment = next((each for each in own if each.number == step), None)
    if moment is None:
        raise Http404("There is no such decision.")
    if not request.htmx:
        return redirect(f"{reverse('play:review', args=[game_id, number])}?step={step}")
    try:
        found = judging.judgement(deal, moment, keeper.card.created_from)
    except Busy:
        return HttpResponse(status=204)
    at, judge_at = _addresses(game_id, number)
    row = decision_row(moment, found, step=0, at=at, judge_at=judge_at)
    if request.htmx.target == "judged":
        return render(request, BOX, {"judged": row["judged"]})
    total = total_context(list(judging.known(deal, own).values()), len(own), at)
    return render(request, ROW, {"row": row, "total": total})


def _addresses(game_id: UUID, number: int) -> tuple[Callable[[int], str], Callable[[int], str]]:
    """Where a step of the hand is shown, and where its judgement is asked for."""

    def at(place: int) -> str:
        return f"{reverse('play:review', args=[game_id, number])}?step={place}"

    def judge_at(place: int) -> str:
        return reverse("play:judge", args=[game_id, number, place])

    return at, judge_at


def _deal(game: Any, number: int) -> PlayedDeal:
    deal: PlayedDeal | None = game.deals.filter(number=number).first()
    if deal is None:
        raise Http404("This game has no such hand.")
    return deal


def _step(request: HtmxHttpRequest, steps: int) -> int:
    """The step asked for; the cards as dealt for anything that is none."""
    asked = request.GET.get("step", "")
    return min(int(asked), steps) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0


def _judged_here(deal: PlayedDeal, own: tuple[Moment, ...], step: int, address: str) -> Judged | None:
    """The judgement of the decision at this step; None where there is none, or the Expert has no time for it now."""
    moment = next((each for each in own if each.number == step), None)
    if moment is None:
        return None
    try:
        return judging.judgement(deal, moment, address)
    except Busy:
        return None
