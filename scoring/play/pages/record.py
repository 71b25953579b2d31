"""Somebody's own record in words: by book, what a hand cost over time. No queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pinochle_club.ground.dates import calendar_day, short_day
from scoring.charts import ProgressChart, Value, progress_chart
from scoring.models import PlayedHand
from scoring.play.record import Tally, running
from scoring.rules.book import built_in_books
from scoring.rules.notation import MINUS, counted

MOST_DOTS: Final = 60


@dataclass(frozen=True, slots=True)
class BookLine:
    """One book of a record: what was played by it."""

    key: str
    name: str
    hands: str
    mean: str
    made: str
    cost: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class CostContext:
    """What choices cost a hand over time: the picture, and it in a sentence."""

    chart: ProgressChart | None
    summary: str


def book_name(key: str) -> str:
    """What a book is called; by its key where it is no longer one of our books."""
    book = built_in_books().get(key)
    return book.name if book else key


def book_lines(tallies: Mapping[str, Tally], shown: str) -> list[BookLine]:
    """Every book that was played by, the most played first."""
    return [
        BookLine(
            key=key,
            name=book_name(key),
            hands=f"{tally.hands:,}",
            mean=f"{tally.mean:+.1f}".replace("-", MINUS),
            made=f"{tally.made} of {tally.bids}" if tally.bids else "–",
            cost=cost_words(tally.cost),
            is_here=key == shown,
        )
        for key, tally in tallies.items()
    ]


def cost_words(cost: float | None) -> str:
    """`2.3`; a dash where nobody has looked."""
    return "–" if cost is None else f"{cost:.1f}"


def cost_context(hands: Iterable[PlayedHand]) -> CostContext:
    """The chart of the latest hands that were looked over; `hands` are of one book, the newest first."""
    looked_over = [hand for hand in hands if hand.cost is not None][:MOST_DOTS][::-1]
    costs = [hand.cost or 0.0 for hand in looked_over]
    values = [
        Value(
            calendar_day(hand.played_on),
            cost,
            so_far,
            f"{short_day(hand.played_on)}: {cost_words(cost)}, {cost_words(so_far)} on average so far",
        )
        for hand, cost, so_far in zip(looked_over, costs, running(costs), strict=True)
    ]
    return CostContext(chart=progress_chart(values), summary=_summary(costs))


def _summary(costs: Sequence[float]) -> str:
    """The chart in a sentence."""
    if not costs:
        return "No hand has been looked over yet."
    mean = sum(costs) / len(costs)
    return f"What your choices cost in {counted(len(costs), 'hand')}: {cost_words(mean)} points a hand on average."
