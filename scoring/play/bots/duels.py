"""Duels: two kinds of bot at the same deals, each deal played again with the seats changed.

For partners a pair is one deal played twice: side A on the first side's seats, then on the
other's. At a three-handed table it is one deal played six times: one A against two B from each
seat, then one B against two A. The result of a pair is A's deal score less B's, on average a
deal. Everything follows from the seed.

A duel may stop early, as soon as its interval clears 0, but it looks only at fixed numbers of
pairs, each twice the one before. The interval is widened for these looks (Bonferroni), so that
it holds with 95% whenever the duel stops.

Beside the points a duel counts how the auctions went: the calls of a deal, and the deals in which
A bought the contract from its own partner when both opponents had passed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import NormalDist, fmean, stdev
from typing import Final, NamedTuple

from scoring.play.state import DealState, begin
from scoring.play.table import Bot
from scoring.rules.auction import AuctionState
from scoring.rules.book import RuleBook, book_from_json, built_in_books
from scoring.rules.cards import Seat, Side
from scoring.rules.deal_score import DealRecord, score_deal
from scoring.rules.dealing import deal

from .quick import result

FEWEST_PAIRS: Final = 30
MOST_PAIRS: Final = 2_000
CONFIDENCE: Final = 0.95


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays whom: strengths of side A and side B, under a book, as canonical JSON or a built-in one by its key.

    `playouts` is what an Expert may try for each decision.
    """

    book: str
    a: str
    b: str
    pairs: int = MOST_PAIRS
    playouts: int = 400
    seed: int = 1
    meld_bids: bool = False

    @property
    def rules(self) -> RuleBook:
        return _book(self.book)


@lru_cache(maxsize=8)
def _book(book: str) -> RuleBook:
    return built_in_books().get(book) or book_from_json(book)


class Pair(NamedTuple):
    """One pair: A's score less B's, on average a deal; its deals, the calls in them, and the deals whose contract A
    bought from its own partner."""

    result: float
    deals: int
    calls: int
    bought: int


def play_pair(plan: Plan, number: int) -> Pair:
    """One pair of the plan, by its number."""
    book = plan.rules
    games = [_game(plan, book, number, seats_of_a) for seats_of_a in seatings(book)]
    return Pair(fmean(each.result for each in games), *(sum(column) for column in list(zip(*games, strict=True))[1:]))


def seatings(book: RuleBook) -> list[frozenset[Seat]]:
    """The seats of A in each deal of a pair."""
    if book.is_partnership:
        return [frozenset(book.seats_of(side)) for side in book.sides]
    alone = [frozenset({seat}) for seat in book.seats]
    return [*alone, *(frozenset(book.seats) - each for each in alone)]


def _game(plan: Plan, book: RuleBook, number: int, seats_of_a: frozenset[Seat]) -> Pair:
    """One deal: its result is the average score of A's sides less that of B's."""
    bots = {seat: _bot(plan, plan.a if seat in seats_of_a else plan.b, number, seat) for seat in book.seats}
    state, record = _played(book, f"{plan.seed}/{number}", book.seats[number % len(book.seats)], bots)
    scores = score_deal(book, record).scores
    sides_of_a = {book.side_of(seat) for seat in seats_of_a}
    result = fmean(_of(scores, sides_of_a)) - fmean(_of(scores, set(book.sides) - sides_of_a))
    bought = state.auction.bidder in seats_of_a and bought_from_partner(book, state.auction)
    return Pair(result, 1, len(state.auction.calls), int(bought))


def bought_from_partner(book: RuleBook, auction: AuctionState) -> bool:
    """Whether the bidder raised the partner, who held the bid, when no opponent could bid."""
    bidder = auction.bidder
    assert bidder is not None, auction
    partner = book.partner(bidder)
    opponents = {seat for seat in book.seats if seat not in (bidder, partner)}
    out: set[Seat] = set()
    holder = None
    for call in auction.calls:
        if call.bid is None:
            out.add(call.seat)
            continue
        if call.seat == bidder and holder is not None and holder == partner and opponents <= out:
            return True
        holder = call.seat
    return False


def _of(scores: dict[Side, int], sides: set[Side]) -> list[int]:
    return [scores[side] for side in sides]


def _bot(plan: Plan, strength: str, number: int, seat: Seat) -> Bot:
    from . import make_bot

    seed = f"{plan.seed}/{number}/{seat}"
    return make_bot(strength, seed=seed, playouts=plan.playouts, meld_bids=plan.meld_bids)


def _played(book: RuleBook, seed: str, dealer: Seat, bots: dict[Seat, Bot]) -> tuple[DealState, DealRecord]:
    """One deal, as `quick.result` plays it, dealt again as long as somebody asks for it."""
    rng = random.Random(seed)
    while True:
        state, record = result(begin(book, dealer, deal(book, rng, dealer)), bots)
        if record is not None:
            return state, record


# -- counting ----------------------------------------------------------------------------


@dataclass
class Tally:
    """The results of the pairs so far."""

    most: int
    results: list[float] = field(default_factory=list)
    deals: int = 0
    calls: int = 0
    bought: int = 0

    def add(self, pair: Pair) -> None:
        self.results.append(pair.result)
        self.deals += pair.deals
        self.calls += pair.calls
        self.bought += pair.bought

    @property
    def mean(self) -> float:
        return fmean(self.results)

    @property
    def half_width(self) -> float:
        """Half the interval; infinite before there are two pairs."""
        if len(self.results) < 2:
            return math.inf
        error = stdev(self.results) / math.sqrt(len(self.results))
        return error * NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / len(looks(self.most)))

    @property
    def interval(self) -> tuple[float, float]:
        return self.mean - self.half_width, self.mean + self.half_width

    @property
    def clears_zero(self) -> bool:
        low, high = self.interval
        return low > 0 or high < 0


def looks(most: int) -> tuple[int, ...]:
    """After how many pairs a duel of at most so many may stop: 30, 60, 120, … and at the end."""
    numbers = [FEWEST_PAIRS]
    while numbers[-1] * 2 < most:
        numbers.append(numbers[-1] * 2)
    return (*(number for number in numbers if number < most), most)


def tallies(plan: Plan, pairs: Iterable[Pair]) -> Iterator[Tally]:
    """The tally after each pair, until a look finds the interval clear of 0 or all are played."""
    tally = Tally(plan.pairs)
    may_stop = set(looks(plan.pairs))
    for pair in pairs:
        tally.add(pair)
        yield tally
        if len(tally.results) in may_stop and tally.clears_zero:
            return
