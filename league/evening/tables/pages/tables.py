"""What a table's tablet shows beside its card, and a pass on the screen: every string ready to print. No queries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone

from league.evening.cards.seats import player_at
from league.evening.clock.pages import ClockContext, clock_context, message_now
from league.evening.clock.polling import asks_with
from league.evening.tables.deeds.tables import call_text
from league.evening.tables.passes import Attempts, Pass
from league.evening.tables.places import Place, player_of
from league.models import Club, DirectorCall, Event, EventRound, RoundSeat, RoundTable, TableTablet
from league.words import clock_words, out_words
from scoring.rules.cards import FOUR_SEATS
from scoring.rules.notation import SEAT_NAMES, counted, lowered

# -- who sits here -----------------------------------------------------------------------


def seats_context(place: Place) -> dict[str, Any] | None:
    """Who sits at the table in the round that is played or comes next; None while nobody has said."""
    if place.is_round_running and place.table is not None:
        return _seats(place.table, str(place.event_round))
    if place.next_table is not None:
        return _seats(place.next_table, str(place.next_round))
    return None


def _seats(table: RoundTable, title: str) -> dict[str, Any]:
    seats = sorted(table.seats.all(), key=_place_of_seat)
    return {"title": title, "players": [_seated(seat) for seat in seats], "is_three": len(seats) == 3}


def _place_of_seat(seat: RoundSeat) -> int:
    return FOUR_SEATS.index(seat.seat) if seat.seat in FOUR_SEATS else ord(seat.seat)


def _seated(seat: RoundSeat) -> dict[str, str]:
    name = player_at(seat)
    note = f"for {seat.entrant.called}" if name != seat.entrant.called else ""
    if seat.is_missing and not note:
        note = "not here yet"
    return {"seat": seat.seat, "seat_name": SEAT_NAMES[seat.seat], "name": name, "note": note}


# -- the tablet's place ------------------------------------------------------------------


def place_context(place: Place, now: datetime | None = None) -> dict[str, Any]:
    """What a paired tablet shows between its cards.

    `here` is who sits here next, `moves` where each of the present players goes. `card` is the address of the card
    just finished. `poll` asks for news.
    """
    event, now = place.event, now or timezone.now()
    headline, sentences = _said(place)
    is_done = place.reading is not None and place.reading.is_finished
    table, moves = place.table, () if place.is_over else _moves(place)
    return {
        "title": f"Table {place.number}",
        "headline": headline,
        "sentences": sentences,
        "here": None if place.is_over else _next_seats(place),
        "here_title": "At this table next" if moves else "Who sits here",
        "moves": moves,
        "card": reverse("score_card:card", args=[table.card_id]) if is_done and table and table.card_id else "",
        "poll": f"{reverse('league:table', args=[event.pk])}?{asks_with(event, now)}{'&over' if place.is_over else ''}",
        "call": reverse("league:call_director", args=[event.pk]) if table and not place.is_over else "",
        "message": message_of(event, now),
        "clock": None if place.is_over else table_clock(event, place.event_round, now),
        "is_over": place.is_over,
    }


def _next_seats(place: Place) -> dict[str, Any] | None:
    if place.next_table is not None:
        return _seats(place.next_table, str(place.next_round))
    if place.is_round_running and place.table is not None and not (place.reading and place.reading.is_finished):
        return _seats(place.table, str(place.event_round))
    return None


def _said(place: Place) -> tuple[str, tuple[str, ...]]:
    """The headline and what follows from it."""
    if place.is_over:
        return "The evening is over", ("Thank you for keeping score. Please take this tablet back to the director.",)
    if place.event_round is None:
        return f"Welcome, table {place.number}", _before_the_first(place)
    event_round = place.event_round
    if place.is_round_running and place.table is None:
        return f"Table {place.number} is free in {lowered(str(event_round))}", _what_next(place)
    if place.is_round_running and place.table is not None and place.table.is_paper:
        words = "This table is on paper. Write there, and the director will type it in."
        return f"{event_round} on paper", (words, *_what_next(place))
    if not (place.table.counts if place.table else event_round.counts):
        return f"{event_round} doesn’t count", _what_next(place)
    done = f"{event_round} is done" if place.is_round_running else f"{event_round} is closed"
    return done, _what_next(place)


def _before_the_first(place: Place) -> tuple[str, ...]:
    if place.next_round is None:
        return ("Who sits here isn’t set yet. It will show here once the director publishes it.",)
    begins = f"{place.next_round} begins when the director starts it. The card then opens here by itself."
    return (begins,) if place.next_table else (f"Nobody sits here in {lowered(str(place.next_round))}.", begins)


def _what_next(place: Place) -> tuple[str, ...]:
    if place.next_round is None:
        return ("Who sits where next isn’t set yet. It will show here once the director publishes it.",)
    begins = f"{place.next_round} opens here by itself when the director starts it."
    if place.next_table is None:
        return (f"Nobody sits at this table in {lowered(str(place.next_round))}.", begins)
    return (begins,)


def _moves(place: Place) -> tuple[dict[str, Any], ...]:
    if place.table is None or place.next_round is None:
        return ()
    return tuple(_move(place, seat) for seat in sorted(place.table.seats.all(), key=_place_of_seat))


def _move(place: Place, seat: RoundSeat) -> dict[str, Any]:
    person = player_of(seat)
    goes = place.goes_to.get(person.pk)
    if goes is not None:
        is_here = goes.table.number == place.number
        where = "stays here" if is_here else f"goes to table {goes.table.number}"
        return {"name": person.called, "words": f"{where}, {SEAT_NAMES[goes.seat]}", "is_here": is_here}
    out = f"{out_words(place.event).does} this round"
    words = out if person.pk in place.sits_out else "has no seat. Ask the director"
    return {"name": person.called, "words": words}


# -- above the card ----------------------------------------------------------------------


def call_context(call: DirectorCall, club: Club) -> dict[str, str]:
    """An open call as the table sees it; `answered_by` of an open call is who is on the way."""
    on_the_way = f": {call.answered_by} is coming" if call.answered_by else ""
    called = f"The director was called at {clock_words(call.called_at, club)}{on_the_way}."
    return {"words": called, "about": call_text(call)}


def table_clock(event: Event, event_round: EventRound | None, now: datetime) -> ClockContext | None:
    """The clock as a table needs it; None where the round has no limit and nobody has a break."""
    clock = clock_context(event, event_round, now)
    has_limit = event_round is not None and event_round.minutes + event_round.added_minutes > 0
    return clock if clock.state == "break" or (has_limit and clock.is_playing) else None


def message_of(event: Event, now: datetime) -> str:
    """The director's message to all tables as long as it lasts, with when it was sent."""
    message = message_now(event, now)
    sent = f" ({clock_words(event.message_at, event.club)})" if message and event.message_at else ""
    return f"{message}{sent}"


def device_sentences(tablets: Sequence[TableTablet], mine: TableTablet | None, club: Club) -> tuple[str, ...]:
    """What a tablet, or with `mine` None an official, is told of the others that keep the same card."""
    keeps = "is also keeping" if mine else "is keeping"
    return tuple(
        f"{tablet.label}{_in_brackets(tablet)} {keeps} this card (since {clock_words(tablet.paired_at, club)})."
        for tablet in tablets
        if tablet != mine
    )


def _in_brackets(tablet: TableTablet) -> str:
    return f" ({tablet.device.label})" if tablet.device.label else ""


# -- pairing -----------------------------------------------------------------------------


def pairing_context(mine: TableTablet | None, table: int) -> dict[str, Any]:
    """What the page of a pass asks: whether to keep the table, or with `kept` another one, which of both."""
    kept = mine.table_number if mine else None
    return {"kept": kept if kept != table else None, "is_kept": kept == table}


# -- a pass on the screen ----------------------------------------------------------------


def pass_context(given: Pass, tablets: Sequence[TableTablet], attempts: Attempts, club: Club) -> dict[str, Any]:
    """A pass as a director sees it: the code, the PIN, who uses it, and how often it was guessed at."""
    words = [f"{tablet.label}{_in_brackets(tablet)}, since {clock_words(tablet.paired_at, club)}" for tablet in tablets]
    return {
        "given": given,
        "tablets": [(tablet.pk, said) for tablet, said in zip(tablets, words, strict=True)],
        "attempts": _attempts(given.table_number, attempts, club),
    }


def _attempts(table_number: int, attempts: Attempts, club: Club) -> str:
    times = attempts.by_table.get(table_number, 0)
    if not times:
        return ""
    until = attempts.cooling.get(table_number) or attempts.cooling.get(0)
    pause = f" PINs won’t work until {clock_words(until, club)}. The QR code does." if until else ""
    return f"{counted(times, 'wrong PIN')} so far.{pause}"
