"""The Expert: a club player who also plays the unseen cards out as they may lie.

It weighs bids, trump, what to bury, what to declare and every card by the score they lead to
in sampled worlds, and takes the Club's choice where the samples do not speak clearly against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import blake2b
from itertools import combinations
from statistics import fmean
from typing import Final

from scoring.play.actions import (
    DECLARATIONS,
    Action,
    Answer,
    Bid,
    Bury,
    Declare,
    LayDown,
    LayMeld,
    NameTrump,
    PassCards,
    PlayCard,
    is_same,
)
from scoring.play.engine import Outcomes, Position, engine_for
from scoring.play.engine.base import Engine
from scoring.play.seat_view import SeatView, laid_record
from scoring.play.state import without
from scoring.play.table import Decision, Option
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card
from scoring.rules.deal_score import DealRecord
from scoring.rules.melds import meld_total
from scoring.rules.notation import sign, sort_key, suit_with_sign

from . import bidding, forecast, passing, worlds
from .appraisal import appraise
from .budget import Budget
from .card_play import forced, is_frowned_upon, play
from .club import ClubBot
from .declaring import SHOWING_COSTS
from .forecast import Contract
from .known import Known
from .limits import Limit
from .stakes import may_end_game, record_of_view, stakes_of
from .weighing import Sampler, Weighed, gap, weigh

# Far from its limit a hand bids or passes anyway: a look is enough.
_CLEAR: Final = 0.25
_FOR_CLEAR_BIDS: Final = 0.5
_LIKELY_TRUMPS: Final = 3
_LIKELY_TO_BURY: Final = 5


class ExpertBot(ClubBot):
    """Weighs with playouts what a club player decides by rule, within its budget; for advice, it weighs the cards for
    the partner, too, or for the kitty where melding comes after (`weighs_passes`)."""

    def __init__(
        self, *, seed: int | str, budget: Budget, meld_bids: bool = False, weighs_passes: bool = False
    ) -> None:
        super().__init__(meld_bids=meld_bids)
        self._weighs_passes = weighs_passes
        self._seed, self.budget = seed, budget
        self._engine: tuple[RuleBook, Engine] | None = None
        self._also: Action | None = None

    def compare(self, view: SeatView, action: Action) -> Decision:
        """The Expert's decision, with `action` among the options that were weighed: what a review asks.

        It is an option like any other: where it is clearly the best, the Expert takes it.
        """
        self._also = action
        try:
            return self.choose(view)
        finally:
            self._also = None

    def engine(self, book: RuleBook) -> Engine:
        if self._engine is None or self._engine[0] is not book:
            self._engine = (book, engine_for(book))
        return self._engine[1]

    def chance(self, view: SeatView) -> int:
        """The seed of this one decision: the bot's own and where the deal stands."""
        trick = view.trick.cards if view.trick else ()
        text = f"{self._seed}/{view.seat}/{view.phase}/{view.auction.calls}/{len(view.tricks)}/{trick}/{view.hand}"
        return int.from_bytes(blake2b(text.encode(), digest_size=7).digest(), "big")

    def weigh(
        self,
        view: SeatView,
        club: Decision,
        actions: Sequence[Action],
        sampler: Sampler[Action],
        why: Why,
        budget: Budget | None = None,
    ) -> Decision:
        """The best of `actions`, among them the Club's, with what each of the others costs."""
        options = self._with_also(actions)
        if len(options) < 2:
            return club
        weighed = weigh(options, club.action, sampler, budget or self.budget, self.chance(view))
        told = _options(weighed)
        best = told[0].action
        if best == club.action:
            return Decision(best, club.reason, told)
        gain = next(each.cost for each in told if each.action == club.action)
        return Decision(best, why(best, club.action, gain), told)

    def _with_also(self, actions: Sequence[Action]) -> Sequence[Action]:
        """The options with the one that is to be compared, where it is of their kind and not among them."""
        also = self._also
        if also is None or type(also) is not type(actions[0]) or any(is_same(also, each) for each in actions):
            return actions
        return (*actions, also)

    # -- bidding and trump

    def bid(self, view: SeatView) -> Decision:
        club = super().bid(view)
        assert view.choices is not None, view
        lowest = view.choices.lowest_bid
        best = self.limit(view)
        if best is None or lowest is None:
            return club
        assert isinstance(club.action, Bid), club
        bid = Bid(view.seat, club.action.amount or lowest)
        sampler = BidSampler(self.engine(view.book), view, self._known(view), best)
        is_clear = abs(best.highest - lowest) > _CLEAR * view.book.total_points
        budget = self.budget.part(_FOR_CLEAR_BIDS) if is_clear and not may_end_game(view) else self.budget
        # Sampled worlds know too little of what the partner bid on to raise it for.
        is_left = club.action.amount is None and bidding.partner_has_bid(view) and bidding.opponents_are_out(view)
        actions = (club.action,) if is_left else (bid, Bid(view.seat, None))
        return self.weigh(view, club, actions, sampler, _why_bid, budget)

    def name_trump(self, view: SeatView) -> Decision:
        club = super().name_trump(view)
        assert view.choices is not None, view
        likely = sorted(view.choices.suits, key=lambda suit: -appraise(view.book, view.hand, suit).total)
        actions = [NameTrump(view.seat, suit) for suit in likely[:_LIKELY_TRUMPS]]
        if club.action not in actions:
            return club
        sampler = TrumpSampler(self.engine(view.book), view, self._known(view))
        return self.weigh(view, club, actions, sampler, _why_trump)

    # -- before the first lead

    def pass_cards(self, view: SeatView) -> Decision:
        """The Club's pass; weighed only where another one is compared with it, or for advice."""
        club = super().pass_cards(view)
        sampler = ExchangeSampler(self.engine(view.book), view, self._known(view))
        actions = passing.likely_passes(view) if self._weighs_passes else (club.action,)
        return self.weigh(view, club, actions, sampler, _why_pass)

    def lay_meld(self, view: SeatView) -> Decision:
        """All that counts; meld that was left out cost what it counts."""
        club = super().lay_meld(view)
        laid = [action for action in self._with_also((club.action,)) if isinstance(action, LayMeld)]
        counts = [float(meld_total(view.book, action.cards, view.trump)) for action in laid]
        options = tuple(Option(action, counts[0] - count) for action, count in zip(laid, counts, strict=True))
        return replace(club, options=options) if len(options) > 1 else club

    def bury(self, view: SeatView) -> Decision:
        club = passing.bury(view)
        if not view.melds:
            return self._bury_first(view, club)
        assert view.choices is not None, view
        count, free = view.choices.count, view.choices.cards
        likely = passing.to_bury(view.book, view.hand, free, min(len(free), max(count, _LIKELY_TO_BURY)), view.trump)
        sets = dict.fromkeys(combinations(likely, count))
        actions = [Bury(view.seat, cards) for cards in sets]
        if club.action not in actions:
            return club
        sampler = BurySampler(self.engine(view.book), view, self._known(view))
        return self.weigh(view, club, actions, sampler, _why_bury)

    def _bury_first(self, view: SeatView, club: Decision) -> Decision:
        """Before anything is melded: as `pass_cards`."""
        sampler = ExchangeSampler(self.engine(view.book), view, self._known(view))
        actions = passing.likely_buries(view) if self._weighs_passes else (club.action,)
        return self.weigh(view, club, actions, sampler, _why_bury)

    def declare(self, view: SeatView) -> Decision:
        club = super().declare(view)
        assert view.choices is not None, view
        actions = [Declare(view.seat, what) for what in DECLARATIONS if what in view.choices.declarations]
        sampler = DeclareSampler(self.engine(view.book), view, self._known(view))
        decision = self.weigh(view, club, actions, sampler, _why_declare)
        # That nothing beats the hand says more than figures do.
        return decision if decision.action == Declare(view.seat, "moon") else _in_own_figures(decision, _why_declare)

    def answer(self, view: SeatView) -> Decision:
        club = super().answer(view)
        actions = [Answer(view.seat, stands) for stands in (True, False)]
        sampler = AnswerSampler(self.engine(view.book), view, self._known(view))
        return _in_own_figures(self.weigh(view, club, actions, sampler, _why_answer), _why_answer)

    # -- playing

    def play(self, view: SeatView) -> Decision:
        only = forced(view)
        if only is not None:
            return only
        known = self._known(view)
        club = play(view, known)
        assert view.choices is not None, view
        if isinstance(club.action, LayDown):
            return club
        cards = view.choices.cards
        if view.trick is not None and not view.trick.cards:
            cards = tuple(card for card in cards if not is_frowned_upon(view, known, card))
        actions = [PlayCard(view.seat, card) for card in cards]
        if club.action not in actions:
            return club
        return self.weigh(view, club, actions, CardSampler(self.engine(view.book), view, known), _why_card)

    def _known(self, view: SeatView) -> Known:
        return Known(view, self.memory)


# -- reasons -----------------------------------------------------------------------------

Why = Callable[[Action, Action, float], str]
"""The reason of the best choice, where it is not the Club's: both, and what the Club's costs."""


def _options(weighed: Sequence[Weighed[Action]]) -> tuple[Option, ...]:
    """What was weighed, the choice first, with what the others cost beside it: nothing, where that is in doubt."""
    best = weighed[0]
    told = [Option(best.option, 0.0)]
    for other in weighed[1:]:
        behind = gap(best.values, other.values)
        told.append(Option(other.option, behind.mean if behind.is_clear else 0.0, behind.error))
    return tuple(sorted(told, key=lambda each: (each.cost, each.error)))


def _in_own_figures(decision: Decision, why: Why) -> Decision:
    """The reason by what was played out, also where the Club's choice stands: its rule of thumb has other figures."""
    if len(decision.options) < 2:
        return decision
    best, second = decision.options[:2]
    return replace(decision, said=why(best.action, second.action, second.cost))


def _why_bid(best: Action, club: Action, gain: float) -> str:
    assert isinstance(best, Bid), best
    assert isinstance(club, Bid), club
    return f"Played out many ways, {_bidding(best)} scores about {gain:.1f} more than {_bidding(club)}."


def _bidding(bid: Bid) -> str:
    return "leaving the bid to the others" if bid.amount is None else f"bidding {bid.amount}"


def _why_trump(best: Action, club: Action, gain: float) -> str:
    assert isinstance(best, NameTrump), best
    assert isinstance(club, NameTrump), club
    assert best.suit is not None, best
    assert club.suit is not None, club
    suit, other = suit_with_sign(best.suit), suit_with_sign(club.suit)
    return f"Played out many ways, {suit} scores about {gain:.1f} more than {other}."


def _why_pass(best: Action, club: Action, gain: float) -> str:
    assert isinstance(club, PassCards), club
    return f"Played out many ways, this scores about {gain:.1f} more than passing {_cards(club.cards)}."


def _why_bury(best: Action, club: Action, gain: float) -> str:
    assert isinstance(club, Bury), club
    return f"Played out many ways, this scores about {gain:.1f} more than putting {_cards(club.cards)} away."


def _why_declare(best: Action, club: Action, gain: float) -> str:
    assert isinstance(best, Declare), best
    assert isinstance(club, Declare), club
    words = {"play": "playing on", "moon": "shooting the moon", "throw_in": "throwing in", "lay": "cutting and laying"}
    return _compared(words[best.what], words[club.what], gain)


def _why_answer(best: Action, club: Action, gain: float) -> str:
    assert isinstance(best, Answer), best
    words = {True: "letting it stand", False: "having it played"}
    return _compared(words[best.stands], words[not best.stands], gain)


def _compared(best: str, other: str, gain: float) -> str:
    if not gain:
        return f"Played out many ways, {best} and {other} score about the same."
    return f"Played out many ways, {best} scores about {gain:.1f} more than {other}."


def _why_card(best: Action, club: Action, gain: float) -> str:
    assert isinstance(best, PlayCard), best
    assert isinstance(club, PlayCard), club
    return f"Played out many ways, the {sign(best.card)} scores about {gain:.1f} more than the {sign(club.card)}."


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(sign, sorted(cards, key=sort_key)))


# -- what options come to in sampled worlds ----------------------------------------------


class _Sampler:
    def __init__(self, engine: Engine, view: SeatView, known: Known) -> None:
        self.engine, self.view, self.known = engine, view, known

    def hands(self, playouts: int, seed: int) -> list[dict[str, tuple[Card, ...]]]:
        """Worlds for so many playouts, several of each."""
        sampled = worlds.sample(self.engine, self.view, self.known, forecast.deals_for(playouts), seed)
        return [sampled.hands(number) for number in range(len(sampled))]


class BidSampler(_Sampler):
    """Having the bid at an amount against passing, in worlds that fit the calls so far."""

    def __init__(self, engine: Engine, view: SeatView, known: Known, own: Limit) -> None:
        super().__init__(engine, view, known)
        self.own = own

    def __call__(self, actions: Sequence[Action], count: int, seed: int) -> list[list[float]]:
        view, book = self.view, self.view.book
        others = [seat for seat in book.seats if seat != view.seat]
        count = forecast.deals_for(count)
        number = forecast.SAMPLED * count if view.auction.calls else count
        sampled = worlds.sample(self.engine, view, self.known, number, seed)
        hands = [sampled.hands(place) for place in range(number)]
        seen = forecast.likely(book, hands, view.auction, others, count)
        found = []
        for action in actions:
            assert isinstance(action, Bid), action
            cases = [(self._contract(action, wished), hands) for hands, wished in seen]
            found.append(forecast.values(self.engine, view, cases, seed))
        return found

    def _contract(self, action: Bid, wished: dict[str, forecast.Wish]) -> Contract:
        view = self.view
        if action.amount is not None:
            mine = Contract(view.seat, action.amount, self.own.appraisal.suit)
            return forecast.if_bid(view.book, view.auction, mine, self.own.highest, wished)
        if view.seat == view.book.last_to_call(view.dealer):
            wished = {**wished, view.seat: forecast.Wish(0.0, self.own.appraisal.suit)}
        return forecast.if_passed(view.book, view.auction, view.seat, wished)


class TrumpSampler(_Sampler):
    """Each trump suit, in the same worlds."""

    def __call__(self, actions: Sequence[Action], count: int, seed: int) -> list[list[float]]:
        view = self.view
        assert view.bid is not None, view
        sampled = self.hands(count, seed)
        found = []
        for action in actions:
            assert isinstance(action, NameTrump), action
            contract = Contract(view.seat, view.bid, action.suit, view.stuck)
            found.append(forecast.values(self.engine, view, [(contract, hands) for hands in sampled], seed))
        return found


class ExchangeSampler(_Sampler):
    """Each choice of cards for the partner, or for the kitty before anything is melded, in the same worlds; the partner
    passes as a club player would."""

    def __call__(self, actions: Sequence[Action], count: int, seed: int) -> list[list[float]]:
        view = self.view
        assert view.bidder is not None, view
        assert view.bid is not None, view
        contract = Contract(view.bidder, view.bid, view.trump, view.stuck)
        cases = [(contract, hands) for hands in self.hands(count, seed)]
        found = []
        for action in actions:
            assert isinstance(action, PassCards | Bury), action
            found.append(forecast.values(self.engine, view, cases, seed, {view.seat: action.cards}))
        return found


class BurySampler(_Sampler):
    """Each choice of cards to bury, played out with the rest."""

    def __call__(self, actions: Sequence[Action], count: int, seed: int) -> list[list[float]]:
        view = self.view
        stakes = stakes_of(view, record_of_view(view))
        position = self.engine.position({}, view.trump, view.seat, bidder=view.bidder)
        found = []
        for action in actions:
            assert isinstance(action, Bury), action
            buried = replace(view, hand=without(view.hand, action.cards), buried=action.cards)
            sampled = worlds.sample(self.engine, buried, self.known, count, seed)
            outcomes = self.engine.play_worlds(position, sampled, seed, policy=self.engine.best_policy)
            found.append(stakes.of_outcomes(outcomes, view.side))
        return found


class DeclareSampler(_Sampler):
    """Playing, the moon, throwing in, cut and lay: the same playouts, scored as declared."""

    def __call__(self, actions: Sequence[Action], count: int, seed: int) -> list[list[float]]:
        view = self.view
        record = record_of_view(view)
        sampled = worlds.sample(self.engine, view, self.known, count, seed)
        position = self.engine.position({}, view.trump, view.seat, bidder=view.bidder)
        outcomes = self.engine.play_worlds(position, sampled, seed, policy=self.engine.best_policy)
        found = []
        for action in actions:
            assert isinstance(action, Declare), action
            if action.what == "lay":
                found.append(self._laid(record, outcomes))
            else:
                said = replace(record, moon=action.what == "moon", thrown_in=action.what == "throw_in")
                found.append(_scored(view, said, outcomes))
        return found

    def _laid(self, record: DealRecord, outcomes: Outcomes) -> list[float]:
        """A hand that was laid, as the others will have it."""
        stands, played = (
            _scored(self.view, laid_record(self.view, record, stands=so), outcomes) for so in (True, False)
        )
        return min(stands, [value - SHOWING_COSTS for value in played], key=fmean)


class AnswerSampler(_Sampler):
    """A hand that was cut and laid stands, or is played out."""

    def __call__(self, actions: Sequence[Action], count: int, seed: int) -> list[list[float]]:
        view = self.view
        assert view.bidder is not None, view
        record = record_of_view(view)
        sampled = worlds.sample(self.engine, view, self.known, count, seed)
        position = self.engine.position({}, view.trump, view.bidder, bidder=view.bidder)
        outcomes = self.engine.play_worlds(position, sampled, seed, policy=self.engine.best_policy)
        return [
            _scored(view, laid_record(view, record, stands=action.stands), outcomes)
            for action in actions
            if isinstance(action, Answer)
        ]


def _scored(view: SeatView, record: DealRecord, outcomes: Outcomes) -> list[float]:
    """What deals that were played out are worth to the view's side, one by one; under a record that is not played,
    each the same."""
    stakes = stakes_of(view, record)
    if stakes.is_played:
        return stakes.of_outcomes(outcomes, view.side)
    return [stakes.unplayed(view.side)] * len(outcomes)


class CardSampler(_Sampler):
    """Each card for the trick, played on to the end."""

    def __init__(self, engine: Engine, view: SeatView, known: Known) -> None:
        super().__init__(engine, view, known)
        self.stakes = stakes_of(view, record_of_view(view))
        self.position = _position(engine, view, known)

    def __call__(self, actions: Sequence[Action], count: int, seed: int) -> list[list[float]]:
        view = self.view
        cards = [action.card for action in actions if isinstance(action, PlayCard)]
        sampled = worlds.sample(self.engine, view, self.known, count, seed)
        found = self.engine.evaluate(self.position, sampled, cards, seed, policy=self.engine.best_policy)
        return [self.stakes.of_outcomes(outcomes, view.side) for outcomes in found]


def _position(engine: Engine, view: SeatView, known: Known) -> Position:
    assert view.trick is not None, view
    return engine.position(
        {},
        view.trump,
        view.seat,
        trick=view.trick.cards,
        taken=_taken_in_tricks(view),
        tricks_won=view.tricks_won,
        bidder=view.bidder,
        highest=known.sight.highest,
        is_open=view.laid_open,
    )


def _taken_in_tricks(view: SeatView) -> dict[str, int]:
    """Points of the finished tricks, without buried cards that this seat knows: they lie aside in the worlds."""
    taken = dict(view.taken)
    if view.buried and view.book.kitty is not None and view.book.kitty.buried_count:
        assert view.bidder is not None, view.phase
        taken[view.book.side_of(view.bidder)] -= sum(map(view.book.card_points, view.buried))
    return taken
