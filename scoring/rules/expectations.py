"""The usual for a hand after its bid: how often such a bid is made, what is melded and taken.

Read from the tables of `rarity`. Neighboring bids are counted together until they are enough (`Bands`), as is what a
bid still needs above its meld: "such a bid" is one of the same band. A bid is made here where the take reaches the need
in hands that were played out: bots threw hopeless ones in, so people may do a little worse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final

from .book import RuleBook
from .deal_score import DealRecord
from .odds import band_at, plays_alike
from .rarity import STUCK, Counts, Rarity

# With fewer hands of a kind, the usual figure would itself be a guess.
FEWEST: Final = 200


@dataclass(frozen=True, slots=True)
class Expected:
    """The outcome of simulated hands with such a bid, of `hands` in all. Such bids are `from_bid` to `to_bid` (None:
    and more), from `STUCK` on where nobody bids less. `made` is the share that was made, `made_with` that with the meld
    laid, `meld` and `take` the usual figures (`_usual`)."""

    hands: int
    from_bid: int
    to_bid: int | None
    made: float
    meld: tuple[int, int]
    made_with: float
    take: tuple[int, int]


def expected(book: RuleBook, table: Rarity | None, record: DealRecord) -> Expected | None:
    """The usual for a hand with this bid; None without a trump, or without enough hands simulated by the same rules."""
    if record.trump is None or table is None or not plays_alike(book, table):
        return None
    if not table.bidders or not table.takes:
        return None
    band = band_at(table.bidders, STUCK if record.stuck else record.bid)
    start, melds = table.bidders[band]
    after = table.bidders[band + 1][0] if band + 1 < len(table.bidders) else None
    takes = table.takes[band_at(table.takes, record.bid - record.meld[book.side_of(record.bidder)])][1]
    if min(sum(melds.values()), sum(takes.values())) < FEWEST:
        return None

    def made_with(meld: int) -> float:
        return made_share(book, table, record.bid, meld)

    return Expected(
        hands=table.hands,
        from_bid=start,
        to_bid=None if after is None else after - 1,
        made=_mean(melds, made_with),
        meld=_usual(melds),
        made_with=made_with(record.meld[book.side_of(record.bidder)]),
        take=_usual(takes),
    )


@lru_cache(maxsize=4096)
def made_share(book: RuleBook, table: Rarity, bid: int, meld: int) -> float:
    """The share of such hands in which the take reached the need."""
    need = book.contract.bidders_need
    least = book.contract.points_needed if need == "points" else int(need == "counter")
    takes = table.takes[band_at(table.takes, bid - meld)][1]
    reached = sum(count for take, count in takes.items() if take >= max(bid - meld, least))
    return reached / sum(takes.values())


def _mean(counts: Counts, of: Callable[[int], float]) -> float:
    return sum(count * of(figure) for figure, count in counts.items()) / sum(counts.values())


def _usual(counts: Counts) -> tuple[int, int]:
    """The lowest and the highest of the middle half of all figures."""
    figures = sorted(counts)
    so_far = [*accumulate(counts[figure] for figure in figures)]
    low, high = (next(at for at, seen in enumerate(so_far) if 4 * seen >= part * so_far[-1]) for part in (1, 3))
    return figures[low], figures[high]
