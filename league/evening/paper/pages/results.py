"""A round's results on paper: points with their steps, and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from league.evening.cards.pages import (
    places_words,
    points_text,
    ranks_of,
    standing_figures,
    steps_of,
    totals_mark,
    totals_note,
    with_line,
)
from league.evening.cards.pairs import lists_of
from league.evening.cards.reading import (
    TOTALS_ALONE,
    PlayerRound,
    RoundReading,
    ScoredRound,
    TableReading,
    round_points,
)
from league.evening.cards.seats import side_name
from league.evening.cards.standings import Standing, standings, worth
from league.models import Event, EventRound
from scoring.rules.notation import counted, figure_words, lowered, numbered
from scoring.score_card.pages.entries import hold_words
from scoring.score_card.sheet import RULING_KINDS

from .heads import paper_head, sort_key


def results_paper(
    event: Event, readings: Sequence[RoundReading], points: Mapping[int, Sequence[PlayerRound]], number: int
) -> dict[str, Any]:
    """Round `number`, with totals up to it. An evening of pairs has theirs, with each player's standing at the end."""
    reading = next(one for one in readings if one.event_round.number == number)
    of_players = _until(points, number)
    who, *others = lists = lists_of(event, readings, points)
    until = _until(lists[who], number)
    standing = standings(event, until)
    counting = [one.event_round for one in readings if not one.event_round.is_extra_hand]
    rounds = [one for one in counting if one.number <= number]
    players = [one for found in until.values() for one in found if one.number == number]
    if reading.event_round.is_extra_hand:
        players = list(round_points(reading))
    has_final = any(one.is_finalist for one in standing)
    is_last = bool(rounds) and rounds[-1].number >= event.rounds_planned
    is_open = reading.event_round.state != EventRound.State.CLOSED
    return {
        "head": paper_head(event, f"Results of {lowered(str(reading.event_round))}"),
        "warning": "This round is still being played. These aren’t the final results." if is_open else "",
        "rows": _rows(players, {one.entrant.pk: one for one in standing}),
        "tables": tuple(_table(table) for table in reading.tables),
        "rounds": tuple(map(str, rounds)),
        "who": who.capitalize(),
        "standing": _standing(standing, rounds) if len(rounds) > 1 else (),
        "standing_title": "The final places" if has_final and is_last else f"After {len(rounds)} rounds",
        "final": places_words(event, standing),
        "player_standing": _standing(standings(event, of_players), rounds) if others else (),
        "credit": _credit(event, players),
        "note": totals_note(one for player in players for one in until.get(player.entrant.pk, ())),
        "standing_note": totals_note(one for found in until.values() for one in found),
    }


def _until(points: Mapping[Any, Sequence[ScoredRound]], number: int) -> Mapping[Any, Sequence[ScoredRound]]:
    found = {key: [one for one in played if one.number <= number] for key, played in points.items()}
    return {key: played for key, played in found.items() if played}


def _rows(players: Sequence[ScoredRound], standing: Mapping[Any, Standing[ScoredRound]]) -> list[dict[str, Any]]:
    ordered = sorted(players, key=lambda one: (sort_key(one.entrant.name), one.entrant.number))
    ordered.sort(key=worth, reverse=True)
    ranks = ranks_of([worth(one) for one in ordered])
    return [
        {
            "rank": rank,
            "name": str(one.entrant),
            "number": one.entrant.number,
            "table": str(one.table) if one.table else "–",
            "steps": " · ".join(steps_of(one)),
            "points": points_text([one]),
            "total": points_text(standing[one.entrant.pk].counted) if one.entrant.pk in standing else "–",
        }
        for rank, one in zip(ranks, ordered, strict=True)
    ]


def _table(table: TableReading) -> dict[str, Any]:
    sides = tuple(
        {"name": _side(table, side), "points": figure_words(points), "is_winner": side in table.winners}
        for side, points in table.totals.items()
    )
    return {"number": table.number, "sides": sides, "remarks": ". ".join(_remarks(table))}


def _side(table: TableReading, side: str) -> str:
    if table.sheet is not None:
        return side_name(table, side)
    return " & ".join(seat.entrant.called for letter, seat in table.seats.items() if letter in side)


def _remarks(table: TableReading) -> Iterator[str]:
    if table.has_totals_alone:
        yield TOTALS_ALONE
    elif table.sheet is None or not table.hands_done:
        yield "Nothing entered yet"
    elif not table.is_played_out:
        yield f"{counted(table.hands_done, 'hand')} entered, not finished"
    elif not table.is_finished:
        yield "Not signed yet"
    if table.came_to_an_end:
        hands = counted(table.hands_done, "hand")
        yield f"The game ended after {hands}" if table.came_to_an_end == "game" else f"Time was up after {hands}"
    corrected = [
        str(line.number)
        for line in (table.sheet.lines if table.sheet else ())
        if any(entry.by_director and entry.kind not in RULING_KINDS for entry in line.entries)
    ]
    if corrected:
        yield f"Corrected by the director: {numbered('hand', corrected)}"
    ruled = [str(line.number) for line in table.sheet.lines if line.ruled] if table.sheet else []
    if ruled:
        yield f"Ruling on {numbered('hand', ruled)}"
    yield from map(hold_words, table.holds)


def _standing(standing: Sequence[Standing[ScoredRound]], rounds: Sequence[EventRound]) -> list[dict[str, Any]]:
    return [
        {
            "rank": str(one.place),
            "name": str(one.entrant),
            "rounds": [_points([found for found in one.rounds if found.number == each.number]) for each in rounds],
            "won": won,
            "total": total,
            "is_first_below": below,
        }
        for one, below in with_line(standing)
        for won, total in [standing_figures(one)]
    ]


def _points(found: Sequence[ScoredRound]) -> str:
    if any(one.shares is not None for one in found):
        return points_text(found)
    credit = "*" if any(one.kind == "sat_out" for one in found) else ""
    return f"{figure_words(sum(one.points for one in found))}{credit}{totals_mark(found)}" if found else "–"


def _credit(event: Event, players: Sequence[ScoredRound]) -> str:
    if not any(one.kind == "sat_out" for one in players):
        return ""
    if event.is_duplicate:
        return "Boards that somebody sat out count as not played."
    words = {
        Event.Credit.OWN_AVERAGE: "the average of their own other rounds, which changes with each round they play",
        Event.Credit.WINNERS_AVERAGE: "the average of the round’s winners",
        Event.Credit.FIXED: counted(event.fixed_credit, "point"),
        Event.Credit.NONE: "nothing",
    }
    who = "Anyone with a bye" if event.is_for_sides else "Anyone who sits out"
    return f"{who} gets {words[Event.Credit(event.sit_out_credit)]}."
