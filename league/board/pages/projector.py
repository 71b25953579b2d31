"""The projector: who sits where, the clock, results, in pages that follow each other. No queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

from league.board.projector import ProjectorReading
from league.cards.pages import points_text, totals_note
from league.cards.reading import PlayerRound, RoundReading
from league.cards.seats import full_name_at, player_at
from league.clock.pages import clock_context, milliseconds
from league.models import Event, EventRound
from league.words import plain
from scoring.rules.cards import FOUR_SEATS
from scoring.rules.notation import SEAT_NAMES

TABLES_A_PAGE: Final = 28
NAMES_A_PAGE: Final = 45
RESULTS_A_PAGE: Final = 42
T = TypeVar("T")
Line = dict[str, Any]
Page = dict[str, Any]


def projector_context(reading: ProjectorReading, now: datetime) -> dict[str, Any]:
    """What the projector shows now. `shows`: `seating`, `clock`, `results` or `blank`; the clock where there is nothing
    of the others."""
    event = reading.event
    pages = tuple(_pages(reading))
    shows = event.projector if pages or event.projector == Event.Projector.BLANK else Event.Projector.CLOCK
    return {
        "shows": str(shows),
        "title": event.name,
        "subtitle": _subtitle(reading, shows),
        "clock": clock_context(event, reading.current, now),
        "pages": pages,
        "version": event.version,
        "until_ms": milliseconds(event.break_until) if event.break_until and event.break_until > now else "",
    }


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


def _pages(reading: ProjectorReading) -> Iterator[Page]:
    """Each page is one screenful of tables, names or results; `note` says what a mark behind points means."""
    if reading.seating is not None:
        for tables in _cut(tuple(_tables(reading.seating)), TABLES_A_PAGE):
            first, last = tables[0]["number"], tables[-1]["number"]
            title = f"Tables {first} to {last}" if first != last else f"Table {first}"
            yield {"title": title, "tables": tables}
        for names in _cut(tuple(_names(reading.seating)), NAMES_A_PAGE):
            yield {"title": f"{_initial(names[0])} to {_initial(names[-1])}", "names": names}
    if reading.points:
        played = reading.played or {}
        note = totals_note(one for player in reading.points for one in played[player.entrant.pk])
        for results in _cut(tuple(_results(reading.points, played)), RESULTS_A_PAGE):
            title = f"Places {results[0]['rank']} to {results[-1]['rank']}"
            yield {"title": title, "results": results, "note": note}


def _initial(line: Line) -> str:
    return str(line["name"])[:1].upper()


def _cut(items: Sequence[T], most: int) -> Iterator[tuple[T, ...]]:
    """Pages of about the same length, none longer than `most`."""
    number = -(-len(items) // most)
    for at in range(number):
        yield tuple(items[at * len(items) // number : (at + 1) * len(items) // number])


def _tables(seating: RoundReading) -> Iterator[Line]:
    for table in seating.tables:
        seats = table.seats
        if set(FOUR_SEATS) <= seats.keys():
            north, east, south, west = (player_at(seats[seat]) for seat in FOUR_SEATS)
            yield {"number": table.number, "sides": (f"{north} & {south}", f"{east} & {west}")}
        else:
            yield {"number": table.number, "sides": tuple(player_at(seat) for seat in seats.values())}


def _names(seating: RoundReading) -> list[Line]:
    """Everybody in the order of their names; no table for who sits out."""
    names: list[Line] = []
    for table in seating.tables:
        for seat in table.seats.values():
            names.append(
                {"name": full_name_at(seat), "table": str(table.number), "seat": SEAT_NAMES.get(seat.seat, seat.seat)}
            )
    names += [{"name": str(entrant), "table": "", "seat": "sits out"} for entrant in seating.sit_outs]
    return sorted(names, key=lambda line: plain(line["name"]))


def _results(points: Sequence[PlayerRound], played: Mapping[int, Sequence[PlayerRound]]) -> Iterator[Line]:
    rank, before = 0, None
    for at, player in enumerate(points, start=1):
        if player.points != before:
            rank, before = at, player.points
        made, total = points_text([player]), points_text(played[player.entrant.pk])
        name = f"{player.entrant}, sat out" if player.kind == "sat_out" else str(player.entrant)
        yield {"rank": rank, "name": name, "points": made, "total": total}
