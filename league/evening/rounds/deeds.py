"""Rounds: started with a card for every table, closed, reopened and deleted."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db.models import Prefetch
from django.utils import timezone

from league.acting.deed import Doing, deed
from league.acting.log import Refused, done_first
from league.acting.permissions import Acting
from league.evening.cards.board_sets import boards_left
from league.evening.cards.deeds import begin_card
from league.evening.cards.reading import TableReading, read_round
from league.evening.cards.seats import is_still_missing, unsigned_sides
from league.evening.judging.deeds.lateness import post_absent, take_back_absent
from league.evening.seating.deeds.drafts import count_on_rounds
from league.evening.tables.deeds.tables import call_text, hand_cards_over
from league.models import DirectorCall, Entrant, Event, EventRound, RoundSeat, RoundTable
from scoring.rules.notation import listed, lowered, numbered
from scoring.score_card.pages.entries import hold_words

from .counting import counting_words, set_void


def start_round(*, event_round: EventRound, acting: Acting, client_id: str, at: datetime | None = None) -> EventRound:
    """Start a published round: its clock runs, and every table has a card with seats, book and dealer. Players who are
    not at the event are marked missing, except those with a helper in their place. A round without its own minutes has
    the event's; a break ends."""
    with deed(event_round, acting, client_id) as doing:
        event, event_round = doing.event, _as_it_is(event_round)
        if doing.was_done:
            return event_round
        if event_round.state == EventRound.State.RUNNING:
            doing.came_second(done_first(event, "started", event_round), "start", event_round)
            return event_round
        _guard_start(event, event_round)
        _keep_on_paper(event, event_round)
        seats = Prefetch("seats", RoundSeat.objects.with_players())
        for table in event_round.tables.filter(card=None).prefetch_related(seats):
            begin_card(event, event_round, table, table.seats.all())
        hand_cards_over(event_round)
        absent = RoundSeat.objects.filter(table__event_round=event_round, entrant__is_house_player=False)
        absent.filter(helper="").exclude(entrant__state=Entrant.State.HERE).update(is_missing=True)
        event_round.state = EventRound.State.RUNNING
        event_round.started_at = at or timezone.now()
        if not event_round.is_extra_hand:
            event_round.minutes = event_round.minutes or event.minutes
        event_round.save(update_fields=["state", "started_at", "minutes"])
        event.state = Event.State.RUNNING
        event.break_until = None
        event.save(update_fields=["state", "break_until"])
        doing.tell("started", event_round)
    return event_round


def close_round(
    *,
    event_round: EventRound,
    acting: Acting,
    client_id: str,
    reason: str = "",
    at: datetime | None = None,
    void: Collection[int] = (),
) -> EventRound:
    """Close the round being played, `at` a time or now: nothing more is entered at its tables, and those of the `void`
    numbers do not count. Something missing (`missing_in`) takes a reason; players who never came score 0."""
    with deed(event_round, acting, client_id, holding=True) as doing:
        event_round = _as_it_is(event_round)
        if doing.was_done:
            return event_round
        if event_round.state == EventRound.State.CLOSED:
            first = f"{done_first(doing.event, 'closed', event_round)} Your closing was not entered."
            doing.came_second(first, "close", event_round, reason)
        else:
            _close(doing, event_round, reason, at or timezone.now(), void)
    return event_round


def _close(doing: Doing, event_round: EventRound, reason: str, at: datetime, void: Collection[int]) -> None:
    if event_round.state != EventRound.State.RUNNING:
        raise Refused(f"{event_round} hasn’t started.")
    missing = missing_in(event_round)
    if missing and not reason:
        raise Refused("Something is missing. Say why you’re closing the round anyway.")
    if void and not reason:
        raise Refused("Say why it doesn’t count. It goes into the log.", "reason")
    set_void(doing.event, event_round, void)
    post_absent(event_round=event_round, acting=doing.acting, client_id=doing.client_id)
    event_round.state = EventRound.State.CLOSED
    event_round.closed_at = at
    event_round.close_reason = reason[:200]
    event_round.save(update_fields=["state", "closed_at", "close_reason"])
    if doing.event.is_knock_out:
        count_on_rounds(doing.event)
    sentences = (counting_words(event_round), *missing) if void else missing
    doing.tell("closed", event_round, after="\n".join(sentences), reason=reason)


def missing_in(event_round: EventRound) -> tuple[str, ...]:
    """Open matters of a round to be closed, a sentence each (six queries)."""
    reading = read_round(event_round)
    calls = DirectorCall.objects.filter(table__event_round=event_round, answered_at=None).select_related("table")
    call_words = event_round.event.rules.book_version.book.words.say("still calls the director")
    return (
        *(f"Table {table.number}: {words}" for table in reading.tables for words in _missing_at(table)),
        *(f"Table {call.table.number} {call_words}: {call_text(call)}" for call in calls),
    )


def _still_to_play(table: TableReading) -> str:
    if left := boards_left(table):
        return f"{numbered('board', [str(one) for one in left])} {'isn’t' if len(left) == 1 else 'aren’t'} in"
    done, planned = table.hands_done, table.hands_to_play
    return f"{done} of {planned} hands are in" if planned else f"{done} hands are in, and one may be half entered"


def _missing_at(table: TableReading) -> Iterator[str]:
    if not table.is_played_out:
        yield _still_to_play(table)
    elif not table.is_finished:
        yield f"{listed(unsigned_sides(table))} didn’t sign"
    for hold in table.holds:
        yield lowered(hold_words(hold))
    for seat in table.seats.values():
        if is_still_missing(seat):
            yield f"{seat.entrant} is missing, and scores 0 this round unless you enter their arrival first"


def reopen_round(*, event_round: EventRound, acting: Acting, client_id: str, reason: str) -> EventRound:
    """Reopen the last round started. Its clock goes on, and all of it counts."""
    with deed(event_round, acting, client_id, holding=True) as doing:
        event_round = _as_it_is(event_round)
        if doing.was_done:
            return event_round
        _guard_reopen(doing.event, event_round, reason)
        take_back_absent(event_round=event_round, acting=acting, client_id=client_id)
        set_void(doing.event, event_round, ())
        before = event_round.close_reason
        if event_round.closed_at and not event_round.paused_at:
            event_round.paused_seconds += max(0, round((timezone.now() - event_round.closed_at).total_seconds()))
        event_round.state = EventRound.State.RUNNING
        event_round.closed_at = None
        event_round.close_reason = ""
        event_round.save(update_fields=["state", "closed_at", "close_reason", "paused_seconds"])
        was = f"closed: {before}" if before else "closed"
        doing.tell("reopened", event_round, before=was, after="being played", reason=reason)
    return event_round


def _guard_reopen(event: Event, event_round: EventRound, reason: str) -> None:
    if event_round.state != EventRound.State.CLOSED:
        raise Refused(f"{event_round} isn’t closed.")
    later = event.rounds.filter(
        number__gt=event_round.number, state__in=(EventRound.State.RUNNING, EventRound.State.CLOSED)
    ).first()
    if later is not None:
        raise Refused(f"{later} has started since then. Its seating stays as it is.")
    if event.cut_after >= event_round.number:
        raise Refused("It is decided who plays in the final. Take the cut back first.")
    if not reason:
        raise Refused("Say why the round is reopened.")


def delete_round(*, event_round: EventRound, acting: Acting, client_id: str, typed: str) -> None:
    """Delete a round that was not started, with its seating. `typed` is its name as entered."""
    with deed(event_round, acting, client_id, while_closed=True) as doing:
        if doing.was_done:
            return
        event_round = EventRound.objects.get(pk=event_round.pk)
        if event_round.state in (EventRound.State.RUNNING, EventRound.State.CLOSED):
            raise Refused(f"{event_round} has started, so its cards are kept. Say that it doesn’t count instead.")
        later = doing.event.rounds.filter(number__gt=event_round.number).last()
        if later is not None:
            raise Refused(f"Delete {lowered(str(later))} first. Delete rounds starting with the last one.")
        if typed.casefold().split() != str(event_round).casefold().split():
            raise Refused(f"Type “{event_round}” to delete it.", "typed")
        seated = "; ".join(
            f"{table}: {', '.join(str(seat) for seat in table.seats.all())}"
            for table in event_round.tables.prefetch_related("seats__entrant")
        )
        name, state = str(event_round), event_round.get_state_display()
        event_round.delete()
        if event_round.is_extra_hand:  # it was none of the planned ones
            Event.objects.filter(pk=doing.event.pk).update(rounds_planned=event_round.number - 1)
        doing.tell("deleted", name, before=f"{state}. {seated}".strip())


def _as_it_is(event_round: EventRound) -> EventRound:
    """The round's current row, in a transaction whose deed locks its event."""
    return EventRound.objects.select_related("event").get(pk=event_round.pk)


def _keep_on_paper(event: Event, event_round: EventRound) -> None:
    """Keep tables on paper that were so in the round before, unless a tablet now has their cards."""
    paired = event.tablets.filter(is_cut_off=False).values("table_number")
    before = RoundTable.objects.filter(
        event_round__event=event, event_round__number=event_round.number - 1, is_paper=True
    )
    event_round.tables.filter(number__in=before.exclude(number__in=paired).values("number")).update(is_paper=True)


def _guard_start(event: Event, event_round: EventRound) -> None:
    if event_round.state != EventRound.State.PUBLISHED:
        raise Refused(f"Publish the seating of round {event_round.number} first.")
    running = event.rounds.filter(state=EventRound.State.RUNNING).first()
    if running is not None:
        raise Refused(f"{running} is still being played. Close it first.")
    if event.rounds.filter(number__lt=event_round.number).exclude(state=EventRound.State.CLOSED).exists():
        raise Refused("Play and close the rounds before it first.")
