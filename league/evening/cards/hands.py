"""What a hand was to one of its sides. Pure."""

from __future__ import annotations

from scoring.rules.deal_score import DealScore, Outcome, SideScore


def is_set(score: DealScore, part: SideScore) -> bool:
    """Whether this side was set in the hand; a renege is a set of the side that made it."""
    if score.outcome is Outcome.RENEGE:
        return part.has("renege")
    return score.outcome is Outcome.SET and part.bidding
