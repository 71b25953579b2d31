"""A director's word on a person before a round: left out, waited for, sits out."""

from __future__ import annotations

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.seating.before_round import stand_ins
from league.evening.seating.seatings import publish_version
from league.models import Entrant, EventRound, RoundSeat, SitOut

from .substitutes import take_over


def leave_out(*, seat: RoundSeat, acting: Acting, client_id: str) -> RoundSeat:
    """Give a seat of a round to come to the first of `stand_ins`, under a new version."""
    with deed(seat.table.event_round, acting, client_id) as doing:
        seat = RoundSeat.objects.select_related("entrant", "table__event_round__event__club").get(pk=seat.pk)
        event_round = seat.table.event_round
        if doing.was_done:
            return seat
        _guard_ahead(event_round)
        found = next((one for one in stand_ins(event_round) if one.pk != seat.entrant_id), None)
        if found is None:
            raise Refused(f"Nobody sits out {str(event_round).lower()} who could take the seat. Re-plan the seating.")
        was = seat.entrant
        take_over(seat, found)
        where = f"{event_round}, {str(seat.table).lower()} {seat.seat}"
        doing.tell("left out", f"{was.called}, {where}", after=_published(doing, acting, f"{found.called} plays"))
    return seat


def wait_for(*, seat: RoundSeat, acting: Acting, client_id: str) -> RoundSeat:
    """Keep the seat of an absent player, late from the start."""
    return _keep_seat(seat, acting, client_id, "waits for")


def is_back(*, seat: RoundSeat, acting: Acting, client_id: str) -> RoundSeat:
    return _keep_seat(seat, acting, client_id, "says who is back", "replaced", "plays on")


def _keep_seat(
    seat: RoundSeat, acting: Acting, client_id: str, action: str, before: str = "", after: str = ""
) -> RoundSeat:
    with deed(seat.table.event_round, acting, client_id) as doing:
        seat = RoundSeat.objects.select_related("entrant", "table__event_round").get(pk=seat.pk)
        event_round, entrant = seat.table.event_round, seat.entrant
        if doing.was_done or entrant.waited_for_in >= event_round.number:
            return seat
        _guard_ahead(event_round)
        entrant.waited_for_in = event_round.number
        entrant.save(update_fields=["waited_for_in"])
        doing.tell(action, f"{entrant.called}, {event_round}", before=before, after=after)
    return seat


def sit_out(*, event_round: EventRound, entrant: Entrant, acting: Acting, client_id: str) -> None:
    with deed(event_round, acting, client_id) as doing:
        event_round = EventRound.objects.select_related("event__club").get(pk=event_round.pk)
        if doing.was_done:
            return
        _guard_ahead(event_round)
        if RoundSeat.objects.filter(table__event_round=event_round, entrant=entrant).exists():
            raise Refused(f"{entrant.called} has a seat in {str(event_round).lower()}.")
        _, is_new = SitOut.objects.get_or_create(event_round=event_round, entrant=entrant)
        if is_new:
            doing.tell("lets sit out", f"{entrant.called}, {event_round}", after=_published(doing, acting, "sits out"))


def _guard_ahead(event_round: EventRound) -> None:
    if event_round.state != EventRound.State.PUBLISHED:
        raise Refused(f"{event_round} has started, or is a draft still. Look at the board again.")


def _published(doing: Doing, acting: Acting, after: str) -> str:
    return f"{after}. Version {publish_version(doing.event, acting)}"
