"""The list before a round starts: players whose place is in doubt, with the keys to settle it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from league.acting.permissions import Action
from league.evening.seating.before_round import Unsettled, is_waited_for
from scoring.rules.notation import listed, lowered, seat_name

from .desk import Desk, Key, link_to

WORDS = {
    "absent": "not here yet, and has a seat at {seats}",
    "never_came": "did not come to round {before}, and has a seat at {seats}",
    "gone": "went home, and has a seat at {seats}",
    "replaced": "was replaced in {last}, and has a seat at {seats}. Back?",
    "unseated": "here, and has no place in this round",
    "unpaired": "here, and has no partner",
    "twice": "seated twice: {seats}",
    "alike": "may be one person seated twice: {seats}",
}


def before_round(desk: Desk) -> dict[str, Any] | None:
    """Players to be settled before the desk's round; None if there are none."""
    seats = (seat for table in desk.reading.tables for seat in table.seats.values())
    waited = [seat for seat in seats if is_waited_for(seat.entrant, desk.event_round)]
    if not (desk.reading.unsettled or waited):
        return None
    named = listed([f"{seat.entrant.called} (table {seat.table.number})" for seat in waited])
    return {
        "title": f"Before {lowered(str(desk.event_round))} starts",
        "lines": [_line(desk, one) for one in desk.reading.unsettled],
        "waited_for": f"You wait for {named}. They count as late once the round starts." if named else "",
    }


def _line(desk: Desk, one: Unsettled) -> dict[str, Any]:
    there = {table.number: table.seats for table in desk.reading.tables}
    seats = " and ".join(
        f"table {seat.table.number}, {seat_name(seat.seat, there.get(seat.table.number, ()))}" for seat in one.seats
    )
    is_alike = len({seat.entrant_id for seat in one.seats}) > 1
    words = WORDS["alike" if is_alike else one.kind].format(
        seats=seats, before=desk.event_round.number - 1, last=lowered(str(one.last)) if one.last else ""
    )
    return {"name": str(one.entrant), "number": one.entrant.number, "words": words, "keys": tuple(_keys(desk, one))}


def _has_stand_in(desk: Desk) -> bool:
    """Whether a player sitting out or without a place could take a seat alone; never one of a pair or team."""
    if desk.event.keeps_partners:
        return False
    return bool(desk.reading.free) or any(one.kind == "unseated" for one in desk.reading.unsettled)


def _keys(desk: Desk, one: Unsettled) -> Iterator[Key]:
    hint = f" {one.entrant}"
    if one.kind in ("absent", "never_came", "gone") and desk.may(Action.CHECK_IN):
        here = desk.round_address("here_before_round", one.entrant.pk)
        yield desk.tap("Back" if one.kind == "gone" else "Here", here, is_go=one.kind != "gone", hint=hint)
    if one.kind == "unpaired":
        if desk.may(Action.CHECK_IN):
            to = ("Find a partner…", "partner", one.entrant.pk) if desk.event.is_for_pairs else ("Teams…", "teams")
            yield link_to(to[0], desk.event_address(*to[1:]), hint=f" for{hint}")
        return
    if not desk.may(Action.SEAT_PLAYERS):
        return
    if one.kind == "unseated":
        title = "Bye" if desk.event.is_for_sides else "Sits out"
        yield desk.tap(title, desk.round_address("sits_out", one.entrant.pk), hint=hint)
        return
    if (
        one.kind == "gone"
        and (key := desk.replace_key(one.entrant.pk))
        and desk.reading.cut
        and desk.reading.cut.is_made
    ):
        yield key
        return
    yield from _seat_keys(desk, one, hint)


def _seat_keys(desk: Desk, one: Unsettled, hint: str) -> Iterator[Key]:
    seat = one.seats[-1]
    place = (seat.table.number, seat.seat)
    if one.kind == "replaced":
        yield desk.tap("Back", desk.round_address("back_before_round", *place), is_go=True, hint=hint)
    where = f" at table {seat.table.number}" if one.kind == "twice" else ""
    if _has_stand_in(desk):
        yield desk.tap(f"Leave out{where}", desk.round_address("leave_out", *place), hint=hint)
    elif one.kind != "twice":
        yield desk.tap("Leave out, re-plan", desk.round_address("replan_without", *place), leaves=True, hint=hint)
    if one.kind not in ("twice", "replaced"):
        yield desk.tap("Expect", desk.round_address("wait_for", *place), hint=hint)
    substitutes = f"{desk.round_address('substitutes', seat.table.number)}?seat={seat.seat}"
    yield link_to("Substitute…", substitutes, hint=f" for{hint}")
