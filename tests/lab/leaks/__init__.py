"""Leaks in the Club's card play: kinds of decisions at which another card does better.

Whole deals are played by Club players. At each decision of theirs a *proposer* names another card: a rule of thumb, an
Expert, or a program by the bot protocol. Both cards are played on to the end of the very deal by Club players: one deal
tells next to nothing, thousands tell what the card is worth to a player who cannot see the others' hands, since a
condition is only made of what that player knows. They may be played on in sampled worlds instead. Gains are
summed by every one and every two things that a player can say of such a decision. What leads in one half of the deals
is told with what it comes to in the other half, so that chance picks no figures; try it again with another seed, and
against the Club (`Ways`), before it is built in.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from statistics import fmean
from typing import Final, NamedTuple

from scoring.play.actions import LayDown, PlayCard
from scoring.play.bots.card_reasons import may_hold
from scoring.play.bots.club import ClubBot
from scoring.play.bots.expert import CardSampler
from scoring.play.bots.known import HEIGHTS, Known
from scoring.play.bots.quick import before_the_cards, cards_of
from scoring.play.bots.trick_now import TrickNow
from scoring.play.engine import engine_for
from scoring.play.seat_view import OpenView, SeatView
from scoring.play.state import DealState, Phase, act, begin
from scoring.play.table import Bot
from scoring.rules.cards import Card
from scoring.rules.dealing import deal
from tests.lab.duels import Plan, bot_of
from tests.lab.duels.programs import Failure, ProgramBot

FEWEST: Final = 30  # decisions in either half, before a condition counts
Proposer = Callable[[SeatView, Known], Card | None]
Judged = tuple[tuple[str, ...], float]  # what can be said of a decision, and what the proposed card gained there


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


def proposer_of(plan: Plan, number: int) -> Proposer:
    """Side A of the plan: a rule of thumb by its name, or a bot as in a duel, in this deal of the plan."""
    return PROPOSERS.get(plan.a) or partial(_asked, bot_of(plan, "A", number, ""))


def _asked(bot: Bot, view: SeatView, known: Known) -> Card | None:
    """The card of a bot that sees what the player sees; raises `Failure` for a program's answer that is not legal."""
    action = bot.choose(view).action
    if isinstance(action, PlayCard) and action.seat == view.seat and action.card in view.asked.cards:
        return action.card
    if not (isinstance(action, LayDown) and view.asked.may_lay_down):
        assert isinstance(bot, ProgramBot), action
        raise bot.program.refuse("This can’t be played here.")
    return None


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
        *(f"Club: {each}" for each in _kinds(view, known, club)),
        *(f"instead: {each}" for each in _kinds(view, known, card)),
    ]
    if table.cards:
        holds = "partner" if table.partner_holds else "opponent"
        found.append(f"{holds} holds it with {'trump' if table.to_beat.suit == trump else 'a side card'}")
        found.append("trump led" if table.cards[0].suit == trump else "side suit led")
        found.append("void" if table.cards[0].suit not in {each.suit for each in view.hand} else "can follow")
    return tuple(dict.fromkeys(found))


def _part(cards: int, of: int) -> str:
    return ("last third", "middle third", "first third")[min(2, 3 * (cards - 1) // of)]


def _kinds(view: SeatView, known: Known, card: Card) -> Iterator[str]:
    """What a card is; of a side suit, also who may win or trump it, as far as that was seen."""
    height = "highest" if not known.higher_left(card) else "counter" if view.book.card_points(card) else "low"
    yield f"{'trump' if card.suit == view.trump else 'side'} {height}"
    if card.suit == view.trump:
        return
    if sum(each.suit == card.suit for each in view.hand) == 1:
        yield "lone"
    if view.partner and Card("A", card.suit) in known.shown(view.partner):
        yield "partner has the ace"
    for seat in view.book.seats:
        if known.is_out_of(seat, card.suit) and may_hold(known, seat, view.trump):
            yield "partner may trump it" if seat == view.partner else "an opponent may trump it"


# -- deals -------------------------------------------------------------------------------


class Deal(NamedTuple):
    """A deal of the plan: its decisions where another card was proposed, and the fault of a program that ended it."""

    judged: list[Judged]
    fault: str = ""


def look_at(plan: Plan, worlds: int, number: int) -> Deal:
    """One deal of the plan, by its number; `worlds` as in `gains`. What a program can do wrong ends it."""
    book = plan.rules
    dealer = book.seats[number % len(book.seats)]
    start = begin(book, dealer, deal(book, random.Random(f"{plan.seed}/{number}"), dealer))
    found: list[Judged] = []
    try:
        found.extend(gains(start, proposer_of(plan, number), worlds))
    except Failure as failure:
        return Deal(found, f"deal {number}: {failure}\n    asked: {failure.asked}\n    answered: {failure.answered}")
    return Deal(found)


def leads(deals: Iterable[Deal]) -> list[Gain]:
    """Conditions at which the proposer's card did better in the first half of the deals, the most of a deal first;
    their gains are those of the other half."""
    halves: tuple[_Sums, _Sums] = (_Sums(), _Sums())
    for number, each in enumerate(deals):
        of_deal: defaultdict[tuple[str, ...], list[float]] = defaultdict(list)
        for said, gain in each.judged:
            for condition in (*combinations(said, 1), *combinations(said, 2)):
                of_deal[condition].append(gain)
        halves[number % 2].add(of_deal)
    first, second = halves
    likely = [each for each in first.gains() if each.a_deal > each.off and each.decisions >= FEWEST]
    fresh = {each.condition: each for each in second.gains() if each.decisions >= FEWEST}
    return [fresh[each.condition] for each in sorted(likely, key=lambda each: -each.a_deal) if each.condition in fresh]


def gains(state: DealState, proposer: Proposer, worlds: int = 0) -> Iterator[Judged]:
    """What can be said of each decision of a deal at which the proposer would play another card, with what it gains
    there: in the deal itself, or on average in so many worlds that fit what the player knows."""
    bots = {seat: ClubBot() for seat in state.book.seats}
    own = before_the_cards(state, bots)
    if own.redealt_by or own.phase is not Phase.TRICKS:
        return
    views = {seat: OpenView(own, seat) for seat in bots}
    for turn, club in enumerate(cards_of(own, bots)[0]):
        assert own.to_act is not None, own
        view = views[own.to_act]
        if len(view.asked.cards) > 1:
            known = Known(view, bots[view.seat].memory)
            card = proposer(view, known)
            if card not in (None, club):
                sampler, both = CardSampler(engine_for(own.book), view, known), (club, card)
                gain = _in_worlds(sampler, both, worlds, turn) if worlds else _in_deal(sampler, own, both)
                yield features(view, known, club, card), gain
        act(own, PlayCard(view.seat, club))


def _in_deal(sampler: CardSampler, state: DealState, cards: Sequence[Card]) -> float:
    """What the second card scores more than the first, both played on in the deal itself."""
    hands = {**state.hands, **({"": state.buried} if state.buried else {})}
    found = sampler.engine.evaluate(sampler.position, sampler.engine.worlds([hands]), cards, 0, policy="club")
    club, other = (sampler.stakes.of_outcomes(outcomes, sampler.view.side)[0].value for outcomes in found)
    return other - club


def _in_worlds(sampler: CardSampler, cards: Sequence[Card], number: int, seed: int) -> float:
    """The same on average in so many worlds."""
    club, other = sampler.play([PlayCard(sampler.view.seat, card) for card in cards], number, seed)
    return fmean(each.value for each in other) - fmean(each.value for each in club)


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
