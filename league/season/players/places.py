"""A player's place in an evening, so far or in the end, and the gap to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Max

from league.acting.event_pages import kept_while_quiet
from league.evening.cards.pairs import people_of, points_of
from league.evening.cards.reading import RoundReading, read_event
from league.evening.cards.standings import Standing, standings
from league.models import Entrant, Event, EventRound
from scoring.models import Entry

ALL: Final = 2**15  # more rounds than an evening has


@dataclass(frozen=True, slots=True)
class NightPlace:
    """A place of `of`; `points` and gaps are as in a `Standing`. `above` and `below`: the nearest with other points, by
    name, and the gap; `level`: those with the same. `playing` tables have not finished the round."""

    place: int
    of: int
    points: int
    above: tuple[str, int] | None
    below: tuple[str, int] | None
    level: tuple[str, ...]
    playing: int


def place_of(entrant: Entrant, finished: int = ALL) -> NightPlace | None:
    """An entrant’s place by rounds up to `finished` (one query while nothing is new); None while places are hidden."""
    event = entrant.event
    through = min(finished, event.shown_through)
    cards = Entry.objects.filter(card__round_table__event_round__event=event)
    newest = cards.aggregate(number=Max("pk"))["number"] or 0
    return _places(event, through, newest).get(entrant.pk) if through > 0 else None


@kept_while_quiet
def _places(event: Event, through: int, newest: int) -> Mapping[int, NightPlace]:
    """All places by entrant id, as the cards stood with the `newest` entry on them."""
    rounds = [one for one in read_event(event) if one.event_round.number <= through]
    return dict(_found(standings(event, points_of(event, rounds)), rounds))


def _found(people: Sequence[Standing[Any]], rounds: Sequence[RoundReading]) -> Iterator[tuple[int, NightPlace]]:
    running = [one for one in rounds if one.event_round.state == EventRound.State.RUNNING]
    playing = sum(not table.is_finished for one in running for table in one.tables)
    for at, one in enumerate(people):
        there = [other for other in people if other.direction == one.direction]
        place = NightPlace(
            place=one.place,
            of=len(there),
            points=one.total,
            above=_nearest(one, reversed(people[:at])),
            below=_nearest(one, iter(people[at + 1 :])),
            level=tuple(other.entrant.called for other in there if other.place == one.place and other is not one),
            playing=playing,
        )
        for entrant in people_of(one.entrant):
            yield entrant.pk, place


def _nearest(own: Standing[Any], others: Iterator[Standing[Any]]) -> tuple[str, int] | None:
    other = next((one for one in others if one.place != own.place), None)
    if other is None or (other.is_finalist, other.direction) != (own.is_finalist, own.direction):
        return None
    return other.entrant.called, abs(other.total - own.total)
