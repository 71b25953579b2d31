"""Looking over a hand that is done: step by step with open hands, each decision beside the Expert's."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from pinochle_club.ground.http import HtmxHttpRequest, or_404
from scoring.models import PlayedDeal
from scoring.play import judging
from scoring.play.access import get_keeper, own_seat
from scoring.play.membership import player_of
from scoring.play.pages.review import decision_row, review_context, total_context
from scoring.play.review import decisions, moments
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
    asked = request.GET.get("step", "")  # the cards as dealt for anything that is no step
    step = min(int(asked), len(every)) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0
    known = judging.known(deal, own)
    here = next((moment for moment in own if moment.number == step and step not in known), None)
    if here and not request.htmx:  # where scripts run, the page comes first and asks for the judgement itself
        with suppress(Busy):
            known[step] = judging.judgement(deal, here, keeper.card.created_from)
    names, settings = names_of(keeper.card), settings_from_json(keeper.card.played_game.settings)
    context = {
        "review": review_context(every, end, names, settings, you, step=step, own=own, known=known),
        "game_id": game_id,
        "number": number,
        "title": end.book.words.say(f"Hand {deal.hand}"),
        "book": end.book,
        "settings": settings,
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
    moment = or_404(next((each for each in own if each.number == step), None), "There is no such decision.")
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


def _deal(game: Any, number: int) -> PlayedDeal:
    deal: PlayedDeal | None = game.deals.filter(number=number).first()
    if deal is None:
        raise Http404("This game has no such hand.")
    return deal
