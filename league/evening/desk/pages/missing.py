"""Players missing from their table: since when, the book's rule, and the keys."""

from __future__ import annotations

from collections.abc import Iterator

from league.evening.cards.reading import TableReading
from league.evening.cards.seats import is_still_missing, is_taken_over
from league.evening.judging.deeds.lateness import tardiness_of, was_here_at_start
from league.evening.judging.pages import is_at_limit
from league.models import Entrant, RoundSeat

from .desk import Desk, Key, link_to


def missing_at(reading: TableReading) -> list[RoundSeat]:
    return [seat for seat in reading.seats.values() if is_still_missing(seat)]


def left_at(reading: TableReading) -> list[RoundSeat]:
    """Players who left the event while their table still plays, without a replacement."""
    if reading.is_finished:
        return []
    gone = [seat for seat in reading.seats.values() if seat.entrant.state == Entrant.State.LEFT]
    return [seat for seat in gone if not (seat.is_missing or is_taken_over(seat) or seat.entrant.is_house_player)]


def missing_keys(desk: Desk, reading: TableReading, seat: RoundSeat) -> Iterator[Key]:
    """The keys for a missing player: arrived, while the book allows it; replace; came unseen; not missing; waive."""
    assert reading.sheet is not None, "a round that is being played has its cards"
    place, hint = (reading.number, seat.seat), f" {seat.entrant}"
    at_limit = is_at_limit(reading.sheet.book, desk.event_round, desk.now)
    if not at_limit:
        yield desk.tap("Arrived", desk.round_address("arrived", *place), is_go=True, hint=hint)
    yield link_to("Replace…", desk.round_address("replace", *place), is_go=at_limit, hint=hint)
    if tardiness_of(reading.sheet.book) is None:
        return
    yield link_to("Arrived earlier…", desk.round_address("came", *place), hint=hint)
    if was_here_at_start(seat) and not reading.sheet.lateness.get(seat.seat):
        yield desk.tap("Not missing", desk.round_address("there_after_all", *place), hint=hint)
    else:
        yield link_to("Waive…", desk.round_address("waive", *place), hint=f" the lateness of{hint}")
