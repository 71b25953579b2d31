"""What somebody's own hands come to: by book, cost a hand over time, days in a row. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate, islice, pairwise
from math import sqrt
from statistics import fmean, stdev
from typing import Final, Protocol

from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat, Side

DAY = timedelta(days=1)
POINTS_OF_A_RATING: Final = 25
FEWEST_RATED: Final = 10
MOST_RATED: Final = 200


def margin_of(book: RuleBook, seat: Seat, scores: Mapping[Side, int]) -> int:
    """What the side of a seat scored above the best of the others."""
    side = book.side_of(seat)
    return scores[side] - max(scores[other] for other in book.others(side))


class Hand(Protocol):
    """One hand as it is kept: whether the player's own bid was made (None: another bid), and what it cost."""

    @property
    def book_key(self) -> str: ...
    @property
    def own(self) -> int: ...
    @property
    def is_made(self) -> bool | None: ...
    @property
    def cost(self) -> float | None: ...
    @property
    def beside_par(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Tally:
    """Hands of one book: `bids` the player won, of which some were `made`; `costs` of those that were looked over."""

    hands: int
    points: int
    bids: int
    made: int
    costs: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The average score of their side."""
        return self.points / self.hands

    @property
    def cost(self) -> float | None:
        """What choices cost a hand; None before one was looked over."""
        return fmean(self.costs) if self.costs else None


def by_book(hands: Iterable[Hand]) -> dict[str, Tally]:
    """What the hands of each book come to, the most played book first."""
    grouped: dict[str, list[Hand]] = {}
    for hand in hands:
        grouped.setdefault(hand.book_key, []).append(hand)
    return {
        book: Tally(
            hands=len(own),
            points=sum(hand.own for hand in own),
            bids=sum(hand.is_made is not None for hand in own),
            made=sum(hand.is_made is True for hand in own),
            costs=tuple(hand.cost for hand in own if hand.cost is not None),
        )
        for book, own in sorted(grouped.items(), key=lambda item: -len(item[1]))
    }


def running(figures: Sequence[float]) -> list[float]:
    """The average so far, figure by figure."""
    return [total / count for count, total in enumerate(accumulate(figures), start=1)]


@dataclass(frozen=True, slots=True)
class Rating:
    """How much more than the Expert was made a hand, in a `count` of hands or days; `error` is half of the 95%
    interval."""

    count: int
    mean: float
    error: float


def rating(hands: Iterable[Hand], points: Mapping[str, int]) -> Rating | None:
    """Of the newest of these hands that have a par, the newest first; None where they are too few.

    So that hands of all books can be added up, all count as if their tricks held 25 points: what was made in a book
    whose tricks hold 50 (`points`, by book) is halved.
    """
    scaled = (
        hand.beside_par * POINTS_OF_A_RATING / points[hand.book_key] for hand in hands if hand.beside_par is not None
    )
    return rated(list(islice(scaled, MOST_RATED)))


def rated(beside: Sequence[float]) -> Rating | None:
    """What these figures come to on average, each what was made beside the Expert; None where they are too few."""
    if len(beside) < FEWEST_RATED:
        return None
    free = len(beside) - 1
    reach = 1.96 + 2.37 / free + 2.82 / free**2  # Student’s, to a fifth of a percent where there are ten or more
    return Rating(len(beside), fmean(beside), reach * stdev(beside) / sqrt(len(beside)))


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row: up to `now`, and the longest there was."""

    now: int
    longest: int


def streak(days: Iterable[date], today: date) -> Streak:
    """The days in a row on which something was played; one of yesterday goes on until today is over."""
    played = sorted(set(days))
    if not played:
        return Streak(0, 0)
    lengths = [1]
    for before, after in pairwise(played):
        lengths.append(lengths[-1] + 1 if after - before == DAY else 1)
    return Streak(lengths[-1] if today - played[-1] <= DAY else 0, max(lengths))
