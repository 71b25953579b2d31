"""What is at stake: the score of a deal for every take, worked out once and then looked up."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.play.seat_view import SeatView
from scoring.rules.book import RuleBook
from scoring.rules.cards import Side
from scoring.rules.deal_score import DealRecord, DealScore, score_deal, unplayed_reason


def record_of_view(view: SeatView) -> DealRecord:
    """The deal as a line of the score card, as far as this seat knows it; nothing taken yet."""
    assert view.bidder is not None, view
    assert view.bid is not None, view
    book = view.book
    meld = dict.fromkeys(book.sides, 0)
    for seat, shown in view.melds.items():
        meld[book.side_of(seat)] += shown.total
    return DealRecord(
        bidder=view.bidder,
        bid=view.bid,
        trump=view.trump,
        stuck=view.stuck,
        meld=meld,
        no_marriage=view.no_marriage,
        moon=view.moon,
        player_meld={seat: shown.total for seat, shown in view.melds.items()},
    )


def difference(book: RuleBook, score: DealScore, side: Side) -> float:
    """A side's score less that of the others, of several the average."""
    others = book.others(side)
    return score.sides[side].score - sum(score.sides[other].score for other in others) / len(others)


class Stakes:
    """The score difference of a deal by its takes, for one record without takes."""

    def __init__(self, book: RuleBook, record: DealRecord) -> None:
        self.book, self.record = book, record
        self._known: dict[tuple[int, ...], Mapping[Side, float]] = {}

    def of(self, takes: tuple[int, ...]) -> Mapping[Side, float]:
        """The differences by side when the sides, in the book's order, take so much."""
        found = self._known.get(takes)
        if found is None:
            found = self._known[takes] = self._score(takes)
        return found

    def _score(self, takes: tuple[int, ...]) -> Mapping[Side, float]:
        book = self.book
        score = score_deal(book, replace(self.record, take=dict(zip(book.sides, takes, strict=True))))
        return {side: difference(book, score, side) for side in book.sides}

    def unplayed(self, side: Side) -> float:
        """The difference where the deal is not played, say thrown in."""
        return difference(self.book, score_deal(self.book, self.record), side)

    @property
    def is_played(self) -> bool:
        return unplayed_reason(self.book, self.record) is None

    def expected(self, side: Side, chances: Sequence[float]) -> float:
        """The expected difference when the bidding side takes t points with chance `chances[t]`."""
        if not self.is_played:
            return self.unplayed(side)
        bidding = self.book.side_of(self.record.bidder)
        return sum(chance * self.of(self._shared(bidding, take))[side] for take, chance in enumerate(chances) if chance)

    def _shared(self, bidding: Side, take: int) -> tuple[int, ...]:
        """The rest of the points shared among the others."""
        others = self.book.others(bidding)
        rest = self.book.total_points - take
        shares = {other: rest // len(others) for other in others}
        shares[others[0]] += rest - sum(shares.values())
        shares[bidding] = take
        return tuple(shares[side] for side in self.book.sides)


def spread(book: RuleBook, mean: float, deviation: float) -> list[float]:
    """Chances of every take from 0 to all points, bell-shaped round `mean`."""
    weights = [math.exp(-(((take - mean) / deviation) ** 2) / 2) for take in range(book.total_points + 1)]
    whole = sum(weights)
    return [weight / whole for weight in weights]
