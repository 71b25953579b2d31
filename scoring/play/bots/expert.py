"""The Expert: a club player who also plays the unseen cards out before deciding."""

from __future__ import annotations

from .budget import Budget
from .club import ClubBot


class ExpertBot(ClubBot):
    def __init__(self, *, seed: int | str, budget: Budget, meld_bids: bool = False) -> None:
        super().__init__(meld_bids=meld_bids)
        self.seed, self.budget = seed, budget
