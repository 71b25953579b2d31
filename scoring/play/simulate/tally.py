"""Whole-number sums over many deals, the same in any order.

A `Tally` is of one book, a `PairTally` of the same deals under two. Both go to JSON and back, so runs can stop and go
on.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any, Final, Literal

from .deals import DealFacts
from .measures import Pair, figures_of

Z95: Final = NormalDist().inv_cdf(0.975)
# So much more than the 95 % interval reaches, and a difference of this size is shown in 8 runs of 10.
TELLING: Final = 1 + NormalDist().inv_cdf(0.8) / Z95
NOTHING: Final = 1e-6  # below it there is only what whole numbers lose on the way through roots
Verdict = Literal["more", "less", "same", "not_shown"]
HISTOGRAMS: Final = ("bid", "hand_meld", "side_meld", "bidders_meld", "defenders_meld", "bidders_take", "bidders_score")


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with its 95% interval; `low` and `high` equal it where nothing varied."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2

    @property
    def verdict(self) -> Verdict:
        """A difference's verdict: clear only where 0 lies outside, the same only where nothing varied."""
        if self.low > 0 or self.high < 0:
            return "more" if self.value > 0 else "less"
        return "not_shown" if self.half > NOTHING else "same"

    def deals_to_tell(self, deals: int) -> int | None:
        """How many more deals would probably show this difference, rounded; None where shown already, or none."""
        if self.verdict != "not_shown" or not self.value:
            return None
        more = deals * ((TELLING * self.half / self.value) ** 2 - 1)
        step = 10 ** max(0, math.floor(math.log10(more)) - 1)
        return int(math.ceil(more / step) * step)


@dataclass(slots=True)
class Sums:
    """Amounts y over bases x: deals, Σx, Σy, Σx², Σy², Σxy."""

    n: int = 0
    x: int = 0
    y: int = 0
    xx: int = 0
    yy: int = 0
    xy: int = 0

    def add(self, pair: Pair) -> None:
        y, x = pair
        self.n += 1
        self.x += x
        self.y += y
        self.xx += x * x
        self.yy += y * y
        self.xy += x * y

    def merge(self, other: Sums) -> None:
        for name in ("n", "x", "y", "xx", "yy", "xy"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def ratio(self) -> float | None:
        return self.y / self.x if self.x else None

    def interval(self) -> Interval | None:
        """The ratio with its 95% interval: Wilson's for a share, else by linearized variance."""
        ratio = self.ratio
        if ratio is None:
            return None
        if self.xx == self.x and self.yy == self.y and self.xy == self.y:  # each deal 0 or 1, of 0 or 1
            return wilson(self.y, self.x)
        half = Z95 * math.sqrt(max(0.0, self.residuals(ratio)) * self.n / max(1, self.n - 1)) / self.x
        return Interval(ratio, ratio - half, ratio + half)

    def residuals(self, ratio: float) -> float:
        return self.yy - 2 * ratio * self.xy + ratio * ratio * self.xx


def wilson(hits: int, tries: int) -> Interval:
    """A share with Wilson's 95% interval, which holds for rare things too."""
    share = hits / tries
    spread = Z95 * Z95 / tries
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 * math.sqrt(share * (1 - share) / tries + spread / (4 * tries)) / (1 + spread)
    return Interval(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


@dataclass(slots=True)
class Tally:
    deals: int = 0
    sums: defaultdict[str, Sums] = field(default_factory=lambda: defaultdict(Sums))
    histograms: dict[str, Counter[int]] = field(default_factory=lambda: {name: Counter() for name in HISTOGRAMS})

    def add(self, facts: DealFacts) -> dict[str, Pair]:
        figures = figures_of(facts)
        self.deals += 1
        for key, pair in figures.items():
            self.sums[key].add(pair)
        for name, values in _seen(facts).items():
            counter = self.histograms[name]
            for value in values:
                counter[value] += 1
        return figures

    def merge(self, other: Tally) -> None:
        self.deals += other.deals
        for key, sums in other.sums.items():
            self.sums[key].merge(sums)
        for name, counter in other.histograms.items():
            self.histograms[name].update(counter)

    def to_data(self) -> dict[str, Any]:
        return {
            "deals": self.deals,
            "sums": {key: [s.n, s.x, s.y, s.xx, s.yy, s.xy] for key, s in sorted(self.sums.items())},
            "histograms": {name: sorted(self.histograms[name].items()) for name in HISTOGRAMS},
        }


def tally_from_data(data: Mapping[str, Any]) -> Tally:
    return Tally(
        deals=data["deals"],
        sums=defaultdict(Sums, {key: Sums(*numbers) for key, numbers in data["sums"].items()}),
        histograms={name: Counter(dict(data["histograms"][name])) for name in HISTOGRAMS},
    )


def _seen(facts: DealFacts) -> dict[str, Iterable[int]]:
    bidding, defending = facts.side_melds[facts.bidder], [facts.side_melds[place] for place in facts.defenders]
    return {
        "bid": (facts.bid,),
        "hand_meld": facts.melds,
        "side_meld": (bidding, *defending),
        "bidders_meld": (bidding,),
        "defenders_meld": defending,
        "bidders_take": (facts.takes[facts.bidder],) if facts.is_played else (),
        "bidders_score": (facts.scores[facts.bidder],),
    }


def percentile(counts: Mapping[int, int], share: float) -> int | None:
    """The lowest value not exceeded by at least `share`; None without values."""
    need = share * sum(counts.values())
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= need:
            return value
    return None


def mean(counts: Mapping[int, int]) -> float | None:
    total = sum(counts.values())
    return sum(value * count for value, count in counts.items()) / total if total else None


# -- the same deals under two books ------------------------------------------------------


@dataclass(slots=True)
class CrossSums:
    yy: int = 0
    xy: int = 0
    yx: int = 0
    xx: int = 0

    def add(self, first: Pair, second: Pair) -> None:
        (y1, x1), (y2, x2) = first, second
        self.yy += y1 * y2
        self.xy += x1 * y2
        self.yx += y1 * x2
        self.xx += x1 * x2

    def merge(self, other: CrossSums) -> None:
        for name in ("yy", "xy", "yx", "xx"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class PairTally:
    """The same cards under two books: both tallies, cross sums, and the number of deals that differ."""

    first: Tally = field(default_factory=Tally)
    second: Tally = field(default_factory=Tally)
    cross: dict[str, CrossSums] = field(default_factory=dict)
    changed: int = 0

    def add(self, first: DealFacts, second: DealFacts) -> None:
        ours, theirs = self.first.add(first), self.second.add(second)
        self.changed += first != second
        for key in ours.keys() & theirs.keys():
            self.cross.setdefault(key, CrossSums()).add(ours[key], theirs[key])

    def merge(self, other: PairTally) -> None:
        self.first.merge(other.first)
        self.second.merge(other.second)
        self.changed += other.changed
        for key, cross in other.cross.items():
            self.cross.setdefault(key, CrossSums()).merge(cross)

    @property
    def deals(self) -> int:
        return self.first.deals

    def difference(self, key: str) -> Interval | None:
        """Second less first with its 95% interval, by each deal's own difference; None where a book has nothing."""
        a, b, cross = self.first.sums.get(key), self.second.sums.get(key), self.cross.get(key)
        if a is None or b is None or cross is None or a.ratio is None or b.ratio is None:
            return None
        p, q = a.ratio, b.ratio
        common = cross.yy - p * cross.xy - q * cross.yx + p * q * cross.xx
        variance = a.residuals(p) / a.x**2 + b.residuals(q) / b.x**2 - 2 * common / (a.x * b.x)
        half = Z95 * math.sqrt(max(0.0, variance) * a.n / max(1, a.n - 1))
        return Interval(q - p, q - p - half, q - p + half)

    def to_data(self) -> dict[str, Any]:
        return {
            "first": self.first.to_data(),
            "second": self.second.to_data(),
            "cross": {key: [c.yy, c.xy, c.yx, c.xx] for key, c in sorted(self.cross.items())},
            "changed": self.changed,
        }


def pair_tally_from_data(data: Mapping[str, Any]) -> PairTally:
    return PairTally(
        first=tally_from_data(data["first"]),
        second=tally_from_data(data["second"]),
        cross={key: CrossSums(*numbers) for key, numbers in data["cross"].items()},
        changed=data["changed"],
    )
