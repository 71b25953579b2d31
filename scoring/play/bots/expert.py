"""The Expert: a Club player who also plays the unseen cards out.

It weighs bids, trump, buried cards, declarations and cards by their scores in sampled worlds, and takes the Club's
choice unless the samples speak clearly against it.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from itertools import combinations
from statistics import fmean
from typing import Final, Generic, TypeVar

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
from scoring.rules.cards import Card, Seat
from scoring.rules.melds import meld_total
from scoring.rules.tricks import must_lead_trump

from . import auctions, bidding, forecast, passing, worlds
from .appraisal import appraise
from .budget import Budget
from .card_play import forced, is_frowned_upon, play, why
from .club import ClubBot
from .contrasts import contrasts
from .declaring import SHOWING_COSTS
from .forecast import Contract
from .known import Known
from .limits import Limit
from .stakes import Result, may_end_game, record_of_view, stakes_of
from .trick_now import TrickNow
from .weighing import Weighed, gap, weigh

# Far from its limit a hand bids or passes anyway: a look is enough.
_CLEAR: Final = 0.25
_FOR_CLEAR_BIDS: Final = 0.5
_LIKELY_TRUMPS: Final = 3
_LIKELY_TO_BURY: Final = 5

Weighable = TypeVar("Weighable", bound=Action)


class ExpertBot(ClubBot):
    """Weighs by playouts within its budget; for advice (`tells`) it notes what options differ in."""

    def __init__(self, *, seed: int | str, budget: Budget, meld_bids: bool = False, tells: bool = False) -> None:
        super().__init__(meld_bids=meld_bids)
        self._tells = tells
        self._seed, self.budget = seed, budget
        self._engine: tuple[RuleBook, Engine] | None = None
        self._only: tuple[Action, ...] = ()

    def compare(self, view: SeatView, action: Action, said: Decision | None = None) -> Decision:
        """The decision, or the one `said` before, with `action` among its options: one not weighed yet is weighed
        beside the choice alone, and is level with it if it does better."""
        decision = said or self.choose(view)
        if any(is_same(action, each.action) for each in decision.options):
            return decision
        self._only = (decision.action, action)
        try:
            both = self.choose(view).options
        finally:
            self._only = ()
        beside = next((each for each in both if is_same(each.action, action)), None)
        if beside is None:
            return decision
        is_better = beside is both[0] and both[1].cost > 0
        also = replace(beside, error=0.0 if is_better else max(each.error for each in both))
        options = (*(decision.options or (Option(decision.action, 0.0),)), also)
        return replace(decision, options=_in_order(options))

    def engine(self, book: RuleBook) -> Engine:
        if self._engine is None or self._engine[0] is not book:
            self._engine = (book, engine_for(book))
        return self._engine[1]

    def chance(self, view: SeatView) -> int:
        trick = view.trick.cards if view.trick else ()
        text = f"{self._seed}/{view.seat}/{view.phase}/{view.auction.calls}/{len(view.tricks)}/{trick}/{view.hand}"
        return int.from_bytes(blake2b(text.encode(), digest_size=7).digest(), "big")

    def weigh(
        self,
        view: SeatView,
        club: Decision,
        actions: Sequence[Weighable],
        sampler: _Sampler[Weighable],
        budget: Budget | None = None,
    ) -> Decision:
        """The best of `actions`, the Club's among them, with costs. The Club's reason is for its own choice alone."""
        options = self._only_those(actions)
        if len(options) < 2:
            return club
        weighed = weigh(options, club.action, sampler, budget or self.budget, self.chance(view))
        costs = _options(weighed, sampler, with_contrasts=bool(self._only) or self._tells)
        best = costs[0].action
        return Decision(best, club.said if best == club.action else "", costs)

    def _only_those(self, actions: Sequence[Weighable]) -> Sequence[Weighable]:
        only = [each for each in self._only if isinstance(each, type(actions[0]))]
        return only if len(only) == 2 else actions

    # -- bidding and trump

    def bid(self, view: SeatView) -> Decision:
        club = super().bid(view)
        lowest = view.asked.lowest_bid
        best = self.limit(view)
        if best is None or lowest is None:
            return club
        club = auctions.decide(view, best, club, reads_meld=self.meld_bids)
        assert isinstance(club.action, Bid), club
        bid = Bid(view.seat, club.action.amount or lowest)
        sampler = BidSampler(*self._sees(view), best)
        is_clear = abs(best.highest - lowest) > _CLEAR * view.book.total_points
        budget = self.budget.part(_FOR_CLEAR_BIDS) if is_clear and not may_end_game(view) else self.budget
        # Sampled worlds know too little of what the partner bid on to raise it for.
        is_left = club.action.amount is None and bidding.partner_has_bid(view) and bidding.opponents_are_out(view)
        actions = (club.action,) if is_left else (bid, Bid(view.seat, None))
        return self.weigh(view, club, actions, sampler, budget)

    def name_trump(self, view: SeatView) -> Decision:
        club = super().name_trump(view)
        likely = sorted(view.asked.suits, key=lambda suit: -appraise(view.book, view.hand, suit).total)
        actions = [NameTrump(view.seat, suit) for suit in likely[:_LIKELY_TRUMPS]]
        if club.action not in actions:
            return club
        sampler = TrumpSampler(*self._sees(view))
        return self.weigh(view, club, actions, sampler)

    # -- before the first lead

    def pass_cards(self, view: SeatView) -> Decision:
        """The Club's pass beside those that change its least sure cards."""
        club = super().pass_cards(view)
        assert isinstance(club.action, PassCards), club
        sampler = ExchangeSampler(*self._sees(view))
        actions = passing.likely_passes(view)
        return self.weigh(view, club, actions, sampler)

    def lay_meld(self, view: SeatView) -> Decision:
        """All that counts; meld left out costs its points."""
        club = super().lay_meld(view)
        assert isinstance(club.action, LayMeld), club
        laid = self._only_those((club.action,))
        counts = [float(meld_total(view.book, action.cards, view.trump)) for action in laid]
        options = tuple(Option(action, counts[0] - count) for action, count in zip(laid, counts, strict=True))
        return replace(club, options=options) if len(options) > 1 else club

    def bury(self, view: SeatView) -> Decision:
        club = passing.bury(view)
        if not view.melds:  # as `pass_cards`
            assert isinstance(club.action, Bury), club
            sets = passing.likely_buries(view)
            return self.weigh(view, club, sets, ExchangeSampler(*self._sees(view)))
        count, free = view.asked.count, view.asked.cards
        likely = passing.to_bury(view.book, view.hand, free, min(len(free), max(count, _LIKELY_TO_BURY)), view.trump)
        actions = [Bury(view.seat, cards) for cards in dict.fromkeys(combinations(likely, count))]
        if club.action not in actions:
            return club
        sampler = BurySampler(*self._sees(view))
        return self.weigh(view, club, actions, sampler)

    def declare(self, view: SeatView) -> Decision:
        club = super().declare(view)
        actions = [Declare(view.seat, what) for what in DECLARATIONS if what in view.asked.declarations]
        sampler = DeclareSampler(*self._sees(view))
        decision = self.weigh(view, club, actions, sampler)
        # That nothing beats the hand says more than figures do.
        return decision if decision.action == Declare(view.seat, "moon") else _in_own_figures(decision)

    def answer(self, view: SeatView) -> Decision:
        club = super().answer(view)
        actions = [Answer(view.seat, stands) for stands in (True, False)]
        sampler = AnswerSampler(*self._sees(view))
        return _in_own_figures(self.weigh(view, club, actions, sampler))

    # -- playing

    def play(self, view: SeatView) -> Decision:
        only = forced(view)
        if only is not None:
            return only
        known = Known(view, self.memory)
        club = play(view, known)
        if isinstance(club.action, LayDown):
            return club
        cards = view.asked.cards
        if view.trick is not None and not view.trick.cards:
            cards = tuple(card for card in cards if not is_frowned_upon(view, known, card)) or cards
        actions = [PlayCard(view.seat, card) for card in cards]
        if club.action not in actions:
            return club
        decision = self.weigh(view, club, actions, CardSampler(self.engine(view.book), view, known))
        best = decision.action
        if best == club.action or not isinstance(best, PlayCard):
            return decision
        return replace(decision, said=lambda: why(TrickNow(view, known), best.card))

    def _sees(self, view: SeatView) -> tuple[Engine, SeatView, Known]:
        return self.engine(view.book), view, Known(view, self.memory)


def _options(
    weighed: Sequence[Weighed[Weighable]], sampler: _Sampler[Weighable], *, with_contrasts: bool
) -> tuple[Option, ...]:
    """Weighed options with costs, the choice first; no cost where in doubt."""
    best, notes, last = weighed[0], sampler.notes, sampler.last
    options = [Option(best.option, 0.0)]
    for other in weighed[1:]:
        behind = gap(best.values, other.values)
        lasts = [last[best.option], last[other.option]] if last else []
        both = notes[best.option], notes[other.option]
        differ = tuple(contrasts(sampler.view, *both, lasts)) if with_contrasts else ()
        if behind.is_clear:
            options.append(Option(other.option, behind.mean, behind.error, differ))
        else:  # of half of it, so that twice the error is still the most that it may cost
            options.append(Option(other.option, 0.0, behind.error + max(0.0, behind.mean) / 2, differ))
    return _in_order(options)


def _in_order(options: Iterable[Option]) -> tuple[Option, ...]:
    return tuple(sorted(options, key=lambda each: (each.cost, each.error)))


def _in_own_figures(decision: Decision) -> Decision:
    """The reason in figures of the playouts, also for the Club's choice."""
    return replace(decision, said="") if len(decision.options) > 1 else decision


# -- what options come to in sampled worlds ----------------------------------------------


_Played = tuple[SeatView, Outcomes]


class _Sampler(Generic[Weighable]):
    """Values options in the same samples, and notes results; of cards, the places of the last trick's winners."""

    def __init__(self, engine: Engine, view: SeatView, known: Known) -> None:
        self.engine, self.view, self.known = engine, view, known
        self.notes: defaultdict[Weighable, list[Result]] = defaultdict(list)
        self.last: defaultdict[Weighable, array[int]] = defaultdict(partial(array, "i"))

    def __call__(self, actions: Sequence[Weighable], count: int, seed: int) -> list[list[float]]:
        played = self.play(actions, count, seed)
        for action, results in zip(actions, played, strict=True):
            self.notes[action] += results
        return [[result.value for result in results] for results in played]

    def play(self, actions: Sequence[Weighable], count: int, seed: int) -> list[list[Result]]:
        raise NotImplementedError

    def hands(self, playouts: int, seed: int) -> list[dict[str, tuple[Card, ...]]]:
        sampled = worlds.sample(self.engine, self.view, self.known, forecast.deals_for(playouts), seed)
        return [sampled.hands(number) for number in range(len(sampled))]

    def outcomes(self, leader: Seat, count: int, seed: int, seen: SeatView | None = None) -> list[_Played]:
        """Playouts from the first lead, by the sides of the worlds; of a view as it is, or as `seen`."""
        found = []
        seen = seen or self.view
        for view, sampled in worlds.by_sides(seen, worlds.sample(self.engine, seen, self.known, count, seed)):
            engine = self.engine if view.book is self.engine.book else engine_for(view.book)
            position = first_lead(engine, view, leader)
            found.append((view, engine.play_worlds(position, sampled, seed, policy=engine.best_policy)))
        return found


class BidSampler(_Sampler[Bid]):
    """The bid at an amount against passing, in worlds that fit the calls."""

    def __init__(self, engine: Engine, view: SeatView, known: Known, own: Limit) -> None:
        super().__init__(engine, view, known)
        self.own = own

    def play(self, actions: Sequence[Bid], count: int, seed: int) -> list[list[Result]]:
        view, book = self.view, self.view.book
        others = [seat for seat in book.seats if seat != view.seat]
        count = forecast.deals_for(count)
        number = forecast.SAMPLED * count if view.auction.calls else count
        sampled = worlds.sample(self.engine, view, self.known, number, seed)
        hands = [sampled.hands(place) for place in range(number)]
        seen = forecast.likely(book, hands, view.auction, others, count)
        return [
            forecast.results(self.engine, view, [(self._contract(bid, wished), hands) for hands, wished in seen], seed)
            for bid in actions
        ]

    def _contract(self, action: Bid, wished: dict[str, forecast.Wish]) -> Contract:
        view = self.view
        if action.amount is not None:
            mine = Contract(view.seat, action.amount, self.own.appraisal.suit)
            return forecast.if_bid(view.book, view.auction, mine, self.own.highest, wished)
        if view.seat == view.book.last_to_call(view.dealer):
            wished = {**wished, view.seat: forecast.Wish(0.0, self.own.appraisal.suit)}
        return forecast.if_passed(view.book, view.auction, view.seat, wished)


class TrumpSampler(_Sampler[NameTrump]):
    def play(self, actions: Sequence[NameTrump], count: int, seed: int) -> list[list[Result]]:
        view = self.view
        assert view.bid is not None, view
        sampled = self.hands(count, seed)
        contracts = [Contract(view.seat, view.bid, action.suit, view.stuck) for action in actions]
        return [forecast.results(self.engine, view, [(each, hands) for hands in sampled], seed) for each in contracts]


class ExchangeSampler(_Sampler[PassCards | Bury]):
    """Each pass, or burial before melds, in the same worlds; the partner passes as the Club."""

    def play(self, actions: Sequence[PassCards | Bury], count: int, seed: int) -> list[list[Result]]:
        view = self.view
        assert view.bidder is not None, view
        assert view.bid is not None, view
        contract = Contract(view.bidder, view.bid, view.trump, view.stuck)
        cases = [(contract, hands) for hands in self.hands(count, seed)]
        return [forecast.results(self.engine, view, cases, seed, {view.seat: action.cards}) for action in actions]


class BurySampler(_Sampler[Bury]):
    def play(self, actions: Sequence[Bury], count: int, seed: int) -> list[list[Result]]:
        view = self.view
        found = []
        for action in actions:
            buried = replace(view, hand=without(view.hand, action.cards), buried=action.cards)
            found.append(_scored(self.outcomes(view.seat, count, seed, buried)))
        return found


class DeclareSampler(_Sampler[Declare]):
    def play(self, actions: Sequence[Declare], count: int, seed: int) -> list[list[Result]]:
        outcomes = self.outcomes(self.view.seat, count, seed)
        return [self._of(action.what, outcomes) for action in actions]

    def _of(self, what: str, outcomes: Sequence[_Played]) -> list[Result]:
        """A declaration's results; a hand laid down, as the others will have it."""
        if what != "lay":
            return _scored(outcomes, moon=what == "moon", thrown_in=what == "throw_in")
        stands, played = (_scored(outcomes, stands=so) for so in (True, False))
        played = [each._replace(value=each.value - SHOWING_COSTS) for each in played]
        return min(stands, played, key=lambda results: fmean(each.value for each in results))


class AnswerSampler(_Sampler[Answer]):
    def play(self, actions: Sequence[Answer], count: int, seed: int) -> list[list[Result]]:
        view = self.view
        assert view.bidder is not None, view
        outcomes = self.outcomes(view.bidder, count, seed)
        return [_scored(outcomes, stands=action.stands) for action in actions]


def first_lead(engine: Engine, view: SeatView, leader: Seat) -> Position:
    leads_trump = must_lead_trump(view.book, stuck=view.stuck)
    return engine.position({}, view.trump, leader, bidder=view.bidder, leads_trump=leads_trump)


def _scored(
    played: Sequence[_Played], *, stands: bool | None = None, moon: bool = False, thrown_in: bool = False
) -> list[Result]:
    """The results of playouts for the view's side; the same for each under an unplayed record."""
    found: list[Result] = []
    for view, outcomes in played:
        record = replace(record_of_view(view), moon=moon, thrown_in=thrown_in)
        stakes = stakes_of(view, record if stands is None else laid_record(view, record, stands=stands))
        unplayed = [] if stakes.is_played else [stakes.unplayed(view.side)] * len(outcomes)
        found += unplayed or stakes.of_outcomes(outcomes, view.side)
    return found


class CardSampler(_Sampler[PlayCard]):
    def __init__(self, engine: Engine, view: SeatView, known: Known) -> None:
        super().__init__(engine, view, known)
        self._beside: dict[frozenset[Seat], CardSampler] = {}
        self.stakes = stakes_of(view, record_of_view(view))
        assert view.trick is not None, view
        taken = dict(view.taken)
        # Without buried cards that this seat knows: they lie aside in the worlds.
        if view.buried and view.book.kitty is not None and view.book.kitty.buried_count:
            assert view.bidder is not None, view.phase
            taken[view.book.take_side_of(view.bidder)] -= sum(map(view.book.card_points, view.buried))
        self.position = engine.position(
            {},
            view.trump,
            view.seat,
            trick=view.trick.cards,
            taken=taken,
            tricks_won=view.tricks_won,
            bidder=view.bidder,
            highest=known.sight.highest,
            is_open=view.laid_open,
            leads_trump=view.asked.leads_trump,
        )

    def play(self, actions: Sequence[PlayCard], count: int, seed: int) -> list[list[Result]]:
        found: list[list[Result]] = [[] for _ in actions]
        cards = [action.card for action in actions]
        for view, sampled in worlds.fitting(self.engine, self.view, self.known, count, seed):
            here = self._with_sides_of(view)
            played = here.engine.evaluate(here.position, sampled, cards, seed, policy=here.engine.best_policy)
            for action, results, outcomes in zip(actions, found, played, strict=True):
                self.last[action] += outcomes.last()
                results += here.stakes.of_outcomes(outcomes, view.side)
        return found

    def _with_sides_of(self, view: SeatView) -> CardSampler:
        if view is self.view:
            return self
        team = view.book.team
        if team not in self._beside:
            self._beside[team] = CardSampler(engine_for(view.book), view, self.known)
        return self._beside[team]
