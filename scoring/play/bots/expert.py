"""The Expert: a club player who also plays the unseen cards out as they may lie.

It takes the Club's choice where the samples do not speak clearly against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from scoring.play.actions import LayDown, PlayCard
from scoring.play.engine import engine_for
from scoring.play.engine.base import Engine
from scoring.play.seat_view import SeatView
from scoring.play.table import Decision, Option
from scoring.rules.book import RuleBook
from scoring.rules.cards import Card
from scoring.rules.notation import sign

from . import worlds
from .budget import Budget
from .card_play import play
from .club import ClubBot
from .known import Known
from .stakes import Stakes, record_of_view
from .weighing import Weighed, weigh


class ExpertBot(ClubBot):
    """Weighs what a club player weighs by rule with playouts, within its budget."""

    def __init__(self, *, seed: int | str, budget: Budget, meld_bids: bool = False) -> None:
        super().__init__(meld_bids=meld_bids)
        self._seed, self.budget = seed, budget
        self._engine: tuple[RuleBook, Engine] | None = None

    def engine(self, book: RuleBook) -> Engine:
        if self._engine is None or self._engine[0] is not book:
            self._engine = (book, engine_for(book))
        return self._engine[1]

    def chance(self, view: SeatView) -> int:
        """The seed of this one decision: the bot's own and where the deal stands."""
        trick = view.trick.cards if view.trick else ()
        text = f"{self._seed}/{view.seat}/{view.phase}/{view.auction.calls}/{len(view.tricks)}/{trick}/{view.hand}"
        return int.from_bytes(blake2b(text.encode(), digest_size=7).digest(), "big")

    # -- playing

    def play(self, view: SeatView) -> Decision:
        known = Known(view, self.memory)
        club = play(view, known)
        assert view.choices is not None, view
        if isinstance(club.action, LayDown) or len(view.choices.cards) == 1:
            return club
        assert isinstance(club.action, PlayCard), club
        return self._weigh_cards(view, known, club, club.action.card)

    def _weigh_cards(self, view: SeatView, known: Known, club: Decision, trusted: Card) -> Decision:
        assert view.choices is not None, view
        sampler = CardSampler(self.engine(view.book), view, known)
        weighed = weigh(view.choices.cards, trusted, sampler, self.budget, self.chance(view))
        options = tuple(Option(PlayCard(view.seat, each.option), round(each.mean, 1)) for each in weighed)
        best = weighed[0].option
        reason = club.reason if best == trusted else _why_card(weighed, trusted)
        return Decision(PlayCard(view.seat, best), reason, options)


def _why_card(weighed: Sequence[Weighed[Card]], trusted: Card) -> str:
    best = weighed[0]
    other = next(each for each in weighed if each.option == trusted)
    gain = best.mean - other.mean
    return f"Played out many ways, the {sign(best.option)} scores {gain:.1f} more than the {sign(trusted)}."


class CardSampler:
    """The score of each card in the same sampled worlds, played out to the end."""

    def __init__(self, engine: Engine, view: SeatView, known: Known) -> None:
        assert view.trick is not None, view
        self.engine, self.view, self.known = engine, view, known
        self.stakes = Stakes(view.book, record_of_view(view), view.standing)
        self.position = engine.position(
            {},
            view.trump,
            view.seat,
            trick=view.trick.cards,
            taken=_taken_in_tricks(view),
            tricks_won=view.tricks_won,
            bidder=view.bidder,
        )

    def __call__(self, cards: Sequence[Card], count: int, seed: int) -> list[list[float]]:
        view = self.view
        sampled = worlds.sample(self.engine, view, self.known, count, seed)
        found = self.engine.evaluate(self.position, sampled, cards, seed)
        return [[self.stakes.of_outcome(outcome)[view.side] for outcome in outcomes] for outcomes in found]


def _taken_in_tricks(view: SeatView) -> dict[str, int]:
    """Points of the finished tricks, without what this seat buried: that lies aside in the worlds."""
    taken = dict(view.taken)
    if view.buried and view.book.kitty is not None and view.book.kitty.buried_count:
        taken[view.side] -= sum(map(view.book.card_points, view.buried))
    return taken
