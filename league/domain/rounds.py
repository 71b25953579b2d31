"""Rounds: begun with a card for every table, closed and reopened."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils import timezone

from league.models import Event, EventRound, RoundSeat, RoundTable
from league.permissions import Acting
from pinochle_club.write_queue import queued_write
from scoring.models import ScoreCard
from scoring.rules.book import RuleBook
from scoring.score_card.recording import start_card

from .log import Refused, was_done, write_log

HOST: Final = "league"


def start_round(*, event_round: EventRound, acting: Acting, client_id: str, at: datetime | None = None) -> EventRound:
    """Starts a published round: its clock runs and every table has a card with seats, book and dealer filled in.

    Who is not at the event yet is marked missing in their seat. Raises `Refused` for a draft, and while
    another round is being played. The same submission again changes nothing.
    """
    with queued_write():
        event = Event.objects.select_for_update().get(pk=event_round.event_id)
        event_round = EventRound.objects.select_related("event").get(pk=event_round.pk)
        if was_done(event.club, client_id) or event_round.state == EventRound.State.RUNNING:
            return event_round
        _guard_start(event, event_round)
        for table in event_round.tables.filter(card=None).prefetch_related("seats__entrant"):
            _begin_card(event, event_round, table)
        RoundSeat.objects.filter(table__event_round=event_round, entrant__state="expected").update(is_missing=True)
        event_round.state = EventRound.State.RUNNING
        event_round.started_at = at or timezone.now()
        event_round.save(update_fields=["state", "started_at"])
        event.state = Event.State.RUNNING
        event.save(update_fields=["state"])
        write_log(
            club=event.club, event=event, acting=acting, action="started", subject=str(event_round), client_id=client_id
        )
    return event_round


def _guard_start(event: Event, event_round: EventRound) -> None:
    if event.state == Event.State.CLOSED:
        raise Refused("This event is closed. Reopen it first.")
    if event_round.state != EventRound.State.PUBLISHED:
        raise Refused(f"Publish the seating of round {event_round.number} first.")
    running = event.rounds.filter(state=EventRound.State.RUNNING).first()
    if running is not None:
        raise Refused(f"{running} is still being played. Close it first.")
    if event.rounds.filter(number__lt=event_round.number).exclude(state=EventRound.State.CLOSED).exists():
        raise Refused("Play and close the rounds before it first.")


def _begin_card(event: Event, event_round: EventRound, table: RoundTable) -> ScoreCard:
    seats = {seat.seat: seat.entrant for seat in table.seats.all()}
    rules = event.three_handed_rules if len(seats) == 3 and event.three_handed_rules else event.rules
    version = rules.book_version
    card = start_card(
        version.book,
        version=version,
        player_names={seat: entrant.called for seat, entrant in seats.items()},
        played_on=event.played_on,
        table_name=str(table.number),
        round_name=str(event_round.number),
        host=HOST,
        is_example=False,
        **_length(event, version.book),
    )
    table.card = card
    table.save(update_fields=["card"])
    return card


def _length(event: Event, book: RuleBook) -> Mapping[str, object]:
    """How the card ends: a book with rounds of its own keeps to them where the event asks for as many hands."""
    if event.round_end == Event.RoundEnd.TIME:
        return {"length": ScoreCard.Length.TIME}
    if event.round_end == Event.RoundEnd.GAME or book.round is not None:
        return {}
    hands = event.hands if book.deal.players == 4 else round_of_hands(event.hands, book.deal.players)
    return {"length": ScoreCard.Length.HANDS, "hands_agreed": hands}


def round_of_hands(hands: int, players: int) -> int:
    """As many hands for a three-handed table that everybody there deals equally often: 4 becomes 3."""
    return max(players, hands // 4 * players)
