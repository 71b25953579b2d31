"""One simulated deal: dealt, played by bots, and its facts.

The cards follow from the run's seed and the deal's number alone: the same on any cores, under another rule, and after a
stop. Positions count clockwise from the dealer (0).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.play.bots.quick import result
from scoring.play.state import DealState, begin
from scoring.play.table import Bot
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.deal_score import DealRecord, Outcome, score_deal, unplayed_reason
from scoring.rules.dealing import after_nines, deal

PLAYED: Final = "played"
MOST_REDEALS: Final = 1_000


MakeBot = Callable[[str], Bot]
"""Makes the bot of one seat; what its own chance follows from is an argument."""


@dataclass(frozen=True, slots=True)
class DealFacts:
    """A deal's facts; tuples are by position from the dealer.

    `ending` is `played` or `deal_score.unplayed_reason`. `melds` are the players' own, the other tuples their sides'.
    `defenders` are one of each other side.
    """

    bidder: int
    bid: int
    stuck: bool
    ending: str
    made: bool
    moon: bool
    laid: bool
    redeals: int
    melds: tuple[int, ...]
    side_melds: tuple[int, ...]
    takes: tuple[int, ...]
    scores: tuple[int, ...]
    saved: tuple[bool, ...]
    defenders: tuple[int, ...]

    @property
    def is_played(self) -> bool:
        return self.ending == PLAYED


def deals_of(
    book: RuleBook, seed: int, number: int, make_bot: MakeBot
) -> Iterator[tuple[DealState, Mapping[Seat, Bot]]]:
    """Deal `number` of a run, then its redeals. The first seat deals number 0, its left number 1."""
    rng, book = random.Random(f"{seed}/{number}"), book.for_players
    dealer = book.seats[number % len(book.seats)]
    # The bots' own chance is apart from the cards': under another rule the same cards come.
    bots = {seat: make_bot(f"{seed}/{number}/{seat}") for seat in book.seats}
    for _ in range(MOST_REDEALS):
        yield begin(book, dealer, deal(book, rng, dealer)), bots
        dealer = after_nines(book, dealer)
    raise AssertionError(f"deal {number} of seed {seed} is dealt again without end")


def deal_facts(book: RuleBook, seed: int, number: int, make_bot: MakeBot) -> DealFacts:
    for redeals, (begun, bots) in enumerate(deals_of(book, seed, number, make_bot)):
        state, record = result(begun, bots, is_open=True)
        if record is not None:
            return _facts(state, record, redeals)
    raise AssertionError("a deal without end")


def _facts(state: DealState, record: DealRecord, redeals: int) -> DealFacts:
    book = state.book
    score = score_deal(book, record)
    order = book.seats_from(state.dealer)
    side_of = [book.side_of(seat) for seat in order]
    bidders = book.side_of(record.bidder)
    first_of = {book.side_of(seat): order.index(seat) for seat in book.seats_from(record.bidder)[::-1]}
    return DealFacts(
        bidder=order.index(record.bidder),
        bid=record.bid,
        stuck=record.stuck,
        ending=PLAYED if score.played else unplayed_reason(book, record) or PLAYED,
        made=score.outcome is Outcome.MADE,
        moon=record.moon,
        laid=state.laid_open,
        redeals=redeals,
        melds=tuple(state.laid[seat].total if seat in state.laid else 0 for seat in order),
        side_melds=tuple(record.meld.get(side, 0) for side in side_of),
        takes=tuple(record.take.get(book.take_side(side), 0) for side in side_of),
        scores=tuple(score.sides[side].score for side in side_of),
        saved=tuple(score.sides[side].saved for side in side_of),
        defenders=tuple(sorted(place for side, place in first_of.items() if side != bidders)),
    )
