"""Standings of a season that came as a file. Pure. A final table stands as it is; points of nights are added up."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from league.evening.ties.parting import Tally, Who
from scoring.rules.notation import counted, figure_words

from .rules import SeasonRules
from .standings import FROM_FILE, Divisions, Ledger, Line, Place, Row, Why, points_words, standings

SHARED: Final = "shares the place"
# What is kept of a row of the file, besides whose it is.
KEPT: Final = ("line", "at", "day", "round_number", "place", "nights", "won", "remark")


@dataclass(frozen=True, slots=True)
class FileLine:
    """A row of the file, or the cell `at` a week in it: the `name` there, its `partner` in a pair, and the members it
    was given to (`who`); of a `PastRow` only those. Points may have a half."""

    line: int
    who: Who
    points: Any  # which is whole everywhere else
    day: date | None = None
    round_number: int | None = None
    place: int | None = None
    nights: int | None = None
    won: int | None = None
    name: str = ""
    partner: str = ""
    remark: str = ""
    at: int = 0


def past_standings(rules: SeasonRules, lines: Sequence[FileLine]) -> Divisions:
    if rules.from_file == "table":
        return {None: tuple(_given(lines))}
    rows = tuple(_rows(lines))
    return standings(rules, Ledger(rows=rows, held=len({row.event for row in rows})))


def disagreements(places: Sequence[Place]) -> list[tuple[Place, Place]]:
    """Neighbors of a table, of whom the lower has more points, or other points at the same place."""
    beside = [(one, other) for one, other in pairwise(places) if one.place and other.place]
    return [
        (one, other)
        for one, other in beside
        if one.points < other.points or (one.place == other.place and one.points > other.points)
    ]


# -- nights --------------------------------------------------------------------------------


def _rows(lines: Sequence[FileLine]) -> Iterator[Row]:
    """Rows as the ledger has them. A night is numbered below zero, where no evening ever is."""
    sums: dict[date, Counter[Who]] = defaultdict(Counter)
    for one in lines:
        if one.day is not None:
            sums[one.day][one.who] += one.points
    places = {day: sorted(of.values(), reverse=True) for day, of in sums.items()}
    for one in lines:
        if one.day is None:
            continue
        yield Row(
            who=one.who,
            event=-one.day.toordinal(),
            day=one.day,
            round_number=one.line,
            kind=FROM_FILE,
            points=one.points,
            place=one.place or places[one.day].index(sums[one.day][one.who]) + 1,
            says=row_words(one),
        )


def row_words(line: FileLine) -> str:
    """`Row 12 of the file: round 2, 3 won`."""
    parts = (
        f"round {line.round_number}" if line.round_number else "",
        counted(line.nights, "night") if line.nights else "",
        f"{line.won} won" if line.won is not None else "",
        line.remark,
    )
    more = ", ".join(filter(None, parts))
    return f"Row {line.line} of the file" + (f": {more}" if more else "")


# -- a final table -------------------------------------------------------------------------


def _given(lines: Sequence[FileLine]) -> Iterator[Place]:
    has_places = any(one.place for one in lines)
    ordered = sorted(lines, key=lambda one: (one.place is None, one.place or 0, -one.points, one.line))
    points = [one.points for one in ordered]
    places = [one.place if has_places else 1 + points.index(one.points) for one in ordered]
    for at, one in enumerate(ordered):
        under = (places[at + 1], points[at + 1]) if at + 1 < len(ordered) else None
        yield Place(
            who=one.who,
            place=places[at],
            order=at + 1,
            by="total",
            figure=Fraction(one.points),
            points=one.points,
            tally=Tally(one.who, total=one.points),
            adjustments=(Line("file", one.points, row_words(one)),),
            why=_why(places[at], one.points, *under) if under else Why(),
            nights_given=one.nights or 0,
        )


def _why(place: int | None, points: int, place_below: int | None, points_below: int) -> Why:
    if place is None or place_below is None:
        return Why()
    mine, theirs = figure_words(points), figure_words(points_below)
    if place == place_below:
        return Why(SHARED if points == points_below else "shares the place in the file", "shared", mine, theirs)
    if points > points_below:
        return Why(f"{points_words(points - points_below)} more", "points", mine, theirs)
    if points == points_below:
        return Why(f"level at {mine}, put first by the file", "file", mine, theirs)
    return Why("put first by the file, with fewer points", "file", mine, theirs)
