"""The rows of a past season's file, a final table, a row for each night or a column for each week, or their faults.
Pure. A bye, an absence and a substitute are known as such, and a row may be two people's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from itertools import pairwise
from typing import Any, Final

from league.acting.lists import WEEK, FileFault, Layout, ReadList, RowFault, day_in, heading_of, quoted, read_list
from league.models.members import LONGEST_NAME
from league.office.members.files import is_one_word, most
from league.season.seasons.past import FileLine
from pinochle_club.ground.exports import figure_in
from pinochle_club.ground.forms import on_one_line

HEADINGS: Final[dict[str, tuple[str, ...]]] = {
    "day": ("Date", "day", "night", "evening", "played on", "played", "when"),
    "round_number": ("Round", "round no", "round number", "rd", "rnd"),
    "place": ("Place", "pl", "plc", "rank", "rk", "position", "pos", "standing", "finish", "finished"),
    "name": ("Name", "names", "player", "players", "player name", "full name", "member", "member name", "who",
        "player 1", "pair", "partners", "team"),
    "partner": ("Partner", "player 2", "second player", "partner name"),
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
YEARLESS: Final = re.compile(
    r"((mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\s+)?"
    r"(\d{1,2}/\d{1,2}|[a-z]{3,9}\.? \d{1,2}(st|nd|rd|th)?|\d{1,2}[ -][a-z]{3,9})",
    re.IGNORECASE,
)
WEEK_NUMBER: Final = re.compile(r"(?:week|wk|night|nt)\.? ?#? ?(\d{1,2})", re.IGNORECASE)


def is_week(heading: str) -> bool:
    """Whether a column is of one night: its heading is a date, or `Week 3`."""
    numbered = WEEK_NUMBER.fullmatch(heading) is not None
    return (
        numbered or day_in(heading) is not None or (bool(YEARLESS.fullmatch(heading)) and bool(_in_year(heading, 2000)))
    )


def guess_columns(lines: Sequence[list[str]]) -> tuple[str, ...]:
    """The likely content of each column of a list without headings: dates, names, places from 1 on, and points, the
    largest of what else is a figure."""
    width = max(map(len, lines))
    columns = [[line[at] for line in lines if at < len(line) and line[at]] for at in range(width)]
    fields = [_kind_of(cells) for cells in columns]
    words = [at for at, kind in enumerate(fields) if kind == "name"]
    if len(words) > 1 and all(most(is_one_word(cell) for cell in columns[at]) for at in words[:2]):
        fields[words[0]], fields[words[1]] = "first_name", "last_name"
    figures = [at for at, kind in enumerate(fields) if kind == "points"]
    if len(figures) > 1 and _are_places(columns[figures[0]]):
        fields[figures.pop(0)] = "place"
    largest = max(figures, key=lambda at: sum(_figures_of(columns[at])), default=None)
    for at in figures:
        fields[at] = "points" if at == largest else ""
    return tuple(kind if kind not in fields[:at] else "" for at, kind in enumerate(fields))


def _kind_of(cells: Sequence[str]) -> str:
    if most(is_week(cell) for cell in cells):
        return "day"
    if 2 * len(_figures_of(cells)) > len(cells):
        return "points"
    return "name" if most(re.search(r"[^\W\d]", cell) is not None for cell in cells) else ""


def _figures_of(cells: Iterable[str]) -> list[float]:
    found = []
    for cell in cells:
        try:
            found.append(_points_in(cell))
        except _Wrong:
            continue
    return found


def _are_places(cells: Sequence[str]) -> bool:
    figures = _figures_of(cells)
    return figures[:1] == [1] and all(one <= other <= one + 1 for one, other in pairwise(figures))


PAST: Final = Layout(
    HEADINGS,
    needed=("name", "first_name", "last_name"),
    missing="No heading says Name.",
    such_as="Place, Name, Points",
    guess=guess_columns,
    is_week=is_week,
)
MOST_POINTS: Final = 1_000_000
NOTHING: Final = ("", "-", "–", "—")
# What the first cells of a row say that adds up others.
SUM: Final = re.compile(
    r"(grand|sub|club|night|nightly|weekly|season|table|overall|running)?[ -]?(totals?|averages?|avg|sum)"
    r"( (of|for|points|score)\b.*| ?(members|players)?[ :=-]*[0-9]+)?"
    r"|((no|number)\.? of|#( of)?)? ?(players|members)( present)?|count|attendance"
    r"|(highest|lowest)( score)?|(high|low) score",
    re.IGNORECASE,
)
# What stands in place of a name, or of points.
SUB: Final = r"(?:s|subs?|substitute)"
NOBODYS: Final = {
    "A bye": re.compile(r"[(\[]?(bye|ghost|vacant|empty|dummy)( ?#?\d+)?[)\]]?", re.IGNORECASE),
    "A substitute without a name": re.compile(r"[(\[]?(subs?|substitute)( ?#?\d+| for .+)?[)\]]?", re.IGNORECASE),
}
AWAY: Final = {
    "A bye": re.compile(r"[(\[]?(bye|b)[)\]]?", re.IGNORECASE),
    "A substitute played, without points of their own": re.compile(rf"[(\[]?{SUB}[)\]]?", re.IGNORECASE),
    "Wasn’t there": re.compile(
        r"[(\[]?(a|abs|absent|away|out|x|dn[ps]|n/?[ap]|none|no[ -]?show|excused|sick|ill|vac|vacation|--)\.?[)\]]?",
        re.IGNORECASE,
    ),
}
AS_SUB: Final = re.compile(rf"(.+?)(?:\s*[(\[]\s*{SUB}\.?\s*[)\]]|[\s,–-]+(?:sub|substitute)\.?)", re.IGNORECASE)
SUB_BEFORE: Final = re.compile(r"(?:sub|substitute)\.?\s*[:–-]\s*(.+)", re.IGNORECASE)
BY_SUB: Final = re.compile(rf"([-−+]?[\d.,½/ ]+?)\s*(?:{SUB}|[(\[]\s*{SUB}\b[^)\]]*[)\]])", re.IGNORECASE)
TWO: Final = re.compile(r"\s+(?:&|\+|and)(?:\s+|$)|\s*/\s*", re.IGNORECASE)
SUBSTITUTE: Final = "as a substitute"
SUBSTITUTED: Final = "a substitute played"
# How a row of two names is meant.
PAIR, EACH, SOME = "pair", "each", "some"
Fixes = Mapping[tuple[int, str], str]
Reader = Callable[[str], Any]  # of a cell


@dataclass(frozen=True, slots=True)
class PastList:
    """A file, row by row. `corrected` are rows with typed cells. `nobodys` are no player’s, or cells without points:
    the row, the cell if it is one, and what it is. `sums` are rows whose weeks don't come to their total."""

    kind: str
    read: ReadList
    cells: Mapping[int, Mapping[str, str]]
    lines: tuple[FileLine, ...]
    faults: tuple[RowFault, ...]
    corrected: tuple[int, ...]
    nobodys: tuple[tuple[int, str, str], ...]
    days: Mapping[str, tuple[date, int | None]]
    sums: tuple[tuple[int, float, float], ...] = ()

    @property
    def pairs(self) -> tuple[FileLine, ...]:
        return tuple(line for line in self.lines if line.partner)


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


@dataclass
class _Reading:
    """One pass over the rows of a file."""

    readers: Mapping[str, Reader]
    days: Mapping[str, tuple[date, int | None]]  # of the weeks, and which round of that night
    lines: list[FileLine] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)
    nobodys: list[tuple[int, str, str]] = field(default_factory=list)
    sums: list[tuple[int, float, float]] = field(default_factory=list)

    def take(self, line: int, cells: Mapping[str, str]) -> None:
        if what := _of_nobody(cells):
            self.nobodys.append((line, "", what))
            return
        wrong: dict[str, str] = {}
        values = self._values(cells, wrong)
        found = self._weeks(line, cells, wrong) if self.days else self._own(line, cells, wrong)
        if wrong:
            self.faults.append(RowFault(line, " ".join(dict.fromkeys(wrong.values())), tuple(wrong)))
        if wrong.keys() & {"name", "partner", *self.readers}:
            return
        self.lines += [FileLine(line, (), **{**values, **own}) for own in found]

    def _values(self, cells: Mapping[str, str], wrong: dict[str, str]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        try:
            values["name"], values["partner"], values["remark"] = names_in(
                cells.get("name", ""), cells.get("partner", "")
            )
        except _Wrong as why:
            wrong["name"] = str(why)
        for name, reader in self.readers.items():
            cell = cells.get(name, "").strip()
            if cell in NOTHING and name in MISSING:
                wrong[name] = MISSING[name]
            elif cell not in NOTHING:
                try:
                    values[name] = reader(cell)
                except _Wrong as why:
                    wrong[name] = str(why)
        return values

    def _own(self, line: int, cells: Mapping[str, str], wrong: dict[str, str]) -> list[dict[str, Any]]:
        """The points of a row of one night, or of a table."""
        cell = cells.get("points", "").strip()
        if cell in NOTHING:
            wrong["points"] = MISSING["points"]
            return []
        return self._points(line, "points", cell, wrong)

    def _weeks(self, line: int, cells: Mapping[str, str], wrong: dict[str, str]) -> list[dict[str, Any]]:
        """The points of each week of a row, which its total should be the sum of."""
        found = []
        for at, (name, (day, round_number)) in enumerate(self.days.items()):
            cell = cells.get(name, "").strip()
            if cell not in NOTHING:
                where = {"at": at, "day": day, "round_number": round_number}
                found += [{**one, **where} for one in self._points(line, name, cell, wrong)]
        if not found and not wrong:
            self.nobodys.append((line, "", "Without any points"))
        total = _figures_of([cells.get("points", "")])
        come_to = sum(one["points"] for one in found)
        if total and total[0] != come_to and not wrong:
            self.sums.append((line, come_to, total[0]))
        return found

    def _points(self, line: int, name: str, cell: str, wrong: dict[str, str]) -> list[dict[str, Any]]:
        away = next((what for what, said in AWAY.items() if said.fullmatch(cell)), "")
        if away:
            self.nobodys.append((line, name, away))
            return []
        by_sub = BY_SUB.fullmatch(cell)
        try:
            points = _points_in(by_sub[1] if by_sub else cell)
        except _Wrong as why:
            wrong[name] = str(why)
            return []
        return [{"points": points, **({"remark": SUBSTITUTED} if by_sub else {})}]


def read_past(
    text: str, first: date | None, last: date | None, today: date, fixes: Fixes, columns: Sequence[str] = ()
) -> PastList:
    """The rows of a file's text, with typed cells in place of some. Raises `FileFault`."""
    read = read_list(text, PAST, columns)
    if "points" not in read.fields and not read.weeks:
        raise FileFault("No heading says Points. The first line should have headings, such as: Place, Name, Points.")
    days = _days_of(read.weeks, first, last, today)
    kind = "nights" if "day" in read.fields or days else "table"
    readers: dict[str, Reader] = {} if days else dict(READERS)
    if "day" in read.fields and not days:
        readers["day"] = partial(_day_in, first=first, last=last, today=today)
    reading, corrected, cells = _Reading(readers, days), [], {}
    for line, row in read.rows.items():
        typed = {name: text for (at, name), text in fixes.items() if at == line and name in {*HEADINGS, *read.weeks}}
        cells[line] = {**row, **typed}
        if any(row.get(name, "") != text for name, text in typed.items()):
            corrected.append(line)
        reading.take(line, cells[line])
    return PastList(
        kind=kind,
        read=read,
        cells=cells,
        lines=tuple(reading.lines),
        faults=tuple(reading.faults),
        corrected=tuple(corrected),
        nobodys=tuple(reading.nobodys),
        days=days,
        sums=tuple(reading.sums),
    )


def _days_of(
    weeks: Mapping[str, str], first: date | None, last: date | None, today: date
) -> Mapping[str, tuple[date, int | None]]:
    """The day of each week's column, and the round where a night has several. Raises `FileFault`."""
    days: dict[str, date] = {}
    for name, heading in weeks.items():
        numbered = WEEK_NUMBER.fullmatch(heading)
        if numbered and first is None:
            raise FileFault(
                f"{quoted(heading)} has no date. Enter the first day of the season: weeks are counted from it."
            )
        try:
            if numbered and first is not None:
                days[name] = _day_in((first + timedelta(weeks=int(numbered[1]) - 1)).isoformat(), first, last, today)
            else:
                days[name] = _day_in(heading, first, last, today)
        except _Wrong as why:
            raise FileFault(f"A heading: {why}") from None
    often = Counter(days.values())
    seen: Counter[date] = Counter()
    found: dict[str, tuple[date, int | None]] = {}
    for name, day in days.items():
        seen[day] += 1
        found[name] = day, seen[day] if often[day] > 1 else None
    return found


def _of_nobody(cells: Mapping[str, str]) -> str:
    """The kind of a row without a player: a total, a bye, or the headings again; else empty."""
    if any(SUM.fullmatch(cells.get(name, "").strip(" :.*")) for name in ("name", "place", "day", "round_number")):
        return "A total"
    name = cells.get("name", "").strip()
    if what := next((what for what, said in NOBODYS.items() if said.fullmatch(name)), ""):
        return what
    there = [(name, cell) for name, cell in cells.items() if heading_of(cell)]
    are_headings = (
        is_week(cell) if name.startswith(WEEK) else PAST.field_of.get(heading_of(cell)) in cells for name, cell in there
    )
    return "Headings" if there and all(are_headings) else ""


# -- cells ---------------------------------------------------------------------------------


def names_in(cell: str, other: str = "") -> tuple[str, str, str]:
    """The name in a cell, a second one's, and what is remarked beside it: `Ann & Bob Lee` are Ann Lee and Bob Lee."""
    name, remark = on_one_line(cell), ""
    if not name and on_one_line(cell) != cell.strip():
        raise _Wrong("The name can’t be read.")
    if not name:
        raise _Wrong(MISSING["name"])
    if found := (AS_SUB.fullmatch(name) or SUB_BEFORE.fullmatch(name)):
        name, remark = found[1], SUBSTITUTE
    names = [re.sub(r'^"([^"]*)"$', r"\1", part.strip()) for part in TWO.split(name)] + (
        [on_one_line(other)] if on_one_line(other) else []
    )
    if len(names) > 2:
        raise _Wrong(f"{quoted(name)} is more than two people. Give each a row of their own.")
    if not all(names):
        raise _Wrong(f"{quoted(name)} can’t be read as two names.")
    names = _with_last_name(names)
    for one in names:
        if len(one) > LONGEST_NAME:
            raise _Wrong(f"The name {quoted(one)} is longer than {LONGEST_NAME} characters.")
    return names[0], "".join(names[1:]), remark


def _with_last_name(names: list[str]) -> list[str]:
    """Of two people with one last name, each has it."""
    if len(names) == 2 and len(names[0].split()) == 1 and "," not in names[1] and len(names[1].split()) > 1:
        return [f"{names[0]} {names[1].split()[-1]}", names[1]]
    if len(names) == 2 and len(names[1].split()) == 1 and "," in names[0]:
        return [names[0], f"{names[0].partition(',')[0]}, {names[1]}"]
    return names


def _points_in(cell: str) -> float:
    """Points, perhaps with a half: `7.5`, `7,5`, `7½`, `7 1/2`."""
    if cell.strip().startswith("("):
        raise _Wrong(f"The points {quoted(cell)} may be minus, or of a night left out. Enter the number alone.")
    half = re.sub(r"(?<=\d)\s*(½|\s1/2)$", ".5", re.sub(r"^([-−]?)(½|1/2)$", r"\g<1>0.5", cell.strip()))
    figure = figure_in(re.sub(r"(?<=\d),(?=\d\d?$)", ".", half))  # no thousands end with fewer than three digits
    if isinstance(figure, str):
        raise _Wrong(f"The points {quoted(cell)} aren’t a number.")
    if 2 * figure % 1:
        raise _Wrong(f"The points {quoted(cell)} are neither whole nor a half.")
    if not -MOST_POINTS <= figure <= MOST_POINTS:
        raise _Wrong(f"The points {quoted(cell)} can’t be right.")
    return float(figure) if figure % 1 else int(figure)


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
    "place": _place_in,
    "nights": _count("nights", 400),
    "won": _count("wins", 10_000),
    "round_number": _count("rounds", 99),
}
MISSING: Final = {"name": "There’s no name.", "points": "There are no points.", "day": "There’s no date."}
