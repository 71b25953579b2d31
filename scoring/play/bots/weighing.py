"""Choice among options by samples: a few for all, more for the best, with the clock in view."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final, Generic, TypeVar

from .budget import Budget

T = TypeVar("T")

_ROUNDS: Final = 3
_FEWEST: Final = 4
_RESERVE: Final = 0.55  # of the time: sums after the last batch take some too, and so does who waits behind another
DOUBT: Final = 2.0  # standard errors by which another option must beat the trusted one: less may be noise
_TELLING: Final = 8  # samples: from fewer nothing can be told
_ENOUGH: Final = 200  # samples, before which rare turns may not have been seen
_ENOUGH_TO_TELL: Final = 500  # the same where what each option costs is read
_VAGUE: Final = 0.25  # of a figure that is read: how far it may be off, or a point
_SURE: Final = 3.0  # standard errors beyond which nothing is expected to change
LEAST: Final = 0.25  # points: playouts err by more than that, however many there are


@dataclass
class Weighed(Generic[T]):
    """An option with its values, in the samples' order."""

    option: T
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return fmean(self.values) if self.values else -math.inf


@dataclass(frozen=True, slots=True)
class Gap:
    """The mean difference of two options sample by sample, and its standard error; infinite with too few samples."""

    mean: float
    error: float

    @property
    def is_clear(self) -> bool:
        """Whether it exceeds the error of chance and playouts; else the two are level."""
        return self.mean > max(DOUBT * self.error, LEAST)


# What the given options come to in so many samples, one list of values for each option; the
# samples are the same for all of them. The second number is the seed of the batch.
Sampler = Callable[[Sequence[T], int, int], Sequence[Sequence[float]]]


def weigh(options: Sequence[T], trusted: object, sampler: Sampler[T], budget: Budget, seed: int) -> list[Weighed[T]]:
    """The options, best first, after spending the budget.

    In three rounds the weaker half drops out twice; the trusted option (the Club's) comes first unless another is
    better beyond doubt. A clocked budget ends once the choice is sure; one that settles drops options of known cost.
    """
    weighed = [Weighed(option) for option in options]
    alive = list(weighed)
    clock = _Clock(budget)
    for round_ in range(_ROUNDS):
        clock.spend(alive, sampler, round_, seed)
        if budget.settles:
            left = _untold(alive, trusted)
            if clock.is_over(round_) or not left:
                break
            alive = left
        elif budget.playouts is None and is_settled(alive, trusted):
            break
        elif round_ < _ROUNDS - 1 and len(alive) > 2:
            falling = sorted(alive, key=lambda each: -each.mean)
            alive = falling[: max(2, (len(alive) + 1) // 2)]
            alive += [each for each in falling if each.option == trusted and each not in alive]
    out = [each for each in weighed if each not in alive]
    best = _chosen(alive, trusted)
    rest = sorted((each for each in alive if each is not best), key=lambda each: -each.mean)
    return [best, *rest, *sorted(out, key=lambda each: -each.mean)]


def _chosen(alive: list[Weighed[T]], trusted: object) -> Weighed[T]:
    best = max(alive, key=lambda each: each.mean)
    sound = next((each for each in alive if each.option == trusted), best)
    return best if gap(best.values, sound.values).is_clear else sound


def is_settled(alive: list[Weighed[T]], trusted: object) -> bool:
    chosen = _chosen(alive, trusted)
    if len(chosen.values) < _ENOUGH:
        return False
    return not any(_is_open(than, each.option == trusted) for each, than in _behind(chosen, alive))


def _is_open(behind: Gap, is_trusted: bool) -> bool:
    """Whether an option so far behind may yet prove better, or the trusted one as good."""
    off = _SURE * behind.error
    return off - behind.mean > LEAST or (is_trusted and behind.mean - off <= LEAST)


def _untold(alive: list[Weighed[T]], trusted: object) -> list[Weighed[T]]:
    chosen = _chosen(alive, trusted)
    if len(chosen.values) < _ENOUGH_TO_TELL:
        return alive
    left = [
        each
        for each, than in _behind(chosen, alive)
        if _is_open(than, each.option == trusted) or DOUBT * than.error > max(1.0, _VAGUE * than.mean)
    ]
    return [chosen, *left] if left else []


def _behind(chosen: Weighed[T], alive: list[Weighed[T]]) -> list[tuple[Weighed[T], Gap]]:
    return [(each, gap(chosen.values, each.values)) for each in alive if each is not chosen]


def gap(values: Sequence[float], than: Sequence[float]) -> Gap:
    """The difference over the samples that both had."""
    gains = [one - other for one, other in zip(values, than, strict=False)]
    number = len(gains)
    if number < _TELLING:
        return Gap(fmean(gains) if gains else 0.0, math.inf)
    mean = fmean(gains)
    error = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / (number - 1) / number)
    return Gap(mean, error * (1 + 2 / (number - 1)))  # as Student's t: few samples seldom show how far they scatter


class _Clock:
    """Spends a budget in rounds: by count, or by time in timed batches."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.started = time.perf_counter()
        self.batches = 0

    def is_over(self, round_: int) -> bool:
        taken = time.perf_counter() - self.started
        return taken * (round_ + 2) / (round_ + 1) > self.budget.seconds

    def spend(self, alive: Sequence[Weighed[T]], sampler: Sampler[T], round_: int, seed: int) -> None:
        if self.budget.playouts is not None:
            count = self.budget.playouts // _ROUNDS // len(alive)
            self._batch(alive, sampler, max(_FEWEST, count), seed)
            return
        end = self.started + self.budget.seconds * _RESERVE * (round_ + 1) / _ROUNDS
        count, each = _FEWEST, 0.0
        while True:
            left = end - time.perf_counter()
            if self.batches and left < _FEWEST * each:
                return
            if each:  # not more than a third of what is left at once, so that no batch overruns its round
                count = max(_FEWEST, min(4 * count, int(left / 3 / each)))
            before = time.perf_counter()
            self._batch(alive, sampler, count, seed)
            each = (time.perf_counter() - before) / count

    def _batch(self, alive: Sequence[Weighed[T]], sampler: Sampler[T], count: int, seed: int) -> None:
        self.batches += 1
        for each, values in zip(
            alive, sampler([each.option for each in alive], count, seed + self.batches), strict=True
        ):
            each.values.extend(values)
