"""What the director has to do, most pressing first. No queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from league.acting.permissions import Action
from league.cards.reading import TableReading
from league.check_in.pages import absent_words
from league.clock.instants import minutes_since
from league.clock.pages import milliseconds
from league.judging.pages import is_at_limit, missing_words
from league.models import DirectorCall, Entrant, Event, EventRound
from league.tables.deeds.tables import call_text
from league.tables.passes import MOST_TABLES
from league.words import clock_words
from scoring.rules.book import RuleBook
from scoring.rules.notation import listed

from .desk import Desk, Key
from .missing import left_at, missing_at, missing_keys
from .tables import BoardTable, hand_words, last_entry_at

MANY_WRONG_PINS: Final = 3


@dataclass(frozen=True, slots=True)
class Todo:
    """One line of what the director has to do; `tone` is `bad`, `now`, `go` or `plain`."""

    text: str
    tone: str
    keys: tuple[Key, ...] = ()
    note: str = ""
    since_ms: str = ""
    since: str = ""
    table: int | None = None


def board_todos(desk: Desk, tables: Sequence[BoardTable]) -> Iterator[Todo]:
    reading = desk.board.reading
    if reading is not None:
        by_number = {table.number: table for table in reading.tables}
        yield from _call_todos(desk)
        yield from (_dispute_todo(desk, table) for table in reading.tables if table.table.disputed)
        if desk.is_playing:
            yield from _missing_todos(desk, reading.tables)
            yield from _left_todos(desk, reading.tables)
            yield from (_quiet_todo(desk, by_number[table.number]) for table in tables if table.state == "quiet")
            yield from _unsigned_todos(desk, tables)
    yield from _pin_todos(desk)
    if reading is not None and desk.is_playing:
        yield from _paper_todos(desk, tables)
        yield from _unpaired_todos(desk, tables)
    yield from _round_todos(desk, tables)


def _call_todos(desk: Desk) -> Iterator[Todo]:
    for calls in desk.board.calls.values():
        yield from (_call_todo(desk, call) for call in calls)


def _call_todo(desk: Desk, call: DirectorCall) -> Todo:
    keys: list[Key] = []
    if desk.may(Action.ANSWER_TABLES):
        hint = f" to table {call.table.number}"
        if not call.answered_by:
            keys.append(Key("I’m coming", desk.stay(desk.event_address("come_to_table", call.pk)), hint=hint))
        keys.append(Key("Done", desk.stay(desk.event_address("answer_call", call.pk)), is_go=True, hint=hint))
    return Todo(
        text=f"Table {call.table.number} calls: {call_text(call)}",
        tone="bad",
        keys=tuple(keys),
        note=f"{call.answered_by} is on the way" if call.answered_by else "",
        since=f"{minutes_since(call.called_at, desk.now)} min",
        since_ms=milliseconds(call.called_at),
        table=call.table.number,
    )


def _dispute_todo(desk: Desk, reading: TableReading) -> Todo:
    return Todo(
        text=f"Table {reading.number} is disputed: {reading.table.disputed}",
        tone="bad",
        keys=_settle_keys(desk, reading),
        table=reading.number,
    )


def _settle_keys(desk: Desk, reading: TableReading) -> tuple[Key, ...]:
    if not desk.may(Action.ANSWER_TABLES) or desk.is_over:
        return ()
    address = desk.stay(desk.round_address("settle", reading.number))
    return (Key("Settled", address, is_go=True, hint=f" at table {reading.number}"),)


def _missing_todos(desk: Desk, readings: Iterable[TableReading]) -> Iterator[Todo]:
    for reading in readings:
        assert reading.sheet is not None, "a round that is being played has its cards"
        for seat in missing_at(reading):
            keys = tuple(missing_keys(desk, reading, seat)) if desk.may(Action.PENALISE) else ()
            at_limit = is_at_limit(reading.sheet.book, desk.event_round, desk.now)
            yield Todo(
                text=f"{seat.entrant} is missing at table {reading.number}",
                tone="bad" if at_limit else "now",
                keys=keys,
                note=_missing_note(desk, reading.sheet.book),
                table=reading.number,
            )


def _missing_note(desk: Desk, book: RuleBook) -> str:
    said = missing_words(book, desk.event_round, desk.now)
    if not is_at_limit(book, desk.event_round, desk.now) or not desk.board.free:
        return f"{said}."
    return f"{said}. Sitting out: {listed([entrant.called for entrant in desk.board.free])}."


def _left_todos(desk: Desk, readings: Iterable[TableReading]) -> Iterator[Todo]:
    """Players of a table that still plays who went home."""
    for reading in readings:
        for seat in left_at(reading):
            place = (reading.number, seat.seat)
            keys: list[Key] = []
            if desk.may(Action.PENALISE):
                address = desk.round_address("replace", *place)
                keys.append(Key("Replace…", address, is_link=True, is_go=True, hint=f" {seat.entrant}"))
            if desk.may(Action.SEAT_PLAYERS):
                address = desk.round_address("substitutes", reading.number)
                keys.append(Key("Substitute…", address, is_link=True, hint=f" for {seat.entrant}"))
            yield Todo(
                text=f"{seat.entrant} left and has a seat at table {reading.number}",
                tone="now",
                keys=tuple(keys),
                note="Who is replaced scores 0 in this round; for whom a substitute plays keeps the points.",
                table=reading.number,
            )


def _quiet_todo(desk: Desk, reading: TableReading) -> Todo:
    since = last_entry_at(desk.event_round, reading)
    assert since is not None, "a table is quiet since some moment"
    return Todo(
        text=f"Table {reading.number}: no entry for {minutes_since(since, desk.now)} minutes",
        tone="now",
        keys=(_show_key(desk, reading.number),),
        note=hand_words(reading),
        table=reading.number,
    )


def _show_key(desk: Desk, number: int) -> Key:
    address = f"{desk.board_address}{desk.query(open=number)}#table-{number}"
    return Key("Look", address, is_link=True, hint=f" at table {number}")


def _unsigned_todos(desk: Desk, tables: Sequence[BoardTable]) -> Iterator[Todo]:
    for table in tables:
        if table.state == "unsigned":
            who = [side.name for side in table.sides if not side.is_signed]
            both = "both sides" if len(table.sides) == 2 and len(who) == 2 else listed(who)
            text = f"Table {table.number}: {both} must sign"
            yield Todo(text, "now", (_show_key(desk, table.number),), table=table.number)


def _pin_todos(desk: Desk) -> Iterator[Todo]:
    until = desk.board.pins.cool_until
    if until is not None:
        again = clock_words(until + timedelta(minutes=1))
        text = f"Wrong PINs from many places: until {again} new tablets are paired by QR code alone"
        yield Todo(text, "now", note="Tablets that are paired go on, and those of other evenings may type their PIN.")
    for number, times in sorted(desk.board.pins.by_table.items()):
        if times >= MANY_WRONG_PINS and number > MOST_TABLES:
            yield Todo(f"{times} wrong PINs in half an hour for tables that do not exist", "now")
        elif times >= MANY_WRONG_PINS:
            address = desk.event_address("table_pass", number)
            key = Key("New pass…", address, is_link=True, hint=f" for table {number}")
            keys = (key,) if desk.may(Action.ANSWER_TABLES) else ()
            yield Todo(f"Table {number}: {times} wrong PINs in half an hour", "now", keys, table=number)


def _paper_todos(desk: Desk, tables: Sequence[BoardTable]) -> Iterator[Todo]:
    for table in tables:
        if table.state == "paper":
            text = f"Table {table.number} plays on paper: its card is to be typed"
            yield Todo(text, "plain", _type_keys(desk, table.number), table=table.number)


def _unpaired_todos(desk: Desk, tables: Sequence[BoardTable]) -> Iterator[Todo]:
    """One line for all tables without a tablet: an evening on paper is no alarm."""
    numbers = sorted(table.number for table in tables if table.state == "unpaired")
    if not numbers:
        return
    note = "Their passes pair tablets; cards on paper are typed when they come in."
    if len(numbers) == 1:
        keys = _type_keys(desk, numbers[0])
        yield Todo(f"Table {numbers[0]} has no tablet and nothing entered", "plain", keys, note, table=numbers[0])
        return
    passes = Key("Print the passes", desk.event_address("papers"), is_link=True)
    text = f"Tables {listed([str(number) for number in numbers])} have no tablet and nothing entered"
    yield Todo(text, "plain", (passes,) if desk.may(Action.PRINT) else (), note)


def _type_keys(desk: Desk, number: int) -> tuple[Key, ...]:
    key = Key("Type it", desk.round_address("paper_card", number), is_link=True)
    return (key,) if desk.may(Action.TYPE_PAPER) else ()


def _round_todos(desk: Desk, tables: Sequence[BoardTable]) -> Iterator[Todo]:
    """How the evening goes on: close the round, seat and start the next, close the event."""
    shown, following = desk.board.event_round, desk.board.next_round
    if desk.board.is_stale:
        yield _stale_todo(desk)
    if desk.board.is_moved_otherwise:
        yield _moved_todo(desk)
    if shown is None or shown.state == EventRound.State.CLOSED:
        yield from _next_todos(desk, shown, following)
    elif desk.is_playing:
        if tables and all(table.state == "finished" for table in tables):
            keys = (Key("Close the round…", desk.round_address("close_round"), is_link=True, is_go=True),)
            yield Todo(f"{shown} can be closed", "go", keys if desk.may(Action.RUN_ROUNDS) else ())
    elif desk.may(Action.RUN_ROUNDS):
        absent = "" if desk.board.is_stale else absent_words(_absent(desk))
        yield Todo(f"{shown} is seated and waits for its start", "go", (start_key(desk),), note=absent)


def _absent(desk: Desk) -> list[Entrant]:
    """Who has a seat in the round that can be started and is not here."""
    readings = desk.board.reading.tables if desk.board.reading else ()
    people = [seat.entrant for reading in readings for seat in reading.seats.values()]
    return [one for one in people if one.state != Entrant.State.HERE and not one.is_house_player]


def _stale_todo(desk: Desk) -> Todo:
    """Whoever came since the seating was made has no seat in the round that can be started."""
    keys = (Key("Re-plan the seating", desk.event_address("rotation"), is_link=True, is_go=True),)
    return Todo(
        "People came or left since the seating was made",
        "now",
        keys if desk.may(Action.SEAT_PLAYERS) else (),
        note="Re-plan before the next round starts: who came has no seat in it, who left still has one.",
    )


def _moved_todo(desk: Desk) -> Todo:
    """A result was changed after the round that follows from it was seated."""
    following = desk.board.next_round or desk.event_round
    keys = (Key("Re-plan the seating", desk.event_address("rotation"), is_link=True, is_go=True),)
    return Todo(
        f"The results of round {following.number - 1} have changed since {str(following).lower()} was seated",
        "now",
        keys if desk.may(Action.SEAT_PLAYERS) else (),
        note="Re-plan before it starts, or the winners do not move as they should.",
    )


def start_key(desk: Desk) -> Key:
    """The large key, unless something else comes first."""
    is_go = not (desk.board.is_stale or desk.board.is_moved_otherwise)
    return Key(f"Start {str(desk.event_round).lower()}", desk.round_address("start_round"), is_go=is_go)


def _next_todos(desk: Desk, shown: EventRound | None, following: EventRound | None) -> Iterator[Todo]:
    address = desk.event_address("rotation") if desk.may(Action.SEAT_PLAYERS) else ""
    if following is not None:
        keys = (Key("Look at it", address, is_link=True, is_go=True),) if address else ()
        yield Todo(f"The seating of {str(following).lower()} is a draft: publish it", "go", keys)
        return
    if shown is not None and shown.number >= desk.event.rounds_planned:
        if desk.event.state != Event.State.CLOSED:
            yield Todo("All planned rounds are played", "go", tuple(_last_keys(desk)))
        return
    keys = (Key("Seat the players", address, is_link=True, is_go=True),) if address else ()
    yield Todo(f"Round {shown.number + 1 if shown else 1} has no seating yet", "go", keys)


def _last_keys(desk: Desk) -> Iterator[Key]:
    """When everything is played: what came of it, and the end."""
    yield Key("Results", f"{desk.event_address('event')}#results", is_link=True)
    if desk.may(Action.RUN_ROUNDS):
        yield Key("Close the event…", desk.event_address("close_event"), is_link=True, is_go=True)
