"""A hint: a bot's choice and reason, with each other choice's cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scoring.play.actions import LayDown
from scoring.play.state import Choices
from scoring.play.table import Decision
from scoring.rules.book import RuleBook

from .action_words import words_of
from .costs import cost_words
from .reasons import next_best, reason

A_FEW: Final = 3
GETTING_READY: Final = "The Expert is getting ready, about 20 seconds."  # of which a new process needs as many


@dataclass(frozen=True, slots=True)
class HintContext:
    """Advice of the bot called `who`: `choices` with costs, or `unweighed`, why there are none. Where the game may end,
    costs count winning it. One that `waits` for an Expert asks again by itself."""

    who: str
    words: str
    reason: str
    choices: tuple[tuple[str, str], ...]
    unweighed: str = ""
    is_game_at_stake: bool = False
    waits: bool = False

    @property
    def are_few(self) -> bool:
        """Whether all choices fit in a line of a phone."""
        return 0 < len(self.choices) <= A_FEW


def waiting_hint() -> HintContext:
    """The hint while no Expert is ready."""
    return HintContext("Expert", GETTING_READY, "", (), waits=True)


def hint_context(
    book: RuleBook, decision: Decision, who: str, asked: Choices, *, is_game_at_stake: bool = False
) -> HintContext:
    """A bot's decision as advice, beside what was `asked`; `who` is its strength. Bots think in standard words, without
    names; the book's words are put in here."""
    say = book.words.say
    options = decision.options if len(decision.options) > 1 else ()
    choices = tuple(
        (say(words_of(option.action).choice), cost_words(book, option) if place else "best")
        for place, option in enumerate(options)
    )
    unweighed = "" if choices else _why_unweighed(decision, who, asked)
    advice = say(words_of(decision.action).advice)
    why = say(reason(book, decision, next_best(decision)))
    return HintContext(who, advice, why, choices, unweighed, is_game_at_stake)


def _why_unweighed(decision: Decision, who: str, asked: Choices) -> str:
    """The reason that the bot gives no figures."""
    if isinstance(decision.action, LayDown):
        return "Nothing can be lost here, so there is nothing to weigh."
    if asked.kind == "play" and len(asked.cards) == 1:
        return "There is nothing to weigh: you have no choice."
    if asked.kind == "trump" and len(asked.suits) < 2:
        return "There is nothing to weigh: you have no choice."
    if who != "Expert":
        return f"The Expert is busy, and the {who} bot goes by rules of thumb, without figures. Ask again in a moment."
    return f"There are no figures: {_NOT_PLAYED_OUT.get(asked.kind, 'the bot goes by a rule of thumb here')}."


_NOT_PLAYED_OUT: Final = {
    "redeal": "the cards that would come are anybody’s guess",
    "bid": "a bid over your own partner, or without a marriage, is not played out",
    "pass_cards": "the bot passes by a rule of thumb here",
    "meld": "all that counts should be laid",
}
