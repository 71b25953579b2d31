"""A deal's course under a bid: passed, melded, played out and scored in sampled worlds.

After a pass, other seats go as high as Club players would with their hands in each world. Of many worlds, those that
fit the calls best are used.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.play.engine import ASIDE, engine_for
from scoring.play.engine.base import Engine
from scoring.play.seat_view import SeatView
from scoring.play.state import without
from scoring.rules import auction as bidding
from scoring.rules import exchange
from scoring.rules.auction import AuctionState, Call
from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS, Card, Seat, Suit
from scoring.rules.deal_score import DealRecord, outlook
from scoring.rules.melds import meld_total
from scoring.rules.tricks import must_lead_trump

from . import passing
from .limits import limits_for
from .stakes import Result, Stakes, average, stakes_of, with_game_meld

Hands = Mapping[str, Sequence[Card]]

SAMPLED: Final = 8  # worlds for each that is kept for fitting what was called
TIMES: Final = 4  # that a deal is played out: it takes longer to come to one than to play it
_MELD: Final = 3  # where `Engine.look_over` tells the meld
MELDED: Final = "melded "  # before the seat that melded from these cards
_SLACK: Final = 0.04  # of all points: how far a call may be off what the hand seems worth


@dataclass(frozen=True, slots=True)
class Contract:
    """A bidder, bid and trump (None: none can be named)."""

    bidder: Seat
    bid: int
    trump: Suit | None
    stuck: bool = False


def deals_for(playouts: int) -> int:
    """Deals for so many playouts; a few at least, since each batch costs time by itself."""
    return max(TIMES, -(-playouts // TIMES))


# -- what a contract comes to ------------------------------------------------------------


def results(
    engine: Engine,
    view: SeatView,
    cases: Sequence[tuple[Contract, Hands]],
    seed: int,
    chosen: Mapping[Seat, Sequence[Card]] | None = None,
) -> list[Result]:
    """Each contract's average result in its world for the view's side. `chosen` as in `after_exchange`."""
    found: dict[int, Result] = {}
    groups: dict[tuple[RuleBook, Seat, Suit, bool], list[tuple[int, Hands, Stakes]]] = defaultdict(list)
    exchanged = [(contract, after_exchange(engine.book, world, contract, chosen)) for contract, world in cases]
    for place, ((contract, hands), melds) in enumerate(zip(exchanged, _melds(engine, exchanged), strict=True)):
        book = _with_partner(engine.book, view.auction, contract, hands)
        laid = {seat: melded_by(hands, seat) for seat in engine.book.seats}
        stakes = stakes_of(view, with_game_meld(view, _record(book, contract, melds), laid), book)
        if not stakes.is_played or contract.trump is None:
            found[place] = stakes.unplayed(book.side_of(view.seat))
        else:
            leads_trump = must_lead_trump(book, stuck=contract.stuck)
            groups[book, contract.bidder, contract.trump, leads_trump].append((place, hands, stakes))
    for (book, bidder, trump, leads_trump), group in groups.items():
        engine, side = engine if engine.book is book else engine_for(book), book.side_of(view.seat)
        position = engine.position({}, trump, bidder, bidder=bidder, leads_trump=leads_trump)
        held = [
            {at: cards for at, cards in hands.items() if cards and not at.startswith(MELDED)} for _, hands, _ in group
        ]
        dealt = engine.worlds(held)
        outcomes = engine.play_worlds(position, dealt, seed, TIMES)
        for number, (place, _, stakes) in enumerate(group):
            played = outcomes.part(number * TIMES, TIMES)
            found[place] = average(stakes.of_outcomes(played, side))
    return [found[place] for place in range(len(cases))]


def after_exchange(
    book: RuleBook, world: Hands, contract: Contract, chosen: Mapping[Seat, Sequence[Card]] | None = None
) -> dict[str, Sequence[Card]]:
    """The hands after passing, or after kitty and burial. `chosen` cards are certain; others follow the Club."""
    hands: dict[str, Sequence[Card]] = {seat: tuple(world[seat]) for seat in book.seats}
    bidder, trump = contract.bidder, contract.trump
    if trump is None:
        return hands
    if book.passing is not None:
        return _passed(book, hands, bidder, trump, chosen or {})
    if book.kitty is None:
        return hands
    hand = (*hands[bidder], *world.get(ASIDE, ()))
    buried = (chosen or {}).get(bidder)
    if not buried:
        free = exchange.may_bury(book, hand, exchange.best_laid(book, hand, trump), trump)
        buried = passing.to_bury(book, hand, free, book.kitty.bury, trump)
    left = without(hand, buried)
    # What was melded counts though some of it may be buried.
    return {**hands, bidder: left, ASIDE: buried, MELDED + bidder: hand if book.kitty.meld_before_burying else left}


def melded_by(hands: Hands, seat: Seat) -> Sequence[Card]:
    return hands.get(MELDED + seat, hands[seat])


def _passed(
    book: RuleBook,
    hands: dict[str, Sequence[Card]],
    bidder: Seat,
    trump: Suit,
    chosen: Mapping[Seat, Sequence[Card]],
) -> dict[str, Sequence[Card]]:
    partner = book.partner(bidder)
    assert partner is not None, "a pass without a partner"
    assert book.passing is not None, "a pass in a book without one"
    count = book.passing.cards
    # A hand that is short has passed already: what it gave is in the other one.
    has_passed = len(hands[partner]) < book.deal.hand_size
    help_ = () if has_passed else chosen.get(partner) or passing.for_bidder(book, hands[partner], trump, count)
    full = (*hands[bidder], *help_)
    seen = hands[bidder] if exchange.passes_unseen(book) else full
    back = chosen.get(bidder) or passing.from_bidder(book, seen, trump, count)
    return {**hands, bidder: without(full, back), partner: (*without(tuple(hands[partner]), help_), *back)}


def _with_partner(book: RuleBook, auction: AuctionState, contract: Contract, hands: Hands) -> RuleBook:
    """The book of the hand: where nobody was called yet, the bidder calls as the Club."""
    if not book.deal.calls_partner or book.team:
        return book
    bidder, trump = contract.bidder, contract.trump
    called = passing.to_call(book, bidder, hands[bidder], trump, auction) if trump else None
    held = {seat: tuple(hands[seat]) for seat in book.seats}
    return book.for_hand(None, bidder, exchange.partner_called(book, bidder, called, held))


def _melds(engine: Engine, exchanged: Sequence[tuple[Contract, Hands]]) -> Iterator[dict[Seat, int]]:
    """What each player melds, by case."""
    book = engine.book
    melded = [[melded_by(hands, seat) for seat in book.seats] for _, hands in exchanged]
    looked = iter(engine.look_over([cards for hands in melded for cards in hands]))
    for (contract, _), hands in zip(exchanged, melded, strict=True):
        melds = {}
        for seat, cards in zip(book.seats, hands, strict=True):
            of_suits = dict(zip(SUITS, looked, strict=False))
            melds[seat] = meld_total(book, cards, None) if contract.trump is None else of_suits[contract.trump][_MELD]
        yield melds


def _record(book: RuleBook, contract: Contract, melds: Mapping[Seat, int]) -> DealRecord:
    record = DealRecord(
        bidder=contract.bidder,
        bid=contract.bid,
        trump=contract.trump,
        stuck=contract.stuck,
        meld={side: sum(melds[seat] for seat in book.seats_of(side)) for side in book.sides},
        partner=book.called_by(contract.bidder),
        no_marriage=contract.trump is None,
    )
    if not book.contract.throw_in:
        return record
    view = outlook(book, record)
    return replace(record, thrown_in=view.may_throw_in and view.kind == "cannot_make")


# -- who gets the bid --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wish:
    """How high a seat goes in one world, and with which trump (None: with none)."""

    amount: float
    suit: Suit | None


def likely(
    book: RuleBook, worlds: Sequence[Hands], auction: AuctionState, others: Sequence[Seat], count: int
) -> list[tuple[Hands, dict[Seat, Wish]]]:
    """The `count` worlds that fit the calls best, with Club players' wishes for other hands. Callers are judged one by
    one, the highest bid first."""
    bids = {call.seat: call.bid or 0 for call in auction.calls if call.seat in others}
    bids |= {call.seat: call.bid for call in auction.calls if call.seat in bids and call.bid is not None}
    callers = sorted(bids, key=lambda seat: -bids[seat])
    left: list[tuple[float, Hands, dict[Seat, Wish]]] = [(0.0, world, {}) for world in worlds]
    for place, seat in enumerate(callers, 1):
        wished = _wishes(book, [world for _, world, _ in left], seat)
        judged = [
            (off + _misfit(book, auction, seat, wish), world, {**found, seat: wish})
            for (off, world, found), wish in zip(left, wished, strict=True)
        ]
        judged.sort(key=lambda each: each[0])
        left = judged[: round(count * (len(worlds) / count) ** (1 - place / len(callers)))]
    fit = [(world, found) for _, world, found in left[:count]]
    for seat in others:
        if seat not in bids:
            wished = _wishes(book, [world for world, _ in fit], seat)
            fit = [(world, {**found, seat: wish}) for (world, found), wish in zip(fit, wished, strict=True)]
    return fit


def _wishes(book: RuleBook, worlds: Sequence[Hands], seat: Seat) -> list[Wish]:
    limits = limits_for(book, [world[seat] for world in worlds])
    return [Wish(limit.highest, limit.appraisal.suit) if limit else Wish(0.0, None) for limit in limits]


def _misfit(book: RuleBook, auction: AuctionState, seat: Seat, wish: Wish) -> float:
    slack = _SLACK * book.total_points
    total = 0.0
    highest: Call | None = None
    for call in auction.calls:
        if call.seat == seat:
            if call.bid is not None:
                total += max(0.0, call.bid - slack - wish.amount)
            elif highest is None or book.side_of(highest.seat) != book.side_of(seat):  # else it is left to the partner
                price = bidding.next_bid(book, highest.bid if highest else None)
                total += max(0.0, wish.amount - slack - price)
        if call.bid is not None and (highest is None or highest.bid is None or call.bid > highest.bid):
            highest = call
    return total


def if_passed(book: RuleBook, auction: AuctionState, me: Seat, wished: Mapping[Seat, Wish]) -> Contract:
    going = {
        seat: wish.amount
        for seat, wish in wished.items()
        if seat == auction.bidder or (seat not in auction.out and seat != me)
    }
    if auction.bidder is None and max(going.values(), default=0.0) < bidding.next_bid(book, None):
        last = book.last_to_call(auction.dealer)
        return Contract(last, book.auction.stuck, wished[last].suit, stuck=True)
    winner, price = _settled(book, auction.high, auction.bidder, going)
    return Contract(winner, price, wished[winner].suit)


def if_bid(
    book: RuleBook, auction: AuctionState, mine: Contract, up_to: float, wished: Mapping[Seat, Wish]
) -> Contract:
    """The contract when `mine` is bid, going on `up_to` an amount. A partner leaves it alone unless an opponent goes
    over it."""
    me, lowest = mine.bidder, bidding.next_bid(book, mine.bid)
    going = {seat: wish.amount for seat, wish in wished.items() if seat not in auction.out}
    if not any(amount >= lowest for seat, amount in going.items() if book.side_of(seat) != book.side_of(me)):
        return mine
    winner, price = _settled(book, mine.bid, me, {**going, me: up_to})
    return replace(mine, bid=price) if winner == me else Contract(winner, price, wished[winner].suit)


def _settled(book: RuleBook, high: int | None, bidder: Seat | None, going: Mapping[Seat, float]) -> tuple[Seat, int]:
    """The final bidder and bid, where seats still in are `going` so high."""
    lowest = bidding.next_bid(book, high)
    ends = {seat: amount for seat, amount in going.items() if seat != bidder and amount >= lowest}
    if bidder is not None:
        ends[bidder] = max(going[bidder], float(high or 0))
    winner = max(ends, key=ends.__getitem__)
    rivals = [int(amount) for seat, amount in ends.items() if book.side_of(seat) != book.side_of(winner)]
    floor = high if winner == bidder and high is not None else lowest
    return winner, max([floor, *(bidding.next_bid(book, amount - 1) for amount in rivals)])
