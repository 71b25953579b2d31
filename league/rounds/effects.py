"""What it does to an evening that other tables count than now: places, prizes, what stays as it is. Writes nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from league.cards.pairs import pair_points
from league.cards.reading import (
    RoundReading,
    ScoredRound,
    as_if_void,
    event_points,
    read_round,
    read_started,
    that_count,
)
from league.cards.standings import Standing, standings
from league.models import Event, EventRound
from league.rulings.consequences import what_moves, what_stays


@dataclass(frozen=True, slots=True)
class Counting:
    """A round of which it is said what counts, among all that were `started`."""

    event_round: EventRound
    started: Sequence[RoundReading]
    reading: RoundReading

    def effects(self, was: Collection[int], void: Collection[int]) -> CountingEffects:
        """What it does that its tables of the `void` numbers do not count, where `was` did not."""
        others = _void([one for one in self.started if one is not self.reading])
        before, after = (
            {*others, *(table.table.pk for table in self.reading.tables if table.number in numbers)}
            for numbers in (was, void)
        )
        return counting_effects(self.event_round.event, self.started, before, after)


def read_counting(event_round: EventRound) -> Counting:
    """A round and all that were started (six queries at most, twice that before it is)."""
    started = read_started(event_round.event)
    found = next((one for one in started if one.event_round.pk == event_round.pk), None)
    return Counting(event_round, started, found or read_round(event_round))


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody, or a pair, who has another place or other points; None: is not in the results."""

    name: str
    was: Standing[ScoredRound] | None
    becomes: Standing[ScoredRound] | None


@dataclass(frozen=True, slots=True)
class CountingEffects:
    """Who stands elsewhere, in the order as it becomes, and in sentences what else `moves` and what `stays`."""

    places: tuple[Moved, ...]
    moves: tuple[str, ...]
    stays: tuple[str, ...]


def _void(rounds: Sequence[RoundReading]) -> Iterator[int]:
    """The ids of the tables that do not count."""
    return (table.table.pk for one in rounds for table in one.tables if not table.table.counts)


def as_counting(started: Sequence[RoundReading], numbers: Collection[int]) -> tuple[RoundReading, ...]:
    """All rounds that were `started` as they would be if the evening ended now and those of these numbers counted: with
    their tables that count, or all where none did so far."""
    void = {
        table.table.pk
        for one in started
        for table in one.tables
        if one.event_round.number not in numbers or (one.event_round.counts and not table.table.counts)
    }
    return as_if_void(as_closed(started), void)


def as_closed(rounds: Sequence[RoundReading]) -> tuple[RoundReading, ...]:
    """The rounds as they would be if the one being played were closed as it stands."""
    return tuple(replace(one, event_round=_closed(one.event_round)) for one in rounds)


def _closed(event_round: EventRound) -> EventRound:
    closed = copy(event_round)
    closed.state = EventRound.State.CLOSED
    return closed


def counting_effects(
    event: Event, started: Sequence[RoundReading], was: Collection[int], void: Collection[int]
) -> CountingEffects:
    """What it does to an evening, of which all rounds that were `started` are read, that the tables of the `void` ids
    do not count, where `was` did not (four queries at most, five with paid prizes)."""
    rounds = as_closed(started)
    before, after = that_count(as_if_void(rounds, was)), that_count(as_if_void(rounds, void))
    return CountingEffects(
        tuple(_moved(_standing(event, before), _standing(event, after))),
        what_moves(event, before, after),
        what_stays(event, before, after),
    )


def _standing(event: Event, rounds: Sequence[RoundReading]) -> Mapping[Any, Standing[ScoredRound]]:
    points: Mapping[Any, Sequence[ScoredRound]] = (
        pair_points(event, rounds) if event.is_for_pairs else event_points(event, rounds)
    )
    return {one.entrant.pk: one for one in standings(event, points)}


def _moved(was: Mapping[Any, Standing[ScoredRound]], becomes: Mapping[Any, Standing[ScoredRound]]) -> Iterator[Moved]:
    for key in {**becomes, **was}:
        old, new = was.get(key), becomes.get(key)
        if old is None or new is None or (old.place, old.total) != (new.place, new.total):
            there = new or old
            assert there is not None, "in one of the two"
            yield Moved(there.entrant.name, old, new)
