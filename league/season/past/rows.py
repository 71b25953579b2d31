"""The rows of a past season's file, a final table or the points of every night, or their faults. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any, Final

from league.acting.lists import FileFault, Layout, ReadList, RowFault, day_in, heading_of, quoted, read_list
from league.models.members import LONGEST_NAME
from league.season.seasons.past import FileLine
from pinochle_club.ground.exports import figure_in
from pinochle_club.ground.forms import on_one_line

HEADINGS: Final[dict[str, tuple[str, ...]]] = {
    "day": ("Date", "day", "night", "evening", "played on", "played", "when"),
    "round_number": ("Round", "round no", "round number", "rd", "rnd"),
    "place": ("Place", "pl", "plc", "rank", "rk", "position", "pos", "standing", "finish", "finished"),
    "name": ("Name", "names", "player", "players", "player name", "full name", "member", "member name", "who"),
    "first_name": ("First name", "given name", "first"),
    "last_name": ("Last name", "surname", "last"),
    "points": (
        "Points", "pts", "score", "total", "tot", "total points", "total pts", "tot pts", "total score", "points total",
        "season total", "season points",
    ),
    "nights": (
        "Nights", "nights played", "evenings", "weeks", "sessions", "games played", "played nights", "# nights",
        "# of nights", "no of nights", "number of nights", "no nights", "nts", "nights attended", "attendance",
    ),
    "won": ("Wins", "w", "won", "rounds won", "games won", "# wins", "# won", "no won", "no of wins"),
}  # fmt: skip
PAST: Final = Layout(
    HEADINGS,
    needed=("name", "first_name", "last_name"),
    missing="No heading says Name.",
    such_as="Place, Name, Points",
)
MOST_POINTS: Final = 1_000_000
NOTHING: Final = ("", "-", "–", "—")
# What the first cells of a row say that adds up others.
SUM: Final = re.compile(
    r"(grand|sub|club|night|nightly|weekly|season|table|overall|running)?[ -]?(totals?|averages?|avg|sum)"
    r"( (of|for|points|score)\b.*)?",
    re.IGNORECASE,
)
Fixes = Mapping[tuple[int, str], str]
Reader = Callable[[str], Any]  # of a cell


@dataclass(frozen=True, slots=True)
class PastList:
    """A file, row by row. `corrected` are rows with typed cells, `nobodys` no player’s, by their kind."""

    kind: str
    read: ReadList
    cells: Mapping[int, Mapping[str, str]]
    lines: tuple[FileLine, ...]
    faults: tuple[RowFault, ...]
    corrected: tuple[int, ...]
    nobodys: Mapping[int, str]


def _day_in(cell: str, first: date | None, last: date | None, today: date) -> date:
    found = day_in(cell) or _without_a_year(cell, first, last)
    if found is None:
        raise _Wrong(f"{quoted(cell)} isn’t a date.")
    if found > today:
        raise _Wrong(f"{quoted(cell)} is still to come.")
    if (first and found < first) or (last and found > last):
        raise _Wrong(f"{quoted(cell)} isn’t within the days of the season.")
    return found


def _without_a_year(cell: str, first: date | None, last: date | None) -> date | None:
    """`Mar 3` in the season's own year."""
    if _in_year(cell, 2000) is None:
        return None
    if first is None or last is None:
        raise _Wrong(f"{quoted(cell)} has no year. Enter the first and last day of the season above.")
    years = range(first.year, min(last.year, first.year + 5) + 1)
    found = [day for year in years if (day := _in_year(cell, year)) is not None]
    return next((day for day in found if first <= day <= last), found[0] if found else None)


def _in_year(cell: str, year: int) -> date | None:
    return day_in(f"{cell}, {year}") or day_in(f"{cell} {year}") or day_in(f"{cell}/{year}")


class _Wrong(Exception):
    pass


def read_past(text: str, first: date | None, last: date | None, today: date, fixes: Fixes) -> PastList:
    """The rows of a file's text, with typed cells in place of some. Raises `FileFault`."""
    read = read_list(text, PAST)
    if "points" not in read.fields:
        raise FileFault("No heading says Points. The first line should have headings, such as: Place, Name, Points.")
    kind = "nights" if "day" in read.fields else "table"
    readers = dict(READERS)
    if kind == "nights":
        readers["day"] = partial(_day_in, first=first, last=last, today=today)
    lines, faults, corrected, cells, nobodys = [], [], [], {}, {}
    for line, row in read.rows.items():
        typed = {field: text for (at, field), text in fixes.items() if at == line and field in HEADINGS}
        cells[line] = {**row, **typed}
        if any(row.get(field, "") != text for field, text in typed.items()):
            corrected.append(line)
        if what := _of_nobody(cells[line]):
            nobodys[line] = what
            continue
        one = _read(line, cells[line], readers)
        if isinstance(one, FileLine):
            lines.append(one)
        else:
            faults.append(one)
    return PastList(kind, read, cells, tuple(lines), tuple(faults), tuple(corrected), nobodys)


def _of_nobody(cells: Mapping[str, str]) -> str:
    """The kind of a row without a player: a total, or the headings again; else empty."""
    if any(SUM.fullmatch(cells.get(field, "").strip(" :.*")) for field in ("name", "place", "day", "round_number")):
        return "A total"
    headings = {cell for cell in map(heading_of, cells.values()) if cell}
    return "Headings" if headings and all(PAST.field_of.get(cell) in cells for cell in headings) else ""


def _read(line: int, cells: Mapping[str, str], readers: Mapping[str, Reader]) -> FileLine | RowFault:
    values: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for field, reader in readers.items():
        cell = cells.get(field, "").strip()
        if cell in NOTHING and field in MISSING:
            wrong[field] = MISSING[field]
        elif cell not in NOTHING:
            try:
                values[field] = reader(cell)
            except _Wrong as why:
                wrong[field] = str(why)
    if wrong:
        return RowFault(line, " ".join(wrong.values()), tuple(wrong))
    return FileLine(line, (), **values)


def _name_in(cell: str) -> str:
    name = on_one_line(cell)
    if not name:
        raise _Wrong("The name can’t be read.")
    if len(name) > LONGEST_NAME:
        raise _Wrong(f"The name {quoted(name)} is longer than {LONGEST_NAME} characters.")
    if re.search(r"\s(&|\+|and)\s|/", name):
        raise _Wrong(f"{quoted(name)} is two people. Give each a row of their own.")
    return name


def _points_in(cell: str) -> int:
    figure = figure_in(cell)
    if isinstance(figure, str):
        raise _Wrong(f"The points {quoted(cell)} aren’t a number.")
    if figure % 1:
        raise _Wrong(f"The points {quoted(cell)} aren’t a whole number.")
    if not -MOST_POINTS <= figure <= MOST_POINTS:
        raise _Wrong(f"The points {quoted(cell)} can’t be right.")
    return int(figure)


def _place_in(cell: str) -> int:
    found = re.fullmatch(r"[T=]?\s*(\d{1,4})(st|nd|rd|th|\.|\.0+|=|T)?", cell, re.IGNORECASE | re.ASCII)
    if found is None or not int(found[1]):
        raise _Wrong(f"The place {quoted(cell)} isn’t a number.")
    return int(found[1])


def _count(what: str, most: int) -> Callable[[str], int]:
    def read(cell: str) -> int:
        found = re.fullmatch(r"(\d{1,5})(\.0+)?", cell, re.ASCII)
        if found is None or int(found[1]) > most:
            raise _Wrong(f"The {what} {quoted(cell)} aren’t a number up to {most:,}.")
        return int(found[1])

    return read


READERS: Final[Mapping[str, Reader]] = {
    "name": _name_in,
    "points": _points_in,
    "place": _place_in,
    "nights": _count("nights", 400),
    "won": _count("wins", 10_000),
    "round_number": _count("rounds", 99),
}
MISSING: Final = {"name": "There’s no name.", "points": "There are no points.", "day": "There’s no date."}
