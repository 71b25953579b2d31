"""How rare a hand's figures are, for `scoring.rules.rarity`.

Each side's meld is a case (in a three-handed game a player's); bids, takes and the bidders' meld count once a hand.
Beginners play every second deal, since people differ more than bots of one kind. When figures are questioned is decided
on other deals, a third of them with plain bidders.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from math import floor
from typing import Final

from scoring.play.actions import Bid
from scoring.play.bots import bidding
from scoring.play.bots.club import ClubBot
from scoring.play.bots.quick import result
from scoring.play.seat_view import SeatView
from scoring.play.table import Decision
from scoring.rules import odds
from scoring.rules.book import RuleBook
from scoring.rules.deal_score import DealRecord, book_of
from scoring.rules.rarity import AS_LIKELY, STUCK, Bands, Rarity, play_key

from .bots import maker_of
from .deals import MakeBot, deals_of
from .runs import Plan, parts_on

BEGINNER: Final = "beginner"
FEWEST_IN_A_BAND: Final = 3_000  # hands that are told apart no further
ASKED_ONE_IN: Final = 60  # honest hands, so that it is one in fifty at the most
TRIED_ONE_IN: Final = 8  # deals, each beside one that is counted


class PlainBidder(ClubBot):
    """A Club player who bids meld and some points in tricks, by the least step, whatever others say; every second
    one counts on partner or kitty."""

    TAKE: Final = (0.25, 0.55)  # of all points in tricks: a careful player counts on so many, a bold one on so many

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self._help, self._take = rng.randrange(2), rng.uniform(*self.TAKE)

    @classmethod
    def from_seed(cls, seed: str) -> PlainBidder:
        return cls(random.Random(seed))

    def bid(self, view: SeatView) -> Decision:
        limit, lowest = self.limit(view), view.asked.lowest_bid
        if limit is None or lowest is None:
            return bidding.bid(view, limit)
        carried = limit.appraisal.meld + self._help * limit.appraisal.help + self._take * view.book.total_points
        return Decision(Bid(view.seat, lowest if lowest <= carried else None), f"It carries {carried:.0f}.")


@dataclass(slots=True)
class Seen:
    """Counts: `totals` by meld, `bids` by bid, `bidders` by bid and meld, `takes` by bid above meld and by take.
    `tried` hands aren't counted."""

    totals: Counter[int] = field(default_factory=Counter)
    bids: Counter[int] = field(default_factory=Counter)
    bidders: Counter[tuple[int, int]] = field(default_factory=Counter)
    takes: Counter[tuple[int, int]] = field(default_factory=Counter)
    tried: list[DealRecord] = field(default_factory=list)

    def add(self, book: RuleBook, record: DealRecord) -> None:
        book = book_of(book, record)
        bid = STUCK if record.stuck else record.bid
        self.bids[bid] += 1
        if record.trump is None:
            return
        bidders = book.side_of(record.bidder)
        meld = record.meld[bidders]
        self.totals.update(record.meld[side] for side in book.sides)
        self.bidders[bid, meld] += 1
        if record.take:
            self.takes[record.bid - meld, record.take[book.take_side(bidders)]] += 1

    def update(self, other: Seen) -> None:
        self.tried += other.tried
        for each in fields(self)[:-1]:
            getattr(self, each.name).update(getattr(other, each.name))


def record_of_deal(book: RuleBook, seed: int, number: int, make_bot: MakeBot) -> DealRecord:
    records = (result(begun, bots, is_open=True)[1] for begun, bots in deals_of(book, seed, number, make_bot))
    return next(record for record in records if record is not None)


def count_chunk(plan: Plan, chunk: int) -> Seen:
    makers, seen = (maker_of(plan.bots), maker_of(BEGINNER), PlainBidder.from_seed), Seen()
    for number in plan.stretch(chunk):
        seen.add(plan.first, record_of_deal(plan.first, plan.seed, number, makers[number % 2]))
        if number % TRIED_ONE_IN == 0:
            make_bot = makers[number // TRIED_ONE_IN % len(makers)]
            seen.tried += _played_out(record_of_deal(plan.first, plan.seed, plan.deals + number, make_bot))
    return seen


def _played_out(record: DealRecord) -> list[DealRecord]:
    return [record] if record.trump is not None and record.take else []


def running_counts(plan: Plan, cores: int | None = None, cluster: str = "") -> Iterator[tuple[int, Seen]]:
    """The chunks done and the counts so far: the same growing counters."""
    seen = Seen()
    for done, part in enumerate(parts_on(partial(count_chunk, plan), plan.chunks, cores, cluster), start=1):
        seen.update(part)
        yield done, seen


def rarity_of(book: RuleBook, seen: Seen) -> Rarity:
    table = Rarity(
        seen.totals.total(),
        dict(seen.totals),
        dict(seen.bids),
        _bands(seen.bidders),
        _bands(seen.takes),
        play_key(book),
    )
    return replace(table, asks_from=_asks_from(book, table, seen.tried))


def _asks_from(book: RuleBook, table: Rarity, hands: Sequence[DealRecord]) -> float:
    """The least odds of a slip, in steps of 0.0001, that so few hands have; of too few hands none."""
    doubts = sorted((odds.doubt(book_of(book, hand), table, hand) for hand in hands), reverse=True)
    few = len(doubts) // ASKED_ONE_IN
    return floor(doubts[few] * 10_000 + 1) / 10_000 if few else AS_LIKELY


def _bands(counts: Mapping[tuple[int, int], int]) -> Bands:
    """Counts by their first figure, neighbors merged until there are enough."""
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
