"""Benchmarks: each figure beside a baseline measured in the same run, since machines differ and ratios do not.

A module `bench_<thing>.py` in this folder has a function `run() -> list[Row]`. `make bench` finds and runs it.
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median

from tests.sampling import sample

DEEPER = 7
# A test sees whether each benchmark still runs, and measures nothing. Servers that it starts know it, too.
IS_TINY = "PYTEST_VERSION" in os.environ


def sized(tiny: int, n_bench: int, n_soak: int | None = None) -> int:
    """How many members, tables, hands or times: in a test as few as will do."""
    return tiny if IS_TINY else sample(n_bench, n_bench if n_soak is None else n_soak)


@dataclass(frozen=True)
class Row:
    """One line of the table. `at_most` and `at_least` are targets for measured / baseline; without one, it only tells.

    A figure without baseline leaves it 0 and has no ratio.
    """

    name: str
    measured: float
    unit: str
    baseline: float = 0.0
    baseline_name: str = ""
    at_most: float | None = None
    at_least: float | None = None

    @property
    def ratio(self) -> float | None:
        return self.measured / self.baseline if self.baseline else None

    @property
    def is_met(self) -> bool | None:
        """None where there is nothing to meet."""
        if self.ratio is None or (self.at_most is None and self.at_least is None):
            return None
        above = self.at_most is not None and self.ratio > self.at_most
        below = self.at_least is not None and self.ratio < self.at_least
        return not (above or below)


def seconds_in_turn(*works: Callable[[], object], times: int, rounds: int = sized(1, 9)) -> list[float]:
    """How much of the processor one call of each takes. They run in turn, a round of each, so that whatever else the
    machine does meanwhile falls on all of them; the waiting that falls between does not count.

    Each round is called from a greater depth than the one before. Python's stack lies in pieces, and work that happens
    to go to and fro over the end of one takes half as long again: which work that is says nothing of it."""
    for work in () if IS_TINY else works:
        work()
    taken = [
        [_at_depth(DEEPER * number, partial(_one_round, work, times)) for work in works] for number in range(rounds)
    ]
    return [median(each) for each in zip(*taken, strict=True)]


def _at_depth(depth: int, work: Callable[[], float]) -> float:
    return _at_depth(depth - 1, work) if depth else work()


def _one_round(work: Callable[[], object], times: int) -> float:
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


def percentile(values: list[float], share: float) -> float:
    """percentile(times, 0.99): the time that 99 of 100 stay under."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
