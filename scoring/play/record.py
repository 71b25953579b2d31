"""What somebody's own hands come to: by book, cost a hand over time, days in a row. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate, pairwise
from typing import Protocol

DAY = timedelta(days=1)


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
        return sum(self.costs) / len(self.costs) if self.costs else None


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
