"""The way to a ruling as a state machine: asked for, led to step by step, reviewed, given. Pure. Every request carries
all choices, so Back goes one step back and nothing is lost. `way_to` tells how far they lead, what can be chosen next,
and where a choice can be changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, TypeAlias

from scoring.rules.notation import SUIT_NAMES
from scoring.rules.rulings import Judgment, PlayerPenalty, Proposal, Question, judge, offered
from scoring.rules.tournament import BY_RULING
from scoring.score_card.names import Names
from scoring.score_card.people import replacement_role
from scoring.score_card.rulings import Ruling
from scoring.score_card.sheet import Line, Sheet
from scoring.score_card.situations import sheet_without, situation_of

LONGEST_NOTE: Final = 120
FACT: Final = "fact-"
NUMBER: Final = re.compile(r"[0-9]{1,9}")


class Step(StrEnum):
    """A stop on the way to a ruling: a question, the review, or an end."""

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
    """The choices so far: the call that led here, the hand, the kind, and the answers to the book's questions by code.
    `decides` is the number of an appealed ruling that is changed into this one."""

    call: int | None = None
    hand: int | None = None
    kind: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    decides: int | None = None

    @classmethod
    def of(cls, query: Mapping[str, Any]) -> Chosen:
        """The choices in an address or a form."""
        sent = {name: str(query[name]) for name in query}
        facts = {name.removeprefix(FACT): answer for name, answer in sent.items() if name.startswith(FACT)}
        numbers = (sent.get(name, "") for name in ("call", "hand", "decides"))
        call, hand, decides = (int(number) if NUMBER.fullmatch(number) else None for number in numbers)
        return cls(call, hand, sent.get("kind", ""), facts, decides)

    @property
    def fields(self) -> dict[str, str]:
        """The choices for an address or hidden fields."""
        named = {"call": self.call, "decides": self.decides, "hand": self.hand, "kind": self.kind or None}
        said = {name: str(value) for name, value in named.items() if value is not None}
        return said | {f"{FACT}{code}": answer for code, answer in self.facts.items()}

    def at_hand(self, hand: int | None = None) -> Chosen:
        """The choices before the hand, or with a `hand` before the kind."""
        return replace(self, hand=hand, kind="", facts={})

    def with_fact(self, code: str, answer: str) -> Chosen:
        return replace(self, facts={**self.facts, code: answer})

    def before(self, code: str) -> Chosen:
        """The choices before that question was answered."""
        codes = list(self.facts)
        place = codes.index(code) if code in codes else len(codes)
        return replace(self, facts={earlier: self.facts[earlier] for earlier in codes[:place]})


# One thing to choose: its words, all that is chosen with it, and a note.
Choice: TypeAlias = tuple[str, Chosen, str]


@dataclass(frozen=True, slots=True)
class Way:
    """A ruling on its way.

    `sheet` is the card it is made on, without the appealed ruling that it changes; `line` and `names` are the hand's.
    `leads` are the next choices, or the `question` has a `typed` answer, perhaps with a `fault`; the `trail` holds the
    choices so far, each with the way back to it. Once all is answered there is a `proposal`, and `ruled` is its entry
    without the words.
    """

    step: Step
    chosen: Chosen
    sheet: Sheet
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
        """The entry of a penalty with the ruling, on the player now in the seat; one outside the book's list says
        `why`."""
        points = {"points": penalty.points} if penalty.code == BY_RULING else {}
        note = why[:LONGEST_NOTE] if penalty.code == BY_RULING else ""
        taken_over = {"replacement": True} if replacement_role(self.sheet, penalty.seat) else {}
        said = {"seat": penalty.seat, "code": penalty.code, "count": 1, "hand": self.chosen.hand, "note": note}
        return {**said, **points, **taken_over}

    def sheet_with(self, penalties: Iterable[PlayerPenalty]) -> Sheet:
        """The card with the proposed ruling and these penalties."""
        assert self.proposal is not None, "all questions are answered"
        ruled = {**self.ruled, "decision": self.proposal.decision}
        sheet = self.sheet.with_entry("ruling", self.chosen.hand, ruled, by_director=True)
        for penalty in penalties:
            sheet = sheet.with_entry("penalty", None, self.penalty(penalty), by_director=True)
        return sheet


def way_to(
    chosen: Chosen,
    sheet: Sheet,
    names: Callable[[Line], Names],
    *,
    appealed: Ruling | None = None,
    client_id: str = "",
    is_closed: bool = False,
    is_refused: bool = False,
) -> Way:
    """Follow the choices as far as they lead. `client_id` is a sent form's: the form that gave a ruling finds it,
    though its answer was lost. In a closed event only an `appealed` ruling is changed."""
    given = [one.number for one in sheet.rulings if client_id and one.entry.client_id == client_id]
    if given:
        return Way(Step.GIVEN, chosen, sheet, given=given[0])
    if is_closed and not appealed:
        return Way(Step.CLOSED, Chosen(), sheet)
    if is_refused:
        return Way(Step.REFUSED, chosen, sheet)
    if appealed:
        return _at_hand(replace(chosen, hand=appealed.hand), sheet_without(sheet, appealed), names)
    return _at_hand(chosen, sheet, names)


def _at_hand(chosen: Chosen, sheet: Sheet, names: Callable[[Line], Names]) -> Way:
    line = sheet.line(chosen.hand) if chosen.hand else None
    if line is None:
        first = chosen.at_hand()
        return Way(Step.HAND, first, sheet, leads=tuple(_hands(first, sheet, names)))
    return _at_kind(chosen, sheet, line, names(line))


def _hands(chosen: Chosen, sheet: Sheet, names: Callable[[Line], Names]) -> Iterator[Choice]:
    """The hand being played first, then back from the last."""
    lines = [*sheet.lines, *([sheet.open_line] if sheet.open_line and sheet.open_line not in sheet.lines else [])]
    for line in reversed(lines):
        yield f"Hand {line.number}", replace(chosen, hand=line.number), _hand_words(line, names(line))


def _hand_words(line: Line, names: Names) -> str:
    """`Being played: Ann bid 62, hearts`."""
    figures = line.figures
    trump = f", {SUIT_NAMES[figures.trump].lower()}" if figures.trump else ""
    bid = f"{names.player(figures.bidder)} bid {figures.bid}{trump}" if figures.has_bid else ""
    if line.is_done:
        return bid
    return f"Being played: {bid}" if bid else f"Not bid yet, {names.player(line.dealer)} deals"


def _at_kind(chosen: Chosen, sheet: Sheet, line: Line, names: Names) -> Way:
    book, situation = sheet.book, situation_of(line, names)
    kinds, at_hand = offered(book, situation), chosen.at_hand(line.number)
    trail: tuple[Choice, ...] = ((f"Hand {line.number}", chosen.at_hand(), ""),)
    if chosen.kind not in kinds:
        leads = tuple((title, replace(at_hand, kind=kind), "") for kind, title in kinds.items())
        return Way(Step.KIND, at_hand, sheet, line=line, names=names, leads=leads, trail=trail)
    way = Way(Step.REVIEW, chosen, sheet, line=line, names=names, trail=(*trail, (kinds[chosen.kind], at_hand, "")))
    judgment = judge(book, chosen.kind, situation, chosen.facts)
    return _at_question(way, judgment) if judgment.proposal is None else _judged(way, judgment, judgment.proposal)


def _at_question(way: Way, judgment: Judgment) -> Way:
    """The next question; where answers conflict, the one with the fault is asked again."""
    faulty = (asked for asked in judgment.questions if asked.code in judgment.faults)
    question = next(faulty, judgment.questions[-1])
    code, chosen = question.code, way.chosen
    return replace(
        way,
        step=Step.QUESTION,
        chosen=chosen.before(code),
        leads=tuple((words, chosen.with_fact(code, answer), "") for answer, words in question.choices.items()),
        trail=(*way.trail, *_answers(judgment, chosen.before(code))),
        question=question,
        typed=chosen.facts.get(code, ""),
        fault=judgment.faults.get(code, ""),
    )


def _answers(judgment: Judgment, chosen: Chosen) -> Iterator[Choice]:
    for question in judgment.questions:
        if question.code in chosen.facts:
            answer = question.words(chosen.facts[question.code]) or "–"
            yield answer, chosen.before(question.code), question.text


def _judged(way: Way, judgment: Judgment, proposal: Proposal) -> Way:
    assert way.line is not None, "a hand was chosen"
    if way.line.board and "redeal" in proposal.effect:
        return replace(way, step=Step.BOARD)
    return replace(
        way,
        trail=(*way.trail, *_answers(judgment, way.chosen)),
        # Who was ruled on first has the penalties.
        proposal=proposal if way.chosen.decides is None else replace(proposal, penalties=()),
        ruled={
            "kind": way.chosen.kind,
            "facts": dict(judgment.facts),
            "rule": proposal.rule,
            "effect": proposal.effect,
        },
    )
