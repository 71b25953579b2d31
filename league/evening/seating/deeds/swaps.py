"""Swaps of two people in a round not begun."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.seating.seatings import publish_version, read_rounds, shown_digest
from league.models import Entrant, Event, EventRound, RoundSeat, SitOut

from .tasks import StaleSeating


def swap_players(
    *,
    event_round: EventRound,
    first: Entrant,
    second: Entrant,
    acting: Acting,
    client_id: str,
    seen: str | None = None,
) -> EventRound:
    """Swap two people of a round not begun, with their partners where these stay together."""
    with deed(event_round, acting, client_id) as doing:
        event = doing.event
        event_round = EventRound.objects.select_related("event__club").get(pk=event_round.pk)
        if doing.was_done:
            return event_round
        if event_round.state not in (EventRound.State.DRAFT, EventRound.State.PUBLISHED):
            raise Refused(f"{event_round} has already started, so nobody changes places. A substitute can take a seat.")
        if seen is not None and seen != shown_digest(read_rounds(event, [event_round.number])):
            raise StaleSeating("This round changed on another screen. Nobody was moved. Check it again.")
        was, now = _exchange(event_round, first, second)
        for one, other in _mates(event, event_round, first, second):
            before, after = _exchange(event_round, one, other)
            was, now = f"{was}. {before}", f"{now}. {after}"
        after = now
        if event_round.state == EventRound.State.PUBLISHED:
            after = f"{now}. Version {publish_version(event, acting)}"
        doing.tell("swapped two players", f"{event_round}: {first.called} and {second.called}", before=was, after=after)
    return event_round


def _mates(event: Event, event_round: EventRound, first: Entrant, second: Entrant) -> Iterable[tuple[Entrant, Entrant]]:
    """The partners to swap too, where all of both are in the round."""
    if not event.keeps_partners or first.partner_id == second.pk:
        return ()
    is_placed = Q(seats__table__event_round=event_round) | Q(sit_outs__event_round=event_round)
    placed = event.entrants.filter(is_placed).distinct().order_by("number")
    ones, others = (
        [one for one in placed if one.pk != who.pk and _are_together(event, one, who)] for who in (first, second)
    )
    is_within = second in ones
    return zip(ones, others, strict=True) if len(ones) == len(others) == event.side_size - 1 and not is_within else ()


def _are_together(event: Event, one: Entrant, other: Entrant) -> bool:
    return other.partner_id == one.pk if event.is_for_pairs else bool(one.team) and one.team == other.team


def _exchange(event_round: EventRound, first: Entrant, second: Entrant) -> tuple[str, str]:
    if first.pk == second.pk:
        raise Refused("Choose two different people.")
    places: dict[int, RoundSeat | SitOut] = {}
    both = (first.pk, second.pk)
    for seat in RoundSeat.objects.filter(table__event_round=event_round, entrant__in=both).select_related("table"):
        places[seat.entrant_id] = seat
    for sit_out in SitOut.objects.filter(event_round=event_round, entrant__in=both):
        places[sit_out.entrant_id] = sit_out
    for entrant in (first, second):
        if entrant.pk not in places:
            raise Refused(f"{entrant.called} has no place in {str(event_round).lower()}.")
    one, other = places[first.pk], places[second.pk]
    if isinstance(one, SitOut) and isinstance(other, SitOut):
        raise Refused(f"{first.called} and {second.called} both sit out, so there is nothing to swap.")
    ones, others = _people_of(one), _people_of(other)
    for place, people in ((one, others), (other, ones)):
        fields = people if isinstance(place, RoundSeat) else {"entrant_id": people["entrant_id"]}
        for name, value in fields.items():
            setattr(place, name, value)
        place.save(update_fields=list(fields))
    was = f"{first.called}: {_place_named(one)}. {second.called}: {_place_named(other)}"
    return was, f"{first.called}: {_place_named(other)}. {second.called}: {_place_named(one)}"


def _people_of(place: RoundSeat | SitOut) -> dict[str, Any]:
    if isinstance(place, RoundSeat):
        return {"entrant_id": place.entrant_id, "substitute_id": place.substitute_id, "helper": place.helper}
    return {"entrant_id": place.entrant_id, "substitute_id": None, "helper": ""}


def _place_named(place: RoundSeat | SitOut) -> str:
    return f"table {place.table.number} {place.seat}" if isinstance(place, RoundSeat) else "sits out"
