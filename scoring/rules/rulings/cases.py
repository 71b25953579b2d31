"""The parts of a ruling: its situation, questions, and the book's proposal. Each kind is a script: it puts a question,
goes on with the answer, and ends in a proposal."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scoring.rules.book import RuleBook
from scoring.rules.book.printing import capital
from scoring.rules.cards import Seat, Side
from scoring.rules.deal_checks import completed_takes, record_faults, take_faults
from scoring.rules.deal_score import DealRecord
from scoring.rules.notation import figure_text, listed

MOST_POINTS: Final = 1_000
LONGEST_WORDS: Final = 200
FIGURE: Final = re.compile(r"-?[0-9]{1,6}")
JUDGMENT: Final = "judgment"
BY_THE_BOOK: Final = "book"
ELSEWISE: Final = "other"

Choices = Mapping[str, str]
Effect = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Situation:
    """The hand that is ruled on: its dealer, the line as it stands (None before its bid), how often the dealer
    misdealt it, the facts of the bids out of turn in its auction, and the names of sides and players."""

    dealer: Seat
    sides: Mapping[Side, str]
    players: Mapping[Seat, str]
    record: DealRecord | None = None
    misdeals: int = 0
    offences: tuple[Mapping[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question for the person who rules. `choices` are the answers with their words; without them it is a
    `number` from `low` to `high`, or `words`. What is not `is_needed` may stay empty. `note` is what to keep in
    mind. What the card has `settled` is not asked."""

    code: str
    text: str
    kind: str = "choice"
    choices: Choices = field(default_factory=dict)
    low: int = 0
    high: int = 0
    is_needed: bool = True
    note: str = ""
    settled: str = ""

    def words(self, answer: str) -> str:
        return self.choices.get(answer, answer)

    def fault(self, answer: str) -> str:
        """What is wrong with an answer; empty for a good one."""
        if self.kind == "words":
            return "" if len(answer) <= LONGEST_WORDS else f"Use up to {LONGEST_WORDS} characters."
        if self.kind == "choice":
            return "" if answer in self.choices else "Choose one of those shown."
        fits = FIGURE.fullmatch(answer) and self.low <= int(answer) <= self.high
        return "" if fits else f"Enter a whole number from {figure_text(self.low)} to {self.high}."


@dataclass(frozen=True, slots=True)
class PlayerPenalty:
    """A penalty on a player that goes with a ruling: one of the book's list, or `ruling` with its points (0: a
    warning)."""

    seat: Seat
    code: str
    points: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the book proposes: the `effect` on the hand's line, the `rule` it rests on (a path with a place in the
    printed book), the decision in words, penalties on players, and how the table goes on."""

    effect: Effect
    rule: str
    decision: str
    basis: str = BY_THE_BOOK
    penalties: tuple[PlayerPenalty, ...] = ()
    goes_on: str = ""


@dataclass(frozen=True, slots=True)
class Judgment:
    """A ruling so far: the questions put, the answers that hold, the faults of others, by code, and the proposal
    once nothing is missing."""

    questions: tuple[Question, ...]
    facts: Mapping[str, str]
    faults: Mapping[str, str]
    proposal: Proposal | None = None


Script = Generator[Question, str, Proposal]


class Refused(Exception):
    """An answer that fits its question and not the hand: its code, and a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code, self.sentence = code, sentence
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class Case:
    """A call under a book, and the questions that scripts put alike."""

    book: RuleBook
    situation: Situation

    @property
    def record(self) -> DealRecord:
        assert self.situation.record is not None, "this kind is offered for a hand with a bid"
        return self.situation.record

    @property
    def is_played_out(self) -> bool:
        """Whether all takes of the hand are on the card: nothing of it can be put right at the table."""
        return all(side in self.record.take for side in self.book.take_sides)

    @property
    def scored(self) -> tuple[Side, ...]:
        """Who gets and loses points: the sides, or where a partner is called for the hand each player."""
        return self.book.seats if self.book.deal.calls_partner else self.book.sides

    def others(self, side: Side) -> tuple[Side, ...]:
        return tuple(other for other in self.scored if other != side)

    def say(self, text: str) -> str:
        return self.book.words.say(text)

    def player(self, seat: Seat) -> str:
        return self.situation.players[seat]

    def side(self, side: Side) -> str:
        """Its name; of a side that a called partner makes, its players’."""
        return self.situation.sides.get(side) or listed([self.player(seat) for seat in self.book.seats if seat in side])

    def penalty(self, seat: Seat, code: str) -> tuple[PlayerPenalty, ...]:
        """The penalty of the book's list, where it has that."""
        return tuple(PlayerPenalty(seat, code, listed.points) for listed in self.book.penalties if listed.code == code)

    def has_penalty(self, code: str) -> bool:
        return any(penalty.code == code for penalty in self.book.penalties)

    def may_renege(self, cause: str = "") -> bool:
        """Whether a renege is possible in the hand as it stands, and (with a cause) in this book."""
        record = self.situation.record
        if record is None or (cause and cause not in self.book.renege.kinds):
            return False
        reneged = replace(record, renege=self.book.sides[0], second_renege=None)
        return "renege" not in record_faults(self.book, reneged, self.situation.dealer)

    # -- questions

    def seat(self, code: str, text: str) -> Question:
        return Question(code, text, choices={seat: self.player(seat) for seat in self.book.seats})

    def take(self, code: str, side: Side, text: str) -> Question:
        asked = self.say(text).format(self.side(side))
        return Question(code, asked, "number", high=self.book.total_points)


def why_asked(text: str) -> Question:
    return Question("why", text, "words")


def as_sentence(text: str) -> str:
    """Typed words with the beginning and end of a sentence."""
    return capital(text if text.endswith((".", "?", "!")) else f"{text}.")


def check_takes(case: Case, takes: Mapping[Side, int], code: str, renege: Side | None = None) -> None:
    """Raise `Refused` at the question of that code where the takes cannot be."""
    for sentence in take_faults(case.book, takes, renege).values():
        raise Refused(code, case.say(sentence))


def takes_anew(case: Case) -> Generator[Question, str, Effect]:
    """The takes as they should be; the last one is worked out where it can be."""
    takes: dict[Side, int] = {}
    for side in case.book.take_sides:
        if side not in takes:
            takes[side] = int((yield case.take(f"take_{side}", side, "What did {} take, counted right?")))
            last = f"take_{side}"
            takes = completed_takes(case.book, takes)
    check_takes(case, takes, last)
    return {"take": {side: takes[side] for side in case.book.take_sides}}
