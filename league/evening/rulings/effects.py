"""The effects of another sheet on its evening: on the table, its players, and everybody's places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from league.evening.cards.reading import (
    PlayerRound,
    TableReading,
    event_points,
    read_started,
    round_points,
    that_count,
    with_sheet,
)
from league.evening.cards.standings import Standing, standings
from league.evening.rulings.consequences import what_stays
from scoring.score_card.sheet import Sheet

Places: TypeAlias = tuple[Standing[PlayerRound], ...]
Points: TypeAlias = tuple[PlayerRound, ...]


@dataclass(frozen=True, slots=True)
class Effects:
    """A table, its round's points and the evening's places, before and after; and sentences on what `stays`."""

    tables: tuple[TableReading, TableReading]
    points: tuple[Points, Points]
    places: tuple[Places, Places]
    stays: tuple[str, ...]


def read_effects(table: TableReading, before: Sheet, after: Sheet) -> Effects:
    """Compare `after` with `before` on the table's card (ten queries at most)."""
    row = table.table
    assert row.card_id is not None, "a table with a sheet has a card"
    event, started = row.event_round.event, read_started(row.event_round.event)
    was, becomes = (with_sheet(started, row.card_id, sheet) for sheet in (before, after))
    had, has = (next(one for one in rounds if one.event_round == row.event_round) for rounds in (was, becomes))
    at, then = (next(one for one in reading.tables if one.table == row) for reading in (had, has))
    stood, stands = that_count(was), that_count(becomes)
    return Effects(
        (at, then),
        (round_points(had), round_points(has)),
        (standings(event, event_points(event, stood)), standings(event, event_points(event, stands))),
        what_stays(event, stood, stands),
    )
