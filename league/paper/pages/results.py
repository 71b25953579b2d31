"""A round's results on paper: everybody's points with what they are made of, and the tables they come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.cards.pages import points_text, ranks_of, steps_of, totals_mark, totals_note
from league.cards.reading import TOTALS_ALONE, PlayerRound, RoundReading, TableReading
from league.cards.seats import side_name
from league.models import Event, EventRound
from league.words import counted
from scoring.rules.notation import figure_text, listed

from .heads import paper_head, size_of, sort_key


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One player in the round. `total` is what all rounds so far come to."""

    rank: str
    name: str
    number: int
    table: str
    steps: str
    points: str
    total: str

    @property
    def size(self) -> str:
        return size_of(self.name)


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player after some rounds: the points of each and their sum."""

    rank: str
    name: str
    rounds: tuple[str, ...]
    total: str

    @property
    def size(self) -> str:
        return size_of(self.name)


def results_paper(
    event: Event, readings: Sequence[RoundReading], points: Mapping[int, Sequence[PlayerRound]], number: int
) -> dict[str, Any]:
    """Round `number` of those that were started, with the totals of the rounds up to it."""
    reading = next(one for one in readings if one.event_round.number == number)
    until = {entrant: [one for one in found if one.number <= number] for entrant, found in points.items()}
    totals = {entrant: sum(one.points for one in found) for entrant, found in until.items()}
    rounds = [one.event_round.number for one in readings if one.event_round.number <= number]
    players = [one for found in until.values() for one in found if one.number == number]
    is_open = reading.event_round.state != EventRound.State.CLOSED
    return {
        "head": paper_head(event, f"Results of round {number}"),
        "warning": "The round is still being played: these are not its final results." if is_open else "",
        "rows": _rows(players, until),
        "tables": tuple(_table(table) for table in reading.tables),
        "rounds": tuple(f"Round {one}" for one in rounds),
        "standing": _standing(until, totals, rounds) if len(rounds) > 1 else (),
        "credit": _credit(event, players),
        "note": totals_note(one for player in players for one in until[player.entrant.pk]),
        "standing_note": totals_note(one for found in until.values() for one in found),
    }


def _rows(players: Sequence[PlayerRound], until: Mapping[int, Sequence[PlayerRound]]) -> tuple[ResultRow, ...]:
    ordered = sorted(players, key=lambda one: (-one.points, sort_key(one.entrant.name), one.entrant.number))
    ranks = ranks_of([one.points for one in ordered])
    return tuple(
        ResultRow(
            rank=rank,
            name=one.entrant.name,
            number=one.entrant.number,
            table=str(one.table) if one.table else "–",
            steps=" · ".join(steps_of(one)),
            points=points_text([one]),
            total=points_text(until[one.entrant.pk]),
        )
        for rank, one in zip(ranks, ordered, strict=True)
    )


def _table(table: TableReading) -> dict[str, Any]:
    """One table. `remarks`: corrected by the director, totals alone, not finished."""
    sides = tuple(
        {"name": _side(table, side), "points": figure_text(points), "is_winner": side in table.winners}
        for side, points in table.totals.items()
    )
    return {"number": table.number, "sides": sides, "remarks": ". ".join(_remarks(table))}


def _side(table: TableReading, side: str) -> str:
    if table.sheet is not None:
        return side_name(table, side)
    return " & ".join(seat.entrant.called for letter, seat in table.seats.items() if letter in side)


def _remarks(table: TableReading) -> Iterator[str]:
    """What somebody who knows the card would ask about."""
    if table.has_totals_alone:
        yield TOTALS_ALONE
    elif table.sheet is None or not table.hands_done:
        yield "Nothing entered yet"
    elif not table.is_played_out:
        yield f"{counted(table.hands_done, 'hand')} entered, not finished"
    elif not table.is_finished:
        yield "Not signed yet"
    corrected = [str(line.number) for line in table.sheet.lines if _by_director(line.entries)] if table.sheet else []
    if corrected:
        yield f"Corrected by the director: hand{'' if len(corrected) == 1 else 's'} {listed(corrected)}"
    if table.table.disputed:
        yield f"Disputed: {table.table.disputed}"


def _by_director(entries: Sequence[object]) -> bool:
    return any(getattr(entry, "by_director", False) for entry in entries)


def _standing(
    until: Mapping[int, Sequence[PlayerRound]], totals: Mapping[int, int], rounds: Sequence[int]
) -> tuple[StandingRow, ...]:
    entrants = {found[0].entrant.pk: found[0].entrant for found in until.values() if found}
    ordered = sorted(entrants.values(), key=lambda one: (-totals[one.pk], sort_key(one.name), one.number))
    ranks = ranks_of([totals[one.pk] for one in ordered])
    rows = []
    for rank, entrant in zip(ranks, ordered, strict=True):
        by_round = {number: [one for one in until[entrant.pk] if one.number == number] for number in rounds}
        cells = tuple(
            f"{figure_text(sum(one.points for one in found))}{_marks(found)}" if found else "–"
            for found in by_round.values()
        )
        rows.append(StandingRow(rank, entrant.name, cells, points_text(until[entrant.pk])))
    return tuple(rows)


def _marks(found: Sequence[PlayerRound]) -> str:
    return ("*" if any(one.kind == "sat_out" for one in found) else "") + totals_mark(found)


def _credit(event: Event, players: Sequence[PlayerRound]) -> str:
    """What sitting out is worth at this event, where somebody did."""
    if not any(one.kind == "sat_out" for one in players):
        return ""
    words = {
        Event.Credit.OWN_AVERAGE: "the average of their own other rounds; it changes with each round they play",
        Event.Credit.WINNERS_AVERAGE: "the average of the round’s winners",
        Event.Credit.FIXED: f"{event.fixed_credit} points",
        Event.Credit.NONE: "nothing",
    }
    return f"Who sits out gets {words[Event.Credit(event.sit_out_credit)]}."
