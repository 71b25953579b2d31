"""Points of an evening in words: who stands where, and what each figure is made of. Screens and paper say the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from league.models import EventRound
from scoring.rules.notation import figure_text, signed
from scoring.score_card.names import Names

from .reading import TOTALS_ALONE, PlayerRound, TableReading

# Behind the points of a table whose totals stand alone; `TOTALS_NOTE` below them says what it means.
TOTALS_MARK: Final = "†"
TOTALS_NOTE: Final = f"{TOTALS_MARK} {TOTALS_ALONE}."


@dataclass(frozen=True, slots=True)
class RoundWhy:
    """What one round's points are made of: `Round 2, table 4`, the steps, and the points."""

    title: str
    steps: tuple[str, ...]
    points: str


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One player's points, round by round (a dash: did not play) and in all, and why."""

    rank: str
    number: int
    name: str
    rounds: tuple[str, ...]
    total: str
    why: tuple[RoundWhy, ...]


@dataclass(frozen=True, slots=True)
class ResultsContext:
    """Points of the rounds that are closed, the most first. `note` says what a mark behind points means."""

    rounds: tuple[str, ...]
    lines: tuple[ResultLine, ...]
    note: str = ""


def results_context(rounds: Sequence[EventRound], points: Mapping[int, Sequence[PlayerRound]]) -> ResultsContext | None:
    """Everybody's points in the closed rounds; None before the first is closed."""
    if not rounds:
        return None
    totals = {entrant: sum(one.points for one in played) for entrant, played in points.items()}
    people = sorted(points.values(), key=lambda played: (-totals[played[0].entrant.pk], played[0].entrant.number))
    ranks = ranks_of([totals[played[0].entrant.pk] for played in people])
    return ResultsContext(
        rounds=tuple(str(one) for one in rounds),
        lines=tuple(_line(rank, rounds, played) for rank, played in zip(ranks, people, strict=True)),
        note=totals_note(one for played in people for one in played),
    )


def ranks_of(points: Sequence[int]) -> list[str]:
    """`1`, `2`, `2`, `4`: who has as many points shares a rank. `points` are in order, the most first."""
    ranks: list[str] = []
    for place, value in enumerate(points):
        ranks.append(ranks[-1] if place and value == points[place - 1] else str(place + 1))
    return ranks


def totals_alone_text(table: TableReading, names: Names) -> str:
    """`Totals typed by the director, hands not counted: Ruth & Marge 240, Walt & Ed −31.`; empty where hands count."""
    if not table.has_totals_alone:
        return ""
    sums = ", ".join(f"{names.side(side)} {figure_text(table.totals[side])}" for side in names.book.sides)
    return f"{TOTALS_ALONE}: {sums}."


def totals_mark(played: Sequence[PlayerRound]) -> str:
    """What stands behind points that come of totals alone."""
    return TOTALS_MARK if any(one.has_totals_alone for one in played) else ""


def points_text(played: Sequence[PlayerRound]) -> str:
    """`244`, `310†`: what rounds come to, with the mark where some of it stands alone."""
    return f"{figure_text(sum(one.points for one in played))}{totals_mark(played)}"


def totals_note(played: Iterable[PlayerRound]) -> str:
    """What the mark means; empty where nobody has it."""
    return TOTALS_NOTE if any(one.has_totals_alone for one in played) else ""


def steps_of(one: PlayerRound) -> tuple[str, ...]:
    """What a round's points are made of: `The hands of Ruth & Marge +244`, `12 minutes late −70`."""
    plays_on = ("Played on for somebody else",) if one.kind == "substitute" else ()
    steps = (f"{step.title} {signed(step.amount)}" if step.amount else step.title for step in one.steps)
    return (*plays_on, *steps)


def _line(rank: str, rounds: Sequence[EventRound], played: Sequence[PlayerRound]) -> ResultLine:
    entrant = played[0].entrant
    cells = tuple(_points([found for found in played if found.number == one.number]) for one in rounds)
    return ResultLine(rank, entrant.number, entrant.name, cells, points_text(played), tuple(map(_why, played)))


def _points(played: Sequence[PlayerRound]) -> str:
    """A round's points; in brackets where somebody sat out and was credited."""
    if not played:
        return "–"
    points = points_text(played)
    return f"({points})" if all(one.kind == "sat_out" for one in played) else points


def _why(one: PlayerRound) -> RoundWhy:
    place = f"Round {one.number}, table {one.table}" if one.table else f"Round {one.number}"
    return RoundWhy(place, steps_of(one), figure_text(one.points))


def table_names(reading: TableReading) -> Names | None:
    """The full names at a table; None before it has a card."""
    if reading.sheet is None:
        return None
    return Names(reading.sheet.book, {seat: str(player.entrant) for seat, player in reading.seats.items()}, {})
