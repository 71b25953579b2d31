"""An evening as a grid of players by rounds, and the effects of typing over it. A cell is the total of the player's
side at the table, so partners' cells are one figure. Other points, such as a penalty or a credit, stand beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from league.evening.cards.reading import (
    PlayerRound,
    RoundReading,
    TableReading,
    event_points,
    read_event,
    with_totals,
)
from league.evening.cards.standings import standings
from league.evening.rounds.effects import CountingEffects, effects_of
from league.evening.ties.parting import AT_THE_TABLE
from league.models import Entrant, Event, EventRound
from scoring.rules.cards import Side
from scoring.score_card.player_scores import final_totals

CHANGED: Final = "Somebody entered something here first. Look at it, then save again."
FIGURE: Final = re.compile(r"-?\d{1,4}", re.ASCII)
# The text in a table's cells, by side; empty where nothing is known.
Texts = Mapping[Side, str]


def tidy(text: str) -> str:
    """A figure as a form has it, from those of people, spreadsheets and our own results."""
    return text.strip().replace("−", "-").replace("\u2013", "-").removeprefix("+").removesuffix("†").strip()


@dataclass(frozen=True)
class GridTable:
    event_round: EventRound
    reading: TableReading

    @property
    def key(self) -> int:
        return self.reading.table.pk

    @property
    def title(self) -> str:
        return self.reading.table.place

    @cached_property
    def texts(self) -> Texts:
        is_known = self.reading.has_totals_alone or self.reading.hands_done
        return {side: str(points) if is_known else "" for side, points in self.reading.totals.items()}

    @cached_property
    def of_hands(self) -> Texts:
        sheet = self.reading.sheet
        return {side: str(points) for side, points in final_totals(sheet).items()} if sheet and sheet.done_lines else {}

    @property
    def version(self) -> int:
        return self.reading.sheet.version if self.reading.sheet else 0


@dataclass(frozen=True)
class GridCell:
    """A player's points in a round; typed over where there is a `table`."""

    event_round: EventRound
    played: PlayerRound
    table: GridTable | None

    @property
    def name(self) -> str:
        return cell_name(self.played.entrant, self.event_round)

    @property
    def side(self) -> Side:
        assert self.played.side is not None, "who is at a table has a side"
        return self.played.side


def cell_name(entrant: Entrant, event_round: EventRound) -> str:
    return f"cell-{entrant.pk}-{event_round.number}"


@dataclass(frozen=True)
class Grid:
    """An evening's rounds so far; `totals` are those of the results, by the entrant's id."""

    event: Event
    readings: tuple[RoundReading, ...]
    rounds: tuple[EventRound, ...]
    people: tuple[Entrant, ...]
    cells: Mapping[str, GridCell]
    tables: Mapping[int, GridTable]
    totals: Mapping[int, int]

    def at(self, table: GridTable) -> Iterator[GridCell]:
        return (cell for cell in self.cells.values() if cell.table is table)

    def table(self, number: int, table: int) -> GridTable | None:
        places = {(one.event_round.number, one.reading.number): one for one in self.tables.values()}
        return places.get((number, table))

    def cell(self, entrant: Entrant, event_round: EventRound) -> GridCell | None:
        return self.cells.get(cell_name(entrant, event_round))


def read_grid(event: Event) -> Grid:
    """The evening's grid, without extra hands, whose points don't count (six queries at most)."""
    read = read_event(event)
    readings = [one for one in read if not one.event_round.is_extra_hand]
    rounds = {one.event_round.number: one.event_round for one in readings}
    tables = [GridTable(one.event_round, table) for one in readings for table in one.tables if table.sheet]
    at = {(table.event_round.number, table.reading.number): table for table in tables}
    points = event_points(event, readings)
    cells = [
        GridCell(rounds[one.number], one, at[one.number, one.table] if one.table and one.kind in AT_THE_TABLE else None)
        for played in points.values()
        for one in played
    ]
    people = {one.played.entrant.pk: one.played.entrant for one in cells}
    return Grid(
        event=event,
        readings=read,
        rounds=tuple(rounds.values()),
        people=tuple(sorted(people.values(), key=lambda one: one.number)),
        cells={one.name: one for one in cells},
        tables={table.key: table for table in at.values()},
        totals={one.entrant.pk: sum(each.points for each in one.counted) for one in standings(event, points)},
    )


# -- what typing changes ---------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """Other totals typed for a table, whose card was at version `seen`; empty ones take them back."""

    table: GridTable
    totals: Mapping[Side, int]
    seen: int


def what_changes_do(grid: Grid, changes: Iterable[Change]) -> CountingEffects:
    """The effects of other totals on places, prizes and cash (five queries at most)."""
    totals = {change.table.key: change.totals for change in changes}
    return effects_of(grid.event, grid.readings, with_totals(grid.readings, totals))


class Fault(Exception):
    def __init__(self, message: str, *sides: Side) -> None:
        super().__init__(message)
        self.sides = sides


def change_of(table: GridTable, shown: Texts, typed: Mapping[Side, set[str]], seen: int) -> Change | None:
    """The change of a table whose `typed` texts differ from those `shown`, if any. Raises `Fault`."""
    for side, texts in typed.items():
        if len(texts) > 1:
            raise Fault("Partners have one total. Type it for one of them, or the same for both.", side)
        if any(text and not FIGURE.fullmatch(text) for text in texts):
            raise Fault("Type a whole number, such as 142 or -27.", side)
    now = {**shown, **{side: next(iter(texts)) for side, texts in typed.items()}}
    if not typed or now == table.texts:
        return None
    if dict(shown) != dict(table.texts):
        raise Fault(CHANGED, *typed)
    if all(now.values()):
        return Change(table, {side: int(text) for side, text in now.items()}, seen)
    if any(now.values()):
        raise Fault("Type a total for each side, or clear them all.", *(side for side in now if not now[side]))
    if not table.reading.has_totals_alone:
        raise Fault("This comes from the hands on its card. Correct the hands, or type another total.", *typed)
    return Change(table, {}, seen)
