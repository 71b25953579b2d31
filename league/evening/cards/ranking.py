"""All places, from the moment the last card is signed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Max

from league.acting.event_pages import kept_while_quiet
from league.models import Event, EventRound
from league.models.rounds import STARTED
from scoring.models import Entry

from .pages import places_words, standing_points, totals_note
from .pairs import people_of, points_of
from .reading import read_event
from .standings import Standing, standings
from .words import direction_words

NOT_YET: Final[Mapping[str, Any]] = {"lines": (), "note": ""}


def ranking_of(event: Event) -> Mapping[str, Any]:
    """All places as `lines` once the last round's cards are signed; none while hidden (one query before the last round,
    three at most after). `note` says how they come about where that isn't plain."""
    if event.state == Event.State.PLANNED or event.shown_through < event.rounds_planned:
        return NOT_YET
    is_over = event.state == Event.State.CLOSED
    if not is_over and not event.rounds.filter(state__in=STARTED, number__gte=event.rounds_planned).exists():
        return NOT_YET
    cards = Entry.objects.filter(card__round_table__event_round__event=event)
    return _ranking(event, cards.aggregate(number=Max("pk"))["number"] or 0)


@kept_while_quiet
def _ranking(event: Event, newest: int) -> Mapping[str, Any]:
    rounds = read_event(event)
    if not rounds or not (event.state == Event.State.CLOSED or _has_no_more(event)):
        return NOT_YET
    if any(one.event_round.state == EventRound.State.RUNNING and not one.is_complete for one in rounds):
        return NOT_YET
    points = points_of(event, rounds)
    people = standings(event, points)
    notes = [totals_note(one for each in people for one in each.counted)]
    notes.insert(0, places_words(event, people))
    return {"lines": [_line(one) for one in people], "note": " ".join(filter(None, notes))}


def _has_no_more(event: Event) -> bool:
    awaits_cut = event.final_places > 0 and not event.cut_after
    return not awaits_cut and not event.rounds.exclude(state__in=STARTED).exists()


def _line(one: Standing[Any]) -> dict[str, Any]:
    """A place; `people` are its entrants' ids."""
    way = f" ({direction_words(one.direction)})" if one.direction else ""
    return {
        "place": one.place,
        "name": f"{one.entrant.name}{way}",
        "points": standing_points(one),
        "people": [entrant.pk for entrant in people_of(one.entrant)],
    }
