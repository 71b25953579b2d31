"""What the director has to do, most pressing first. No queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from league.acting.permissions import Action
from league.evening.cards.pages import table_names
from league.evening.cards.reading import TableReading
from league.evening.clock.instants import minutes_since
from league.evening.clock.polling import milliseconds
from league.evening.finals.pages import gone_words, moved_words
from league.evening.judging.pages import is_at_limit, missing_words
from league.evening.rulings.chain import chain_of, clock_sentence
from league.evening.rulings.claims import may_lift_in_closed
from league.evening.rulings.concerned import seats_of, why_concerned
from league.evening.rulings.pages.appeals import other_ways, waiting_words
from league.evening.rulings.steps import Chosen, rule_address, table_address
from league.evening.tables.deeds.tables import ASKED_WHAT_CAME, call_text
from league.evening.tables.passes import MOST_TABLES
from league.models import DirectorCall, EventRound
from league.words import clock_words
from scoring.rules.book import RuleBook
from scoring.rules.notation import counted, ended, listed, lowered, numbered
from scoring.score_card.entries import EntryData, Held
from scoring.score_card.pages.entries import hold_words
from scoring.score_card.rulings import Ruling

from .cut import cut_key, replace_key
from .desk import Desk, Key
from .missing import left_at, missing_at, missing_keys
from .tables import BoardTable, hand_words, last_entry_at

MANY_WRONG_PINS: Final = 3
MOST_NAMES: Final = 4


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
        yield from _news_todos(desk)
        waiting = (*reading.tables, *desk.board.earlier)
        yield from (_hold_todo(desk, table, hold) for table in waiting for hold in table.holds)
        yield from (_appeal_todo(desk, table, ruling) for table in waiting for ruling in table.appealed)
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
    for call in desk.board.earlier_calls:
        yield _call_todo(desk, call, f"called in {lowered(str(call.table.event_round))}")


def _call_todo(desk: Desk, call: DirectorCall, calls: str = "calls") -> Todo:
    return Todo(
        text=f"Table {call.table.number} {calls}: {call_text(call)}",
        tone="bad",
        keys=tuple(_call_keys(desk, call)) if desk.may(Action.ANSWER_TABLES) else (),
        note=f"{call.answered_by} is on the way" if call.answered_by else "",
        since=f"{minutes_since(call.called_at, desk.now)} min",
        since_ms=milliseconds(call.called_at),
        table=call.table.number,
    )


def _call_keys(desk: Desk, call: DirectorCall) -> Iterator[Key]:
    """“I’m coming”, and the key that ends the call: by itself, or asking what came of it."""
    hint = f" to table {call.table.number}"
    if not call.answered_by:
        yield Key("I’m coming", desk.stay(desk.event_address("come_to_table", call.pk)), hint=hint)
    answer = desk.event_address("answer_call", call.pk)
    if call.reason in ASKED_WHAT_CAME:
        if call.table.card_id and desk.may(Action.RULE):
            address = rule_address(call.table, Chosen(call=call.pk))
            yield Key("Rule…", address, is_link=True, is_go=True, hint=f" at table {call.table.number}")
        yield Key("Done…", answer, is_link=True, hint=hint)
    else:
        yield Key("Done", desk.stay(answer), is_go=True, hint=hint)


def _news_todos(desk: Desk) -> Iterator[Todo]:
    """Who came second with what somebody else had done, and why; the person knows it already."""
    for line in desk.board.news:
        if desk.acting.user is None or line.user_id != desk.acting.user.pk:
            yield Todo(
                text=f"{line.who} {line.action} {lowered(line.subject)}: “{line.reason}”",
                tone="plain",
                note="It was done already, so nothing changed. The log keeps it.",
                since=f"{minutes_since(line.at, desk.now)} min",
                since_ms=milliseconds(line.at),
            )


def _hold_todo(desk: Desk, reading: TableReading, hold: EntryData[Held]) -> Todo:
    hint = f" at table {reading.number}"
    keys: tuple[Key, ...] = ()
    if reading.sheet and hold in reading.sheet.claims:
        if desk.may(Action.CORRECT_CARDS):
            keys = (_decide_key("claim", reading, hold.number),)
    else:
        rule = rule_address(reading.table, Chosen(hand=hold.hand))
        release = desk.stay(table_address("release", reading.table, hold.number))
        if desk.may(Action.RULE):
            keys = (Key("Rule…", rule, is_link=True, is_go=True, hint=hint),)
        if desk.may(Action.RULE) or (may_lift_in_closed(desk.acting, hold) and not desk.event.is_final(desk.now)):
            keys = (*keys, Key("No ruling needed", release, hint=hint))
    text = f"{_place(desk, reading)}, {lowered(hold_words(hold))}"
    return Todo(text=text, tone="bad", keys=keys, table=reading.number)


def _place(desk: Desk, reading: TableReading) -> str:
    """`Table 3`; of a round before the one shown `Round 2, table 3`."""
    there = reading.table.event_round
    return f"Table {reading.number}" if there == desk.board.event_round else f"{there}, table {reading.number}"


def _decide_key(name: str, reading: TableReading, entry: int) -> Key:
    hint = f" the {'claim' if name == 'claim' else 'appeal'} of table {reading.number}"
    return Key("Decide…", table_address(name, reading.table, entry), is_link=True, is_go=True, hint=hint)


def _appeal_todo(desk: Desk, reading: TableReading, ruling: Ruling) -> Todo:
    """An appeal that nobody has decided; a reader who does not decide it sees who does."""
    assert reading.sheet is not None, "what was ruled is on a card"
    chain, seats = (
        chain_of(desk.event.club, reading.sheet.book),
        seats_of(desk.acting.member_id, reading.seats.values()),
    )
    why_not = why_concerned(desk.acting, ruling, chain, desk.board.writers, seats)
    is_final = desk.event.is_final(desk.now)
    if is_final:
        why_not = clock_sentence(ruling, chain, desk.event, desk.now)
    names = table_names(reading)
    assert names is not None, "what was ruled is on a card"
    assert ruling.appeal is not None, "it is appealed"
    said = f"“{ruling.appeal.why}”"
    more = (not is_final and waiting_words(ruling, names)) or why_not
    return Todo(
        text=f"{_place(desk, reading)} appeals the ruling on hand {ruling.hand}",
        tone="bad",
        keys=tuple(_appeal_keys(desk, reading, ruling, why_not)) if not is_final else (),
        note=f"{said} {more}" if more else said,
        table=reading.number,
    )


def _appeal_keys(desk: Desk, reading: TableReading, ruling: Ruling, why_not: str) -> Iterator[Key]:
    """The key to decide, for those who may; a director who may not has it decided in another way."""
    if not why_not:
        yield _decide_key("decide_appeal", reading, ruling.number)
    elif desk.may(Action.HAVE_DECIDED):
        hint = f" the appeal of table {reading.number}"
        yield from (Key(name, to, is_link=True, hint=hint) for name, to in other_ways(reading.table, ruling))


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
    return ended(f"{said}. Sitting out: {listed([entrant.called for entrant in desk.board.free])}")


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
                text=f"{seat.entrant} left but has a seat at table {reading.number}",
                tone="now",
                keys=tuple(keys),
                note="A replaced player scores 0 this round. A player with a substitute keeps the points.",
                table=reading.number,
            )


def _quiet_todo(desk: Desk, reading: TableReading) -> Todo:
    since = last_entry_at(desk.event_round, reading)
    assert since is not None, "a table is quiet since some moment"
    return Todo(
        text=f"Table {reading.number}: nothing entered for {minutes_since(since, desk.now)} minutes",
        tone="now",
        keys=(_show_key(desk, reading.number),),
        note=hand_words(reading),
        table=reading.number,
    )


def _show_key(desk: Desk, number: int) -> Key:
    address = f"{desk.board_address}{desk.query(open=number, round=None)}#table-{number}"
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
        again = clock_words(until + timedelta(minutes=1), desk.board.event.club)
        text = f"Wrong PINs from many places. Until {again}, new tablets can only connect by QR code"
        yield Todo(
            text,
            "now",
            note="Connected tablets keep working. Tablets from other evenings can still type a PIN.",
        )
    for number, times in sorted(desk.board.pins.by_table.items()):
        if times >= MANY_WRONG_PINS and number > MOST_TABLES:
            yield Todo(f"{times} wrong PINs in half an hour, for tables that don’t exist", "now")
        elif times >= MANY_WRONG_PINS:
            address = desk.event_address("table_pass", number)
            key = Key("New table card…", address, is_link=True, hint=f" for table {number}")
            keys = (key,) if desk.may(Action.ANSWER_TABLES) else ()
            yield Todo(f"Table {number}: {times} wrong PINs in half an hour", "now", keys, table=number)


def _paper_todos(desk: Desk, tables: Sequence[BoardTable]) -> Iterator[Todo]:
    """One line for all cards on paper; its key leads from one to the next."""
    numbers = sorted(table.number for table in tables if table.state == "paper")
    if not numbers:
        return
    key = Key("Type them" if len(numbers) > 1 else "Type it", desk.round_address("next_paper_card"), is_link=True)
    text = f"Type {counted(len(numbers), 'paper card')}"
    which = numbered("Table", [str(number) for number in numbers])
    yield Todo(text, "plain", (key,) if desk.may(Action.TYPE_PAPER) else (), note=f"{which}, as the cards come in.")


def _unpaired_todos(desk: Desk, tables: Sequence[BoardTable]) -> Iterator[Todo]:
    """One line for all tables without a tablet: an evening on paper is no alarm."""
    numbers = sorted(table.number for table in tables if table.state == "unpaired")
    if not numbers:
        return
    keys = [Key("Print table cards", desk.event_address("papers"), is_link=True)] if desk.may(Action.PRINT) else []
    if desk.may(Action.TYPE_PAPER):
        if len(numbers) == 1:
            keys = [Key("Type its card", desk.round_address("paper_card", numbers[0]), is_link=True)]
        keys.append(
            Key("On paper", desk.stay(desk.round_address("play_on_paper")), hint=" for the tables without a tablet")
        )
    which = f"Table {numbers[0]} has" if len(numbers) == 1 else f"Tables {listed([str(one) for one in numbers])} have"
    note = "Scan the table card with a tablet, or let them play on paper tonight."
    yield Todo(f"{which} no tablet and no hands entered", "plain", tuple(keys), note)


def _round_todos(desk: Desk, tables: Sequence[BoardTable]) -> Iterator[Todo]:
    """How the evening goes on: close the round, seat and start the next, close the event."""
    shown, following = desk.board.event_round, desk.board.next_round
    if desk.board.is_stale:
        yield _stale_todo(desk)
    if desk.board.is_moved_otherwise:
        yield _moved_todo(desk)
    if desk.may(Action.KEEP_CASH):
        key = Key("Cash sheet", desk.event_address("cash"), is_link=True)
        yield from (Todo(sentence, "now", (key,)) for sentence in desk.board.stood)
    if desk.is_over:
        return
    yield from _cut_todos(desk)
    if shown is None or shown.state == EventRound.State.CLOSED:
        yield from _next_todos(desk, shown, following)
    elif desk.is_playing:
        if tables and all(table.state == "finished" for table in tables):
            keys = (Key("Close the round…", desk.round_address("close_round"), is_link=True, is_go=True),)
            yield Todo(f"{shown} can be closed", "go", keys if desk.may(Action.RUN_ROUNDS) else ())
    elif desk.may(Action.RUN_ROUNDS):
        yield Todo(f"{shown} is seated and ready to start", "go", (start_key(desk),), note=_unsettled_words(desk))


def _unsettled_words(desk: Desk) -> str:
    """`First see to Ruth and Ed: they are on the list above the tables.`; empty where everybody is settled."""
    names = [one.entrant.called for one in desk.board.unsettled]
    who = listed(names) if len(names) <= MOST_NAMES else f"{len(names)} people"
    return f"First see to {who}, on the list above the tables." if names else ""


def _stale_todo(desk: Desk) -> Todo:
    """People who came after the seating was made have no seat in the round that can be started."""
    keys = (Key("Re-plan the seating", desk.event_address("rotation"), is_link=True, is_go=True),)
    return Todo(
        "People arrived or left since the seating was made",
        "now",
        keys if desk.may(Action.SEAT_PLAYERS) else (),
        note="Re-plan before the next round starts. New arrivals have no seat yet, and people who left still have one.",
    )


def _moved_todo(desk: Desk) -> Todo:
    """A result was changed after the round that follows from it was seated."""
    following = desk.board.next_round or desk.event_round
    keys = (Key("Re-plan the seating", desk.event_address("rotation"), is_link=True, is_go=True),)
    return Todo(
        f"The results of round {following.number - 1} changed after {lowered(str(following))} was seated",
        "now",
        keys if desk.may(Action.SEAT_PLAYERS) else (),
        note="Re-plan before it starts, or the winners won’t move as they should.",
    )


def start_key(desk: Desk) -> Key:
    """The large key, unless something else comes first."""
    is_go = not (desk.board.is_stale or desk.board.is_moved_otherwise or desk.board.unsettled)
    return Key(f"Start {lowered(str(desk.event_round))}", desk.round_address("start_round"), is_go=is_go)


def _next_todos(desk: Desk, shown: EventRound | None, following: EventRound | None) -> Iterator[Todo]:
    address = desk.event_address("rotation") if desk.may(Action.SEAT_PLAYERS) else ""
    if following is not None:
        keys = (Key("Look at it", address, is_link=True, is_go=True),) if address else ()
        yield Todo(f"The seating of {lowered(str(following))} is still a draft. Publish it", "go", keys)
        return
    if desk.board.cut is not None and not desk.board.cut.is_made:
        yield _due_cut_todo(desk)
        return
    if shown is not None and shown.number >= desk.event.rounds_planned:
        yield Todo("All planned rounds are played", "go", tuple(_last_keys(desk)))
        return
    keys = (Key("Seat the players", address, is_link=True, is_go=True),) if address else ()
    number = shown.number + 1 if shown else 1
    yield Todo(f"{desk.event.title_of(number) or f'Round {number}'} has no seating yet", "go", keys)


def _due_cut_todo(desk: Desk) -> Todo:
    """The last round before the final is closed."""
    cut = desk.board.cut
    assert cut is not None, "asked only where a cut is due"
    text = f"The cut to the best {desk.event.final_places} comes next"
    note = "" if cut.line.is_clear else f"{counted(len(cut.line.level), 'person', 'people')} tie at the line."
    return Todo(text, "go", (cut_key(desk),) if desk.may(Action.RUN_ROUNDS) else (), note)


def _cut_todos(desk: Desk) -> Iterator[Todo]:
    """What does not follow the cut by itself: a finalist who went home, a line that would fall elsewhere by now."""
    cut = desk.board.cut
    if cut is None or not cut.is_made:
        return
    if not cut.has_started:
        for one in cut.gone:
            text, note = gone_words(one, cut.next_in_line)
            key = replace_key(desk, one.pk)
            yield Todo(text, "now", (key,) if key else (), note)
    text, note = moved_words(cut)
    if text:
        address = desk.event_address("take_cut_back")
        may = desk.may(Action.RUN_ROUNDS) and not cut.has_started
        yield Todo(text, "now", (Key("Take the cut back…", address, is_link=True),) if may else (), note)


def _last_keys(desk: Desk) -> Iterator[Key]:
    """When everything is played: what came of it, and the end."""
    yield Key("Results", f"{desk.event_address('event')}#results", is_link=True)
    if desk.may(Action.RUN_ROUNDS):
        yield Key("Close the event…", desk.event_address("close_event"), is_link=True, is_go=True)
