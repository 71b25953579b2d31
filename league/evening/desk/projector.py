"""The projector's data: the seating of the current or next round, never a draft, and the results of the last one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connection

from league.evening.cards.pairs import lists_of
from league.evening.cards.ranking import NOT_YET, ranking_of
from league.evening.cards.reading import RoundReading, ScoredRound, read_event, read_round
from league.evening.cards.standings import standings, worth
from league.evening.cards.words import direction_words
from league.models import Event, EventRound

State = EventRound.State
VERSION: Final = (
    "SELECT event.version FROM league_event event JOIN league_club club ON club.id = event.club_id"
    " WHERE event.id = %s AND club.slug = %s"
)


@dataclass(frozen=True)
class ProjectorReading:
    """The projector's data. `seating` is the round shown by its tables; `closed` the last closed one, with the
    `standings` after it, which have all players' `points` in the round, their places, and `by`, which tells pairs from
    players where both have points. `ranking` is the whole evening's, for its places one by one."""

    event: Event
    current: EventRound | None
    seating: RoundReading | None = None
    closed: EventRound | None = None
    standings: Sequence[Mapping[str, Any]] = ()
    ranking: Mapping[str, Any] = field(default_factory=lambda: NOT_YET)


def event_version(event_id: int, slug: str) -> int | None:
    """The version of an event of this club (one small query); None if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(VERSION, [event_id, slug])
        row = cursor.fetchone()
    return int(row[0]) if row else None


def read_projector(event: Event) -> ProjectorReading:
    """The data for what an event's projector is switched to (six queries at most)."""
    rounds = [event_round for event_round in event.rounds.all() if event_round.state != State.DRAFT]
    current = next((r for r in rounds if r.state == State.RUNNING), None)
    if event.state != Event.State.CLOSED:  # an evening that ended early does not go on
        current = current or next((r for r in rounds if r.state == State.PUBLISHED), None)
    shown = [r for r in rounds if r.number <= event.shown_through]
    closed = next((r for r in reversed(shown) if r.state == State.CLOSED and r.counts and not r.is_extra_hand), None)
    if event.projector == Event.Projector.SEATING and current is not None:
        return ProjectorReading(event, current, seating=read_round(current))
    if event.projector == Event.Projector.RESULTS and closed is not None:
        return _results(event, current, closed)
    if event.projector == Event.Projector.REVEAL:
        return ProjectorReading(event, current or closed, closed=closed, ranking=ranking_of(event))
    return ProjectorReading(event, current or closed, closed=closed)


def _results(event: Event, current: EventRound | None, closed: EventRound) -> ProjectorReading:
    readings = [
        reading
        for reading in read_event(event)
        if reading.event_round.state == State.CLOSED and reading.event_round.number <= event.shown_through
    ]
    lists = lists_of(event, readings)
    shown = [
        one
        for who, points in lists.items()
        for one in _shown(event, points, closed, f"By {who}" if len(lists) > 1 else "")
    ]
    return ProjectorReading(event, current or closed, closed=closed, standings=shown)


def _shown(
    event: Event, played: Mapping[Any, Sequence[ScoredRound]], closed: EventRound, by: str = ""
) -> Iterator[dict[str, Any]]:
    """The results in one list, or in one for each direction at a duplicate with two."""
    of_round = [one for rounds in played.values() for one in rounds if one.number == closed.number]
    points = sorted(of_round, key=lambda one: one.entrant.name.casefold())
    points.sort(key=worth, reverse=True)
    places = standings(event, played)
    for side in dict.fromkeys(one.direction for one in places):
        there = {one.entrant.pk: one for one in places if one.direction == side}
        own = [one for one in points if one.entrant.pk in there]
        words = " ".join(filter(None, [by, direction_words(side)]))
        yield {"points": own, "standing": list(there.values()), "by": words}
