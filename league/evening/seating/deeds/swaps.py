"""Swaps of two people in a round not begun."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.seating.seatings import publish_version, read_rounds, shown_digest
from league.models import Entrant, EventRound, RoundSeat, SitOut

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
    """Swap two people of a round not begun, with their partners at an evening of pairs."""
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
        if event.is_for_pairs:
            was, now = _take_partners_along(event_round, first, second, was, now)
        after = now
        if event_round.state == EventRound.State.PUBLISHED:
            after = f"{now}. Version {publish_version(event, acting)}"
        doing.tell("swapped two players", f"{event_round}: {first.called} and {second.called}", before=was, after=after)
    return event_round


def _take_partners_along(
    event_round: EventRound, first: Entrant, second: Entrant, was: str, now: str
) -> tuple[str, str]:
    """Swap the partners of two swapped people too, where both are in the round."""
    there = Entrant.objects.filter(pk__in=[first.partner_id or 0, second.partner_id or 0])
    placed = there.filter(Q(seats__table__event_round=event_round) | Q(sit_outs__event_round=event_round))
    mates = {one.pk: one for one in placed}
    if len(mates) < 2 or first.partner_id == second.pk:
        return was, now
    before, after = _exchange(event_round, mates[first.partner_id or 0], mates[second.partner_id or 0])
    return f"{was}. {before}", f"{now}. {after}"


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
