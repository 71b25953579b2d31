"""Leaks in the Club's card play: kinds of decisions at which another card does better.

Whole deals are played by Club players. At each decision of theirs a *proposer* names another card, and both are played
on to the end of the very deal by Club players: one deal tells next to nothing, thousands tell what the card is worth
to a player who cannot see the others' hands, since a condition is only made of what that player knows. Gains are
summed by every one and every two things that a player can say of such a decision. What leads in one half of the deals
is told with what it comes to in the other half, so that chance picks no figures; try it again with another seed, and
against the Club (`Ways`), before it is built in.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from scoring.play.actions import PlayCard
from scoring.play.engine import engine_for
from scoring.play.seat_view import SeatView, seat_view
from scoring.play.state import DealState, Phase, act, begin
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card
from scoring.rules.dealing import deal

from .club import ClubBot
from .expert import CardSampler
from .known import HEIGHTS, Known
from .quick import before_the_cards, cards_of
from .trick_now import TrickNow

FEWEST: Final = 30  # decisions in either half, before a condition counts
Proposer = Callable[[SeatView, Known], Card | None]


class Gain(NamedTuple):
    """What the proposed cards came to at decisions of one kind: the deal's score for the player's side, beside what the
    Club's cards came to. `each` is the gain a decision, `a_deal` that of all of them, `off` half its 95% interval."""

    condition: tuple[str, ...]
    decisions: int
    each: float
    a_deal: float
    off: float


# -- who proposes ------------------------------------------------------------------------


def _by_height(*, lowest: bool, trump: bool | None = None, counter: bool | None = None) -> Proposer:
    """Names the lowest or highest legal card, of those that are trump or not, or counters or not."""

    def proposed(view: SeatView, known: Known) -> Card | None:
        cards = [
            card
            for card in view.asked.cards
            if trump in (None, card.suit == view.trump) and counter in (None, bool(view.book.card_points(card)))
        ]
        return (min if lowest else max)(cards, key=lambda card: HEIGHTS[card.rank], default=None)

    return proposed


PROPOSERS: Final[Mapping[str, Proposer]] = {
    "highest": _by_height(lowest=False),
    "lowest": _by_height(lowest=True),
    "lowest counter": _by_height(lowest=True, counter=True),
    "lowest trump": _by_height(lowest=True, trump=True),
    "highest trump": _by_height(lowest=False, trump=True),
    "lowest side card": _by_height(lowest=True, trump=False),
    "highest side card": _by_height(lowest=False, trump=False),
}


# -- what can be said of a decision ------------------------------------------------------


def features(view: SeatView, known: Known, club: Card, card: Card) -> tuple[str, ...]:
    """What a player can say of the choice between the Club's card and another."""
    assert view.trick is not None, view
    table, trump = TrickNow(view, known), view.trump
    own, out = sum(each.suit == trump for each in view.hand), known.left_in(trump) if trump else 0
    role = "bidder" if view.seat == view.bidder else "bidder’s partner" if view.is_bidding_side else "defender"
    found = [
        role,
        ("leads", "second", "third", "fourth")[len(table.cards)],
        f"has {min(own, 4)}{' or more' if own > 3 else ''} trumps",
        "more trumps than out" if own > out else "no trump out" if not out else "trumps out",
        f"{_part(len(view.hand), view.book.deal.hand_size)} of the hand is left",
        f"Club: {_kind(view, known, club)}",
        f"instead: {_kind(view, known, card)}",
    ]
    if table.cards:
        holds = "partner" if table.partner_holds else "opponent"
        found.append(f"{holds} holds it with {'trump' if table.to_beat.suit == trump else 'a side card'}")
        found.append("trump led" if table.cards[0].suit == trump else "side suit led")
        found.append("void" if table.cards[0].suit not in {each.suit for each in view.hand} else "can follow")
    return tuple(found)


def _part(cards: int, of: int) -> str:
    return ("last third", "middle third", "first third")[min(2, 3 * (cards - 1) // of)]


def _kind(view: SeatView, known: Known, card: Card) -> str:
    height = "highest" if not known.higher_left(card) else "counter" if view.book.card_points(card) else "low"
    return f"{'trump' if card.suit == view.trump else 'side'} {height}"


# -- deals -------------------------------------------------------------------------------


def find(book: RuleBook, proposer: Proposer, deals: int, seed: str) -> list[Gain]:
    """Conditions at which the proposer's card did better in the first half of the deals, the most of a deal first;
    their gains are those of the other half."""
    halves: tuple[_Sums, _Sums] = (_Sums(), _Sums())
    rng = random.Random(f"{seed}/{book.key}")
    for number in range(deals):
        dealer = book.seats[number % len(book.seats)]
        of_deal: defaultdict[tuple[str, ...], list[float]] = defaultdict(list)
        for said, gain in gains(begin(book, dealer, deal(book, rng, dealer)), proposer):
            for condition in (*combinations(said, 1), *combinations(said, 2)):
                of_deal[condition].append(gain)
        halves[number % 2].add(of_deal)
    first, second = halves
    likely = [each for each in first.gains() if each.a_deal > each.off and each.decisions >= FEWEST]
    fresh = {each.condition: each for each in second.gains() if each.decisions >= FEWEST}
    return [fresh[each.condition] for each in sorted(likely, key=lambda each: -each.a_deal) if each.condition in fresh]


def gains(state: DealState, proposer: Proposer) -> Iterator[tuple[tuple[str, ...], float]]:
    """What can be said of each decision of a deal at which the proposer would play another card, with what it gains
    there."""
    book = state.book
    bots = {seat: ClubBot() for seat in book.seats}
    own = before_the_cards(state, bots)
    if own.redealt_by or own.phase is not Phase.TRICKS:
        return
    for club in cards_of(own, bots)[0]:
        assert own.to_act is not None, own
        seat = own.to_act
        view = seat_view(own, seat)
        if len(view.asked.cards) > 1:
            known = Known(view, bots[seat].memory)
            card = proposer(view, known)
            if card not in (None, club):
                yield features(view, known, club, card), _gain(own, view, known, (club, card))
        act(own, PlayCard(seat, club))


def _gain(state: DealState, view: SeatView, known: Known, cards: Sequence[Card]) -> float:
    """What the second card scores more than the first, both played on in the deal itself."""
    engine = engine_for(view.book)
    sampler = CardSampler(engine, view, known)
    hands = {**state.hands, **({"": state.buried} if state.buried else {})}
    worlds = engine.worlds([hands])
    found = engine.evaluate(sampler.position, worlds, cards, 0, policy="club")
    club, other = (sampler.stakes.of_outcomes(outcomes, view.side)[0].value for outcomes in found)
    return other - club


class _Sums:
    """Gains by condition, deal by deal."""

    def __init__(self) -> None:
        self.deals = 0
        self.sums: defaultdict[tuple[str, ...], list[float]] = defaultdict(lambda: [0, 0.0, 0.0])

    def add(self, of_deal: Mapping[tuple[str, ...], Sequence[float]]) -> None:
        self.deals += 1
        for condition, values in of_deal.items():
            sums, gain = self.sums[condition], sum(values)
            sums[0] += len(values)
            sums[1] += gain
            sums[2] += gain * gain

    def gains(self) -> Iterator[Gain]:
        for condition, (decisions, gain, squares) in self.sums.items():
            mean = gain / self.deals
            error = math.sqrt(max(0.0, squares / self.deals - mean * mean) / self.deals)
            yield Gain(condition, int(decisions), gain / decisions, mean, 1.96 * error)
