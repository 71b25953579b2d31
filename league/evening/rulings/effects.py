"""The effects of another sheet on its evening: on the table, its players, and everybody's places. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from league.evening.cards.pages import points_text
from league.evening.cards.reading import (
    PlayerRound,
    RoundReading,
    TableReading,
    event_points,
    read_started,
    round_points,
    that_count,
    with_sheet,
)
from league.evening.cards.standings import Standing, standings
from league.evening.rulings.consequences import what_stays
from league.models import Entrant
from scoring.score_card.sheet import Sheet

# A place and a total.
Shown: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Effects:
    """A table before and after, players whose points of the round change (before and after), those with another place
    in the evening (place and total before and after, as shown), and sentences on what `stays` though it rests on the
    change."""

    before: TableReading
    after: TableReading
    points: tuple[tuple[Entrant, int, int], ...]
    places: tuple[tuple[Entrant, Shown, Shown], ...]
    stays: tuple[str, ...] = ()


def read_effects(table: TableReading, before: Sheet, after: Sheet) -> Effects:
    """Compare `after` with `before` on the table's card (ten queries at most)."""
    card_id, event_round = table.table.card_id, table.table.event_round
    assert card_id is not None, "a table with a sheet has a card"
    event, rounds = event_round.event, read_started(event_round.event)
    both = was, becomes = with_sheet(rounds, card_id, before), with_sheet(rounds, card_id, after)
    counted = that_count(was), that_count(becomes)
    had, has = (round_points(one) for rounds in both for one in rounds if one.event_round.number == event_round.number)
    stood, stands = (standings(event, event_points(event, rounds)) for rounds in counted)
    at, then = (one for rounds in both for one in _tables(rounds) if one.table.pk == table.table.pk)
    points = tuple(_points([player for player in had if player.table == at.number], has))
    return Effects(at, then, points, tuple(_places(stood, stands)), what_stays(event, *counted))


def _tables(rounds: Iterable[RoundReading]) -> Iterator[TableReading]:
    return (table for reading in rounds for table in reading.tables)


def _points(had: Iterable[PlayerRound], has: Iterable[PlayerRound]) -> Iterator[tuple[Entrant, int, int]]:
    becomes = {player.entrant.pk: player.points for player in has}
    for player in had:
        points = becomes.get(player.entrant.pk, 0)
        if player.points != points:
            yield player.entrant, player.points, points


def _places(
    stood: Iterable[Standing[PlayerRound]], stands: Iterable[Standing[PlayerRound]]
) -> Iterator[tuple[Entrant, Shown, Shown]]:
    """The changed places in their new order."""
    was = {one.rounds[0].entrant.pk: (str(one.place), points_text(one.counted)) for one in stood}
    for one in stands:
        entrant = one.rounds[0].entrant
        if was[entrant.pk][0] != str(one.place):
            yield entrant, was[entrant.pk], (str(one.place), points_text(one.counted))
