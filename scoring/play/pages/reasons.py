"""Reasons for one choice over another: from what is seen, and the outcome that differs in the same playouts."""

from __future__ import annotations

from typing import Final

from scoring.play.actions import Action, Answer, Bid, Bury, Declare, NameTrump, PassCards
from scoring.play.table import Contrast, Decision, Option
from scoring.rules.book import RuleBook
from scoring.rules.notation import lowered, suit_with_sign

from .action_words import words_of

SURE: Final = 3.0  # standard errors beyond which a difference is no chance
LEAST_WAYS: Final = 2  # of 100: less doesn't speak for itself
LEAST_TAKE: Final = 0.25
_CONTRACT: Final = ("made", "set", "beaten", "kept")


def reason(book: RuleBook, decision: Decision, other: Option | None) -> str:
    """The reason for the bot's choice, and not the `other`; a choice without cost is as good."""
    differs = _differing(book, decision.action, other) if other is not None and other.cost else ""
    return " ".join(filter(None, (decision.reason, differs))) or "Played out in many ways, nothing scores more."


def next_best(decision: Decision) -> Option | None:
    return next((option for option in decision.options if option.cost), None)


def _differing(book: RuleBook, best: Action, other: Option) -> str:
    """What speaks most for the best choice: bid or meld, else last trick or take; None if it may be chance."""
    found = {contrast.what: contrast for contrast in other.contrasts}
    if not found:
        return ""
    one, two, take = _by(best), lowered(_by(other.action)), found["take"]
    most = max((found[what] for what in _CONTRACT), key=lambda each: round(_ahead(each), 6))
    if one in _GIVEN_UP and not _ahead(most):
        most = found[_GIVEN_UP[one]]
        return f"{_by(other.action)}, {_comes(book, most)} {_of_100(most.other)}."
    more = take.best - take.other if take.best - take.other > max(LEAST_TAKE, SURE * take.error) else 0.0
    if not _ahead(most) and "last" in found and _ahead(found["last"]) * book.deck.last_trick > more / 2:
        most = found["last"]
    if _ahead(most):
        return f"{one}, {_comes(book, most)} {_of_100(most.best)}; {two}, in {_ways(most.other)}."
    points = f"{round(more)} points" if more >= 1.5 else "a point" if more >= 0.75 else "half a point"
    return f"{one}, {_you(book, 'take')} about {points} more than {two}." if more else ""


def _ahead(contrast: Contrast) -> float:
    """The share of ways more that turn out well; 0 where it may be chance."""
    more = (contrast.best - contrast.other) * (-1 if contrast.what == "set" else 1)
    return more if more > SURE * contrast.error and 100 * more >= LEAST_WAYS else 0.0


# -- words -------------------------------------------------------------------------------


def _of_100(share: float) -> str:
    return "in all 100 ways" if share == 1 else f"in {_ways(share)} of 100 ways"


def _ways(share: float) -> str:
    return {0.0: "none", 1.0: "all"}.get(share) or str(min(99, max(1, round(100 * share))))


def _comes(book: RuleBook, contrast: Contrast) -> str:
    match contrast.what:
        case "made":
            return f"{_you(book, 'make')} {contrast.amount or 'the bid'}"
        case "set":
            return f"{_you(book, 'be')} set"
        case "beaten":
            return "the other side is set" if book.has_partners else "the bidder is set"
        case "kept":
            whose = "its" if book.has_partners else "your"
            return f"{_you(book, 'keep')} {whose}{f' {contrast.amount}' if contrast.amount else ''} meld"
        case _:
            return f"{_you(book, 'win')} the last trick"


def _you(book: RuleBook, does: str) -> str:
    if not book.has_partners:
        return "you are" if does == "be" else f"you {does}"
    return "your side is" if does == "be" else f"your side {does}s"


def _by(action: Action) -> str:
    choice = words_of(action).choice
    match action:
        case Bid(_, amount):
            return "Passing" if amount is None else f"Bidding {amount}"
        case NameTrump(_, str(suit)):
            return f"With {suit_with_sign(suit)} as trump"
        case PassCards():
            return f"Passing {choice}"
        case Bury():
            return f"Burying {choice}"
        case Declare(_, what):
            return _DECLARED[what]
        case Answer(_, stands):
            return "Left to stand" if stands else "Played out"
        case _:
            return f"With the {choice}"


_DECLARED: Final = {"play": "Played out", "moon": "As a moon", "throw_in": "Thrown in", "lay": "Cut and laid"}
# A hand that is not played promises nothing itself: what seldom comes of the play speaks for it.
_GIVEN_UP: Final = {"Thrown in": "made", "Left to stand": "beaten"}
