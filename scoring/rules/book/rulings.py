"""Rulings: what a director rules on under this book, and what a ruling does to a hand."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from .chapter import ChapterPlan
from .printing import Blocks, about, capital, points_of, say
from .reasons import Reason
from .section import Choices, Section, Words

Kind = Literal[
    "renege", "unproven_call", "bid_out_of_turn", "misdeal", "wrong_count", "wrong_meld", "exposed_card",
    "failed_lay_down", "conduct", "void_hand", "play_again", "amount",
]  # fmt: skip
KINDS: Final[Choices] = {
    "renege": ("a renege", "a renege"),
    "unproven_call": ("a renege called and not proven", "a renege that was called and could not be proven"),
    "bid_out_of_turn": ("a bid out of turn", "a bid out of turn"),
    "misdeal": ("a misdeal or an illegal deal", "a misdeal or an illegal deal"),
    "wrong_count": ("a wrong count at the end", "a wrong number of cards at the end of the hand"),
    "wrong_meld": ("illegal or untold meld or aces", "meld or aces that were shown wrongly, or not told"),
    "exposed_card": ("an exposed card", "a card that was shown"),
    "failed_lay_down": ("a failed lay-down", "a hand laid down that does not take the rest"),
    "conduct": ("conduct", "conduct at the table"),
    "void_hand": ("a hand made void", "whether a hand counts at all"),
    "play_again": ("a hand played again", "whether a hand is dealt and played again"),
    "amount": ("an amount given, with a reason", "an amount that a side is given or loses, with a reason"),
}


# fmt: off
class Rulings(Section, chapter="rulings"):
    """What a director may rule on."""

    kinds: Annotated[tuple[Kind, ...], Words(
        "What the director rules on", "The rulings that are offered at a table.", choices=KINDS
    )] = tuple(KINDS)
# fmt: on


def _rulings(rulings: Rulings) -> Blocks:
    yield say(
        about("rulings.decides", "A ruling becomes part of the hand it is about, with who gave it and why."),
        about("rulings.kinds", "The director rules on:" if rulings.kinds else ""),
    )
    yield points_of(*(about("rulings.kinds", f"{capital(KINDS[kind][1])}.") for kind in rulings.kinds))


REASONS: Final = {
    "void": Reason("The hand was ruled void: nothing in it counts."),
    "ruled": Reason("Ruled {signed}: {reason}.", "Ruled {signed}.", when="reason", called="ruling"),
}

RULINGS = ChapterPlan(
    "rulings", "Rulings", _rulings, reasons=REASONS, rules={"rulings.decides": "What a ruling does to a hand"}
)
