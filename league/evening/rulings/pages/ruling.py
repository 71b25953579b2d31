"""A given ruling, and all of an evening with their penalties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

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
from scoring.score_card.situations import book_ruled_by, situation_of

# The name and mark of a ruling's state.
STATES: Final = {
    "given": ("Stands", "mark-plain"),
    "appealed": ("Appealed", "mark-now"),
    "upheld": ("Upheld", "mark-good"),
    "changed": ("Changed", "mark-now"),
    "overturned": ("Overturned", "mark-set"),
}


# The title of a round, its rulings and its penalties.
RoundRulings: TypeAlias = tuple[str, Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]]


def evening_rulings(rounds: Sequence[RoundReading], club: Club) -> Iterator[RoundRulings]:
    """All rulings, penalties and late arrivals of an evening, newest round first, each below its title."""
    for reading in reversed(rounds):
        title = str(reading.event_round) + ("" if reading.event_round.counts else ", which doesn’t count")
        rulings = [line for table in reading.tables for line in table_rulings(table, club)]
        yield title, rulings, [line for table in reading.tables for line in _penalties(table)]


def table_rulings(table: TableReading, club: Club) -> Iterator[Mapping[str, Any]]:
    """The rulings at one table, oldest first, each with its place and state."""
    if table.sheet is None:
        return
    for ruling in table.sheet.rulings:
        state, mark = STATES[ruling.state]
        yield {
            "number": ruling.number,
            "hand": ruling.hand,
            "table": table.number,
            "title": kind_title(table.sheet.book, ruling.said.kind),
            "decision": ruling.decision,
            "state": state,
            "mark": mark,
            "by": given_words(ruling, club),
            "address": table_address("ruling", table.table, ruling.number),
        }


def given_words(ruling: Ruling, club: Club) -> str:
    """`Carol Reyes, 7:42 pm`."""
    at = f", {clock_words(ruling.given_at, club)}" if ruling.given_at else ""
    return f"{ruling.given_by}{at}"


def _penalties(table: TableReading) -> Iterator[Mapping[str, Any]]:
    names = table_names(table)
    if table.sheet is None or names is None:
        return
    at = {"table": table.number, "address": table_address("penalties", table.table)}
    for given in penalty_lines(table.sheet, names):
        yield {**at, "player": given.player, "title": given.title, "points": given.points, "remark": given.remark}
    for late in late_lines(table.sheet, names) if table.table.counts else ():
        yield {**at, "player": late.player, "title": late.sentence.rstrip("."), "remark": late.entry.reason}


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
    judgment = judge(book_ruled_by(without.book, line), ruling.said.kind, situation_of(line, names), ruling.facts)
    for question in judgment.questions:
        if question.code in judgment.facts:
            yield question.text, question.words(judgment.facts[question.code])


def ruling_place(table: RoundTable, ruling: Ruling) -> str:
    """`Table 4, round 2, hand 3`."""
    return f"{table}, {str(table.event_round).lower()}, hand {ruling.hand}"


def ruling_context(
    table: RoundTable, ruling: Ruling, names: Names, answered: Iterable[tuple[str, str]]
) -> dict[str, Any]:
    """One ruling: the decision and its basis. `answered` are the book's questions with their answers."""
    said, book, event_round = ruling.said, names.book, table.event_round
    papers = address_of("ruling_slips_pdf", event_round.event.club.slug, event_round.event_id)
    return {
        "ruling": ruling,
        "title": kind_title(book, said.kind),
        "place": ruling_place(table, ruling),
        "state": STATES[ruling.state],
        "facts": (
            *answered,
            ("Called by", caller_words(names, said.called_by) or "Nobody at the table"),
            ("It rests on", BASES[said.basis]),
            ("Given by", given_words(ruling, event_round.event.club)),
        ),
        "rule": book_address(book, said.rule) if said.rule else "",
        "card": table_address("open_card", table),
        "slip": f"{papers}?round={event_round.number}&first={table.number}&last={table.number}&ruling={ruling.number}",
        "conduct": _conduct_file(table, ruling),
    }


def _conduct_file(table: RoundTable, ruling: Ruling) -> str:
    """The conduct file of the member a ruling on conduct is about; empty for any other ruling."""
    event = table.event_round.event
    who = next((seat.entrant for seat in table.seats.all() if seat.seat == ruling.facts.get("who")), None)
    if ruling.said.kind != "conduct" or who is None or who.member_id is None:
        return ""
    return f"{address_of('conduct', event.club.slug, who.member_id)}?event={event.pk}"
