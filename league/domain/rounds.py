"""Rounds: begun with a card for every table, closed, reopened and deleted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from django.db.models import Prefetch
from django.http import Http404
from django.utils import timezone

from league.models import DirectorCall, Entrant, Event, EventRound, RoundSeat, RoundTable
from league.permissions import Acting
from pinochle_club.write_queue import queued_write
from scoring.models import ScoreCard
from scoring.rules.book import RuleBook
from scoring.rules.cards import Side
from scoring.rules.notation import listed, lowered
from scoring.score_card.beginning import start_card
from scoring.score_card.names import LONGEST_NAME

from .events import guard_not_closed
from .log import Refused, was_done, write_log
from .penalties import post_absent, take_back_absent
from .results import TableReading, read_round
from .tables import call_text, hand_cards_over, hold_tables

HOST: Final = "league"
HIGHEST: Final = 2**15  # beyond what the database holds as a number of a round or table


def start_round(*, event_round: EventRound, acting: Acting, client_id: str, at: datetime | None = None) -> EventRound:
    """Starts a published round: its clock runs and every table has a card with seats, book and dealer filled in.

    Who is not at the event, not yet or not any more, is marked missing in their seat, but for those whose place a
    helper from outside has taken. A round without minutes of its own has the event's; a break is over. Raises
    `Refused` for a draft, and while another round is being played. The same submission again changes nothing.
    """
    with queued_write():
        event = Event.objects.select_for_update().get(pk=event_round.event_id)
        event_round = EventRound.objects.select_related("event").get(pk=event_round.pk)
        if was_done(event.club, client_id) or event_round.state == EventRound.State.RUNNING:
            return event_round
        _guard_start(event, event_round)
        _keep_on_paper(event, event_round)
        for table in event_round.tables.filter(card=None).prefetch_related("seats__entrant"):
            begin_card(event, event_round, table)
        hand_cards_over(event_round)
        seats = RoundSeat.objects.filter(table__event_round=event_round, entrant__is_house_player=False)
        seats.filter(helper="").exclude(entrant__state=Entrant.State.HERE).update(is_missing=True)
        event_round.state = EventRound.State.RUNNING
        event_round.started_at = at or timezone.now()
        event_round.minutes = event_round.minutes or event.minutes
        event_round.save(update_fields=["state", "started_at", "minutes"])
        event.state = Event.State.RUNNING
        event.break_until = None
        event.save(update_fields=["state", "break_until"])
        write_log(
            club=event.club, event=event, acting=acting, action="started", subject=str(event_round), client_id=client_id
        )
    return event_round


def current_round(event: Event) -> EventRound | None:
    """The round the evening is at: the one being played, else the next that is not closed, else the last closed one
    (one query). None before there is a seating."""
    rounds = list(event.rounds.all())
    running = [event_round for event_round in rounds if event_round.state == EventRound.State.RUNNING]
    ahead = [event_round for event_round in rounds if event_round.state != EventRound.State.CLOSED]
    return next(iter((*running, *ahead, *reversed(rounds))), None)


def get_round(event: Event, number: int) -> EventRound:
    """A round of the event (one query); 404 where there is none of that number."""
    found = event.rounds.filter(number=number).first() if number < HIGHEST else None
    if found is None:
        raise Http404("This event has no such round.")
    found.event = event
    return found


def get_table(event: Event, number: int, table: int) -> RoundTable:
    """A table of a round with its card and seats (three queries); 404 where there is none."""
    event_round = get_round(event, number)
    tables = event_round.tables.select_related("card__book_version").prefetch_related(
        Prefetch("seats", RoundSeat.objects.select_related("entrant", "substitute"))
    )
    found = tables.filter(number=table).first() if table < HIGHEST else None
    if found is None:
        raise Http404("This round has no such table.")
    found.event_round = event_round
    return found


def get_seat(event: Event, number: int, table: int, seat: str) -> RoundSeat:
    """A seat of a table in a round (three queries); 404 where there is none."""
    there = get_table(event, number, table)
    found = next((other for other in there.seats.all() if other.seat == seat), None)
    if found is None:
        raise Http404("This table has no such seat.")
    found.table = there
    return found


def close_round(
    *, event_round: EventRound, acting: Acting, client_id: str, reason: str = "", at: datetime | None = None
) -> EventRound:
    """Closes the round that is being played, `at` a time or now: nothing is entered at its tables any more.

    Where something is missing (`missing_in`) the reason says why it is closed all the same; players who never came
    score 0. Raises `Refused` without one, and for a round that is not being played. The same submission again changes
    nothing.
    """
    with queued_write():
        hold_tables(event_round)
        event = Event.objects.select_for_update().get(pk=event_round.event_id)
        event_round = EventRound.objects.select_related("event").get(pk=event_round.pk)
        if was_done(event.club, client_id) or event_round.state == EventRound.State.CLOSED:
            return event_round
        if event_round.state != EventRound.State.RUNNING:
            raise Refused(f"{event_round} has not been started.")
        missing = missing_in(event_round)
        if missing and not reason:
            raise Refused("Something is missing. Say why the round is closed all the same.")
        post_absent(event_round=event_round, acting=acting, client_id=client_id)
        event_round.state = EventRound.State.CLOSED
        event_round.closed_at = at or timezone.now()
        event_round.close_reason = reason[:200]
        event_round.save(update_fields=["state", "closed_at", "close_reason"])
        write_log(
            club=event.club,
            event=event,
            acting=acting,
            action="closed",
            subject=str(event_round),
            after="\n".join(missing),
            reason=reason,
            client_id=client_id,
        )
    return event_round


def missing_in(event_round: EventRound) -> tuple[str, ...]:
    """What is missing before the round can be closed as it should be, a sentence each (six queries)."""
    reading = read_round(event_round)
    calls = DirectorCall.objects.filter(table__event_round=event_round, answered_at=None).select_related("table")
    return (
        *(f"Table {table.number}: {words}" for table in reading.tables for words in _missing_at(table)),
        *(f"Table {call.table.number} still calls the director: {call_text(call)}" for call in calls),
    )


def _missing_at(table: TableReading) -> Iterator[str]:
    """What one table owes."""
    if not table.is_played_out:
        done, planned = table.hands_done, table.hands_to_play
        yield f"{done} of {planned} hands are in" if planned else f"{done} hands are in, and one may be half entered"
    elif not table.is_finished:
        yield f"{listed(unsigned_sides(table))} did not sign"
    if table.table.disputed:
        yield f"disputed, “{table.table.disputed}”"
    for seat in table.seats.values():
        if seat.is_missing and not is_taken_over(seat):
            yield f"{seat.entrant} is missing, and scores 0 in this round unless the arrival is entered first"


def unsigned_sides(table: TableReading) -> list[str]:
    """The sides that have not signed yet, by their players' names."""
    if table.sheet is None:
        return []
    return [side_name(table, side) for side in table.sheet.book.sides if side not in table.sheet.signed]


def side_name(table: TableReading, side: Side) -> str:
    """`Ruth & Marge`: who plays a side, those who took over a seat in place of those they play for."""
    assert table.sheet is not None, "sides are those of the card's book"
    return " & ".join(player_at(table.seats[seat]) for seat in table.sheet.book.seats_of(side) if seat in table.seats)


def player_at(seat: RoundSeat) -> str:
    """What the person is called who sits in a seat now."""
    return seat.substitute.called if seat.substitute else seat.helper or seat.entrant.called


def is_taken_over(seat: RoundSeat) -> bool:
    """Whether somebody else plays on in a seat."""
    return seat.substitute_id is not None or bool(seat.helper)


def reopen_round(*, event_round: EventRound, acting: Acting, client_id: str, reason: str) -> EventRound:
    """Lets a closed round be played on; its clock stood still meanwhile. Who was missing is so again.

    Raises `Refused` unless it is the latest that was started, and without a reason.
    """
    with queued_write():
        hold_tables(event_round)
        event = Event.objects.select_for_update().get(pk=event_round.event_id)
        event_round = EventRound.objects.select_related("event").get(pk=event_round.pk)
        if was_done(event.club, client_id):
            return event_round
        _guard_reopen(event, event_round, reason)
        take_back_absent(event_round=event_round, acting=acting, client_id=client_id)
        before = event_round.close_reason
        if event_round.closed_at and not event_round.paused_at:
            event_round.paused_seconds += max(0, round((timezone.now() - event_round.closed_at).total_seconds()))
        event_round.state = EventRound.State.RUNNING
        event_round.closed_at = None
        event_round.close_reason = ""
        event_round.save(update_fields=["state", "closed_at", "close_reason", "paused_seconds"])
        write_log(
            club=event.club,
            event=event,
            acting=acting,
            action="reopened",
            subject=str(event_round),
            before=f"closed: {before}" if before else "closed",
            after="being played",
            reason=reason,
            client_id=client_id,
        )
    return event_round


def _guard_reopen(event: Event, event_round: EventRound, reason: str) -> None:
    guard_not_closed(event)
    if event_round.state != EventRound.State.CLOSED:
        raise Refused(f"{event_round} is not closed.")
    later = event.rounds.filter(
        number__gt=event_round.number, state__in=(EventRound.State.RUNNING, EventRound.State.CLOSED)
    ).first()
    if later is not None:
        raise Refused(f"{later} has been started since. What it was seated by stays as it is.")
    if not reason:
        raise Refused("Say why the round is reopened.")


def delete_round(*, event_round: EventRound, acting: Acting, client_id: str, typed: str) -> None:
    """Takes out a round that was not started, with its seating. `typed` is its name as the person wrote it.

    Raises `Refused` for a round with cards, one with rounds after it, and when the name is not the round's.
    """
    with queued_write():
        event = Event.objects.select_for_update().get(pk=event_round.event_id)
        if was_done(event.club, client_id):
            return
        event_round = EventRound.objects.get(pk=event_round.pk)
        _guard_delete(event, event_round, typed)
        seated = "; ".join(
            f"{table}: {', '.join(str(seat) for seat in table.seats.all())}"
            for table in event_round.tables.prefetch_related("seats__entrant")
        )
        name, state = str(event_round), event_round.get_state_display()
        event_round.delete()
        write_log(
            club=event.club,
            event=event,
            acting=acting,
            action="deleted",
            subject=name,
            before=f"{state}. {seated}".strip(),
            client_id=client_id,
        )


def _guard_delete(event: Event, event_round: EventRound, typed: str) -> None:
    if event_round.state in (EventRound.State.RUNNING, EventRound.State.CLOSED):
        raise Refused(f"{event_round} was started: its cards are kept. Close it instead.")
    later = event.rounds.filter(number__gt=event_round.number).last()
    if later is not None:
        raise Refused(f"Delete {lowered(str(later))} first: rounds are deleted from the last one on.")
    if typed.casefold().split() != str(event_round).casefold().split():
        raise Refused(f"Type “{event_round}” to delete it.")


def _keep_on_paper(event: Event, event_round: EventRound) -> None:
    """A table that was on paper in the round before is so again, unless a tablet keeps its cards."""
    paired = event.tablets.filter(is_cut_off=False).values("table_number")
    before = RoundTable.objects.filter(
        event_round__event=event, event_round__number=event_round.number - 1, is_paper=True
    )
    event_round.tables.filter(number__in=before.exclude(number__in=paired).values("number")).update(is_paper=True)


def _guard_start(event: Event, event_round: EventRound) -> None:
    guard_not_closed(event)
    if event_round.state != EventRound.State.PUBLISHED:
        raise Refused(f"Publish the seating of round {event_round.number} first.")
    running = event.rounds.filter(state=EventRound.State.RUNNING).first()
    if running is not None:
        raise Refused(f"{running} is still being played. Close it first.")
    if event.rounds.filter(number__lt=event_round.number).exclude(state=EventRound.State.CLOSED).exists():
        raise Refused("Play and close the rounds before it first.")


def begin_card(event: Event, event_round: EventRound, table: RoundTable) -> ScoreCard:
    """A card for a table of a round that is being played; call it inside the transaction that seats the table."""
    seats = {seat.seat: player_at(seat) for seat in table.seats.all()}
    rules = event.three_handed_rules if len(seats) == 3 and event.three_handed_rules else event.rules
    version = rules.book_version
    card = start_card(
        version.book,
        version=version,
        player_names={seat: called[:LONGEST_NAME] for seat, called in seats.items()},
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
