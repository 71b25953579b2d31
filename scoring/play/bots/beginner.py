"""The Beginner: bids badly, but plays cards properly and so breaks no partner."""

from __future__ import annotations

import math
import random
from typing import Final

from scoring.play.actions import Bid, CallPartner, NameTrump
from scoring.play.seat_view import SeatView
from scoring.play.table import Decision
from scoring.rules import exchange
from scoring.rules.notation import sign, suit_with_sign

from . import bidding
from .club import ClubBot

_NOISE: Final = 0.36  # of all points in tricks


class BeginnerBot(ClubBot):
    """A Club player who misjudges hands, bids against the partner, and loves long suits."""

    def __init__(self, *, seed: int | str) -> None:
        super().__init__()
        self._seed = seed

    def bid(self, view: SeatView) -> Decision:
        limit = self.limit(view)
        lowest = view.asked.lowest_bid
        if limit is None or lowest is None:
            return bidding.bid(view, limit)
        # How much the beginner misjudges the hand is the same through one auction.
        rng = random.Random(f"{self._seed}/{view.seat}/{sorted(view.hand)}")
        felt = limit.amount + rng.gauss(0, _NOISE * view.book.total_points)
        if lowest <= felt:
            return Decision(Bid(view.seat, lowest), f"It feels like cards worth about {math.floor(felt)}.")
        return Decision(Bid(view.seat, None), f"It doesn’t feel like cards worth {lowest}.")

    def name_trump(self, view: SeatView) -> Decision:
        suits = exchange.trump_choices(view.book, view.hand)
        if not suits:
            return super().name_trump(view)
        longest = max(suits, key=lambda suit: sum(card.suit == suit for card in view.hand))
        return Decision(NameTrump(view.seat, longest), f"The longest suit you may name is {suit_with_sign(longest)}.")

    def call_partner(self, view: SeatView) -> Decision:
        """The ace it holds fewest of; or the next player."""
        aces = [card for card in view.asked.cards if card.rank == "A"]
        if not aces:
            return Decision(CallPartner(view.seat, view.asked.seats[0]), "One player is as good as another.")
        ace = min(aces, key=view.hand.count)
        return Decision(CallPartner(view.seat, ace), f"You could use the {sign(ace)}.")
