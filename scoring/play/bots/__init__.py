"""Bots of three strengths. They see a seat's view and nothing else.

    bot = make_bot("club", seed=1)
    decision = bot.choose(seat_view(state, seat))    # Decision(action, reason, options)

*Beginner* bids badly and plays its cards properly. *Club* goes by sound rules, at once. *Expert*
plays the unseen cards out as they may lie, within a `Budget` for each decision: seconds, or a
count of playouts where a result must repeat. `reason` is what is seen of the choice, a sentence for
a learner; `options` say what each other choice costs beside it, where the bot weighs them, and for
advice what both came to in the same playouts (`contrasts`): how often the bid was made, the meld kept.

A bot may be kept through a deal or made again for each decision: it chooses the same. `known` is what a seat can infer,
`appraisal` what a hand is worth, `limits` how high hands go, `stakes` what takes come to in points; then one module a
phase: `bidding` with `meld_bids`, `passing` (trump, pass, bury), `declaring`, `card_play`.
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
    """A bot of this strength; raises `KeyError` for another word.

    `seed` is the bot's own chance. `playouts` is short for a budget that counts. With
    `meld_bids` it shows meld by its bids, and reads the partner's, in books where it can.
    """
    if strength == "beginner":
        return BeginnerBot(seed=seed)
    if strength == "club":
        return ClubBot(meld_bids=meld_bids)
    if strength == "expert":
        return ExpertBot(seed=seed, budget=budget or Budget(playouts=playouts), meld_bids=meld_bids)
    raise KeyError(f"There is no bot “{strength}”; there are {', '.join(STRENGTHS)}.")


__all__ = ["STRENGTHS", "Bot", "Budget", "Decision", "Option", "Strength", "bid_meaning", "make_bot"]
