"""A run's results: figures with 95% intervals, spreads, distributions, seats.

One shape for one book or two; the second's parts are None without one. Words and layout are made elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.rules.book import RuleBook

from .measures import BY_PLACE, MEASURES, Measure, Unit, place_title
from .runs import AnyTally
from .tally import Interval, PairTally, Sums, Tally, Verdict, mean, percentile

METHOD: Final = (
    "Intervals are 95% intervals. A share has Wilson’s interval; a mean, and a share of part of the hands, has the "
    "normal interval of its linearised variance."
)
APART_METHOD: Final = (
    "The two books are played with different cards, so the interval of a difference is that of two runs that have "
    "nothing in common (normal, 95%): it is wider than between two rules on the same cards."
)
TELLING_METHOD: Final = (
    "Where no difference is shown, the number of further hands is that at which a difference as large as the one found "
    "is shown in 8 runs of 10. The true difference may be smaller, or none."
)
PAIRED_METHOD: Final = (
    "Both rules were played on the same cards by the same bots, and the interval of a difference is that of the "
    "differences hand by hand (paired, normal, 95%): luck that strikes both alike cancels out."
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure under each book, and the difference: its `verdict`, and `more_deals` that would probably tell."""

    key: str
    title: str
    unit: Unit
    first: Interval | None
    second: Interval | None = None
    difference: Interval | None = None
    verdict: Verdict | None = None
    more_deals: int | None = None

    @property
    def is_there(self) -> bool:
        return any(part is not None and part.value for part in (self.first, self.second))


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure's mean, and what 50, 90 and 99 of 100 don't exceed."""

    mean: float
    p50: int
    p90: int
    p99: int


@dataclass(frozen=True, slots=True)
class Bucket:
    """Values `low` to `high` (None: and more), and their share."""

    low: int
    high: int | None
    first: float
    second: float | None = None


@dataclass(frozen=True, slots=True)
class Distribution:
    """A figure's buckets, each `width` values wide."""

    key: str
    title: str
    first: Spread | None
    second: Spread | None
    buckets: tuple[Bucket, ...]
    width: int


@dataclass(frozen=True, slots=True)
class Place:
    title: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A whole run. `changed` deals went otherwise under the other book (None: not the same cards)."""

    deals: int
    figures: tuple[Figure, ...]
    distributions: tuple[Distribution, ...]
    places: tuple[Place, ...]
    is_comparison: bool
    changed: int | None
    method: tuple[str, ...]

    @property
    def changed_words(self) -> str:
        """The number of changed hands in words; empty without the same cards."""
        return "" if self.changed is None else f"{self.changed:,} of {self.deals:,} hands went differently."

    def figure(self, key: str) -> Figure:
        """A figure by key; raises `KeyError`."""
        return {figure.key: figure for figure in self.figures}[key]


TITLES: Final[Mapping[str, str]] = {
    "bid": "Bids that win the auction",
    "hand_meld": "Meld in one hand",
    "side_meld": "Meld of a side",
    "bidders_meld": "Meld of the bidding side",
    "defenders_meld": "Meld of a defending side",
    "bidders_take": "Take of the bidding side",
    "bidders_score": "Score of the bidding side",
}


def report_of(tally: AnyTally, book: RuleBook, other: RuleBook | None = None) -> Report:
    same_cards = other is not None and (other.cards, other.seats) == (book.cards, book.seats)
    is_comparison = isinstance(tally, PairTally)
    pairing = (PAIRED_METHOD if same_cards else APART_METHOD, TELLING_METHOD) if is_comparison else ()
    return Report(
        deals=tally.deals,
        figures=tuple(_figure(tally, measure) for measure in MEASURES),
        distributions=tuple(_distribution(tally, key, title) for key, title in TITLES.items()),
        places=_places(tally, len(book.seats), len(other.seats) if other else len(book.seats)),
        is_comparison=is_comparison,
        changed=tally.changed if isinstance(tally, PairTally) and same_cards else None,
        method=(*pairing, METHOD),
    )


def _places(tally: AnyTally, seats: int, others: int) -> tuple[Place, ...]:
    of = tally if seats == others or isinstance(tally, Tally) else tally.first
    return tuple(
        Place(place_title(place, seats), tuple(_figure(of, measure) for measure in BY_PLACE[place]))
        for place in range(seats)
    )


def _figure(tally: AnyTally, measure: Measure) -> Figure:
    first, second = _both(tally)
    difference = tally.difference(measure.key) if isinstance(tally, PairTally) else None
    return Figure(
        key=measure.key,
        title=measure.title,
        unit=measure.unit,
        first=_interval(first, measure),
        second=_interval(second, measure) if second else None,
        difference=difference,
        verdict=difference.verdict if difference else None,
        more_deals=difference.deals_to_tell(tally.deals) if difference else None,
    )


def _both(tally: AnyTally) -> tuple[Tally, Tally | None]:
    return (tally.first, tally.second) if isinstance(tally, PairTally) else (tally, None)


def _interval(tally: Tally, measure: Measure) -> Interval | None:
    found = tally.sums.get(measure.key, Sums()).interval()
    if found is None or measure.unit != "share":
        return found
    return Interval(found.value, max(0.0, found.low), min(1.0, found.high))


# -- distributions -----------------------------------------------------------------------

WIDTHS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_BUCKETS: Final = 20
SHOWN_APART: Final = 0.995  # what lies beyond goes into the last bucket


def _distribution(tally: AnyTally, key: str, title: str) -> Distribution:
    first, second = _both(tally)
    counts = first.histograms[key]
    others = second.histograms[key] if second else None
    width, buckets = _buckets(counts, others)
    return Distribution(key, title, _spread(counts), _spread(others) if others is not None else None, buckets, width)


def _spread(counts: Counter[int]) -> Spread | None:
    average = mean(counts)
    p50, p90, p99 = (percentile(counts, share) for share in (0.5, 0.9, 0.99))
    if average is None or p50 is None or p90 is None or p99 is None:
        return None
    return Spread(average, p50, p90, p99)


def _buckets(counts: Counter[int], others: Counter[int] | None) -> tuple[int, tuple[Bucket, ...]]:
    """Equal stretches, few enough to read; the last takes all that is higher."""
    both = counts + (others or Counter())
    lowest, highest = min(both, default=0), max(both, default=0)
    top = percentile(both, SHOWN_APART) or 0
    width = next(width for width in WIDTHS if (top - lowest) // width < MOST_BUCKETS or width == WIDTHS[-1])
    start = lowest // width * width
    buckets = []
    for low in range(start, top + 1, width):
        is_last = low + width > top
        high = None if is_last and highest >= low + width else low + width - 1
        buckets.append(
            Bucket(low, high, _share(counts, low, high), None if others is None else _share(others, low, high))
        )
    return width, tuple(buckets)


def _share(counts: Counter[int], low: int, high: int | None) -> float:
    inside = sum(count for value, count in counts.items() if low <= value and (high is None or value <= high))
    total = counts.total()
    return inside / total if total else 0.0
