"""The way to a ruling as a state machine: asked for, led to step by step, reviewed, given. Pure.

Every request tells all that was chosen: so Back goes one step back, and nothing is lost on the way. `way_to` says
how far that leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from scoring.rules.rulings import Choices, Judgment, PlayerPenalty, Proposal, Question, judge, offered
from scoring.rules.tournament import BY_RULING
from scoring.score_card.names import Names
from scoring.score_card.people import replacement_role
from scoring.score_card.sheet import Line, Sheet
from scoring.score_card.situations import sheet_without, situation_of

LONGEST_NOTE: Final = 120


class Step(StrEnum):
    """Where the way to a ruling leads: to a question, to the review, or to an end."""

    HAND = "which hand"
    KIND = "what it is about"
    QUESTION = "a question of the book"
    REVIEW = "what it would do"
    GIVEN = "given by this very form"
    CLOSED = "not in a closed event"
    REFUSED = "not by this person"
    BOARD = "not of a board"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The call that led here, the hand, the kind, and the answers to the book's questions by their codes. `decides` is
    the number of an appealed ruling that is changed into this one."""

    call: int | None = None
    hand: int | None = None
    kind: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    decides: int | None = None

    def at_hand(self, hand: int | None = None) -> Chosen:
        """What was chosen before the hand, or with it before the kind."""
        return replace(self, hand=hand, kind="", facts={})

    def with_fact(self, code: str, answer: str) -> Chosen:
        return replace(self, facts={**self.facts, code: answer})

    def before(self, code: str) -> Chosen:
        """What was chosen before the question of that code was answered."""
        codes = list(self.facts)
        place = codes.index(code) if code in codes else len(codes)
        return replace(self, facts={earlier: self.facts[earlier] for earlier in codes[:place]})


@dataclass(frozen=True, slots=True)
class Way:
    """How far a ruling has come. `sheet` is the card that it is made on: an appealed ruling is changed on the card
    without it. `line` and `names` are those of the hand, `kinds` what can be ruled on in it."""

    step: Step
    chosen: Chosen
    sheet: Sheet
    given: int | None = None
    line: Line | None = None
    names: Names | None = None
    kinds: Choices = field(default_factory=dict)
    judgment: Judgment | None = None

    @property
    def hand(self) -> int:
        assert self.chosen.hand is not None, "a hand was chosen"
        return self.chosen.hand

    @property
    def question(self) -> Question:
        """The question to be answered: where answers do not fit together, that of the one that has to go."""
        assert self.judgment is not None, "a kind was chosen"
        faulty = (asked for asked in self.judgment.questions if asked.code in self.judgment.faults)
        return next(faulty, self.judgment.questions[-1])

    @property
    def proposal(self) -> Proposal:
        """What the book proposes. An appealed ruling has had its penalties."""
        proposal = self.judgment.proposal if self.judgment else None
        assert proposal is not None, "all questions are answered"
        return proposal if self.chosen.decides is None else replace(proposal, penalties=())

    @property
    def ruled(self) -> dict[str, Any]:
        """What its entry holds besides words."""
        assert self.judgment is not None, "a kind was chosen"
        proposal = self.proposal
        facts = dict(self.judgment.facts)
        return {"kind": self.chosen.kind, "facts": facts, "rule": proposal.rule, "effect": proposal.effect}

    def penalty(self, penalty: PlayerPenalty, why: str = "") -> dict[str, Any]:
        """The entry of a penalty that goes with it, on who plays in the seat now; one that the book does not list says
        `why`."""
        points = {"points": penalty.points} if penalty.code == BY_RULING else {}
        note = why[:LONGEST_NOTE] if penalty.code == BY_RULING else ""
        taken_over = {"replacement": True} if replacement_role(self.sheet, penalty.seat) else {}
        said = {"seat": penalty.seat, "code": penalty.code, "count": 1, "hand": self.chosen.hand, "note": note}
        return {**said, **points, **taken_over}

    def sheet_with(self, penalties: Iterable[PlayerPenalty]) -> Sheet:
        """The card as it would stand with the ruling and these penalties."""
        ruled = {**self.ruled, "decision": self.proposal.decision}
        sheet = self.sheet.with_entry("ruling", self.chosen.hand, ruled, by_director=True)
        for penalty in penalties:
            sheet = sheet.with_entry("penalty", None, self.penalty(penalty), by_director=True)
        return sheet


def way_to(
    chosen: Chosen,
    sheet: Sheet,
    names: Callable[[Sheet, Line], Names],
    *,
    client_id: str = "",
    is_closed: bool = False,
    is_refused: bool = False,
) -> Way:
    """How far a ruling has come by what was `chosen`. `client_id` is that of a form that was sent: the one that gave a
    ruling finds it, though its answer was lost. In a closed event only an appealed ruling is changed."""
    start = Way(Step.HAND, chosen, sheet)
    given = [one.number for one in sheet.rulings if client_id and one.entry.client_id == client_id]
    if given:
        return replace(start, step=Step.GIVEN, given=given[0])
    if is_closed and chosen.decides is None:
        return replace(start, step=Step.CLOSED, chosen=Chosen())
    if is_refused:
        return replace(start, step=Step.REFUSED)
    appealed = sheet.ruling(chosen.decides) if chosen.decides is not None else None
    if appealed is None:
        return _at_hand(start, names)
    without = replace(start, chosen=replace(chosen, hand=appealed.hand), sheet=sheet_without(sheet, appealed))
    return _at_hand(without, names)


def _at_hand(way: Way, names: Callable[[Sheet, Line], Names]) -> Way:
    line = way.sheet.line(way.chosen.hand) if way.chosen.hand else None
    if line is None:
        return replace(way, chosen=way.chosen.at_hand())
    called, book = names(way.sheet, line), way.sheet.book
    situation = situation_of(line, called)
    way = replace(way, step=Step.KIND, line=line, names=called, kinds=offered(book, situation))
    if way.chosen.kind not in way.kinds:
        return replace(way, chosen=way.chosen.at_hand(line.number))
    judgment = judge(book, way.chosen.kind, situation, way.chosen.facts)
    if judgment.proposal is None:
        return replace(way, step=Step.QUESTION, judgment=judgment)
    if line.board and "redeal" in judgment.proposal.effect:
        return replace(way, step=Step.BOARD)
    return replace(way, step=Step.REVIEW, judgment=judgment)
