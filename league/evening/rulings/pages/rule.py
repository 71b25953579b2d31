"""The way to a ruling, a page for each step: the hand, the kind, the book's questions, and what it would do. No
queries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from league.evening.rulings.finding import StartedTable
from league.evening.rulings.steps import FACT, Chosen, rule_address
from league.evening.tables.places import desk_address, table_address
from league.office.clubs.pages.navigation import address_of
from scoring.rules.notation import SUIT_NAMES
from scoring.rules.rulings import Choices, Judgment, Question, kind_title
from scoring.score_card.sheet import Line

BOARDS_STAY: Final = "A board isn’t dealt again"
INSTEAD: Final = (
    "The other tables have the same cards. Give each side its share of this board, or say that it wasn’t played here."
)


@dataclass(frozen=True, slots=True)
class Way:
    """A key that leads on."""

    words: str
    address: str
    note: str = ""


@dataclass(frozen=True)
class Step:
    """One page on the way: what was `chosen` so far, each with the way back to it, and the keys that lead on; or a
    field, where the answer to a question of the `judgment` is typed."""

    at: StartedTable
    chosen: Chosen
    title: str
    ways: tuple[Way, ...] = ()
    judgment: Judgment | None = None
    question: Question | None = None
    typed: str = ""
    note: str = ""

    @property
    def place(self) -> str:
        return f"{self.at.table}, {str(self.at.table.event_round).lower()}"

    @property
    def trail(self) -> Iterator[Way]:
        """What was chosen, in order; each leads back to where it can be chosen again."""
        chosen, table = self.chosen, self.at.table
        if chosen.hand is not None:
            yield Way(f"Hand {chosen.hand}", rule_address(table, chosen.at_hand()))
        if chosen.kind:
            yield Way(kind_title(self.at.sheet.book, chosen.kind), rule_address(table, chosen.at_hand(chosen.hand)))
        for question in self.judgment.questions if self.judgment else ():
            if question.code in chosen.facts:
                answer = question.words(chosen.facts[question.code]) or "–"
                yield Way(answer, rule_address(table, chosen.before(question.code)), question.text)

    @property
    def back(self) -> str:
        return desk_address(self.at.table)

    @property
    def name(self) -> str:
        """Of the field."""
        return f"{FACT}{self.question.code}" if self.question else ""

    @property
    def fault(self) -> str:
        return self.judgment.faults.get(self.question.code, "") if self.judgment and self.question else ""

    @property
    def inputmode(self) -> str:
        """The keypad for a figure; phones have no minus on theirs."""
        return "text" if self.question and self.question.low < 0 else "numeric"


def closed_step(place: StartedTable, *, may_reopen: bool) -> Step:
    """Nobody rules in a closed event: the way to open it again."""
    address = address_of("reopen_event", place.event.club.slug, place.event.pk)
    ways = (Way("Reopen the event…", address),) if may_reopen else ()
    note = "It is closed. Reopen it first." if may_reopen else "It is closed. A director can reopen it, with a reason."
    return Step(place, Chosen(), "Rule in this event?", ways, note=note)


def board_step(place: StartedTable, chosen: Chosen, board: int) -> Step:
    """A board is not dealt again: what is done instead."""
    address = table_address("boards_decide", place.table, board)
    return Step(place, chosen, BOARDS_STAY, (Way(f"Decide about board {board}…", address),), note=INSTEAD)


def hands_step(place: StartedTable, chosen: Chosen) -> Step:
    """Which hand: the one being played first, then back from the last."""
    sheet = place.sheet
    lines = [*sheet.lines, *([sheet.open_line] if sheet.open_line and sheet.open_line not in sheet.lines else [])]
    ways = (
        Way(f"Hand {line.number}", rule_address(place.table, replace(chosen, hand=line.number)), _told(place, line))
        for line in reversed(lines)
    )
    return Step(place, chosen, "Which hand?", tuple(ways))


def _told(place: StartedTable, line: Line) -> str:
    """`Being played: Ann bid 62, hearts`."""
    names, figures = place.names(line), line.figures
    trump = f", {SUIT_NAMES[figures.trump].lower()}" if figures.trump else ""
    bid = f"{names.player(figures.bidder)} bid {figures.bid}{trump}" if figures.has_bid else ""
    if line.is_done:
        return bid
    return f"Being played: {bid}" if bid else f"Not bid yet, {names.player(line.dealer)} deals"


def kinds_step(place: StartedTable, chosen: Chosen, kinds: Choices) -> Step:
    """What it is about: what the book has rulings for, in this hand."""
    ways = (Way(title, rule_address(place.table, replace(chosen, kind=kind))) for kind, title in kinds.items())
    note = "" if kinds else "This rule book has no rulings for this hand."
    return Step(place, chosen, "What is it about?", tuple(ways), note=note)


def question_step(place: StartedTable, chosen: Chosen, judgment: Judgment, question: Question) -> Step:
    """One of the book's questions."""
    ways = (
        Way(words, rule_address(place.table, chosen.with_fact(question.code, answer)))
        for answer, words in question.choices.items()
    )
    before, typed = chosen.before(question.code), chosen.facts.get(question.code, "")
    return Step(place, before, question.text, tuple(ways), judgment, question, typed, question.note)
