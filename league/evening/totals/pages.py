"""The grid as drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from league.evening.cards.pages import points_text, steps_of, table_names
from league.evening.totals.forms import GridForm, shown_name, shown_text
from league.evening.totals.grid import FIGURE, Change, Grid, GridCell, GridTable
from league.office.clubs.pages.navigation import address_of
from scoring.rules.notation import counted, figure_text, figure_words, listed, lowered

UNDONE: Final = "Undone in the grid"


def grid_context(form: GridForm, *, may_type: bool) -> dict[str, Any]:
    grid = form.grid
    return {
        "rounds": [str(event_round) for event_round in grid.rounds],
        "rows": [
            {
                "number": one.number,
                "name": one.name,
                "cells": [_cell(form, grid.cell(one, event_round), may_type=may_type) for event_round in grid.rounds],
                "total": figure_words(grid.totals.get(one.pk, 0)),
            }
            for one in grid.people
        ],
        "shown": [(shown_name(table), shown_text(table)) for table in grid.tables.values()],
        "may_type": may_type,
        "asked": [_asked_words(change) for change in form.asked] if form.is_bound else [],
        "faults": len(form.faults),
    }


def _cell(form: GridForm, cell: GridCell | None, *, may_type: bool) -> dict[str, Any] | None:
    """`sum` names cells that are one figure; `word` opens the reasons."""
    if cell is None:
        return None
    event, points = form.grid.event, points_text([cell.played])
    points = f"({points})" if cell.played.kind == "sat_out" else points
    found = {
        "round": str(cell.event_round),
        "points": points,
        "word": points,
        "why": f"{address_of('grid', event.club.slug, event.pk)}?why={cell.name}",
        "label": f"{cell.played.entrant.name}, {lowered(str(cell.event_round))}",
    }
    if cell.table is None or not may_type:
        return found
    is_same = cell.played.points == int(cell.table.texts[cell.side] or 0)
    return found | {
        "name": cell.name,
        "word": "why" if is_same else f"counts {points}",
        "text": form.text(cell),
        "was": cell.table.texts[cell.side],
        "sum": f"{cell.table.key}-{cell.side}",
        "is_changed": form.is_changed(cell),
        "fault": form.faults.get(cell.name, ""),
    }


def _asked_words(change: Change) -> str:
    table, of_hands = change.table, change.table.of_hands
    if not change.totals:
        return f"{table.title}: the typed totals go, and its hands count again: {_sums(table, of_hands)}."
    becomes = _sums(table, {side: str(points) for side, points in change.totals.items()})
    if of_hands and not table.reading.has_totals_alone:
        hands = counted(table.reading.hands_done, "hand")
        stay = f"its {hands} ({_sums(table, of_hands)}) stay on the card but don’t count"
        return f"{table.title}: {stay}. Now it’s {becomes}."
    was = _sums(table, table.texts) if any(table.texts.values()) else "no total"
    return f"{table.title}: {was} becomes {becomes}."


def _sums(table: GridTable, texts: Mapping[str, str]) -> str:
    names = table_names(table.reading)
    return ", ".join(f"{names.side(side) if names else side} {figure_text(int(text))}" for side, text in texts.items())


# -- what a cell rests on --------------------------------------------------------------------


def why_context(grid: Grid, asked: str) -> dict[str, Any] | None:
    cell = grid.cells.get(asked)
    if cell is None:
        return None
    return {
        "title": f"{cell.played.entrant.name}, {lowered(str(cell.event_round))}: {points_text([cell.played])}",
        "steps": steps_of(cell.played),
        "links": list(_links(grid, cell)),
        "close": address_of("grid", grid.event.club.slug, grid.event.pk),
    }


def _links(grid: Grid, cell: GridCell) -> Iterator[tuple[str, str]]:
    here = (grid.event.club.slug, grid.event.pk)
    if cell.played.table is None:
        yield "See the seating", address_of("seating", *here)
        return
    number, at = cell.event_round.number, cell.played.table
    yield f"Table {at}: its hands", address_of("paper_card", *here, number, at)
    yield "Penalties and lateness", address_of("penalties", *here, number, at)
    table = grid.table(number, at)
    if table is not None and table.reading.sheet is not None and table.reading.sheet.rulings:
        yield "Rulings", address_of("rulings", *here)


# -- undo ------------------------------------------------------------------------------------


def undo_query(changes: Sequence[Change]) -> str:
    """The totals before these changes, for the next page's address: `was=2.7.240.-31`."""
    return "&".join(f"was={_was(change.table)}" for change in changes)


def _was(table: GridTable) -> str:
    texts = table.texts if table.reading.has_totals_alone else dict.fromkeys(table.texts, "")
    return ".".join([str(table.event_round.number), str(table.reading.number), *texts.values()])


def undo_context(grid: Grid, asked: Sequence[str]) -> dict[str, Any] | None:
    """The form that puts the totals before back; None for an impossible address."""
    found: list[str] = []
    fields: dict[str, str] = {}
    for was in asked:
        number, _, rest = was.partition(".")
        at, *texts = rest.split(".")
        is_place = FIGURE.fullmatch(number) and FIGURE.fullmatch(at)
        table = grid.table(int(number), int(at)) if is_place else None
        if table is None or len(texts) != len(table.texts) or not all(FIGURE.fullmatch(text or "0") for text in texts):
            return None
        sides = dict(zip(table.texts, texts, strict=True))
        fields |= {shown_name(table): shown_text(table)}
        fields |= {cell.name: sides[side] for side, cell in {one.side: one for one in grid.at(table)}.items()}
        found.append(table.title)
    return {"fields": fields.items(), "what": listed(found), "reason": UNDONE} if found else None
