"""A tablet's place between cards, and a pass on the screen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone

from league.acting.answers import FormPage
from league.evening.cards.board_sets import NO_BOARD_SET, BoardSetWords, board_sets_in_words
from league.evening.cards.seats import player_at
from league.evening.clock.pages import clock_context, message_now
from league.evening.clock.polling import asks_with
from league.evening.tables.deeds.tables import call_text
from league.evening.tables.passes import Pass
from league.evening.tables.places import TableTonight, player_of
from league.models import Club, DirectorCall, Event, EventRound, RoundSeat, RoundTable, TableTablet
from league.office.clubs.pages.navigation import back_to_desk
from league.words import boards_words, clock_words, out_words
from scoring.rules.book.vocabulary import Vocabulary
from scoring.rules.cards import Seat, order_of
from scoring.rules.notation import LETTERS, counted, lowered, seat_name

NO_SEAT: Final = "has no seat. Ask the director"

# -- who sits here -----------------------------------------------------------------------


def seats_context(place: TableTonight) -> dict[str, Any] | None:
    if place.is_round_running and place.table is not None:
        return _seats(place, place.table)
    return _seats(place, place.next_table) if place.next_table else None


def _seats(place: TableTonight, table: RoundTable) -> dict[str, Any]:
    seats = _in_order(table)
    return {
        "title": str(table.event_round),
        "players": [_seated(seat, [each.seat for each in seats]) for seat in seats],
        "is_ring": len(seats) == 4,
        "boards": _boards(place, table.event_round_id).get(table.number, NO_BOARD_SET).all,
    }


def _boards(place: TableTonight, round_id: int) -> Mapping[int, BoardSetWords]:
    return board_sets_in_words(place.board_sets.get(round_id, ()), place.event.hands)


def _in_order(table: RoundTable) -> list[RoundSeat]:
    rows = {seat.seat: seat for seat in table.seats.all()}
    return [rows[seat] for seat in order_of(rows) if seat in rows]


def _seated(seat: RoundSeat, seats: Collection[Seat]) -> dict[str, str]:
    name = player_at(seat)
    note = f"for {seat.entrant.called}" if name != seat.entrant.called else "not here yet" if seat.is_missing else ""
    return {"seat": seat.seat, "seat_name": seat_name(seat.seat, seats), "name": name, "note": note}


# -- the tablet's place ------------------------------------------------------------------


def place_context(place: TableTonight, now: datetime | None = None, *, is_played_out: bool = False) -> dict[str, Any]:
    """A paired tablet between cards: `here` are the next players, `card` is the one just finished. Once all cards are
    signed (`is_played_out`), nothing is said of what comes next."""
    event, now = place.event, now or timezone.now()
    headline, sentences = _headline(place)
    is_done = place.reading is not None and place.reading.is_finished
    table, moves = place.table, () if place.is_over else tuple(_moves(place))
    return {
        "title": f"Table {place.number}",
        "headline": headline,
        "director": event.rules.book_version.book.words.director,
        "sentences": () if is_played_out and not place.is_over else (*_trays(place), *sentences),
        "here": None if place.is_over else _next_seats(place),
        "here_title": "At this table next" if moves else "Who sits here",
        "moves": moves,
        "card": reverse("score_card:card", args=[table.card_id]) if is_done and table and table.card_id else "",
        "poll": f"{reverse('league:table', args=[event.pk])}?{asks_with(event, now)}{'&over' if place.is_over else ''}",
        "call": reverse("league:call_director", args=[event.pk]) if table and not place.is_over else "",
        "boards": boards_address(table.event_round) if table and table.board_set else "",
        "message": message_of(event, now),
        "clock": None if place.is_over else table_clock(event, place.event_round, now),
        "is_over": place.is_over,
    }


def boards_address(event_round: EventRound) -> str:
    """A table's page of others' results on its boards; empty while the club hides them."""
    event = event_round.event
    is_open = event.travelers_after == Event.TravelersAfter.BOARD or event_round.state == EventRound.State.CLOSED
    return reverse("league:table_boards", args=[event.pk]) if event.is_duplicate and is_open else ""


def _next_seats(place: TableTonight) -> dict[str, Any] | None:
    is_done = place.reading is not None and place.reading.is_finished
    if place.next_table is None and place.is_round_running and place.table is not None and not is_done:
        return _seats(place, place.table)
    return _seats(place, place.next_table) if place.next_table else None


def _headline(place: TableTonight) -> tuple[str, tuple[str, ...]]:
    event_round, next_one = place.event_round, place.next_round
    if place.is_over:
        return "The evening is over", ("Thank you for keeping score. Please take this tablet back to the director.",)
    sits = "sits here" if event_round is None else "sits where next"
    following: tuple[str, ...] = (f"Who {sits} isn’t set yet. It will show here once the director publishes it.",)
    if event_round is None:
        if next_one is not None:
            begins = f"{next_one} begins when the director starts it. The card then opens here by itself."
            free = f"Nobody sits here in {lowered(str(next_one))}."
            following = (begins,) if place.next_table else (free, begins)
        return f"Welcome, table {place.number}", following
    if next_one is not None:
        begins = f"{next_one} opens here by itself when the director starts it."
        free = f"Nobody sits at this table in {lowered(str(next_one))}."
        following = (begins,) if place.next_table else (free, begins)
    if place.is_round_running and place.table is None:
        return f"Table {place.number} is free in {lowered(str(event_round))}", following
    if place.is_round_running and place.table is not None and place.table.is_paper:
        words = "This table is on paper. Write there, and the director will type it in."
        return f"{event_round} on paper", (words, *following)
    if not (place.table.counts if place.table else event_round.counts):
        return f"{event_round} doesn’t count", following
    return f"{event_round} is {'done' if place.is_round_running else 'closed'}", following


def _moves(place: TableTonight) -> Iterator[dict[str, Any]]:
    names = place.event.rules.book_version.book.seat_names
    for seat in _in_order(place.table) if place.table and place.next_round else ():
        person = player_of(seat)
        goes = place.goes_to.get(person.pk)
        if goes is not None:
            is_here = goes.table.number == place.number
            where = "stays here" if is_here else f"goes to table {goes.table.number}"
            boards = boards_words(goes.table.board_set, place.event.hands)
            words = ", ".join(filter(None, (where, names.get(goes.seat, LETTERS.get(goes.seat)), boards)))
            yield {"name": person.called, "words": words, "is_here": is_here}
        else:
            out = f"{out_words(place.event).does} this round"
            yield {"name": person.called, "words": out if person.pk in place.sits_out else NO_SEAT}


def _trays(place: TableTonight) -> Iterator[str]:
    """The way of this table's played boards, and of the next round's."""
    if place.is_over or not (place.event_round and place.next_round):
        return
    is_done = place.reading is None or place.reading.is_finished
    before, after = (place.board_sets.get(one.pk, ()) for one in (place.event_round, place.next_round))
    mine = next((table.board_set for table in before if table.number == place.number), 0)
    comes = next((table.board_set for table in after if table.number == place.number), 0)
    if not is_done or mine == comes:
        return
    to = [table.number for table in after if table.board_set == mine]
    come_from = [table.number for table in before if table.board_set == comes]
    if mine:
        where = f"go to table {to[0]}" if to else "go back to the director"
        yield f"{boards_words(mine, place.event.hands).capitalize()} {where}."
    if comes:
        where = f"come from table {come_from[0]}" if come_from else "come from the director"
        yield f"{boards_words(comes, place.event.hands).capitalize()} {where}."


# -- above the card ----------------------------------------------------------------------


def call_context(call: DirectorCall, club: Club, words: Vocabulary) -> dict[str, str]:
    on_the_way = f": {call.answered_by} is coming" if call.answered_by else ""
    called = f"The {words.director} was called at {clock_words(call.called_at, club)}{on_the_way}."
    return {"words": called, "about": call_text(call)}


def table_clock(event: Event, event_round: EventRound | None, now: datetime) -> dict[str, Any] | None:
    """The clock for a table; None without a limit or break."""
    clock = clock_context(event, event_round, now)
    has_limit = event_round is not None and event_round.minutes + event_round.added_minutes > 0
    return clock if clock["state"] == "break" or (has_limit and clock["is_playing"]) else None


def message_of(event: Event, now: datetime) -> str:
    """The director's message while it lasts, with its time."""
    message = message_now(event, now)
    sent = f" ({clock_words(event.message_at, event.club)})" if message and event.message_at else ""
    return f"{message}{sent}"


def device_sentences(tablets: Sequence[TableTablet], mine: TableTablet | None, club: Club) -> tuple[str, ...]:
    """Other tablets that keep the same card, for a tablet or (`mine` None) an official."""
    keeps = "is also keeping" if mine else "is keeping"
    return tuple(
        f"{tablet.label}{_in_brackets(tablet)} {keeps} this card (since {clock_words(tablet.paired_at, club)})."
        for tablet in tablets
        if tablet != mine
    )


def _in_brackets(tablet: TableTablet) -> str:
    return f" ({tablet.device.label})" if tablet.device.label else ""


# -- tables of the hall ------------------------------------------------------------------


def hall_page(event: Event) -> FormPage:
    says = (
        "A table that’s out of use is left free from the next round on. Where its seats are known already, the next "
        "free number takes its place.",
        "A new number holds at once. The card, the tablets and the seats to come go along, and the old table card "
        "leads to the new number.",
    )
    return FormPage("Tables tonight", "Save", back_to_desk(event), event.name, says)


def hall_context(event: Event) -> dict[str, Any]:
    return {"event": event, "changed": [(table, _hall_words(table, now)) for table, now in event.hall_tables.items()]}


def _hall_words(table: int, now: int) -> str:
    return f"Table {now} in place of table {table}" if now else f"Table {table} is out of use"


def said_of_hall(table: int, number: int, *, is_out: bool) -> str:
    if not is_out:
        return f"Table {table} has number {number} now. Print its new table card."
    instead = f" Table {number} takes its place in the rounds to come." if number else ""
    return f"Table {table} is out of use.{instead}"


# -- a pass on the screen ----------------------------------------------------------------


def pass_context(
    given: Pass, tablets: Sequence[TableTablet], attempts: tuple[int, datetime | None], club: Club
) -> dict[str, Any]:
    times, until = attempts
    pause = f" PINs won’t work until {clock_words(until, club)}. The QR code does." if until else ""
    return {
        "given": given,
        "tablets": [
            (one.pk, f"{one.label}{_in_brackets(one)}, since {clock_words(one.paired_at, club)}") for one in tablets
        ],
        "attempts": f"{counted(times, 'wrong PIN')} so far.{pause}" if times else "",
    }
