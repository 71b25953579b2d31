"""A hint: what a bot would do and why, with what it expects of each choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scoring.play.actions import (
    Action,
    Bid,
    Bury,
    Declare,
    LayDown,
    LayMeld,
    NameTrump,
    PassCards,
    PlayCard,
    Redeal,
)
from scoring.play.table import Decision
from scoring.rules.cards import Card
from scoring.rules.notation import MINUS, listed, sign, suit_with_sign


@dataclass(frozen=True, slots=True)
class HintChoice:
    """One of the choices: `play K♠`, the points expected of it (`+4.2`; empty: not weighed)."""

    words: str
    points: str
    is_best: bool


@dataclass(frozen=True, slots=True)
class HintContext:
    """What the bot called `who` would do."""

    who: str
    words: str
    reason: str
    choices: tuple[HintChoice, ...]

    @property
    def has_points(self) -> bool:
        """Whether the bot weighed its choices in points."""
        return any(choice.points for choice in self.choices)


def hint_context(decision: Decision, who: str) -> HintContext:
    """A decision of a bot as advice; `who` is the strength: `Club`, `Expert`."""
    choices = tuple(
        HintChoice(action_words(option.action), points_text(option.points), option.action == decision.action)
        for option in decision.options
    )
    return HintContext(who, action_words(decision.action), decision.reason, choices)


def points_text(points: float | None) -> str:
    """`+4.2`, `−0.5`; empty for None."""
    if points is None:
        return ""
    text = f"{abs(points):.1f}"
    return f"{MINUS}{text}" if points < 0 and float(text) else f"+{text}"


def action_words(action: Action) -> str:
    """An action as advice: `Bid 52`, `Play K♠`."""
    match action:
        case PlayCard(_, card):
            return f"Play {sign(card)}"
        case Bid(_, amount):
            return "Pass" if amount is None else f"Bid {amount}"
        case NameTrump(_, suit):
            return f"Name {suit_with_sign(suit)}" if suit else "Say that there is no marriage"
        case PassCards(_, cards):
            return f"Pass {_cards(cards)}"
        case LayMeld(_, cards):
            return f"Lay {_cards(cards)}" if cards else "Lay nothing"
        case Bury(_, cards):
            return f"Bury {_cards(cards)}"
        case Declare(_, what):
            return _DECLARED[what]
        case Redeal(_, claimed):
            return _REDEALS[claimed]
        case LayDown(_):
            return "Claim the rest"


_DECLARED: Final = {"play": "Play the hand", "moon": "Shoot the moon", "throw_in": "Throw the hand in"}
_REDEALS: Final = {True: "Ask for new cards", False: "Keep these cards"}


def _cards(cards: tuple[Card, ...]) -> str:
    return listed([sign(card) for card in cards])
