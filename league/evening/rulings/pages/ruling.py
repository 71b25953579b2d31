"""A ruling that was given, and all of an evening with their penalties. No queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from league.evening.cards.pages import table_names
from league.evening.cards.reading import RoundReading, TableReading
from league.evening.rulings.forms.ruling import BASES
from league.evening.tables.deeds.tables import call_text
from league.evening.tables.places import table_address
from league.models import Club, DirectorCall, RoundTable
from league.office.clubs.pages.navigation import address_of
from league.words import clock_words
from scoring.rules.rulings import judge, kind_title
from scoring.score_card.names import Names
from scoring.score_card.pages.penalties import late_lines, penalty_lines
from scoring.score_card.pages.rule_links import rule_address as book_address
from scoring.score_card.pages.rulings import caller_words
from scoring.score_card.rulings import Ruling
from scoring.score_card.sheet import Sheet
from scoring.score_card.situations import situation_of

# By its state: what a ruling is called, and the mark that says it.
STATES: Final = {
    "given": ("Stands", "mark-plain"),
    "appealed": ("Appealed", "mark-now"),
    "upheld": ("Upheld", "mark-good"),
    "changed": ("Changed", "mark-now"),
    "overturned": ("Overturned", "mark-set"),
}


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling in a list: where it was given, what it is, how it stands."""

    number: int
    hand: int
    table: int
    title: str
    decision: str
    state: str
    mark: str
    by: str
    address: str


@dataclass(frozen=True, slots=True)
class GivenPenalty:
    """A penalty on a player in a list, or that somebody came late."""

    table: int
    player: str
    title: str
    points: str
    remark: str
    address: str


# The title of a round, its rulings and its penalties.
RoundRulings: TypeAlias = tuple[str, Sequence[RulingLine], Sequence[GivenPenalty]]


def evening_rulings(rounds: Sequence[RoundReading], club: Club) -> Iterator[RoundRulings]:
    """All rulings, penalties and late arrivals of an evening, the newest round first, each below its title."""
    for reading in reversed(rounds):
        title = str(reading.event_round) + ("" if reading.event_round.counts else ", which doesn’t count")
        rulings = [line for table in reading.tables for line in table_rulings(table, club)]
        yield title, rulings, [line for table in reading.tables for line in _penalties(table)]


def table_rulings(table: TableReading, club: Club) -> Iterator[RulingLine]:
    """The rulings at one table, oldest first."""
    if table.sheet is None:
        return
    for ruling in table.sheet.rulings:
        state, mark = STATES[ruling.state]
        yield RulingLine(
            number=ruling.number,
            hand=ruling.hand,
            table=table.number,
            title=kind_title(table.sheet.book, ruling.said.kind),
            decision=ruling.decision,
            state=state,
            mark=mark,
            by=given_words(ruling, club),
            address=table_address("ruling", table.table, ruling.number),
        )


def given_words(ruling: Ruling, club: Club) -> str:
    """`Carol Reyes, 7:42 pm`."""
    at = f", {clock_words(ruling.given_at, club)}" if ruling.given_at else ""
    return f"{ruling.given_by}{at}"


def _penalties(table: TableReading) -> Iterator[GivenPenalty]:
    names = table_names(table)
    if table.sheet is None or names is None:
        return
    address = table_address("penalties", table.table)
    for given in penalty_lines(table.sheet, names):
        yield GivenPenalty(table.number, given.player, given.title, given.points, given.remark, address)
    for late in late_lines(table.sheet, names) if table.table.counts else ():
        yield GivenPenalty(table.number, late.player, late.sentence.rstrip("."), "", late.entry.reason, address)


def open_calls(calls: Iterable[DirectorCall], club: Club) -> Iterator[tuple[str, str]]:
    """Calls without an outcome: each in words, and the address of its page."""
    for call in calls:
        event_round = call.table.event_round
        where = f"Table {call.table.number}, {str(event_round).lower()}, {clock_words(call.called_at, club)}"
        yield f"{where}: {call_text(call)}", address_of("answer_call", club.slug, event_round.event_id, call.pk)


def facts_of(without: Sheet, ruling: Ruling, names: Names) -> Iterator[tuple[str, str]]:
    """The book's questions with their answers, in words, on the card `without` the ruling."""
    line = without.line(ruling.hand)
    if line is None:
        return
    judgment = judge(without.book, ruling.said.kind, situation_of(line, names), ruling.facts)
    for question in judgment.questions:
        if question.code in judgment.facts:
            yield question.text, question.words(judgment.facts[question.code])


def ruling_place(table: RoundTable, ruling: Ruling) -> str:
    """`Table 4, round 2, hand 3`."""
    return f"{table}, {str(table.event_round).lower()}, hand {ruling.hand}"


@dataclass(frozen=True)
class RulingPage:
    """One ruling: what was decided, and what it rests on. `answered` are the book's questions with the answers."""

    table: RoundTable
    ruling: Ruling
    names: Names
    answered: Iterable[tuple[str, str]]

    @property
    def title(self) -> str:
        return kind_title(self.names.book, self.ruling.said.kind)

    @property
    def place(self) -> str:
        return ruling_place(self.table, self.ruling)

    @property
    def state(self) -> tuple[str, str]:
        """What it is called, and its mark."""
        return STATES[self.ruling.state]

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        said = self.ruling.said
        return (
            *self.answered,
            ("Called by", caller_words(self.names, said.called_by) or "Nobody at the table"),
            ("It rests on", BASES[said.basis]),
            ("Given by", given_words(self.ruling, self.table.event_round.event.club)),
        )

    @property
    def rule(self) -> str:
        """Where it stands in the book."""
        return book_address(self.names.book, self.ruling.said.rule) if self.ruling.said.rule else ""

    @property
    def card(self) -> str:
        return table_address("open_card", self.table)

    @property
    def slip(self) -> str:
        """Where the slip of this ruling is printed."""
        event_round, number = self.table.event_round, self.table.number
        papers = address_of("ruling_slips_pdf", event_round.event.club.slug, event_round.event_id)
        return f"{papers}?round={event_round.number}&first={number}&last={number}&ruling={self.ruling.number}"

    @property
    def conduct(self) -> str:
        """The conduct file of the member a ruling on conduct is about; empty for every other."""
        ruling, event = self.ruling, self.table.event_round.event
        who = next((seat.entrant for seat in self.table.seats.all() if seat.seat == ruling.facts.get("who")), None)
        if ruling.said.kind != "conduct" or who is None or who.member_id is None:
            return ""
        return f"{address_of('conduct', event.club.slug, who.member_id)}?event={event.pk}"
