"""What another sheet on one card would make of its evening: the table, its players and everybody's places. Writes
nothing; the rules work everything out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from league.evening.cards.pages import points_text
from league.evening.cards.reading import (
    RoundReading,
    TableReading,
    event_points,
    read_started,
    round_points,
    that_count,
    with_sheet,
)
from league.evening.cards.standings import standings
from league.evening.rulings.consequences import what_stays
from league.models import Entrant, Event
from scoring.score_card.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Moved:
    """What somebody has in the round, before and after."""

    entrant: Entrant
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MovedPlace:
    """Somebody's place in the evening, before and after, and their totals as they are shown."""

    entrant: Entrant
    totals: tuple[str, str]
    places: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Effects:
    """A table before and after, whose points of the round change, who stands elsewhere in the evening, and in sentences
    what `stays` as it is though it rests on what changes."""

    before: TableReading
    after: TableReading
    players: tuple[Moved, ...]
    places: tuple[MovedPlace, ...]
    stays: tuple[str, ...] = ()


def read_effects(event: Event, table: TableReading, before: Sheet, after: Sheet) -> Effects:
    """What `after` changes where `before` stood on the table's card (nine queries at most, ten with paid prizes)."""
    card_id = table.table.card_id
    assert card_id is not None, "a table with a sheet has a card"
    rounds = read_started(event)
    was, becomes = with_sheet(rounds, card_id, before), with_sheet(rounds, card_id, after)
    at, number = _table(was, table), table.table.event_round.number
    return Effects(
        at,
        _table(becomes, table),
        tuple(_players(_round(was, number), _round(becomes, number), at.number)),
        tuple(_places(event, that_count(was), that_count(becomes))),
        what_stays(event, that_count(was), that_count(becomes)),
    )


def _table(rounds: tuple[RoundReading, ...], table: TableReading) -> TableReading:
    return next(found for reading in rounds for found in reading.tables if found.table.pk == table.table.pk)


def _round(rounds: tuple[RoundReading, ...], number: int) -> RoundReading:
    return next(one for one in rounds if one.event_round.number == number)


def _players(before: RoundReading, after: RoundReading, number: int) -> Iterator[Moved]:
    becomes = {player.entrant.pk: player.points for player in round_points(after)}
    for player in (one for one in round_points(before) if one.table == number):
        points = (player.points, becomes.get(player.entrant.pk, 0))
        if points[0] != points[1]:
            yield Moved(player.entrant, points)


def _places(event: Event, before: tuple[RoundReading, ...], after: tuple[RoundReading, ...]) -> Iterator[MovedPlace]:
    """Who stands elsewhere, in the order as it would be."""
    was, becomes = _standing(event, before), _standing(event, after)
    for entrant, (place, points, who) in becomes.items():
        old_place, old_points, _ = was[entrant]
        if place != old_place:
            yield MovedPlace(who, (old_points, points), (old_place, place))


def _standing(event: Event, rounds: tuple[RoundReading, ...]) -> Mapping[int, tuple[str, str, Entrant]]:
    """By entrant the place, the total as it is shown, and who it is."""
    return {
        one.rounds[0].entrant.pk: (str(one.place), points_text(one.counted), one.rounds[0].entrant)
        for one in standings(event, event_points(event, rounds))
    }
