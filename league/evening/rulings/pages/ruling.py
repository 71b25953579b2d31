"""A ruling that was given, and all of an evening with their penalties. No queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from league.evening.cards.pages import table_names
from league.evening.cards.reading import RoundReading, TableReading
from league.evening.rulings.forms.ruling import BASES
from league.evening.tables.deeds.tables import call_text
from league.evening.tables.places import table_address
from league.models import Club, DirectorCall, RoundTable
from league.office.clubs.pages.navigation import address_of
from league.words import clock_words
from scoring.rules.rulings import kind_title
from scoring.score_card.names import Names
from scoring.score_card.pages.penalties import late_lines, penalty_lines
from scoring.score_card.pages.rule_links import rule_address as book_address
from scoring.score_card.pages.rulings import caller_words
from scoring.score_card.rulings import Ruling

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


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call that nobody has said of what came of it."""

    words: str
    address: str


@dataclass(frozen=True, slots=True)
class RoundRulings:
    """What was ruled in one round."""

    title: str
    rulings: tuple[RulingLine, ...]
    penalties: tuple[GivenPenalty, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.rulings or self.penalties)


def evening_rulings(rounds: Sequence[RoundReading], club: Club) -> tuple[RoundRulings, ...]:
    """All rulings and penalties of an evening and who came late, the newest round first."""
    return tuple(
        RoundRulings(
            str(reading.event_round) + ("" if reading.event_round.counts else ", which doesn’t count"),
            tuple(line for table in reading.tables for line in table_rulings(table, club)),
            tuple(line for table in reading.tables for line in _penalties(table)),
        )
        for reading in reversed(rounds)
    )


def table_rulings(table: TableReading, club: Club) -> Iterator[RulingLine]:
    """The rulings at one table, oldest first."""
    for ruling in table.sheet.rulings if table.sheet else ():
        state, mark = STATES[ruling.state]
        yield RulingLine(
            number=ruling.number,
            hand=ruling.hand,
            table=table.number,
            title=kind_title(ruling.said.kind),
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


def open_calls(calls: Iterable[DirectorCall], club: Club) -> tuple[OpenCall, ...]:
    """Each asks what came of it."""
    return tuple(
        OpenCall(
            f"Table {call.table.number}, {str(call.table.event_round).lower()}, {clock_words(call.called_at, club)}: "
            f"{call_text(call)}",
            address_of("answer_call", club.slug, call.table.event_round.event_id, call.pk),
        )
        for call in calls
    )


@dataclass(frozen=True, slots=True)
class RulingPage:
    """One ruling: what was decided, what it rests on, and what has come of it."""

    title: str
    place: str
    decision: str
    state: str
    mark: str
    facts: tuple[tuple[str, str], ...]
    rule: str
    book: str
    note: str
    hand: str
    slip: str
    conduct: str = ""


def ruling_page(table: RoundTable, ruling: Ruling, names: Names, facts: Iterable[tuple[str, str]]) -> RulingPage:
    """`facts` are the book's questions with the answers, in words."""
    state, mark = STATES[ruling.state]
    club = table.event_round.event.club
    called = caller_words(names, ruling.said.called_by) or "Nobody at the table"
    return RulingPage(
        title=kind_title(ruling.said.kind),
        place=f"{table}, {str(table.event_round).lower()}, hand {ruling.hand}",
        decision=ruling.decision,
        state=state,
        mark=mark,
        facts=(
            *facts,
            ("Called by", called),
            ("It rests on", BASES[ruling.said.basis]),
            ("Given by", given_words(ruling, club)),
        ),
        rule=book_address(names.book, ruling.said.rule) if ruling.said.rule else "",
        book=names.book.name,
        note=ruling.said.note,
        hand=table_address("open_card", table),
        slip=_slip_address(table, ruling),
        conduct=_conduct(table, ruling),
    )


def _conduct(table: RoundTable, ruling: Ruling) -> str:
    """The conduct file of the member a ruling on conduct is about; empty for every other."""
    who = next((seat.entrant for seat in table.seats.all() if seat.seat == ruling.facts.get("who")), None)
    if ruling.said.kind != "conduct" or who is None or who.member_id is None:
        return ""
    event = table.event_round.event
    return f"{address_of('conduct', event.club.slug, who.member_id)}?event={event.pk}"


def _slip_address(table: RoundTable, ruling: Ruling) -> str:
    """Where the slip of one ruling is printed."""
    event_round = table.event_round
    papers = address_of("ruling_slips_pdf", event_round.event.club.slug, event_round.event_id)
    return f"{papers}?round={event_round.number}&first={table.number}&last={table.number}&ruling={ruling.number}"
