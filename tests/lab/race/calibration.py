"""What the race said of seasons, held to how they ended."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final, NamedTuple

from league.evening.ties.parting import Who
from league.season.race.model import Race, chances, placed
from scoring.play.simulate.tally import wilson

BANDS: Final = (0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0)
DRAWS: Final = 400  # of seasons, for the interval


class Said(NamedTuple):
    """That somebody wins a season, after so many of its nights; in how far they did, and whether the place in the end
    lay in what was called likely. `season` is which one: what was said in the same one stands and falls together."""

    season: int
    held: int
    share: float
    won: float
    is_within: bool
    was_out: bool


@dataclass(frozen=True)
class Band:
    """What was called between two shares: how often, in how many seasons, how much of it on average, how much came
    true, and between what that lies nineteen times of twenty, were other seasons played."""

    low: float
    high: float
    number: int
    seasons: int
    said: float
    true: float
    least: float
    most: float

    @property
    def holds(self) -> bool:
        return self.least <= self.said <= self.most


def said_of(season: int, race: Race, *, plays: int, every: int = 3, first: int = 3) -> Iterator[Said]:
    """All that was said of a season that is over, after every few of its nights."""
    order = sorted(((score, one) for one, (score, has_place) in so_far(race).items() if has_place), reverse=True)
    ends = {one: (place, level) for one, place, level in placed(order)}
    for held in range(first, race.held, every):
        for one in chances(race.after(held), plays=plays, seed=str(season)):
            place, level = ends.get(one.who, (10**6, 1))
            low, high = ((10**6 if end is None else end) for end in one.likely)
            yield Said(season, held, one.wins, 1 / level if place == 1 else 0.0, low <= place <= high, one.is_out)


def bands_of(said: Iterable[Said], edges: Sequence[float] = BANDS) -> list[Band]:
    found = list(said)
    return [
        band
        for low, high in zip((0.0, *edges), edges, strict=False)
        if (band := band_of([one for one in found if low <= one.share < high or one.share == high == 1], low, high))
    ]


def band_of(said: Sequence[Said], low: float, high: float) -> Band | None:
    if not said:
        return None
    by_season: dict[int, list[float]] = defaultdict(list)
    for one in said:
        by_season[one.season].append(one.won)
    groups, rng = list(by_season.values()), random.Random(7)
    drawn = sorted(_share(rng.choices(groups, k=len(groups))) for _ in range(DRAWS))
    least, most = drawn[DRAWS // 40], drawn[-1 - DRAWS // 40]
    if least == most and least in (0, 1):  # where all of it came true, or nothing: as if each season were one try
        tried = wilson(round(least * len(groups)), len(groups))
        least, most = tried.low, tried.high
    said_share, true_share = fmean(one.share for one in said), fmean(one.won for one in said)
    return Band(low, high, len(said), len(groups), said_share, true_share, least, most)


def _share(groups: Sequence[Sequence[float]]) -> float:
    return sum(map(sum, groups)) / sum(map(len, groups))


def so_far(race: Race) -> dict[Who, tuple[float, bool]]:
    """The figure of each line after the nights held, and whether those are enough for a place."""
    race = replace(race, left=0)
    return {one.who: (one.score(), one.attended >= race.needed) for one in race.starters if one.runner.nights}
