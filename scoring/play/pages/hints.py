"""A hint: what a bot would do and why, with what each other choice costs beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scoring.play.actions import (
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
    Redeal,
)
from scoring.play.state import Choices
from scoring.play.table import Decision, Option
from scoring.rules.cards import Card
from scoring.rules.notation import listed, sign, sort_key, suit_with_sign

# How many standard errors a cost is from nothing before it counts as sure; below two it is not told at all.
SURE: Final = 3.0
A_FEW: Final = 3
# A standard error up to which a choice that costs nothing for certain is as good; beyond it nobody knows.
LEVEL: Final = 2.0


@dataclass(frozen=True, slots=True)
class HintChoice:
    """One of the choices: `K♠`, `Bid 52`, and what it costs: `best`, `as good`, `hard to tell`, `costs 2.3`."""

    words: str
    cost: str
    is_best: bool


@dataclass(frozen=True, slots=True)
class HintContext:
    """What the bot called `who` would do. `unweighed` says why there are no choices with their cost; where the game may
    end with this hand, costs count what winning it is worth."""

    who: str
    words: str
    reason: str
    choices: tuple[HintChoice, ...]
    unweighed: str = ""
    is_game_at_stake: bool = False

    @property
    def are_few(self) -> bool:
        """Whether all the choices stand in a line of a phone."""
        return 0 < len(self.choices) <= A_FEW


def hint_context(decision: Decision, who: str, asked: Choices, *, is_game_at_stake: bool = False) -> HintContext:
    """A decision of a bot as advice, beside what was `asked`; `who` is the strength: `Club`, `Expert`."""
    options = decision.options if len(decision.options) > 1 else ()
    choices = tuple(
        HintChoice(short_words(option.action), cost_words(option) if place else "best", not place)
        for place, option in enumerate(options)
    )
    unweighed = "" if choices else _why_unweighed(decision, who, asked)
    return HintContext(who, action_words(decision.action), decision.reason, choices, unweighed, is_game_at_stake)


def short_words(action: Action) -> str:
    """A choice among others: cards alone say enough."""
    match action:
        case PlayCard(_, card):
            return sign(card)
        case PassCards(_, cards) | Bury(_, cards):
            return " ".join(in_order(cards))
        case _:
            return action_words(action)


def cost_words(option: Option) -> str:
    """What a choice costs beside the best, with how sure that is: `as good`, `probably costs 0.4`."""
    return f"{sureness(option)} costs {option.cost:.1f}".strip() if option.cost else level_words(option)


def level_words(option: Option) -> str:
    """Of a choice that is not told apart from the best."""
    return "as good" if option.error <= LEVEL else "hard to tell"


def sureness(option: Option) -> str:
    """`probably`, or nothing where it is sure that the choice costs something."""
    return "probably" if option.cost < SURE * option.error else ""


def _why_unweighed(decision: Decision, who: str, asked: Choices) -> str:
    """Why the bot tells no figures."""
    if isinstance(decision.action, LayDown):
        return "Nothing can be lost here, so there is nothing to weigh."
    if asked.kind == "play" and len(asked.cards) == 1:
        return "There is nothing to weigh: you have no choice."
    if asked.kind == "trump" and len(asked.suits) < 2:
        return "There is nothing to weigh: you have no choice."
    if who != "Expert":
        return f"The Expert is busy, and the {who} bot goes by rules of thumb, without figures. Ask again in a moment."
    return _NOT_PLAYED_OUT[asked.kind]


_NOT_PLAYED_OUT: Final = {
    "redeal": "There are no figures: the cards that would come are anybody’s guess.",
    "bid": "There are no figures: a bid over your own partner, or without a marriage, is not played out.",
    "trump": "There are no figures: the bot goes by a rule of thumb here.",
    "pass_cards": "There are no figures: the bot passes by a rule of thumb here.",
    "bury": "There are no figures: the bot goes by a rule of thumb here.",
    "meld": "There are no figures: all that counts should be laid.",
    "declare": "There are no figures: the bot goes by a rule of thumb here.",
    "answer": "There are no figures: the bot goes by a rule of thumb here.",
    "play": "There are no figures: the bot goes by a rule of thumb here.",
}


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
        case Redeal() | Answer():
            return _yes_or_no(action)
        case LayDown(_):
            return "Claim the rest"


def _yes_or_no(action: Redeal | Answer) -> str:
    if isinstance(action, Answer):
        return "Let it stand" if action.stands else "Have it played"
    return "Ask for new cards" if action.claimed else "Keep these cards"


_DECLARED: Final = {
    "play": "Play the hand",
    "moon": "Shoot the moon",
    "throw_in": "Throw the hand in",
    "lay": "Cut and lay",
}


def _cards(cards: tuple[Card, ...]) -> str:
    return listed(in_order(cards))


def in_order(cards: Iterable[Card]) -> list[str]:
    """Cards as somebody holds them: `A♠`, `10♠`, `K♥`."""
    return [sign(card) for card in sorted(cards, key=sort_key)]
