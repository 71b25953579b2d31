"""The projector: who sits where, the clock, results, in pages that follow each other. No queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

from league.board.projector import ProjectorReading
from league.cards.pages import points_text, totals_note
from league.cards.reading import PlayerRound, RoundReading
from league.cards.seats import full_name_at, player_at
from league.clock.pages import ClockContext, clock_context, milliseconds
from league.models import Event, EventRound
from league.words import plain
from scoring.rules.cards import FOUR_SEATS
from scoring.rules.notation import SEAT_NAMES

TABLES_A_PAGE: Final = 28
NAMES_A_PAGE: Final = 45
RESULTS_A_PAGE: Final = 42
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table with its sides, partners together."""

    number: int
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatedName:
    """Where somebody goes: `table` is empty for who sits out."""

    name: str
    table: str
    seat: str


@dataclass(frozen=True, slots=True)
class ResultLine:
    rank: int
    name: str
    points: str
    total: str


@dataclass(frozen=True, slots=True)
class ProjectorPage:
    """One screenful: tables, names or results; `note` says what a mark behind points means."""

    title: str
    tables: tuple[SeatedTable, ...] = ()
    names: tuple[SeatedName, ...] = ()
    results: tuple[ResultLine, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class ProjectorContext:
    """`shows`: `seating`, `clock`, `results` or `blank`; the clock where there is nothing of the others."""

    shows: str
    title: str
    subtitle: str
    clock: ClockContext
    pages: tuple[ProjectorPage, ...]
    version: int
    until_ms: str


def projector_context(reading: ProjectorReading, now: datetime) -> ProjectorContext:
    """What the projector shows now."""
    event = reading.event
    pages = tuple(_pages(reading))
    shows = event.projector if pages or event.projector == Event.Projector.BLANK else Event.Projector.CLOCK
    return ProjectorContext(
        shows=str(shows),
        title=event.name,
        subtitle=_subtitle(reading, shows),
        clock=clock_context(event, reading.current, now),
        pages=pages,
        version=event.version,
        until_ms=milliseconds(event.break_until) if event.break_until and event.break_until > now else "",
    )


def _subtitle(reading: ProjectorReading, shows: str) -> str:
    if shows == Event.Projector.RESULTS and reading.closed:
        return f"Results of {str(reading.closed).lower()}"
    if reading.current is None:
        return ""
    if shows == Event.Projector.SEATING:
        version = reading.event.seating_version
        printed = f" · version {version}" if version else ""
        next_one = "" if reading.current.state == EventRound.State.RUNNING else "Next: "
        return f"{next_one}{reading.current}{printed}"
    return str(reading.current)


def _pages(reading: ProjectorReading) -> Iterator[ProjectorPage]:
    if reading.seating is not None:
        for tables in _cut(tuple(_tables(reading.seating)), TABLES_A_PAGE):
            first, last = tables[0].number, tables[-1].number
            yield ProjectorPage(f"Tables {first} to {last}" if first != last else f"Table {first}", tables=tables)
        for names in _cut(tuple(_names(reading.seating)), NAMES_A_PAGE):
            yield ProjectorPage(f"{_initial(names[0])} to {_initial(names[-1])}", names=names)
    if reading.points:
        played = reading.played or {}
        note = totals_note(one for player in reading.points for one in played[player.entrant.pk])
        for results in _cut(tuple(_results(reading.points, played)), RESULTS_A_PAGE):
            yield ProjectorPage(f"Places {results[0].rank} to {results[-1].rank}", results=results, note=note)


def _initial(name: SeatedName) -> str:
    return name.name[:1].upper()


def _cut(items: Sequence[T], most: int) -> Iterator[tuple[T, ...]]:
    """Pages of about the same length, none longer than `most`."""
    number = -(-len(items) // most)
    for at in range(number):
        yield tuple(items[at * len(items) // number : (at + 1) * len(items) // number])


def _tables(seating: RoundReading) -> Iterator[SeatedTable]:
    for table in seating.tables:
        seats = table.seats
        if set(FOUR_SEATS) <= seats.keys():
            north, east, south, west = (player_at(seats[seat]) for seat in FOUR_SEATS)
            yield SeatedTable(table.number, (f"{north} & {south}", f"{east} & {west}"))
        else:
            yield SeatedTable(table.number, tuple(player_at(seat) for seat in seats.values()))


def _names(seating: RoundReading) -> list[SeatedName]:
    """Everybody in the order of their names."""
    names = []
    for table in seating.tables:
        for seat in table.seats.values():
            names.append(SeatedName(full_name_at(seat), str(table.number), SEAT_NAMES.get(seat.seat, seat.seat)))
    names += [SeatedName(str(entrant), "", "sits out") for entrant in seating.sit_outs]
    return sorted(names, key=lambda line: plain(line.name))


def _results(points: Sequence[PlayerRound], played: Mapping[int, Sequence[PlayerRound]]) -> Iterator[ResultLine]:
    rank, before = 0, None
    for at, player in enumerate(points, start=1):
        if player.points != before:
            rank, before = at, player.points
        made, total = points_text([player]), points_text(played[player.entrant.pk])
        name = f"{player.entrant}, sat out" if player.kind == "sat_out" else str(player.entrant)
        yield ResultLine(rank, name, made, total)
