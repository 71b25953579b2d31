"""A hint: a bot's choice and reason, with each other choice's cost."""

from __future__ import annotations

from typing import Any, Final

from scoring.play.actions import Action, LayDown
from scoring.play.state import Choices
from scoring.play.table import Decision
from scoring.rules.book import RuleBook

from .action_words import words_of
from .costs import cost_words, costs_of_all
from .reasons import next_best, reason

A_FEW: Final = 3
MOST_TOLD: Final = 6  # choices; of more the best ones, the one taken, and how the rest compare
GETTING_READY: Final = "The Expert is getting ready, about 20 seconds."  # of which a new process needs as many
THINKING: Final = "The Expert is still thinking."


def waiting_hint(since: int, *, is_ready: bool) -> dict[str, Any]:
    """What a hint says besides while the Expert is waited for; it asks again by itself."""
    return {"waits": since, "unweighed": f"{THINKING if is_ready else GETTING_READY} Its figures come by themselves."}


def hint_context(
    book: RuleBook,
    decision: Decision,
    who: str,
    asked: Choices,
    *,
    own: Action | None = None,
    is_game_at_stake: bool = False,
) -> dict[str, Any]:
    """A bot's decision as advice, in the book's words: `choices` with costs (`are_few`: in a line of a phone), or
    `unweighed`, why there are none. Of many choices the best, what was done (`own`), and how the rest compare. Where
    the game may end, costs count winning it."""
    say = book.words.say
    options = decision.options if len(decision.options) > 1 else ()
    told = [each for place, each in enumerate(options) if place < A_FEW or each.action == own]
    rest = [each for each in options if each not in told]
    if len(options) <= MOST_TOLD:
        told, rest = list(options), []
    choices = [
        (say(words_of(option.action).choice), "best" if option is options[0] else cost_words(book, option))
        for option in told
    ]
    if rest:
        choices.append((f"The {len(rest)} others", costs_of_all(book, rest)))
    return {
        "who": who,
        "words": say(words_of(decision.action).advice),
        "reason": say(reason(book, decision, next_best(decision))),
        "choices": choices,
        "are_few": 0 < len(choices) <= A_FEW,
        "unweighed": "" if choices else _why_unweighed(decision, who, asked),
        "is_game_at_stake": is_game_at_stake,
    }


def _why_unweighed(decision: Decision, who: str, asked: Choices) -> str:
    if isinstance(decision.action, LayDown):
        return "Nothing can be lost here, so there is nothing to weigh."
    if asked.kind == "play" and len(asked.cards) == 1:
        return "There is nothing to weigh: you have no choice."
    if asked.kind == "trump" and len(asked.suits) < 2:
        return "There is nothing to weigh: you have no choice."
    if who != "Expert":
        return f"The {who} bot goes by rules of thumb. The Expert, who has figures, has no time for a minute or so."
    return f"There are no figures: {_NOT_PLAYED_OUT.get(asked.kind, 'the bot goes by a rule of thumb here')}."


_NOT_PLAYED_OUT: Final = {
    "redeal": "the cards that would come are anybody’s guess",
    "bid": "a bid over your own partner, or without a marriage, is not played out",
    "pass_cards": "the bot passes by a rule of thumb here",
    "meld": "all that counts should be laid",
}
