"""The way to a ruling as a state machine: asked for, led to step by step, reviewed, given. Pure. Every request carries
all choices, so Back goes one step back and nothing is lost. `way_to` tells how far they lead, what can be chosen next,
and where a choice can be changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, TypeAlias

from scoring.rules.notation import SUIT_NAMES
from scoring.rules.rulings import Choices, Judgment, PlayerPenalty, Proposal, Question
from scoring.rules.tournament import BY_RULING
from scoring.score_card.names import Names
from scoring.score_card.people import replacement_role
from scoring.score_card.rulings import Ruling
from scoring.score_card.sheet import Line, Sheet
from scoring.score_card.situations import heard, sheet_without

LONGEST_NOTE: Final = 120
NO_KINDS: Final = "This rule book has no rulings for this hand."
FACT: Final = "fact-"
NUMBER: Final = re.compile(r"[0-9]{1,9}")

# The choices so far, as an address has them: the `call` that led here, the appealed ruling that this one `decides` by
# changing it, the `hand`, the `kind`, and the answers to the book's questions.
Chosen: TypeAlias = Mapping[str, str]
# One choice: its words, all choices that it makes, and a note.
Choice: TypeAlias = tuple[str, Chosen, str]


class Step(StrEnum):
    """A stop on the way to a ruling: a question, the review, or an end."""

    QUESTION = "what is to be chosen"
    REVIEW = "what it would do"
    GIVEN = "given by this very form"
    CLOSED = "not in a closed event"
    REFUSED = "not by this person"
    BOARD = "not of a board"


@dataclass(frozen=True, slots=True)
class Way:
    """A ruling on its way.

    `sheet` is the card it is made on, `seen` at this version, without the appealed ruling that it changes; `line` and
    `names` are the hand's. A `question` has `leads`, or a `typed` answer, perhaps with a `fault`; the `trail` holds the
    choices so far, each with the way back to it. Once all is answered there is a `proposal`, and `ruled` is its entry
    without the words.
    """

    step: Step
    chosen: Chosen
    sheet: Sheet
    seen: int = 0
    given: int | None = None
    line: Line | None = None
    names: Names | None = None
    leads: tuple[Choice, ...] = ()
    trail: tuple[Choice, ...] = ()
    question: Question | None = None
    typed: str = ""
    fault: str = ""
    proposal: Proposal | None = None
    ruled: Mapping[str, Any] = field(default_factory=dict)

    def penalty(self, penalty: PlayerPenalty, why: str = "") -> dict[str, Any]:
        """The entry of a penalty on the player now in the seat; one outside the book's list says `why`."""
        points = {"points": penalty.points} if penalty.code == BY_RULING else {}
        note = why[:LONGEST_NOTE] if penalty.code == BY_RULING else ""
        taken_over = {"replacement": True} if replacement_role(self.sheet, penalty.seat) else {}
        hand = self.line.number if self.line else None
        said = {"seat": penalty.seat, "code": penalty.code, "count": 1, "hand": hand, "note": note}
        return {**said, **points, **taken_over}

    def sheet_with(self, penalties: Iterable[PlayerPenalty]) -> Sheet:
        """The card with the proposed ruling and these penalties."""
        assert self.proposal is not None, "all questions are answered"
        assert self.line is not None, "a hand was chosen"
        ruled = {**self.ruled, "decision": self.proposal.decision}
        sheet = self.sheet.with_entry("ruling", self.line.number, ruled, by_director=True)
        for penalty in penalties:
            sheet = sheet.with_entry("penalty", None, self.penalty(penalty), by_director=True)
        return sheet


def way_to(
    sent: Chosen,
    sheet: Sheet,
    names: Callable[[Line], Names],
    *,
    appealed: Ruling | None = None,
    client_id: str = "",
    is_closed: bool = False,
    is_refused: bool = False,
) -> Way:
    """Follow the choices as far as they lead. A form that gave a ruling before finds it by its `client_id`."""
    numbers = ((name, sent.get(name, "")) for name in ("call", "decides"))
    chosen = {name: str(int(number)) for name, number in numbers if NUMBER.fullmatch(number)}
    way = Way(Step.QUESTION, chosen, sheet, sheet.version)
    for one in sheet.rulings if client_id else ():
        if one.entry.client_id == client_id:
            return replace(way, step=Step.GIVEN, given=one.number)
    if is_closed and not appealed:
        return replace(way, step=Step.CLOSED, chosen={})
    if is_refused:
        return replace(way, step=Step.REFUSED)
    hand = sent.get("hand", "")
    if appealed:
        hand, way = str(appealed.hand), replace(way, sheet=sheet_without(sheet, appealed))
    line = way.sheet.line(int(hand)) if NUMBER.fullmatch(hand) else None
    if line is None:
        return _at_hand(way, names)
    way = replace(way, line=line, names=names(line))
    facts = {name.removeprefix(FACT): sent[name] for name in sent if name.startswith(FACT)}
    return _at_kind(way, sent, *heard(sheet.book, line, names(line), sent.get("kind", ""), facts))


def _at_hand(way: Way, names: Callable[[Line], Names]) -> Way:
    """The hand being played first, then back from the last."""
    sheet = way.sheet
    lines = [*sheet.lines, *([sheet.open_line] if sheet.open_line and sheet.open_line not in sheet.lines else [])]
    leads = (
        (f"Hand {line.number}", {**way.chosen, "hand": str(line.number)}, _hand_words(line, names(line)))
        for line in reversed(lines)
    )
    return replace(way, question=Question("hand", "Which hand?"), leads=tuple(leads))


def _hand_words(line: Line, names: Names) -> str:
    """`Being played: Ann bid 62, hearts`."""
    figures = line.figures
    trump = f", {SUIT_NAMES[figures.trump].lower()}" if figures.trump else ""
    bid = f"{names.player(figures.bidder)} bid {figures.bid}{trump}" if figures.bidder else trump.removeprefix(", ")
    if line.is_done:
        return bid
    return f"Being played: {bid}" if bid else f"Not bid yet, {names.player(line.dealer)} deals"


def _at_kind(way: Way, sent: Chosen, kinds: Choices, judgment: Judgment | None) -> Way:
    line, before = way.line, way.chosen
    assert line is not None, "a hand was chosen"
    hand = str(line.number)
    at_hand, trail = {**before, "hand": hand}, ((f"Hand {hand}", before, ""),)
    if judgment is None:
        leads = tuple((title, {**at_hand, "kind": kind}, "") for kind, title in kinds.items())
        question = Question("kind", "What is it about?", note="" if kinds else NO_KINDS)
        return replace(way, chosen=at_hand, trail=trail, question=question, leads=leads)
    kind = sent["kind"]
    way = replace(way, chosen={**at_hand, "kind": kind}, trail=(*trail, (kinds[kind], at_hand, "")))
    if judgment.proposal and line.board and "redeal" in judgment.proposal.effect:
        return replace(way, step=Step.BOARD)
    return _judged(way, sent, judgment)


def _judged(way: Way, sent: Chosen, judgment: Judgment) -> Way:
    """The review, or the next question; where answers conflict, the one with the fault is asked again."""
    faulty = (asked for asked in judgment.questions if asked.code in judgment.faults)
    open_question = next(faulty, judgment.questions[-1]) if judgment.proposal is None else None
    for question in judgment.questions:
        name = f"{FACT}{question.code}"
        if question is open_question:
            leads = tuple((words, {**way.chosen, name: answer}, "") for answer, words in question.choices.items())
            fault = judgment.faults.get(question.code, "")
            return replace(way, question=question, leads=leads, typed=sent.get(name, ""), fault=fault)
        if name in sent:
            answered = (question.words(sent[name]) or "–", way.chosen, question.text)
            way = replace(way, chosen={**way.chosen, name: sent[name]}, trail=(*way.trail, answered))
    proposal = judgment.proposal
    assert proposal is not None, "no question is open"
    # The person ruled on first has the penalties.
    proposal = replace(proposal, penalties=()) if "decides" in way.chosen else proposal
    ruled = {"kind": sent["kind"], "facts": dict(judgment.facts), "rule": proposal.rule, "effect": proposal.effect}
    return replace(way, step=Step.REVIEW, proposal=proposal, ruled=ruled)
