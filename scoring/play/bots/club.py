"""The Club bot: a sound club player in every phase, at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scoring.play.actions import LayMeld, Redeal
from scoring.play.engine.club_cards import Ways
from scoring.play.seat_view import SeatView
from scoring.play.state import Cards
from scoring.play.table import Decision
from scoring.rules import exchange
from scoring.rules.dealing import redeal_cause

from . import bidding, declaring, passing
from .card_play import forced, play
from .known import Known, Memory, as_taken
from .limits import Limit, limit_for

# What decides about a kind of act, where it is not called so.
_PHASES: Final = {"bid": "call", "trump": "name_trump", "partner": "call_partner", "meld": "lay_meld"}


class ClubBot:
    """Bids a hand's worth, passes and plays by good players' rules, with the usual `ways` or others."""

    def __init__(self, *, meld_bids: bool = False, ways: Ways | None = None) -> None:
        self.meld_bids, self.ways = meld_bids, ways
        self.memory = Memory()
        self._judged: tuple[Cards, Limit | None] | None = None
        # Whether all meld is laid and the cards are played by `ways` alone, so that a whole deal can be played at once.
        self.plays_at_once = type(self).play is ClubBot.play and type(self).lay_meld is ClubBot.lay_meld

    def choose(self, view: SeatView) -> Decision:
        view = as_taken(view, self.memory)
        kind = view.asked.kind
        decide: Callable[[SeatView], Decision] = getattr(self, _PHASES.get(kind, kind))
        return decide(view)

    def redeal(self, view: SeatView) -> Decision:
        if redeal_cause(view.book, view.hand) == "nines":
            return Decision(Redeal(view.seat, True), "That many nines and no meld: new cards are likely to be better.")
        limit = self._own_limit(view)
        is_good = limit is not None and limit.highest >= view.book.auction.opening
        said = "These cards are worth a bid: keep them." if is_good else "New cards are likely to be better than these."
        return Decision(Redeal(view.seat, not is_good), said)

    def call(self, view: SeatView) -> Decision:
        """The bid or pass, as far as the book leaves it to the player."""
        return bidding.as_asked(view, self.bid(view))

    def bid(self, view: SeatView) -> Decision:
        return bidding.bid(view, self._own_limit(view), meld_bids=self.meld_bids)

    def limit(self, view: SeatView) -> Limit | None:
        limit = self._own_limit(view)
        return bidding.with_partners_meld(view, limit) if self.meld_bids else limit

    def _own_limit(self, view: SeatView) -> Limit | None:
        """The limit of the hand alone, found once for all calls and the trump."""
        if self._judged is None or self._judged[0] is not view.hand:
            self.judges(view.hand, limit_for(view.book, view.hand))
        assert self._judged is not None, view
        return self._judged[1]

    def judges(self, hand: Cards, limit: Limit | None) -> None:
        """Take a limit found elsewhere for this very hand: simulations find a table's at once."""
        self._judged = (hand, limit)

    def name_trump(self, view: SeatView) -> Decision:
        limit = self._own_limit(view)
        return passing.name_trump(view, limit.appraisal if limit else None)

    def call_partner(self, view: SeatView) -> Decision:
        return passing.call_partner(view)

    def pass_cards(self, view: SeatView) -> Decision:
        return passing.pass_cards(view)

    def bury(self, view: SeatView) -> Decision:
        return passing.bury(view)

    def lay_meld(self, view: SeatView) -> Decision:
        cards = exchange.best_laid(view.book, view.hand, view.trump)
        return Decision(
            LayMeld(view.seat, cards), "Everything that counts is on the table." if cards else "You have no meld."
        )

    def declare(self, view: SeatView) -> Decision:
        return declaring.declare(view, self.memory)

    def answer(self, view: SeatView) -> Decision:
        return declaring.answer(view)

    def play(self, view: SeatView) -> Decision:
        return forced(view) or play(view, Known(view, self.memory), self.ways)
