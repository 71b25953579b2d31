"""The own record and weekly lesson: the account's, else the device's."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.ground.http import HtmxHttpRequest, or_404
from pinochle_club.ground.listings import listing_page
from scoring.models import Device, PlayedHand
from scoring.play import lessons, own_hands
from scoring.play.listings import HandListing
from scoring.play.membership import ladders_for, player_of
from scoring.play.pages.daily import streak_words
from scoring.play.pages.lessons import position_context, themes_context
from scoring.play.pages.record import cost_chart, cost_of, figures_of, rating_words
from scoring.play.record import POINTS_OF_A_RATING, by_book, rating, streak
from scoring.play.thinking import Busy
from scoring.score_card import access

MOST_LEARNED_FROM: Final = 50


@require_safe
def record(request: HttpRequest) -> HttpResponse:
    """Results by book, cost over time, days in a row (`?book=`)."""
    device, player = access.device_of(request), player_of(request)
    hands = list(own_hands.hands_of(player, device))
    played = by_book(hands)
    asked = request.GET.get("book", "")
    shown = asked if asked in played else hands[0].book_key if hands else ""
    own = [hand for hand in hands if hand.book_key == shown]
    books = own_hands.books_of(played)
    names = {key: books[key].name if key in books else key for key in played}
    points = {key: books[key].total_points if key in books else POINTS_OF_A_RATING for key in played}
    chart, summary = cost_chart(own)
    looked_over = [hand for hand in own if hand.judged][:MOST_LEARNED_FROM]
    listing = HandListing.on_device(request, own, device, looked_over)
    days = [hand.played_on for hand in hands if hand.daily is not None]
    context = {
        "is_signed_in": player is not None,
        "streak": streak_words(streak(days, timezone.localdate())),
        "ladders": ladders_for(request),
        "rating": rating_words(rating(hands, points)),
        "books": [(key, names[key], figures_of(of_book)) for key, of_book in played.items()],
        "shown": shown,
        "book_name": names[shown] if shown else "",
        "chart": chart,
        "summary": summary,
        "most": f"{own_hands.MOST_KEPT:,}",
        "listing": listing,
        "themes": themes_context(looked_over, listing.reviews, books.get(shown)),
    }
    return listing_page(request, "scoring/play/records/record.html", context)


@require_POST
def cost(request: HtmxHttpRequest, hand_id: int) -> HttpResponse:
    """A hand's cost, as far as time allows; asked again for the rest."""
    hand = _hand(player_of(request), access.device_of(request), hand_id)
    try:
        own_hands.work_out_cost(hand)
    except Busy:
        if request.htmx:
            return HttpResponse(status=204)
    if not request.htmx:
        return redirect(f"{reverse('play:record')}?book={hand.book_key}")
    return render(request, "scoring/play/records/_cost.html", {"hand": hand, "cost": cost_of(hand), "asks": True})


def _hand(player: int | None, device: Device | None, hand_id: int) -> PlayedHand:
    own = own_hands.hands_of(player, device).select_related("deal__game__card__book_version")
    return or_404(own.filter(pk=hand_id).first(), "This hand isn’t yours.")


# -- the lesson of the week ----------------------------------------------------------------


@require_safe
def lesson(request: HttpRequest) -> HttpResponse:
    """A position (`?position=`), or the first unanswered; the result once all are answered."""
    player, device = player_of(request), access.device_of(request)
    positions = lessons.of_this_week(player, device)
    open_ones = [place for place, each in enumerate(positions, start=1) if each.answer is None]
    asked = request.GET.get("position", "")
    place = int(asked) if asked in map(str, range(1, len(positions) + 1)) else next(iter(open_ones), len(positions))
    context: dict[str, Any] = {
        "place": place,
        "of": len(positions),
        "right": sum(each.is_right for each in positions),
        "next": next((each for each in open_ones if each != place), None),
    }
    if positions:
        hand = _hand(player, device, positions[place - 1].hand)
        here = own_hands.to_look_over([hand.deal_id], device).values()
        context["position"] = position_context(hand, positions[place - 1])
        context["review"] = next((reverse("play:review", args=at) for at in here), "")
    return render(request, "scoring/play/lesson.html", context)


@require_POST
def answer(request: HttpRequest) -> HttpResponse:
    """An answer; the first counts, and one of another week does nothing."""
    positions = lessons.of_this_week(player_of(request), access.device_of(request))
    hand, number, choice = (request.POST.get(name, "") for name in ("hand", "number", "choice"))
    for place, at in enumerate(positions, start=1):
        if (hand, number) == (str(at.hand), str(at.number)) and choice in map(str, range(len(at.facts["choices"]))):
            lessons.answer(positions, at, int(choice))
            return redirect(f"{reverse('play:lesson')}?position={place}")
    return redirect("play:lesson")
