"""How rare a hand's figures are, for `scoring.rules.rarity`: deals played out by bots, and counted.

Each side's meld is a case; in a three-handed game a side is one player, the bidder with the kitty. Of bids, takes and
the bidding side's meld a hand is a case. Every second deal is played by Beginners, who bid otherwise than the bots of
the plan: what people do lies wider apart than what bots of one kind do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Final

from scoring.play.bots.quick import result
from scoring.rules.book import RuleBook
from scoring.rules.deal_score import DealRecord
from scoring.rules.rarity import STUCK, Bands, Rarity, play_key

from .bots import maker_of
from .deals import MakeBot, deals_of
from .runs import Plan, parts_on

BEGINNER: Final = "beginner"
FEWEST_IN_A_BAND: Final = 3_000  # hands that are told apart no further


@dataclass(slots=True)
class Seen:
    """What came how often: `totals` by meld, `bids` by bid, `bidders` by bid and meld, `takes` by what the bid was
    above the meld and the take."""

    totals: Counter[int] = field(default_factory=Counter)
    bids: Counter[int] = field(default_factory=Counter)
    bidders: Counter[tuple[int, int]] = field(default_factory=Counter)
    takes: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, book: RuleBook, record: DealRecord) -> None:
        """Counts a hand."""
        bid = STUCK if record.stuck else record.bid
        self.bids[bid] += 1
        if record.trump is None:
            return
        bidders = book.side_of(record.bidder)
        meld = record.meld[bidders]
        self.totals.update(record.meld[side] for side in book.sides)
        self.bidders[bid, meld] += 1
        if bidders in record.take:
            self.takes[record.bid - meld, record.take[bidders]] += 1

    def update(self, other: Seen) -> None:
        """Adds what was counted elsewhere."""
        for each in fields(self):
            getattr(self, each.name).update(getattr(other, each.name))


def record_of_deal(book: RuleBook, seed: int, number: int, make_bot: MakeBot) -> DealRecord:
    """What the card says of one deal, the first of them that is not dealt again."""
    records = (result(begun, bots)[1] for begun, bots in deals_of(book, seed, number, make_bot))
    return next(record for record in records if record is not None)


def count_chunk(plan: Plan, chunk: int) -> Seen:
    """The hands of a chunk, counted."""
    makers, seen = (maker_of(plan.bots), maker_of(BEGINNER)), Seen()
    for number in plan.stretch(chunk):
        seen.add(plan.first, record_of_deal(plan.first, plan.seed, number, makers[number % 2]))
    return seen


def running_counts(plan: Plan, cores: int | None = None, cluster: str = "") -> Iterator[tuple[int, Seen]]:
    """How many chunks are done, and what was counted so far: the same counters, which grow."""
    seen = Seen()
    for done, part in enumerate(parts_on(partial(count_chunk, plan), plan.chunks, cores, cluster), start=1):
        seen.update(part)
        yield done, seen


def rarity_of(book: RuleBook, seen: Seen) -> Rarity:
    """The table of what was counted."""
    return Rarity(
        seen.totals.total(),
        dict(seen.totals),
        dict(seen.bids),
        _bands(seen.bidders),
        _bands(seen.takes),
        play_key(book),
    )


def _bands(counts: Mapping[tuple[int, int], int]) -> Bands:
    """The counts by their first figure, those beside each other together until they are enough to say how rare."""
    by_first: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for (first, figure), count in counts.items():
        by_first[first][figure] += count
    bands: list[tuple[int, Counter[int]]] = []
    for first in sorted(by_first):
        if not bands or bands[-1][1].total() >= FEWEST_IN_A_BAND:
            bands.append((first, Counter()))
        bands[-1][1].update(by_first[first])
    if len(bands) > 1 and bands[-1][1].total() < FEWEST_IN_A_BAND:
        bands[-2][1].update(bands.pop()[1])
    return tuple(bands)
