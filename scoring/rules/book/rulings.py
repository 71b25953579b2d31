"""Rulings: what a director rules on under this book, and what a ruling does to a hand."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from scoring.rules.notation import listed

from .auction import Auction
from .chapter import ChapterPlan, Found
from .meld import Meld
from .printing import Blocks, about, capital, points, rule, say
from .procedure import Conduct, Procedure
from .reasons import Reason
from .redeal import Redeal
from .renege import Renege
from .section import Choices, Section, Words
from .tournament import Penalty

Kind = Literal[
    "renege", "unproven_call", "bid_out_of_turn", "misdeal", "wrong_count", "wrong_meld", "exposed_card",
    "failed_lay_down", "conduct", "void_hand", "play_again", "amount",
]  # fmt: skip
KINDS: Final[Choices] = {
    "renege": ("a renege", "reneges"),
    "unproven_call": ("a renege called and not proven", "reneges called and not proven"),
    "bid_out_of_turn": ("a bid out of turn", "bids out of turn"),
    "misdeal": ("a wrong deal", "wrong deals"),
    "wrong_count": ("a wrong count at the end", "wrong counts of cards at the end of a hand"),
    "wrong_meld": ("illegal or untold meld or aces", "meld or aces shown wrongly or not at all"),
    "exposed_card": ("an exposed card", "exposed cards"),
    "failed_lay_down": ("a failed lay-down", "failed lay-downs"),
    "conduct": ("conduct", "conduct at the table"),
    "void_hand": ("a hand made void", "whether a hand counts at all"),
    "play_again": ("a hand played again", "whether a hand is dealt and played again"),
    "amount": ("an amount given, with a reason", "an amount that a side is given or loses, with a reason"),
}
MOST_OWN: Final = 12


# fmt: off
class OwnRuling(Section, chapter="rulings"):
    """A kind of ruling that the club has of its own: its rule in words, and what it proposes."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), Words(
        "What it is about", "Such as “Phone rang at the table”. Up to 40 letters."
    )]
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300), Words(
        "The rule", "As it stands in print, such as “Phones are off while cards are in play.”"
    )]
    proposes: Annotated[Literal["nothing", "points_off", "points_for_others", "void", "play_again"], Words(
        "What it proposes", choices={
            "nothing": ("nothing", "The score stays as it is."),
            "points_off": ("points off for the side at fault", "The side at fault loses {amount}."),
            "points_for_others": ("points for the other side", "The other side gets {amount}."),
            "void": ("the hand is void", "The hand is void."),
            "play_again": ("the hand is played again", "The hand is played again."),
        }
    )]
    points: Annotated[Annotated[int, Field(ge=1, le=1_000)] | None, Words(
        "How many points", "Empty where no points are given, or where the director says how many.",
        nothing="as the director says"
    )] = None
    basis: Annotated[Literal["book", "judgment"], Words("It rests on", choices={
        "book": ("by the book", ""), "judgment": ("judgment", "The director decides whether it applies."),
    })] = "book"

    @property
    def has_amount(self) -> bool:
        return self.proposes in ("points_off", "points_for_others")

    @property
    def in_words(self) -> str:
        """The rule and what it proposes, as the printed book says it."""
        amount = points(self.points) if self.points else "as many points as the director says"
        return " ".join(filter(None, (self.text, self.says("proposes", amount=amount), self.says("basis"))))


class Rulings(Section, chapter="rulings"):
    kinds: Annotated[tuple[Kind, ...], Words(
        "What the director rules on", "The rulings that are offered at a table.", choices=KINDS
    )] = tuple(KINDS)
    # Left out of the text of a book that has none: so it is the same version as before there were any.
    own: Annotated[tuple[OwnRuling, ...], Field(exclude_if=lambda own: not own), Words(
        "Rulings of your own", f"They are offered after those above. Up to {MOST_OWN}."
    )] = ()
# fmt: on


def _rulings(
    rulings: Rulings,
    procedure: Procedure,
    auction: Auction,
    redeal: Redeal,
    renege: Renege,
    meld: Meld,
    penalties: tuple[Penalty, ...],
    conduct: tuple[Conduct, ...],
) -> Blocks:
    penalized = {penalty.code for penalty in penalties}
    has_rule = {
        "renege": True,
        "unproven_call": renege.unproven_call_is_renege,
        "bid_out_of_turn": auction.out_of_turn != "refused",
        "misdeal": redeal.misdeals or redeal.illegal_from > 0,
        "wrong_count": "card_count" in penalized or redeal.cards_left_over != "nobody",
        "wrong_meld": ("aces_shown" in penalized or meld.aces_told != "no" or procedure.late_meld != "unsaid"),
        "exposed_card": "exposing_cards" in renege.kinds,
        "failed_lay_down": True,
        "conduct": bool(conduct),
    }
    judge = procedure.appeals[0] if procedure.appeals else "on club night the director"
    by_rule = [KINDS[kind][1] for kind in rulings.kinds if has_rule.get(kind)]
    yield say(
        about("rulings.decides", "A ruling is written on the card with its hand: who gave it, and why."),
        about("rulings.kinds", f"{capital(judge)} rules on {listed(by_rule)}." if by_rule else ""),
    )
    yield say(about("rulings.own", "The club has rulings of its own:" if rulings.own else ""))
    for place, own in enumerate(rulings.own):
        yield rule(f"rulings.own.{place}", about("rulings.own", f"{own.name}: {own.in_words}"))


def _sound_own(rulings: Rulings) -> Found:
    taken = {title.casefold() for title, _ in KINDS.values()}
    if len(rulings.own) > MOST_OWN:
        yield "rulings.own", f"Up to {MOST_OWN}; these are {len(rulings.own)}."
    for place, own in enumerate(rulings.own):
        if own.name.casefold() in taken:
            yield f"rulings.own.{place}.name", f"There is a ruling “{own.name}” already. Give this one another name."
        taken.add(own.name.casefold())
        if own.points and not own.has_amount:
            yield f"rulings.own.{place}.points", "Leave this empty: what it proposes gives no points."


REASONS: Final = {
    "void": Reason("The hand was ruled void: nothing in it counts."),
    "ruled": Reason("Ruled {signed}: {reason}.", "Ruled {signed}.", when="reason", called="ruling"),
}

RULINGS = ChapterPlan(
    "rulings",
    "Rulings",
    _rulings,
    checks=(_sound_own,),
    reasons=REASONS,
    rules={"rulings.decides": "What a ruling does to a hand"},
)
