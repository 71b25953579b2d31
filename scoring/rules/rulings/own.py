"""Rulings of a club's own: the rule in its words, which side is at fault, and whether the rule applies."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from scoring.rules.book import RuleBook
from scoring.rules.book.rulings import OwnRuling
from scoring.rules.cards import Side
from scoring.rules.notation import counted, listed, signed
from scoring.rules.questions import NO, YES

from .cases import JUDGMENT, MOST_POINTS, Case, Proposal, Question, Script
from .deals import dealt_again, who_deals

OWN: Final = "own:"
NOBODY: Final = "nobody"


def own_kinds(book: RuleBook) -> dict[str, OwnRuling]:
    """The rulings of the club's own, by kind, which holds the name: no other place needs to."""
    return {f"{OWN}{own.name}": own for own in book.rulings.own}


def own_ruling(case: Case, own: OwnRuling) -> Script:
    rule = f"rulings.own.{case.book.rulings.own.index(own)}"
    sides = {side: case.side(side) for side in case.scored}
    nobody = {} if own.has_amount else {NOBODY: "Nobody"}
    side = yield Question("side", "Which side is at fault?", choices={**sides, **nobody}, note=own.text)
    said = own.name if side == NOBODY else f"{own.name}, {sides[side]} at fault"
    if own.proposes == "nothing":
        return Proposal({}, rule, f"{said}. The score stands.", own.basis)
    choices = {YES: f"Yes: {_proposed(case, own, side)}", NO: "No: the score stands"}
    if (yield Question("applies", "Does the rule apply?", choices=choices, note=own.text)) == NO:
        return Proposal({}, rule, f"{said}. The score stands.", JUDGMENT)
    if own.proposes == "void":
        return Proposal(
            {"void": True}, rule, f"{said}. {case.say('The hand is void.')}", own.basis, goes_on="Deal the next."
        )
    if own.proposes == "play_again":
        deals = yield who_deals(case)
        return dealt_again(
            case, "ruling", rule, f"{said}. {case.say('The hand is played again.')}", deals, basis=own.basis
        )
    amounts = yield from _amounts(case, own, side)
    told = listed([f"{signed(points)} for {case.side(one)}" for one, points in amounts.items()])
    return Proposal({"ruled": amounts}, rule, f"{said}. {told}.", own.basis)


def _proposed(case: Case, own: OwnRuling, side: Side) -> str:
    """`10 points for Ann & Carl`, `the hand is void`."""
    if not own.has_amount:
        return case.say("the hand is void" if own.proposes == "void" else "the hand is played again")
    amount = counted(own.points, "point") if own.points else "points"
    if own.proposes == "points_off":
        return f"{amount} off for {case.side(side)}"
    return f"{amount} for {listed([case.side(other) for other in case.others(side)])}"


def _amounts(case: Case, own: OwnRuling, side: Side) -> Generator[Question, str, dict[Side, int]]:
    points = own.points
    if points is None:
        points = int((yield Question("points", "How many points?", "number", low=1, high=MOST_POINTS)))
    if own.proposes == "points_off":
        return {side: -points}
    return dict.fromkeys(case.others(side), points)
