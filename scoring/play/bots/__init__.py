"""Bots of three strengths; all see a seat's view and nothing else.

    bot = make_bot("club", seed=1)
    decision = bot.choose(seat_view(state, seat))    # Decision(action, reason, options)

*Beginner* bids badly and plays cards properly. *Club* goes by sound rules, at once. *Expert* also plays the unseen
cards out, within a `Budget`. A bot chooses the same whether kept through a deal or made again for each decision.

`known` is what a seat can infer, `appraisal` a hand's worth, `limits` how high hands go, `stakes` what takes score;
then a module a phase: `bidding` with `meld_bids`, `passing`, `declaring`, `card_play`.
"""

from __future__ import annotations

from typing import Final, Literal

from scoring.play.table import Bot, Decision, Option

from .beginner import BeginnerBot
from .budget import Budget
from .club import ClubBot
from .expert import ExpertBot
from .meld_bids import bid_meaning

Strength = Literal["beginner", "club", "expert"]
STRENGTHS: Final[tuple[Strength, ...]] = ("beginner", "club", "expert")


def make_bot(
    strength: str,
    *,
    seed: int | str,
    budget: Budget | None = None,
    playouts: int | None = None,
    meld_bids: bool = False,
) -> Bot:
    """A bot of this strength; raises `KeyError` for another word. With `meld_bids` it shows meld by bids and reads the
    partner's, in books that can."""
    if strength == "beginner":
        return BeginnerBot(seed=seed)
    if strength == "club":
        return ClubBot(meld_bids=meld_bids)
    if strength == "expert":
        return ExpertBot(seed=seed, budget=budget or Budget(playouts=playouts), meld_bids=meld_bids)
    raise KeyError(f"There is no bot “{strength}”; there are {', '.join(STRENGTHS)}.")


__all__ = ["STRENGTHS", "Bot", "Budget", "Decision", "Option", "Strength", "bid_meaning", "make_bot"]
