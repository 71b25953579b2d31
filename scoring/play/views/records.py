"""One's own hands: of the account that is signed in, else of this device."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.ground.http import HtmxHttpRequest, or_404
from pinochle_club.ground.listings import listing_page
from scoring.models import PlayedHand
from scoring.play import kept
from scoring.play.listings import HandListing
from scoring.play.membership import ladders_for, player_of
from scoring.play.pages.daily import streak_words
from scoring.play.pages.record import book_lines, cost_chart, cost_of, rating_words
from scoring.play.record import POINTS_OF_A_RATING, by_book, rating, streak
from scoring.play.thinking import Busy
from scoring.score_card import access


@require_safe
def record(request: HttpRequest) -> HttpResponse:
    """What was played by each book, what choices cost over time, and days in a row (`?book=`)."""
    device, player = access.device_of(request), player_of(request)
    hands = list(kept.hands_of(player, device))
    tallies = by_book(hands)
    asked = request.GET.get("book", "")
    shown = asked if asked in tallies else hands[0].book_key if hands else ""
    own = [hand for hand in hands if hand.book_key == shown]
    books = kept.books_of(tallies)
    names = {key: books[key].name if key in books else key for key in tallies}
    points = {key: books[key].total_points if key in books else POINTS_OF_A_RATING for key in tallies}
    chart, summary = cost_chart(own)
    days = [hand.played_on for hand in hands if hand.daily is not None]
    context = {
        "is_signed_in": player is not None,
        "streak": streak_words(streak(days, timezone.localdate())),
        "ladders": ladders_for(request),
        "rating": rating_words(rating(hands, points)),
        "books": book_lines(tallies, names),
        "shown": shown,
        "book_name": names[shown] if shown else "",
        "chart": chart,
        "summary": summary,
        "most": f"{kept.MOST_KEPT:,}",
        "listing": HandListing.on_device(request, own, device),
    }
    return listing_page(request, "scoring/play/records/record.html", context)


@require_POST
def cost(request: HtmxHttpRequest, hand_id: int) -> HttpResponse:
    """What choices in a hand cost, worked out as far as there is time; asked again for the rest."""
    hand = _hand(request, hand_id)
    try:
        kept.work_out_cost(hand)
    except Busy:
        if request.htmx:
            return HttpResponse(status=204)
    if not request.htmx:
        return redirect(f"{reverse('play:record')}?book={hand.book_key}")
    return render(request, "scoring/play/records/_cost.html", {"hand": hand, "cost": cost_of(hand), "asks": True})


def _hand(request: HttpRequest, hand_id: int) -> PlayedHand:
    """One of the reader's own hands; 404 for any other."""
    own = kept.hands_of(player_of(request), access.device_of(request)).select_related("deal__game__card__book_version")
    return or_404(own.filter(pk=hand_id).first(), "This hand isn’t yours.")
