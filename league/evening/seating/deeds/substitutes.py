"""Substitutes in seats of a published or running round."""

from __future__ import annotations

import uuid
from typing import Any

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.cards.seats import entrant_at, is_replaced, is_taken_over, player_at
from league.evening.seating.seatings import publish_version
from league.models import Entrant, EventRound, RoundSeat, SitOut
from scoring.models import ScoreCard
from scoring.score_card.hosts import HostWriter
from scoring.score_card.names import fitted
from scoring.score_card.recording import NotRecorded, read_sheet, record


def substitute(
    *,
    seat: RoundSeat,
    acting: Acting,
    client_id: str,
    entrant: Entrant | None = None,
    helper: str = "",
    reason: str = "",
) -> RoundSeat:
    """Let another play in this seat: an entrant without a seat in the round, or a helper by name. Before the round an
    entrant takes the place over, under a new version. While it runs the seat stays its player's, who keeps the points,
    and the card's names follow. Neither entrant nor name: the player is back."""
    with deed(seat.table.event_round, acting, client_id) as doing:
        seat = seat_as_it_is(seat)
        event_round, event = seat.table.event_round, doing.event
        if doing.was_done:
            return seat
        _guard(seat, entrant)
        before = sitting(seat)
        if event_round.state == EventRound.State.PUBLISHED and entrant is not None:
            take_over(seat, entrant)
        else:
            seat.substitute, seat.helper = entrant, helper[:80]
            seat.is_missing = seat.is_missing and not (entrant or helper)
            seat.save(update_fields=["substitute", "helper", "is_missing"])
        after = sitting(seat)
        if event_round.state == EventRound.State.PUBLISHED:
            after = f"{after}. Version {publish_version(event, acting)}"
        elif seat.table.card is not None:
            card = seat.table.card
            names = {**card.player_names, seat.seat: fitted(player_at(seat))}
            say_on_card(card, acting, str(uuid.uuid5(uuid.NAMESPACE_OID, client_id)), player_names=names)
        what = "seated a substitute" if entrant or helper else "gave the seat back"
        where = f"{event_round}, {str(seat.table).lower()} {seat.seat}"
        doing.tell(what, where, before=before, after=after, reason=reason)
    return seat


def sitting(seat: RoundSeat) -> str:
    return f"{player_at(seat)} for {seat.entrant.called}" if is_taken_over(seat) else seat.entrant.called


def seat_as_it_is(seat: RoundSeat) -> RoundSeat:
    """The current seat with table, round, event and club. A deed that writes to it must hold the table first, like the
    close of the round, and then the card; in another order two deeds may wait for each other."""
    rows = RoundSeat.objects.with_players()
    return rows.select_related("table__card__book_version", "table__event_round__event__club").get(pk=seat.pk)


def _guard(seat: RoundSeat, entrant: Entrant | None) -> None:
    event_round = seat.table.event_round
    if event_round.state == EventRound.State.DRAFT:
        raise Refused(f"{event_round} is still a draft. Swap players there, or make the seating again.")
    if event_round.state == EventRound.State.CLOSED:
        raise Refused(f"{event_round} is closed. Reopen it to change who played.")
    if is_replaced(seat):
        raise Refused(f"{seat.entrant.called} was replaced. Waive that on the board first.")
    if entrant is None:
        return
    if entrant.event_id != event_round.event_id or entrant.pk == seat.entrant_id:
        raise Refused("Choose somebody else from this event.")
    seated = RoundSeat.objects.filter(table__event_round=event_round).with_players().select_related("table")
    other = next((one for one in seated if entrant in (one.entrant, entrant_at(one)) and one.pk != seat.pk), None)
    if other is not None:
        raise Refused(f"{entrant.called} sits at {str(other.table).lower()} in this round.")


def take_over(seat: RoundSeat, entrant: Entrant) -> None:
    """Give a seat of a round to come away; its former player sits out, if here."""
    was = seat.entrant
    SitOut.objects.filter(event_round=seat.table.event_round, entrant=entrant).delete()
    if was.state == Entrant.State.HERE and not was.is_house_player:
        SitOut.objects.get_or_create(event_round=seat.table.event_round, entrant=was)
    seat.entrant, seat.substitute, seat.helper = entrant, None, ""
    seat.save(update_fields=["entrant", "substitute", "helper"])


def say_on_card(card: ScoreCard, acting: Acting, client_id: str, **changed: Any) -> None:
    """Write on a table's card what its head says otherwise by now."""
    payload: dict[str, Any] = {
        "player_names": card.player_names,
        "side_names": card.side_names,
        "first_dealer": card.first_dealer,
        "played_on": card.played_on.isoformat(),
        "table_name": card.table_name,
        "round_name": card.round_name,
        **changed,
    }
    if card.book_version.book.needs_hands:
        payload["hands_agreed"] = card.hands_agreed
    try:
        record(
            writer=HostWriter(card.pk, acting.name or "Director"),
            kind="details",
            payload=payload,
            client_id=client_id,
            seen=read_sheet(card).version,
            by_director=True,
        )
    except NotRecorded as refusal:
        raise Refused(str(refusal)) from refusal
