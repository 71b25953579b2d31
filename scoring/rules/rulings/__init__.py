"""Rulings: the questions about a call, and the book's proposal.

Both follow from the rules of the book alone. The person who rules takes the proposal, or rules otherwise and says so.
What an effect holds is told in `scoring.score_card.rulings`.

Each kind is a script over the book's rules: it yields a question, gets the answer sent in, and returns a `Proposal`. A
test walks every way through every book. One script reads the kinds that a club adds of its own; such a kind is stored
as its name, so its rulings can be told without the book.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from scoring.rules.book import RuleBook
from scoring.rules.book.printing import anchor, capital
from scoring.rules.book.rulings import KINDS
from scoring.rules.deal_score import RULINGS, book_of
from scoring.rules.notation import MINUS
from scoring.rules.prose import anchors

from .auctions import auction_after, auction_note, bid_out_of_turn
from .cases import Case, Choices, Judgment, PlayerPenalty, Proposal, Question, Refused, Script, Situation
from .conduct import conduct, exposed_card
from .deals import misdeal, play_again, void_hand
from .figures import amount, failed_lay_down, wrong_count, wrong_meld
from .own import OWN, own_kinds, own_ruling
from .reneges import renege, unproven_call

__all__ = [
    "Choices",
    "Judgment",
    "PlayerPenalty",
    "Proposal",
    "Question",
    "Situation",
    "auction_after",
    "auction_note",
    "judge",
    "kind_title",
    "offered",
]

# The kinds that can be ruled on before a bid; all others change a line that has one.
BEFORE_THE_BID: Final = frozenset({"bid_out_of_turn", "misdeal", "exposed_card", "conduct", "play_again"})


def offered(book: RuleBook, situation: Situation) -> Choices:
    """The kinds of ruling that this book offers for the hand as it stands, with their titles."""
    kinds = (*book.rulings.kinds, *own_kinds(book))
    return {kind: kind_title(book, kind) for kind in kinds if _is_offered(book, kind, situation)}


def _is_offered(book: RuleBook, kind: str, situation: Situation) -> bool:
    if kind == "bid_out_of_turn" and not book.auction.is_held:
        return False
    if situation.record is None:
        own = own_kinds(book).get(kind)
        return own.proposes in ("nothing", "play_again") if own else kind in BEFORE_THE_BID
    if kind in ("renege", "unproven_call"):
        return _case(book, situation).may_renege()
    return kind != "bid_out_of_turn"


def kind_title(book: RuleBook, kind: str) -> str:
    """The name of a kind: `A bid out of turn`; one of a club's own, as the club calls it."""
    return kind.removeprefix(OWN) if kind.startswith(OWN) else capital(book.words.say(KINDS[kind][0]))


def judge(book: RuleBook, kind: str, situation: Situation, facts: Mapping[str, str]) -> Judgment:
    """Run the script of a kind as far as the facts (answers by code, as typed) carry it. An optional question is
    answered once its code is among them. Raises `KeyError` for an unknown kind."""
    case = _case(book, situation)
    script = own_ruling(case, own_kinds(book)[kind]) if kind.startswith(OWN) else _SCRIPTS[kind](case)
    questions: list[Question] = []
    given: dict[str, str] = {}
    try:
        question = next(script)
        while True:
            questions.append(question)
            answer = str(facts.get(question.code, "")).strip().replace(MINUS, "-") or question.settled
            fault = question.fault(answer) if answer else ""
            if fault or (not answer and (question.is_needed or question.code not in facts)):
                return Judgment(tuple(questions), given, {question.code: fault} if fault else {})
            given[question.code] = answer
            question = script.send(answer)
    except Refused as refused:
        return Judgment(tuple(questions), given, {refused.code: refused.sentence})
    except StopIteration as end:
        proposal: Proposal = end.value
        return Judgment(tuple(questions), given, {}, replace(proposal, rule=_with_a_place(book, proposal.rule)))


def _case(book: RuleBook, situation: Situation) -> Case:
    """The call under the book as it holds for this hand, with the sides that a called partner makes."""
    record = situation.record
    return Case(book_of(book, record) if record else book.at(situation.dealer), situation)


def _with_a_place(book: RuleBook, rule: str) -> str:
    """The rule, or its chapter where the printed book has no place for it."""
    chapter = rule.partition(".")[0]
    return next((place for place in (rule, chapter) if anchor(place) in anchors(book)), RULINGS)


_SCRIPTS: Final[Mapping[str, Callable[[Case], Script]]] = {
    "renege": renege,
    "unproven_call": unproven_call,
    "bid_out_of_turn": bid_out_of_turn,
    "misdeal": misdeal,
    "wrong_count": wrong_count,
    "wrong_meld": wrong_meld,
    "exposed_card": exposed_card,
    "failed_lay_down": failed_lay_down,
    "conduct": conduct,
    "void_hand": void_hand,
    "play_again": play_again,
    "amount": amount,
}
