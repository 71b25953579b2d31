"""Duels: two kinds of bot at the same deals, each deal played again with the seats changed.

For two sides a pair is one deal played twice: side A on the first side's seats, then on the
other's. For more it is one deal played twice for each: one A against all B from its seats, then
one B against all A. The result of a pair is A's deal score less B's, on average a
deal. Everything follows from the seed.

A duel may stop early, as soon as its interval clears 0, but it looks only at fixed numbers of
pairs, each twice the one before. The interval is widened for these looks (Bonferroni), so that
it holds with 95% whenever the duel stops.

Beside the points a duel counts how the auctions went: the calls of a deal, and the deals in which
A bought the contract from its own partner when both opponents had passed.

A side may be a program (`protocol`). One that answers nothing legal within its time has lost the deal there and then,
by a fixed figure (`price_of_failure`), and the duel tells what it was asked and answered.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from statistics import NormalDist, fmean, stdev
from typing import Final, Literal, NamedTuple

from scoring.play.bots import STRENGTHS, make_bot
from scoring.play.bots.club import ClubBot
from scoring.play.bots.quick import result
from scoring.play.seat_view import SeatView
from scoring.play.state import DealState, begin, record_of
from scoring.play.table import Bot, Decision, play_on
from scoring.rules.auction import AuctionState
from scoring.rules.book import RuleBook, book_from_json, built_in_books
from scoring.rules.cards import Seat, Side
from scoring.rules.deal_score import DealRecord, score_deal
from scoring.rules.dealing import after_nines, deal
from scoring.rules.errors import RuleError
from tests.lab.duels.programs import Failure, Program, ProgramBot

FEWEST_PAIRS: Final = 30
MOST_PAIRS: Final = 2_000
CONFIDENCE: Final = 0.95


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays whom: strengths of side A and side B, or programs by their commands, under a book, as canonical JSON or
    a built-in one by its key.

    `playouts` is what an Expert may try for each decision, `seconds` how long a program may take for its answer. With
    `cards_only` club players do everything before the first lead, on both sides. A `whole` duel plays all its pairs and
    looks once, at the end.
    """

    book: str
    a: str
    b: str
    pairs: int = MOST_PAIRS
    playouts: int = 400
    seed: int = 1
    meld_bids: bool = False
    seconds: float = 5.0
    cards_only: bool = False
    whole: bool = False

    @property
    def rules(self) -> RuleBook:
        return _book(self.book)


@lru_cache(maxsize=8)
def _book(book: str) -> RuleBook:
    return built_in_books().get(book) or book_from_json(book)


class Loss(NamedTuple):
    """A deal lost for no legal answer: its number, whose program it was and in which seat, and what it did."""

    deal: int
    side: Literal["A", "B"]
    seat: Seat
    kind: str
    sentence: str
    asked: str
    answered: str


class Pair(NamedTuple):
    """One pair: A's score less B's, on average a deal; its deals, the calls in them, the deals whose contract A bought
    from its own partner, those that a program lost by its answers, and A's points in tricks less B's, on average."""

    result: float
    deals: int
    calls: int
    bought: int
    losses: tuple[Loss, ...] = ()
    take: float = 0.0


def play_pair(plan: Plan, number: int) -> Pair:
    """One pair of the plan, by its number."""
    book = plan.rules
    games = [_game(plan, book, number, seats_of_a) for seats_of_a in seatings(book)]
    results, deals, calls, bought, losses, takes = zip(*games, strict=True)
    return Pair(fmean(results), sum(deals), sum(calls), sum(bought), sum(losses, ()), fmean(takes))


def seatings(book: RuleBook) -> list[frozenset[Seat]]:
    """The seats of A in each deal of a pair."""
    one = [frozenset(book.seats_of(side)) for side in book.sides]
    return one if book.deal.are_two else [*one, *(frozenset(book.seats) - each for each in one)]


def price_of_failure(book: RuleBook) -> int:
    """What a deal costs that is lost for no legal answer: the lowest bid, and all points in tricks for the others."""
    return book.auction.opening + book.total_points


def _game(plan: Plan, book: RuleBook, number: int, seats_of_a: frozenset[Seat]) -> Pair:
    """One deal: its result is the average score of A's sides less that of B's."""
    bots = {seat: bot_of(plan, "A" if seat in seats_of_a else "B", number, seat) for seat in book.seats}
    try:
        state, record = _played(book, f"{plan.seed}/{number}", book.seats[number % len(book.seats)], bots)
    except LostDeal as lost:
        seat, failure = lost.seat, lost.failure
        is_of_a = seat in seats_of_a
        told = Loss(
            number, "A" if is_of_a else "B", seat, failure.kind, failure.sentence, failure.asked, failure.answered
        )
        return Pair(price_of_failure(book) * (-1 if is_of_a else 1), 1, lost.calls, 0, (told,))
    scores = score_deal(book, record).scores
    sides_of_a = {book.side_of(seat) for seat in seats_of_a}
    result = fmean(_of(scores, sides_of_a)) - fmean(_of(scores, set(book.sides) - sides_of_a))
    bought = state.auction.bidder in seats_of_a and bought_from_partner(book, state.auction)
    team_of = {side: state.book.take_side_of(book.seats_of(side)[0]) for side in book.sides}
    taken = {side: record.take.get(team, 0) for side, team in team_of.items()}  # nothing where a hand was not played
    take = fmean(_of(taken, sides_of_a)) - fmean(_of(taken, set(book.sides) - sides_of_a))
    return Pair(result, 1, len(state.auction.calls), int(bought), take=take)


def bought_from_partner(book: RuleBook, auction: AuctionState) -> bool:
    """Whether the bidder raised the partner, who held the bid, when no opponent could bid."""
    bidder = auction.bidder
    assert bidder is not None, auction
    partners = book.partners(bidder)
    opponents = {seat for seat in book.seats if seat not in (bidder, *partners)}
    out: set[Seat] = set()
    holder = None
    for call in auction.calls:
        if call.bid is None:
            out.add(call.seat)
            continue
        if call.seat == bidder and holder in partners and opponents <= out:
            return True
        holder = call.seat
    return False


def _of(scores: dict[Side, int], sides: set[Side]) -> list[int]:
    return [scores[side] for side in sides]


def bot_of(plan: Plan, side: Literal["A", "B"], number: int, seat: Seat) -> Bot:
    """Who plays for a side in a seat of the deal."""
    player = plan.a if side == "A" else plan.b
    seed = f"{plan.seed}/{number}/{seat}"
    if player in STRENGTHS:
        bot = make_bot(player, seed=seed, playouts=plan.playouts, meld_bids=plan.meld_bids)
    else:  # who knows the seed of a deal knows its cards
        bot = ProgramBot(program_of(side, player, plan.seconds), blake2b(seed.encode(), digest_size=8).hexdigest())
    return CardsOnly(bot, ClubBot(meld_bids=plan.meld_bids)) if plan.cards_only else bot


def program_of(side: str, command: str, seconds: float) -> Program:
    """The program of a side, which plays all its deals of this process, until `end_programs`."""
    return _PROGRAMS.setdefault((side, command), Program(command, seconds))


def end_programs() -> None:
    """Ends all programs that play here; those of other processes end with them."""
    while _PROGRAMS:
        _PROGRAMS.popitem()[1].end()


_PROGRAMS: Final[dict[tuple[str, str], Program]] = {}


class CardsOnly:
    """A bot that plays its cards after another one has done all that comes before them."""

    def __init__(self, bot: Bot, before: Bot) -> None:
        self.bot, self._before = bot, before

    def choose(self, view: SeatView) -> Decision:
        return (self.bot if view.asked.kind == "play" else self._before).choose(view)


class LostDeal(Exception):
    """A program gave no legal answer in this seat, after so many calls."""

    def __init__(self, state: DealState, failure: Failure) -> None:
        super().__init__(str(failure))
        assert state.to_act is not None, state.phase
        self.seat, self.calls, self.failure = state.to_act, len(state.auction.calls), failure


def _played(book: RuleBook, seed: str, dealer: Seat, bots: dict[Seat, Bot]) -> tuple[DealState, DealRecord]:
    """One deal, as `quick.result` plays it, dealt again as long as somebody asks for it; raises `LostDeal`."""
    rng = random.Random(seed)
    has_programs = any(isinstance(bot, ProgramBot | CardsOnly) for bot in bots.values())
    while True:
        start = begin(book, dealer, deal(book, rng, dealer))
        state, record = _judged(start, bots) if has_programs else result(start, bots)
        if record is not None:
            return state, record
        dealer = after_nines(book, dealer)


def _judged(state: DealState, bots: dict[Seat, Bot]) -> tuple[DealState, DealRecord | None]:
    """As `quick.result`, but an answer that is not legal is its program's loss."""
    try:
        for after, _ in play_on(state, bots):
            state = after
    except Failure as failure:
        raise LostDeal(state, failure) from None
    except RuleError as refused:
        bot = bots[state.to_act or ""]
        bot = bot.bot if isinstance(bot, CardsOnly) else bot
        if not isinstance(bot, ProgramBot):
            raise
        raise LostDeal(state, bot.program.refuse(str(refused))) from None
    return state, None if state.redealt_by else record_of(state)


# -- counting ----------------------------------------------------------------------------


@dataclass
class Tally:
    """The results of the pairs so far."""

    most: int
    results: list[float] = field(default_factory=list)
    deals: int = 0
    calls: int = 0
    bought: int = 0
    losses: list[Loss] = field(default_factory=list)
    takes: list[float] = field(default_factory=list)
    whole: bool = False

    def add(self, pair: Pair) -> None:
        self.results.append(pair.result)
        self.deals += pair.deals
        self.calls += pair.calls
        self.bought += pair.bought
        self.losses.extend(pair.losses)
        self.takes.append(pair.take)

    @property
    def mean(self) -> float:
        return fmean(self.results)

    @property
    def half_width(self) -> float:
        """Half the interval; infinite before there are two pairs."""
        return _half_width(self.results, 1 if self.whole else len(looks(self.most)))

    @property
    def in_tricks(self) -> tuple[float, float]:
        """The mean of the points in tricks, A's less B's, and half its interval as of one look."""
        return fmean(self.takes), _half_width(self.takes, 1)

    @property
    def interval(self) -> tuple[float, float]:
        return self.mean - self.half_width, self.mean + self.half_width

    @property
    def clears_zero(self) -> bool:
        low, high = self.interval
        return low > 0 or high < 0


def _half_width(results: list[float], times: int) -> float:
    """Half the interval of the mean that holds at all of so many looks."""
    if len(results) < 2:
        return math.inf
    error = stdev(results) / math.sqrt(len(results))
    return error * NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / times)


def looks(most: int) -> tuple[int, ...]:
    """After how many pairs a duel of at most so many may stop: 30, 60, 120, … and at the end."""
    numbers = [FEWEST_PAIRS]
    while numbers[-1] * 2 < most:
        numbers.append(numbers[-1] * 2)
    return (*(number for number in numbers if number < most), most)


def tallies(plan: Plan, pairs: Iterable[Pair]) -> Iterator[Tally]:
    """The tally after each pair, until a look finds the interval clear of 0 or all are played."""
    tally = Tally(plan.pairs, whole=plan.whole)
    may_stop = set() if plan.whole else set(looks(plan.pairs))
    for pair in pairs:
        tally.add(pair)
        yield tally
        if len(tally.results) in may_stop and tally.clears_zero:
            return
