"""Replacements, from the desk or from the page of the table's card."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from league.acting.deed import deed
from league.acting.log import Refused, touch
from league.acting.permissions import Acting
from league.evening.cards.seats import entrant_at, is_replaced, player_at
from league.evening.seating.deeds.substitutes import seat_as_it_is
from league.models import Entrant, EventRound, RoundSeat, RoundTable
from scoring.rules.tournament import tardiness
from scoring.rules.wording import late_sentence
from scoring.score_card.entries import CameLate
from scoring.score_card.names import fitted
from scoring.score_card.people import Substitute, is_replaced_by
from scoring.score_card.sheet import EntryData

from .entries import sheet_of, tell_of
from .lateness import (
    enter_late,
    guard_playing,
    guard_unfinished,
    is_here,
    late_payload,
    minutes_late,
    tardiness_of,
)


def substitutes_for(*seats: RoundSeat) -> QuerySet[Entrant]:
    """Possible substitutes for a table's seats: house players, and people here without a seat (two queries)."""
    event_round = seats[0].table.event_round
    own = {seat.pk for seat in seats}
    others = RoundSeat.objects.filter(table__event_round=event_round).with_players()
    taken = {seat.entrant_id for seat in others}
    taken |= {entrant.pk for seat in others if seat.pk not in own and (entrant := entrant_at(seat))}
    free = Q(sit_outs__event_round=event_round) | Q(is_house_player=True) | Q(state=Entrant.State.HERE)
    found = Entrant.objects.filter(free, event=event_round.event).exclude(state=Entrant.State.LEFT)
    return found.exclude(pk__in=taken).distinct()


def known(entrant: Entrant) -> Substitute:
    """An entrant as cards and forms know them."""
    title = f"{entrant} (house player)" if entrant.is_house_player else str(entrant)
    return Substitute(entrant.pk, title, entrant.called)


def replace_player(
    *,
    seat: RoundSeat,
    acting: Acting,
    client_id: str,
    substitute: Entrant | None = None,
    helper: str = "",
    reason: str = "",
    at: datetime | None = None,
) -> RoundSeat:
    """Replace a player for the rest of the round, by a `substitute` of the event or a `helper`. The player scores 0 in
    the round; a substitute scores as the book says. A reason is needed before the book's limit of lateness. Raises
    `Refused` for a substitute who has a seat, and where the table has finished with the player."""
    now = at or timezone.now()
    with deed(seat.table, acting, client_id) as doing:
        seat = seat_as_it_is(seat)
        if doing.was_done:
            return seat
        guard_playing(seat.table.event_round)
        if substitute is None and not helper:
            raise Refused("Who plays instead? Choose somebody from the event, or name a helper.")
        if substitute is not None:
            _guard_free(seat, substitute)
        if not seat.is_missing:
            guard_unfinished(seat)
        sheet = sheet_of(seat.table)
        entered = sheet.lateness.get(seat.seat)
        late = entered.said.minutes if entered else 0
        if seat.is_missing:
            late = minutes_late(sheet.book, seat.table.event_round, now)
        is_at_limit = tardiness_of(sheet.book) is not None and tardiness(sheet.book, late) is None
        if not is_at_limit and not reason:
            raise Refused("Say why the player is replaced earlier than the book requires.")
        name = substitute.called if substitute else helper
        plays_on = known(substitute).payload if substitute else {"substitute": "outside", "name": fitted(name)}
        payload = {**late_payload(seat, late), **plays_on}
        enter_late(seat, acting, client_id, payload if is_at_limit else {**payload, "replaced": True}, reason=reason)
        seat.is_missing = False
        seat.save(update_fields=["is_missing"])
        said = late_sentence(sheet.book, late) if is_at_limit else "replaced, scores 0 this round"
        tell_of(doing, seat.table, "replaced", seat.entrant, after=f"{name} plays on. {said}", reason=reason)
    return seat


def take_back_replacement(*, seat: RoundSeat, acting: Acting, client_id: str, reason: str) -> RoundSeat:
    """Return the seat to its player, as late as before, unless the book replaced them."""
    with deed(seat.table, acting, client_id) as doing:
        seat = seat_as_it_is(seat)
        if doing.was_done:
            return seat
        guard_playing(seat.table.event_round)
        if not can_be_back(seat):
            raise Refused(f"{seat.entrant} isn’t replaced, or is so by the book’s rule about late players.")
        assert seat.said is not None, "who was replaced is so by a word of the card"
        who = player_at(seat)
        enter_late(seat, acting, client_id, late_payload(seat, seat.said["minutes"]), reason=reason)
        is_here(seat.entrant, timezone.now())
        before = f"{who} played on"
        tell_of(
            doing, seat.table, "took back the replacement of", seat.entrant, before=before, after="back", reason=reason
        )
    return seat


def can_be_back(seat: RoundSeat) -> bool:
    """Whether a player was replaced before the book asks for it, by the director."""
    return is_replaced(seat) and bool(seat.said and seat.said.get("replaced"))


def _guard_free(seat: RoundSeat, substitute: Entrant) -> None:
    if not substitutes_for(seat).filter(pk=substitute.pk).exists():
        raise Refused(f"{substitute} already has a seat in this round.")


def follow_card(*, table: RoundTable, entry: EntryData) -> None:
    """Follow lateness that an official entered on a card's page: the player has come, or is still awaited."""
    if entry.kind not in ("late", "undo"):
        return
    touch(table.event_round.event)
    if not isinstance(entry.said, CameLate):
        return
    seat = seat_as_it_is(table.seats.get(seat=entry.said.seat))
    if seat.replacement is not None:
        _guard_free(seat, seat.replacement)
    is_running = table.event_round.state == EventRound.State.RUNNING
    has_come = is_replaced_by(sheet_of(seat.table), seat.seat) is None
    if has_come and seat.is_missing and is_running:
        is_here(seat.entrant, timezone.now())
    seat.is_missing = (seat.is_missing or is_running) and not has_come and not is_replaced(seat)
    seat.save(update_fields=["is_missing"])
