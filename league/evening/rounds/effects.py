"""Effects of other tables counting than now: places, prizes, and what stays."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from league.evening.cards.pairs import points_of
from league.evening.cards.reading import (
    RoundReading,
    ScoredRound,
    as_if_void,
    read_round,
    read_started,
    that_count,
)
from league.evening.cards.standings import Standing, standings
from league.evening.judging.deeds.lateness import as_if_posted
from league.evening.rulings.consequences import what_moves, what_stays
from league.models import Event, EventRound
from scoring.score_card.pages.history import Change


def read_counting(event_round: EventRound) -> tuple[RoundReading, tuple[RoundReading, ...]]:
    """A round and all that were started (twelve queries at most)."""
    started = read_started(event_round.event)
    found = next((one for one in started if one.event_round.pk == event_round.pk), None)
    return found or read_round(event_round), started


def void_effects(
    reading: RoundReading, started: Sequence[RoundReading], was: Collection[int], void: Collection[int]
) -> CountingEffects:
    """The effects of the `void` tables not counting, in place of those of `was` (15 queries at most)."""
    others = {
        table.table.pk for one in started for table in one.tables if one is not reading and not table.table.counts
    }
    rounds = [as_closed(one) if one is reading else one for one in started]
    before, after = (that_count(as_if_void(rounds, {*others, *_ids(reading, numbers)})) for numbers in (was, void))
    return effects_of(reading.event_round.event, before, after)


@dataclass(frozen=True, slots=True)
class CountingEffects:
    """Changed places in their new order, by `name` with the standing that `was` and `becomes` (None: not in the
    results); other figures that change (`moves`), and sentences on what `stays`. Of changed chairs also the round's
    `points` before and after, by name, and sentences on broken rules of the seating (`wrong`) and on all else."""

    places: tuple[Mapping[str, Any], ...]
    moves: tuple[Change, ...]
    stays: tuple[str, ...]
    points: tuple[tuple[str, int, int], ...] = ()
    wrong: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


def effects_of(event: Event, before: tuple[RoundReading, ...], after: tuple[RoundReading, ...]) -> CountingEffects:
    """Effects of an evening's rounds being `after` in place of `before` (five queries at most)."""
    return CountingEffects(
        tuple(_moved(_standing(event, before), _standing(event, after))),
        what_moves(event, before, after),
        what_stays(event, before, after),
    )


def as_counting(started: Sequence[RoundReading], numbers: Collection[int]) -> tuple[RoundReading, ...]:
    """The `started` rounds as if the evening ended now and only those with these numbers counted."""
    void = {
        table.table.pk
        for one in started
        for table in one.tables
        if one.event_round.number not in numbers or (one.event_round.counts and not table.table.counts)
    }
    return as_if_void(map(as_closed, started), void)


def as_closed(reading: RoundReading) -> RoundReading:
    closed = copy(reading.event_round)
    closed.state = EventRound.State.CLOSED
    return replace(reading, event_round=closed, tables=tuple(map(as_if_posted, reading.tables)))


def _ids(reading: RoundReading, numbers: Collection[int]) -> Iterator[int]:
    return (table.table.pk for table in reading.tables if table.number in numbers)


def _standing(event: Event, rounds: Sequence[RoundReading]) -> Mapping[Any, Standing[ScoredRound]]:
    points = points_of(event, rounds)
    return {one.entrant.pk: one for one in standings(event, points)}


def _moved(
    was: Mapping[Any, Standing[ScoredRound]], becomes: Mapping[Any, Standing[ScoredRound]]
) -> Iterator[Mapping[str, Any]]:
    for key in {**becomes, **was}:
        old, new = was.get(key), becomes.get(key)
        if old is None or new is None or (old.place, old.total) != (new.place, new.total):
            there = new or old
            assert there is not None, "in one of the two"
            yield {"name": there.entrant.name, "was": old, "becomes": new}
