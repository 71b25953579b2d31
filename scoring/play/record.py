"""A player's record: by book, cost a hand over time, days in a row. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate, islice, pairwise
from math import sqrt
from statistics import fmean, stdev
from typing import Final, Protocol

from scoring.boards.comparison import margin
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat, Side

DAY = timedelta(days=1)
POINTS_OF_A_RATING: Final = 25
FEWEST_RATED: Final = 10
MOST_RATED: Final = 200


def margin_of(book: RuleBook, seat: Seat, scores: Mapping[Side, int]) -> int:
    """A side's score above the mean of the others, to a whole point. However many play, one hand's come to 0 together,
    so a defender gains by a set, and a called partner's points are points that somebody else has."""
    side = book.side_of(seat)
    return round(margin({each: scores[each] for each in (side, *book.others(side))}, side))


def score_of(seat: Seat, scores: Mapping[Side, int]) -> int:
    """Of the side that a seat has on the card: a called partner is one of the bidding side in that hand alone."""
    return next(points for side, points in scores.items() if seat in side)


class Hand(Protocol):
    """A hand as kept: whether the player's bid was made (None: another's bid), and its cost."""

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


def by_book(hands: Iterable[Hand]) -> dict[str, list[Hand]]:
    """The hands of each book, the most played first."""
    grouped: dict[str, list[Hand]] = {}
    for hand in hands:
        grouped.setdefault(hand.book_key, []).append(hand)
    return dict(sorted(grouped.items(), key=lambda item: -len(item[1])))


def running(figures: Sequence[float]) -> list[float]:
    return [total / count for count, total in enumerate(accumulate(figures), start=1)]


@dataclass(frozen=True, slots=True)
class Rating:
    """The mean margin above the Expert's, over `count` hands or days; `error` is half of the 95% interval."""

    count: int
    mean: float
    error: float


def rating(hands: Iterable[Hand], points: Mapping[str, int]) -> Rating | None:
    """The rating over the newest hands with a par, scaled to tricks worth 25 points (`points`: by book); None where
    they are too few."""
    scaled = (
        hand.beside_par * POINTS_OF_A_RATING / points[hand.book_key] for hand in hands if hand.beside_par is not None
    )
    return rated(list(islice(scaled, MOST_RATED)))


def rated(beside: Sequence[float]) -> Rating | None:
    """The mean of margins beside the Expert; None where they are too few."""
    if len(beside) < FEWEST_RATED:
        return None
    free = len(beside) - 1
    reach = 1.96 + 2.37 / free + 2.82 / free**2  # Student’s, to a fifth of a percent where there are ten or more
    return Rating(len(beside), fmean(beside), reach * stdev(beside) / sqrt(len(beside)))


@dataclass(frozen=True, slots=True)
class Streak:
    """Successes in a row: `now`, and the `longest` so far."""

    now: int
    longest: int


def streak(days: Iterable[date], today: date) -> Streak:
    """The days in a row with a hand; yesterday's streak holds until today is over."""
    played = sorted(set(days))
    if not played:
        return Streak(0, 0)
    lengths = [1]
    for before, after in pairwise(played):
        lengths.append(lengths[-1] + 1 if after - before == DAY else 1)
    return Streak(lengths[-1] if today - played[-1] <= DAY else 0, max(lengths))
