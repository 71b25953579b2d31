"""Costs of choices in words, no finer than known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, isfinite
from typing import Final

from scoring.play.table import Option
from scoring.rules.book import RuleBook

# A figure may be off by so many standard errors: one in twenty is off by more.
_ERRORS: Final = 2.0
_LITTLE: Final = 0.02  # of all points of a book: half a point of 25
_AS_GOOD: Final = "as good"
HARD_TO_TELL: Final = "hard to tell"
_FINE: Final = 0.1  # of a figure: one that may be off by no more is told as it is


def little(book: RuleBook) -> float:
    """A cost that nobody minds under this book."""
    return _LITTLE * book.total_points


def is_as_good(book: RuleBook, option: Option) -> bool:
    return option.cost + _ERRORS * option.error < little(book)


def cost_words(book: RuleBook, option: Option) -> str:
    """A cost: `costs about 2`, `costs 11 to 16`, `may cost up to 4`, `as good`."""
    words = cost_figure(book, option)
    if words in (_AS_GOOD, HARD_TO_TELL):
        return words
    return f"costs {words}" if option.cost else f"may cost {words}"


def costs_of_all(book: RuleBook, options: Sequence[Option]) -> str:
    """The costs of several choices from the least to the most: `cost 3 to 16`, `as good`."""
    if all(is_as_good(book, option) for option in options):
        return _AS_GOOD
    costs = sorted(_whole(option.cost) for option in options)
    return f"cost {costs[0] or 'nothing'} to {costs[-1]}" if costs[0] != costs[-1] else f"cost about {costs[0]}"


def cost_figure(book: RuleBook, option: Option) -> str:
    """The same in a column of costs."""
    if is_as_good(book, option):
        return _AS_GOOD
    if option.cost:
        return about(option.cost, option.error)
    return f"up to {span(0.0, option.error)[1] or 1}" if isfinite(option.error) else HARD_TO_TELL


def about(cost: float, error: float = 0.0) -> str:
    """A figure as exact as known: `about 24`, `11 to 16`, `less than 1`."""
    off = _ERRORS * error
    if cost + off < 1:
        return "less than 1"
    if _whole(cost) and off <= max(1.0, _FINE * cost):
        return f"about {_whole(cost)}"
    return "{} to {}".format(*span(cost, error))


def span(cost: float, error: float) -> tuple[int, int]:
    """The least and most of a cost, in whole points."""
    return _whole(max(0.0, cost - _ERRORS * error)), _whole(cost + _ERRORS * error)


def points(words: str) -> str:
    """A figure in words with its unit: `about 24 points`, `less than 1 point`."""
    return f"{words} point" if words.endswith(" 1") else f"{words} points"


def together(errors: Iterable[float]) -> float:
    """The error of a sum of parts with these errors."""
    return hypot(*filter(isfinite, errors))


def _whole(figure: float) -> int:
    return int(figure + 0.5)
