"""A player's record in words. No queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Final

from pinochle_club.ground.dates import calendar_day, short_day
from scoring.charts import Chart, Value, progress_chart
from scoring.models import PlayedHand
from scoring.play.record import FEWEST_RATED, Hand, Rating, running
from scoring.rules.notation import MINUS, counted

from .costs import about, points, together

MOST_DOTS: Final = 60


def figures_of(hands: Sequence[Hand]) -> list[tuple[str, str]]:
    bids = [hand.is_made for hand in hands if hand.is_made is not None]
    costs = [hand.cost for hand in hands if hand.cost is not None]
    return [
        ("Hands", f"{len(hands):,}"),
        ("Average score", f"{fmean(hand.own for hand in hands):+.1f}".replace("-", MINUS)),
        ("Your bids made", f"{sum(bids)} of {len(bids)}" if bids else "–"),
        ("Cost a hand", about(fmean(costs)) if costs else "–"),
    ]


def rating_words(rating: Rating | None) -> str:
    if rating is None:
        return (
            f"The Expert plays each of your hands, too, in your seat with the same others: that is par. "
            f"After {FEWEST_RATED} hands you’ll see how you stand beside it."
        )
    return f"Par for your last {rating.count} hands: you are {beside_expert(rating)}"


def beside_expert(rating: Rating) -> str:
    """`2.1 a hand below the Expert, give or take 0.9.`, and whether that is significant."""
    side = "above" if rating.mean > 0 else "below"
    level = " That’s too close to call." if abs(rating.mean) <= rating.error else ""
    return f"{abs(rating.mean):.1f} a hand {side} the Expert, give or take {rating.error:.1f}.{level}"


def cost_of(hand: PlayedHand) -> str:
    """A hand's cost as exact as known; empty before a review."""
    if hand.cost is None:
        return ""
    return about(hand.cost, together(each["error"] or 0.0 for each in hand.judged))


def cost_chart(hands: Iterable[PlayedHand]) -> tuple[Chart | None, str]:
    """The chart of the latest reviewed hands, and it in a sentence; `hands` are of one book, newest first."""
    looked_over = [hand for hand in hands if hand.cost is not None][:MOST_DOTS][::-1]
    costs = [hand.cost or 0.0 for hand in looked_over]
    if not costs:
        return None, "No hand has been looked over yet."
    values = [
        Value(
            calendar_day(hand.played_on),
            cost,
            so_far,
            f"{short_day(hand.played_on)}: {cost_of(hand)}, {about(so_far)} on average so far",
        )
        for hand, cost, so_far in zip(looked_over, costs, running(costs), strict=True)
    ]
    mean = points(about(sum(costs) / len(costs)))
    summary = f"What your choices cost in {counted(len(costs), 'hand')}: {mean} a hand on average."
    return progress_chart(values), summary
