"""How often partners bid against each other, and whether the raiser was the one to have the bid.

`test_partners` holds the bots to it, and `python -m tests.lab.benchmarks partners` tells it of many deals.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from scoring.play.bots import forecast
from scoring.play.bots.club import ClubBot
from scoring.play.bots.limits import Limit, limits_for
from scoring.play.bots.quick import before_the_cards
from scoring.play.engine import engine_for
from scoring.play.seat_view import seat_view
from scoring.play.state import DealState, Phase, begin
from scoring.rules.auction import Call
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import Seat
from scoring.rules.dealing import deal
from tests.books import PLAYED
from tests.lab.duels import bought_from_partner

SETTINGS = {
    f"{key}{', meld bids' if meld_bids else ''}": (book, meld_bids)
    for key, book in ((key, built_in_book(key)) for key in PLAYED)
    if book.has_partners
    for meld_bids in (False, True)[: 1 + book.auction.meld_bids]
}


class Raise(NamedTuple):
    """A bid over the partner's that stood, in a deal."""

    state: DealState
    limits: dict[Seat, Limit | None]
    standing: Call
    call: Call

    def contract(self, seat: Seat) -> forecast.Contract:
        """The seat has the bid, at the raiser's price."""
        limit = self.limits[seat]
        assert limit is not None, seat
        return forecast.Contract(seat, self.call.bid or 0, limit.appraisal.suit)


@dataclass
class Auctions:
    """So many deals: the contracts bought from the partner when both opponents had passed, those whose last bid goes
    over the partner's, all bids that go over it, and the auctions with more than one bid."""

    deals: int
    bought: int
    last: int
    raises: list[Raise]
    contested: int = 0


def auctions(book: RuleBook, seed: str, deals: int, *, meld_bids: bool) -> Auctions:
    """What four club players call."""
    found = Auctions(deals, 0, 0, [])
    rng = random.Random(seed)
    for number in range(deals):
        dealer = book.seats[number % len(book.seats)]
        state = begin(book, dealer, deal(book, rng, dealer))
        if state.phase is not Phase.AUCTION:
            continue
        auction = before_the_cards(state, {seat: ClubBot(meld_bids=meld_bids) for seat in book.seats}).auction
        bids = [call for call in auction.calls if call.bid is not None]
        over = [each for each in pairwise(bids) if each[0].seat in book.partners(each[1].seat)]
        found.contested += len(bids) > 1
        found.bought += bought_from_partner(book, auction)
        found.last += bool(over) and over[-1][1].bid == auction.high
        limits = dict(zip(state.hands, limits_for(book, tuple(state.hands.values())), strict=True)) if over else {}
        found.raises += [Raise(state, limits, *each) for each in over]
    return found


def better_bidders(raises: list[Raise]) -> float:
    """In what share of the raises the raiser is the better bidder by a point or more: the same deals are played out
    with either of the partners as the bidder."""
    return fmean(gain >= 1 for gain in gains(raises))


def gains(raises: list[Raise]) -> Iterator[float]:
    """What the raiser's having the bid is worth beside the partner's, to their side."""
    view = seat_view(raises[0].state, raises[0].state.book.seats[0])
    book, engine = view.book, engine_for(view.book)
    cases = [(each.contract(call.seat), each.state.hands) for each in raises for call in (each.call, each.standing)]
    values = [result.value for result in forecast.results(engine, view, cases, seed=1)]
    for each, mine, theirs in zip(raises, values[::2], values[1::2], strict=True):
        yield (mine - theirs) * (1 if book.side_of(each.call.seat) == view.side else -1)
