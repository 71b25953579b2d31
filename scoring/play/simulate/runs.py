"""A run of many deals: plan, chunks, all cores.

A chunk is a fixed stretch of deal numbers, tallied apart, so cores change no figure.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Final, TypeVar

from scoring.rules.book import RuleBook, book_from_json

from .bots import CLUB, maker_of
from .cluster import parts_on_cluster
from .deals import deal_facts
from .tally import PairTally, Tally, pair_tally_from_data, tally_from_data

CHUNK: Final = 50

AnyTally = Tally | PairTally
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Plan:
    """A book, or the same deals under two, as canonical JSON."""

    book: str
    deals: int
    seed: int
    bots: str = CLUB
    against: str | None = None

    @property
    def chunks(self) -> int:
        return -(-self.deals // CHUNK)

    def stretch(self, chunk: int) -> range:
        """A chunk's deal numbers; the last may be shorter."""
        return range(chunk * CHUNK, min(self.deals, (chunk + 1) * CHUNK))

    @property
    def first(self) -> RuleBook:
        return _book(self.book)

    @property
    def second(self) -> RuleBook | None:
        return _book(self.against) if self.against is not None else None

    def empty(self) -> AnyTally:
        return Tally() if self.against is None else PairTally()

    def read(self, data: dict[str, Any]) -> AnyTally:
        return tally_from_data(data) if self.against is None else pair_tally_from_data(data)


def play_chunk(plan: Plan, chunk: int) -> AnyTally:
    make = maker_of(plan.bots)
    if plan.second is None:
        tally = Tally()
        for number in plan.stretch(chunk):
            tally.add(deal_facts(plan.first, plan.seed, number, make))
        return tally
    pairs = PairTally()
    for number in plan.stretch(chunk):
        pairs.add(deal_facts(plan.first, plan.seed, number, make), deal_facts(plan.second, plan.seed, number, make))
    return pairs


def merge(total: AnyTally, part: AnyTally) -> None:
    if isinstance(total, Tally) and isinstance(part, Tally):
        total.merge(part)
    else:
        assert isinstance(total, PairTally), total
        assert isinstance(part, PairTally), part
        total.merge(part)


def running_totals(plan: Plan, cores: int | None = None, cluster: str = "") -> Iterator[AnyTally]:
    """The growing total after each chunk, on all cores by default, or on a Dask `cluster`; one tally, complete at
    last."""
    total = plan.empty()
    for part in parts_on(partial(play_chunk, plan), plan.chunks, cores, cluster):
        merge(total, part)
        yield total


def parts_on(work: Callable[[int], Part], chunks: int, cores: int | None = None, cluster: str = "") -> Iterator[Part]:
    """`work`'s results for each chunk as they are done, where `running_totals` plays."""
    if cluster:
        yield from parts_on_cluster(cluster, work, chunks)
        return
    cores = min(cores or os.cpu_count() or 1, chunks)
    if cores == 1:
        yield from map(work, range(chunks))
        return
    # Spawned, not forked: a fork would take over the caller's open database and threads.
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        yield from pool.imap_unordered(work, range(chunks))


@lru_cache(maxsize=8)
def _book(text: str) -> RuleBook:
    return book_from_json(text)
