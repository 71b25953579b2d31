"""Missing, late and absent players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from django.utils import timezone

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.cards.reading import TableReading, table_reading
from league.evening.cards.seats import is_still_missing, is_taken_over
from league.evening.clock.deeds import clock_of
from league.evening.seating.deeds.substitutes import seat_as_it_is
from league.models import Entrant, EventRound, RoundSeat
from scoring.rules.book import RuleBook
from scoring.rules.book.tournament import Tardiness as TardinessRule
from scoring.rules.notation import counted
from scoring.rules.tournament import minutes_counted, tardiness
from scoring.rules.wording import late_sentence
from scoring.score_card.people import MOST_MINUTES_LATE

from .entries import enter, sheet_of, tell_of


def tardiness_of(book: RuleBook) -> TardinessRule | None:
    return book.round.tardiness if book.round else None


def minutes_late(book: RuleBook, event_round: EventRound, now: datetime) -> int:
    """The lateness so far of a missing player, as the book counts it; it stops with the clock."""
    return minutes_counted(book, clock_of(event_round).played(now))


def record_arrival(
    *,
    seat: RoundSeat,
    acting: Acting,
    client_id: str,
    at: datetime | None = None,
    minutes: int | None = None,
    reason: str = "",
) -> RoundSeat:
    """Record that a missing player has come, with the minutes since the round began. Books without a rule on lateness
    record the arrival alone. `minutes` replace the clock's where the player came unseen, past the book's limit with a
    reason. Raises `Refused` at the limit, where the player is replaced."""
    now = at or timezone.now()
    with deed(seat.table, acting, client_id) as doing:
        seat = seat_as_it_is(seat)
        event_round = seat.table.event_round
        if doing.was_done or not seat.is_missing:
            return seat
        guard_playing(event_round)
        sheet = sheet_of(seat.table)
        by_clock = minutes_late(sheet.book, event_round, now)
        late = by_clock if minutes is None else minutes
        said = "there"
        if tardiness_of(sheet.book) is not None:
            if tardiness(sheet.book, late) is None:
                raise Refused(
                    f"{seat.entrant} is {counted(late, 'minute')} late and is replaced this round. Who plays instead?"
                )
            if tardiness(sheet.book, by_clock) is None and not reason:
                raise Refused("Say why it wasn’t entered when the player arrived.")
            if late:
                enter_late(seat, acting, client_id, late_payload(seat, late), reason=reason)
                said = late_sentence(sheet.book, late)
        seat.is_missing = False
        seat.save(update_fields=["is_missing"])
        is_here(seat.entrant, now)
        tell_of(doing, seat.table, "noted the arrival", seat.entrant, before="missing", after=said, reason=reason)
    return seat


def mark_missing(*, seat: RoundSeat, acting: Acting, client_id: str) -> RoundSeat:
    with deed(seat.table, acting, client_id) as doing:
        seat = seat_as_it_is(seat)
        if doing.was_done or seat.is_missing:
            return seat
        guard_playing(seat.table.event_round)
        if is_taken_over(seat):
            raise Refused(f"{seat.entrant} has already been replaced.")
        guard_unfinished(seat)
        seat.is_missing = True
        seat.save(update_fields=["is_missing"])
        tell_of(doing, seat.table, "marked as missing", seat.entrant, after="missing")
    return seat


def was_here_at_start(seat: RoundSeat) -> bool:
    """Whether a missing player was at the event when the round began: then the seat was marked by hand."""
    entrant, started_at = seat.entrant, seat.table.event_round.started_at
    came_later = entrant.arrived_at is not None and started_at is not None and entrant.arrived_at > started_at
    return entrant.state == Entrant.State.HERE and not came_later


def take_back_missing(*, seat: RoundSeat, acting: Acting, client_id: str) -> RoundSeat:
    """Undo a mistaken mark of a missing player who was here when the round began, with nothing off."""
    with deed(seat.table, acting, client_id) as doing:
        seat = seat_as_it_is(seat)
        if doing.was_done or not seat.is_missing:
            return seat
        guard_playing(seat.table.event_round)
        if not was_here_at_start(seat) or sheet_of(seat.table).lateness.get(seat.seat):
            raise Refused(f"{seat.entrant} was late. Enter the arrival, or waive it with a reason.")
        seat.is_missing = False
        seat.save(update_fields=["is_missing"])
        tell_of(doing, seat.table, "took back as missing", seat.entrant, before="missing", after="there")
    return seat


def waive_lateness(*, seat: RoundSeat, acting: Acting, client_id: str, reason: str) -> RoundSeat:
    """Take a player's lateness off the card; a missing player is there, a replacement leaves the seat."""
    with deed(seat.table, acting, client_id) as doing:
        seat = seat_as_it_is(seat)
        if doing.was_done:
            return seat
        if not reason:
            raise Refused("Say why it is waived.")
        sheet = sheet_of(seat.table)
        before = sheet.lateness.get(seat.seat)
        if before is None and not seat.is_missing:
            raise Refused(f"{seat.entrant} wasn’t late.")
        enter_late(seat, acting, client_id, late_payload(seat, 0), reason=reason)
        seat.is_missing = False
        seat.save(update_fields=["is_missing"])
        is_here(seat.entrant, timezone.now())
        was = late_sentence(sheet.book, before.said.minutes) if before else "missing"
        tell_of(doing, seat.table, "waived the lateness", seat.entrant, before=was, after="nothing off", reason=reason)
    return seat


def post_absent(*, event_round: EventRound, acting: Acting, client_id: str, at: datetime | None = None) -> None:
    """Record players still missing at a round's close as absent, who score 0, inside that transaction."""
    for seat in _still_missing(event_round):
        if not seat.table.counts or (seat.said or {}).get("absent"):
            continue
        book = sheet_of(seat.table).book
        payload = _absent_payload(seat, minutes_late(book, event_round, at or timezone.now()))
        enter_late(seat, acting, _own_id(client_id, seat), payload)


def as_if_posted(table: TableReading) -> TableReading:
    """A table of a started round as it would be if the round were closed: its missing players never came."""
    sheet = table.sheet
    for seat in table.seats.values():
        if sheet and is_still_missing(seat):
            sheet = sheet.with_entry("late", None, _absent_payload(seat, 0))
    return replace(table, sheet=sheet)


def take_back_absent(*, event_round: EventRound, acting: Acting, client_id: str) -> None:
    """Mark absent players of a reopened round as missing again, in its transaction: they may still come."""
    for seat in _still_missing(event_round):
        late = sheet_of(seat.table).lateness.get(seat.seat)
        if late is not None and late.said.absent:
            enter_late(seat, acting, _own_id(client_id, seat), late_payload(seat, 0))


def _still_missing(event_round: EventRound) -> list[RoundSeat]:
    seats = RoundSeat.objects.filter(table__event_round=event_round, table__card__isnull=False, is_missing=True)
    rows = seats.with_players().select_related("table__card__book_version", "table__event_round__event__club")
    return [seat for seat in rows if is_still_missing(seat)]


def _own_id(client_id: str, seat: RoundSeat) -> str:
    """An entry's id derived from the submission's, different for each seat."""
    return str(uuid5(NAMESPACE_OID, f"{client_id}/{seat.pk}"))


def _absent_payload(seat: RoundSeat, minutes: int) -> dict[str, Any]:
    return {**late_payload(seat, minutes), "replaced": True, "absent": True}


def late_payload(seat: RoundSeat, minutes: int) -> dict[str, Any]:
    return {"seat": seat.seat, "minutes": min(minutes, MOST_MINUTES_LATE), "substitute": "", "name": ""}


def is_here(entrant: Entrant, now: datetime) -> None:
    """Check in a player who sits at a table."""
    if entrant.state == Entrant.State.HERE:
        return
    entrant.state = Entrant.State.HERE
    entrant.arrived_at = entrant.arrived_at or now
    entrant.left_at = None
    entrant.save(update_fields=["state", "arrived_at", "left_at"])


def guard_playing(event_round: EventRound) -> None:
    if event_round.state != EventRound.State.RUNNING:
        raise Refused(f"{event_round} is not being played.")


def guard_unfinished(seat: RoundSeat) -> None:
    """Refuse to mark or replace a player where nothing is left to be played."""
    if table_reading(seat.table).is_finished:
        raise Refused(f"Table {seat.table.number} has finished. There is nothing left to play there.")


def enter_late(
    seat: RoundSeat, acting: Acting, client_id: str, payload: Mapping[str, Any], *, reason: str = ""
) -> None:
    enter(seat.table, acting, "late", client_id, payload, reason=reason)
    seat.said = payload
    vars(seat).pop("replacement", None)  # read for the word before
