"""The grid typed over, and a pasted list laid into it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from league.acting.forms import ReasonForm
from league.acting.list_form import ListForm
from league.acting.lists import Layout, quoted, read_list
from league.evening.tables.deeds.paper_cards import needs_reason
from league.evening.totals.grid import Change, Fault, Grid, GridCell, GridTable, Texts, change_of, tidy
from league.models import Entrant, EventRound
from scoring.rules.cards import Side
from scoring.score_card.sheet import Sheet


class GridForm(ReasonForm):
    """All cells by name, and what each table showed. Changed ones give `changes`, or `faults` by name."""

    def __init__(self, *args: Any, grid: Grid, **kwargs: Any) -> None:
        super().__init__(*args, is_needed=False, **kwargs)
        self.grid = grid
        self.changes: list[Change] = []
        self.faults: dict[str, str] = {}
        self.fields["reason"].label = "Reason"

    @cached_property
    def typed(self) -> dict[str, str]:
        """Cells by name that differ from what the page showed. All others follow what has come since."""
        shown = {table.key: self._shown(table)[1] for table in self.grid.tables.values()}
        sent = ((one, one.table) for one in self.grid.cells.values() if one.name in self.data)
        return {
            one.name: self.data[one.name]
            for one, table in sent
            if table and tidy(self.data[one.name]) != shown[table.key].get(one.side)
        }

    def _shown(self, table: GridTable) -> tuple[int, Texts]:
        """The version and totals that the page showed; none if unreadable."""
        version, *texts = str(self.data.get(shown_name(table), "")).split(";")
        if not (version.isascii() and version.isdecimal() and len(version) < 8) or len(texts) != len(table.texts):
            return 0, {}
        return int(version), dict(zip(table.texts, texts, strict=True))

    def text(self, cell: GridCell) -> str:
        assert cell.table is not None, "only those are typed"
        return self.typed.get(cell.name, cell.table.texts[cell.side])

    def is_changed(self, cell: GridCell) -> bool:
        return cell.table is not None and tidy(self.text(cell)) != cell.table.texts[cell.side]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for table in self.grid.tables.values():
            try:
                change = self._change(table)
            except Fault as fault:
                self.refuse(table, str(fault), *fault.sides)
            else:
                self.changes += [change] if change else []
        if self.asked and not cleaned.get("reason"):
            self.add_error("reason", "Say why in a few words.")
        return cleaned

    def _change(self, table: GridTable) -> Change | None:
        typed: dict[Side, set[str]] = {}
        for cell in self.grid.at(table):
            if cell.name in self.typed:
                typed.setdefault(cell.side, set()).add(tidy(self.typed[cell.name]))
        seen, shown = self._shown(table)
        return change_of(table, shown, typed, seen)

    def refuse(self, table: GridTable, why: str, *sides: Side) -> None:
        cells = [cell for cell in self.grid.at(table) if (cell.side in sides if sides else self.is_changed(cell))]
        self.faults |= dict.fromkeys((cell.name for cell in cells), why)

    @property
    def asked(self) -> list[Change]:
        return [change for change in self.changes if needs_reason(change.table.reading.table, _sheet(change.table))]

    def is_valid(self) -> bool:
        return super().is_valid() and not self.faults

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {**self.cleaned_data, "changes": self.changes}


def _sheet(table: GridTable) -> Sheet:
    assert table.reading.sheet is not None, "a table in the grid has its card"
    return table.reading.sheet


# -- what a page showed ----------------------------------------------------------------------


def shown_name(table: GridTable) -> str:
    return f"shown-{table.key}"


def shown_text(table: GridTable) -> str:
    return ";".join([str(table.version), *table.texts.values()])


# -- from a spreadsheet ----------------------------------------------------------------------


class PasteForm(ListForm):
    def lay_into(self, grid: Grid) -> tuple[dict[str, str], list[str]]:
        """The list's cells by their names in the grid, and the ones without a place there. Raises `FileFault`."""
        rounds = _rounds_of(grid)
        found = read_list(self.cleaned_data["text"], _layout(rounds))
        typed: dict[str, str] = {}
        left: list[str] = []
        for line, cells in found.rows.items():
            try:
                entrant = _entrant(grid.people, cells)
            except LookupError as unknown:
                left.append(f"Line {line}: {unknown}")
                continue
            for field, (title, event_round) in rounds.items():
                text = tidy(cells.get(field, ""))
                if not text.strip("-"):
                    continue
                cell = grid.cell(entrant, event_round) if event_round else None
                if event_round is None:
                    left.append(f"{title} hasn’t started. Start it on the board, then paste again.")
                elif cell is not None and cell.table is not None:
                    typed[cell.name] = text
                elif not text.startswith("("):  # credit for sitting out, as our own files have it
                    left.append(f"{entrant.name} has no table in {title.lower()}.")
        return typed, left


def _rounds_of(grid: Grid) -> dict[str, tuple[str, EventRound | None]]:
    """Rounds a list can have, by field: those planned, and their row once begun."""
    begun = {one.number: one for one in grid.rounds}
    numbers = range(1, max([grid.event.rounds_planned, *begun]) + 1)
    return {
        f"round-{number}": (str(begun[number]) if number in begun else f"Round {number}", begun.get(number))
        for number in numbers
    }


def _layout(rounds: Mapping[str, tuple[str, EventRound | None]]) -> Layout:
    columns = {
        field: tuple(dict.fromkeys((title, f"Round {field[6:]}", f"R{field[6:]}", field[6:])))
        for field, (title, _) in rounds.items()
    }
    return Layout(
        headings={"number": ("No.", "Number", "#"), "name": ("Player", "Name"), **columns},
        needed=("number", "name"),
        missing="There is no column with the players’ names or numbers.",
        such_as="Player, Round 1, Round 2",
    )


def _entrant(people: tuple[Entrant, ...], cells: Mapping[str, str]) -> Entrant:
    number, name = cells.get("number", ""), cells.get("name", "")
    if number:
        found = [one for one in people if str(one.number) == number]
    else:
        found = [one for one in people if name and name.casefold() in (one.name.casefold(), one.short_name.casefold())]
    if len(found) != 1:
        who = f"number {number[:20]}" if number else quoted(name)
        raise LookupError(f"{who} is two players here. Add their numbers." if found else f"Nobody here is {who}.")
    return found[0]
