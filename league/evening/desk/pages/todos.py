"""The director's to-do list, most pressing first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from league.acting.permissions import Action
from league.evening.cards.pages import names_at_table
from league.evening.cards.reading import TableReading
from league.evening.clock.instants import minutes_since
from league.evening.clock.polling import milliseconds
from league.evening.finals.pages import gone_words, moved_words
from league.evening.judging.pages import is_at_limit, missing_words
from league.evening.rulings.chain import chain_of, clock_sentence
from league.evening.rulings.claims import may_lift_in_closed
from league.evening.rulings.concerned import seats_of, why_concerned
from league.evening.rulings.pages.appeals import other_ways, waiting_words
from league.evening.rulings.pages.rule import rule_address
from league.evening.tables.deeds.tables import ABOUT_A_BOARD, ASKED_WHAT_CAME, call_text
from league.evening.tables.passes import MOST_TABLES
from league.evening.tables.places import table_address
from league.models import DirectorCall, EventRound
from league.models.members import in_full
from league.office.clubs.pages.navigation import address_of
from league.words import clock_words
from scoring.rules.notation import counted, ended, listed, lowered, numbered
from scoring.score_card.entries import EntryData, Held
from scoring.score_card.pages.entries import hold_words
from scoring.score_card.rulings import Ruling

from .desk import Desk, Key, link_to
from .missing import left_at, missing_at, missing_keys
from .tables import DeskTable, hand_words, last_entry_at

MANY_WRONG_PINS: Final = 3
MOST_NAMES: Final = 4


@dataclass(frozen=True, slots=True)
class Todo:
    """One item of the list; `tone` is `bad`, `now`, `go` or `plain`; `instead` stands where a key was."""

    text: str
    tone: str
    keys: tuple[Key, ...] = ()
    note: str = ""
    since_ms: str = ""
    since: str = ""
    table: int | None = None
    instead: str = ""


def desk_todos(desk: Desk, tables: Sequence[DeskTable]) -> Iterator[Todo]:
    reading = desk.reading.current
    yield from _computer_todos(desk, stops=True)
    if reading is not None:
        by_number = {table.number: table for table in reading.tables}
        yield from (_call_todo(desk, call, "calls") for calls in desk.reading.calls.values() for call in calls)
        for call in desk.reading.earlier_calls:
            yield _call_todo(desk, call, f"called in {lowered(str(call.table.event_round))}")
        yield from _news_todos(desk)
        waiting = (*reading.tables, *desk.reading.earlier)
        yield from (_hold_todo(desk, table, hold) for table in waiting for hold in table.holds)
        yield from (_appeal_todo(desk, table, ruling) for table in waiting for ruling in table.appealed)
        yield from (_late_todo(desk, table) for table in desk.reading.late if desk.reading.boards_late(table))
        if desk.is_playing:
            yield from _missing_todos(desk, reading.tables)
            yield from _left_todos(desk, reading.tables)
            yield from (_quiet_todo(desk, by_number[table.number]) for table in tables if table.state == "quiet")
            yield from (_unsigned_todo(desk, table) for table in tables if table.state == "unsigned")
    yield from _pin_todos(desk)
    if reading is not None and desk.is_playing:
        yield from _paper_todos(desk, sorted(table.number for table in tables if table.state == "paper"))
        yield from _unpaired_todos(desk, sorted(table.number for table in tables if table.state == "unpaired"))
    yield from _round_todos(desk, tables)
    yield from _computer_todos(desk, stops=False)


def _computer_todos(desk: Desk, *, stops: bool) -> Iterator[Todo]:
    """The worst fault of the club’s computer. One that doesn't stop the club comes after the people at tables."""
    for fault in [fault for fault in desk.computer[:1] if fault.stops is stops]:
        keys = (link_to("Health", address_of("health", desk.event.club.slug)),) if desk.may(Action.SEE_HEALTH) else ()
        yield Todo(fault.told, fault.tone, keys, note=f"What to do: {fault.cure}")


def _call_todo(desk: Desk, call: DirectorCall, calls: str) -> Todo:
    """“I’m coming”, and the key that ends the call, by itself or asking for its outcome."""
    number, hint = call.table.number, f" to table {call.table.number}"
    keys: list[Key] = []
    if desk.may(Action.ANSWER_TABLES):
        answer = desk.event_address("answer_call", call.pk)
        if call.reason == ABOUT_A_BOARD and desk.may(Action.RULE):
            keys += _boards_called_about(desk, call)
        if call.reason not in ASKED_WHAT_CAME:
            keys.append(desk.tap("Done", answer, is_go=True, hint=hint))
        else:
            if call.table.card_id and desk.may(Action.RULE):
                address = rule_address(call.table, {"call": call.pk})
                keys.append(link_to("Rule…", address, is_go=True, hint=f" at table {number}"))
            keys.append(link_to("Done…", answer, hint=hint))
        if not call.answered_by:  # last, so that no other key comes under the finger
            keys.append(desk.tap("I’m coming", desk.event_address("come_to_table", call.pk), hint=hint))
    on_the_way = f"{call.answered_by} is on the way" if call.answered_by else ""
    return Todo(
        text=f"Table {number} {calls}: {call_text(call)}",
        tone="bad",
        keys=tuple(keys),
        note="" if keys else on_the_way,
        instead=on_the_way,
        since=f"{minutes_since(call.called_at, desk.now)} min",
        since_ms=milliseconds(call.called_at),
        table=number,
    )


def _boards_called_about(desk: Desk, call: DirectorCall) -> Iterator[Key]:
    """The link to decide on the board on the table, or the last one."""
    at = next((one.sheet for one in desk.reading.tables if one.table.pk == call.table_id and one.sheet), None)
    line = (at.open_line or (at.lines[-1] if at.lines else None)) if at else None
    if line and line.board:
        address = table_address("boards_decide", call.table, line.board)
        yield link_to(f"Board {line.board}…", address, is_go=True, hint=f" at table {call.table.number}")


def _news_todos(desk: Desk) -> Iterator[Todo]:
    """News of a director who repeated another's deed, and why; not shown to that director."""
    for line in desk.reading.news:
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
    if hold.said.chairs:
        keys = tuple(_chairs_keys(desk, reading, hold.number))
    elif reading.sheet and hold in reading.sheet.claims:
        if desk.may(Action.CORRECT_CARDS):
            keys = (_decide_key("claim", reading, hold.number),)
    else:
        if desk.may(Action.RULE):
            rule = rule_address(reading.table, {"hand": hold.hand})
            keys = (link_to("Rule…", rule, is_go=True, hint=hint),)
        if desk.may(Action.RULE) or (may_lift_in_closed(desk.acting, hold) and not desk.event.is_final(desk.now)):
            release = table_address("release", reading.table, hold.number)
            keys = (*keys, desk.tap("No ruling needed", release, hint=hint))
    about = f": {in_full(hold.said.about)}" if hold.said.chairs else f", {lowered(hold_words(hold))}"
    text = f"{_table_words(desk, reading)}{about}"
    return Todo(text=text, tone="bad", keys=keys, table=reading.number)


def _chairs_keys(desk: Desk, reading: TableReading, entry: int) -> Iterator[Key]:
    """Yes or no to a table seated otherwise than the card says."""
    hint = f" at table {reading.number}"
    if desk.may(Action.RESEAT):
        address = f"{table_address('chairs', reading.table)}?hold={entry}"
        yield link_to("Who sits where…", address, is_go=True, hint=hint)
        yield desk.tap("No, leave it", table_address("release", reading.table, entry), hint=hint)


def _table_words(desk: Desk, reading: TableReading) -> str:
    """`Table 3`; in a round before the one shown, `Round 2, table 3`."""
    there = reading.table.event_round
    return f"Table {reading.number}" if there == desk.reading.event_round else f"{there}, table {reading.number}"


def _decide_key(name: str, reading: TableReading, entry: int) -> Key:
    hint = f" the {'claim' if name == 'claim' else 'appeal'} of table {reading.number}"
    return link_to("Decide…", table_address(name, reading.table, entry), is_go=True, hint=hint)


def _appeal_todo(desk: Desk, reading: TableReading, ruling: Ruling) -> Todo:
    """An undecided appeal, with a key for those who may decide it, or for a director to let others decide."""
    assert reading.sheet is not None, "what was ruled is on a card"
    assert ruling.appeal is not None, "it is appealed"
    chain = chain_of(desk.event.club, reading.sheet.book)
    reason = f"“{ruling.appeal.why}”"
    keys: tuple[Key, ...] = ()
    if desk.event.is_final(desk.now):
        more = clock_sentence(ruling, reading.sheet.book, desk.event, desk.now)
    else:
        seats = seats_of(desk.acting.member_id, reading.seats.values())
        why_not = why_concerned(desk.acting, ruling, chain, desk.reading.writers, seats)
        more = waiting_words(ruling, names_at_table(reading)) or why_not
        if not why_not:
            keys = (_decide_key("decide_appeal", reading, ruling.number),)
        elif desk.may(Action.HAVE_DECIDED):
            hint = f" the appeal of table {reading.number}"
            keys = tuple(link_to(name, to, hint=hint) for name, to in other_ways(reading.table, ruling))
    appeals = "appeals" if ruling.appeal.by else "has officials who disagree on"
    return Todo(
        text=f"{_table_words(desk, reading)} {appeals} the ruling on hand {ruling.hand}",
        tone="bad",
        keys=keys,
        note=f"{reason} {more}" if more else reason,
        table=reading.number,
    )


def _late_todo(desk: Desk, reading: TableReading) -> Todo:
    """Boards of a closed round still to be played: entered by an official, or decided."""
    left, table = desk.reading.boards_late(reading), reading.table
    hint = f" of table {reading.number}"
    keys: list[Key] = []
    if desk.may(Action.CORRECT_CARDS):
        keys.append(Key("Open the card", table_address("open_card", table), leaves=True, is_go=True, hint=hint))
    if desk.may(Action.RULE):
        keys += [link_to(f"Board {one}…", table_address("boards_decide", table, one), hint=hint) for one in left]
    which = numbered("board", [str(one) for one in left])
    return Todo(
        text=f"{table.event_round}, table {reading.number}: {which} {'is' if len(left) == 1 else 'are'} late",
        tone="now",
        keys=tuple(keys),
        note="Once it’s played, enter it on the card. If it won’t be, decide what each side gets.",
    )


def _missing_todos(desk: Desk, readings: Iterable[TableReading]) -> Iterator[Todo]:
    for reading in readings:
        assert reading.sheet is not None, "a round that is being played has its cards"
        book = reading.sheet.book
        at_limit = is_at_limit(book, desk.event_round, desk.now)
        note = f"{missing_words(book, desk.event_round, desk.now)}."
        if at_limit and desk.reading.free:
            note = ended(f"{note} Sitting out: {listed([entrant.called for entrant in desk.reading.free])}")
        for seat in missing_at(reading):
            yield Todo(
                text=f"{seat.entrant} is missing at table {reading.number}",
                tone="bad" if at_limit else "now",
                keys=tuple(missing_keys(desk, reading, seat)) if desk.may(Action.PENALISE) else (),
                note=note,
                table=reading.number,
            )


def _left_todos(desk: Desk, readings: Iterable[TableReading]) -> Iterator[Todo]:
    """Players who went home from a table still at play."""
    for reading in readings:
        for seat in left_at(reading):
            place = (reading.number, seat.seat)
            keys: list[Key] = []
            if desk.may(Action.PENALISE):
                address = desk.round_address("replace", *place)
                keys.append(link_to("Replace…", address, is_go=True, hint=f" {seat.entrant}"))
            if desk.may(Action.SEAT_PLAYERS):
                address = desk.round_address("substitutes", reading.number)
                keys.append(link_to("Substitute…", address, hint=f" for {seat.entrant}"))
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
    address = f"{desk.desk_address}{desk.query(open=number, round=None)}#table-{number}"
    return link_to("Look", address, hint=f" at table {number}")


def _unsigned_todo(desk: Desk, table: DeskTable) -> Todo:
    unsigned = [side.name for side in table.sides if not side.is_signed]
    both = "both sides" if len(table.sides) == 2 and len(unsigned) == 2 else listed(unsigned)
    text = f"Table {table.number}: {both} must sign"
    return Todo(text, "now", (_show_key(desk, table.number),), table=table.number)


def _pin_todos(desk: Desk) -> Iterator[Todo]:
    until = desk.reading.no_pins_until
    if until is not None:
        again = clock_words(until + timedelta(minutes=1), desk.reading.event.club)
        text = f"Wrong PINs from many places. Until {again}, new tablets can only connect by QR code"
        yield Todo(
            text,
            "now",
            note="Connected tablets keep working. Tablets from other evenings can still type a PIN.",
        )
    for number, times in sorted(desk.reading.wrong_pins.items()):
        if times >= MANY_WRONG_PINS and number > MOST_TABLES:
            yield Todo(f"{times} wrong PINs in half an hour, for tables that don’t exist", "now")
        elif times >= MANY_WRONG_PINS:
            address = desk.event_address("table_pass", number)
            key = link_to("New table card…", address, hint=f" for table {number}")
            keys = (key,) if desk.may(Action.ANSWER_TABLES) else ()
            yield Todo(f"Table {number}: {times} wrong PINs in half an hour", "now", keys, table=number)


def _paper_todos(desk: Desk, numbers: Sequence[int]) -> Iterator[Todo]:
    """One line for all paper cards; its key leads from one to the next."""
    if numbers:
        key = link_to("Type them" if len(numbers) > 1 else "Type it", desk.round_address("next_paper_card"))
        which = numbered("Table", [str(number) for number in numbers])
        yield Todo(
            f"Type {counted(len(numbers), 'paper card')}",
            "plain",
            (key,) if desk.may(Action.TYPE_PAPER) else (),
            note=f"{which}, as the cards come in.",
        )


def _unpaired_todos(desk: Desk, numbers: Sequence[int]) -> Iterator[Todo]:
    """One line for all tables without a tablet: an evening on paper is no alarm."""
    if not numbers:
        return
    keys = [link_to("Print table cards", desk.event_address("papers"))] if desk.may(Action.PRINT) else []
    if desk.may(Action.TYPE_PAPER):
        if len(numbers) == 1:
            keys = [link_to("Type its card", desk.round_address("paper_card", numbers[0]))]
        hint = " for the tables without a tablet"
        keys.append(desk.tap("On paper", desk.round_address("play_on_paper"), hint=hint))
    if desk.may(Action.ANSWER_TABLES) and len(numbers) == 1:
        keys.insert(0, link_to("Table card", desk.event_address("table_pass", numbers[0])))
    which = f"Table {numbers[0]} has" if len(numbers) == 1 else f"Tables {listed([str(one) for one in numbers])} have"
    scan = "Scan the table card" if len(numbers) == 1 else "Tap a table for its card and scan it"
    note = f"{scan} with a tablet or phone, or let them play on paper tonight."
    yield Todo(f"{which} no tablet and no hands entered", "plain", tuple(keys), note)


# -- how the evening goes on ---------------------------------------------------------------


def _round_todos(desk: Desk, tables: Sequence[DeskTable]) -> Iterator[Todo]:
    """Misfits first, then the next step: close the round, seat and start the next, close the event."""
    reading, may_run = desk.reading, desk.may(Action.RUN_ROUNDS)
    replan = link_to("Re-plan the seating", desk.event_address("rotation"), is_go=True)
    replans = (replan,) if desk.may(Action.SEAT_PLAYERS) else ()
    if reading.is_stale:
        note = (
            "Re-plan before the next round starts. New arrivals have no seat yet, and people who left still have one."
        )
        yield Todo("People arrived or left since the seating was made", "now", replans, note)
    if reading.is_moved_otherwise:
        seated = reading.next_round or desk.event_round
        text = f"The results of round {seated.number - 1} changed after {lowered(str(seated))} was seated"
        note = "Re-plan before it starts, or the winners won’t move as they should."
        yield Todo(text, "now", replans, note)
    if desk.may(Action.KEEP_CASH):
        yield from (Todo(sentence, "now", (desk.cash_key,)) for sentence in reading.stood)
    if desk.is_over:
        return
    yield from _cut_todos(desk)
    shown = reading.event_round
    if shown is None or shown.state == EventRound.State.CLOSED:
        yield _next_todo(desk, shown)
    elif desk.is_playing:
        if tables and all(table.state == "finished" for table in tables):
            yield Todo(f"{shown} can be closed", "go", (_close_now_key(desk),) if may_run else ())
    elif may_run:
        names = [one.entrant.called for one in reading.unsettled]
        people = listed(names) if len(names) <= MOST_NAMES else f"{len(names)} people"
        # The list is on the board of that round alone.
        where = ", on the list above the tables" if desk.round is None else ""
        note = f"First see to {people}{where}." if names else ""
        see = link_to("See to them", f"{desk.desk_address}{desk.query(round=None)}#before", is_go=True)
        keys = (see,) if names and not where else (start_key(desk),)
        yield Todo(f"{shown} is seated and ready to start", "go", keys, note)


def _close_now_key(desk: Desk) -> Key:
    """Nothing is to be asked; should something be missing by then, the page that it is sent to asks."""
    return Key(f"Close {lowered(str(desk.event_round))}", desk.round_address("close_round"), is_go=True, leaves=True)


def start_key(desk: Desk) -> Key:
    """The large key, unless something else comes first."""
    is_go = not (desk.reading.is_stale or desk.reading.is_moved_otherwise or desk.reading.unsettled)
    return Key(f"Start {lowered(str(desk.event_round))}", desk.round_address("start_round"), is_go=is_go)


def _next_todo(desk: Desk, shown: EventRound | None) -> Todo:
    """The step after a closed round: the next one, the cut to the final, or the end."""
    following, cut, may_run = desk.reading.next_round, desk.reading.cut, desk.may(Action.RUN_ROUNDS)
    address = desk.event_address("rotation") if desk.may(Action.SEAT_PLAYERS) else ""
    if following is not None:
        keys = (link_to("Look at it", address, is_go=True),) if address else ()
        return Todo(f"The seating of {lowered(str(following))} is still a draft. Publish it", "go", keys)
    if cut is not None and not cut.is_made:
        key = link_to("Make the cut…", desk.event_address("cut"), is_go=True)
        note = "" if cut.line.is_clear else f"{counted(len(cut.line.level), 'person', 'people')} tie at the line."
        return Todo(f"The cut to the best {desk.event.final_places} comes next", "go", (key,) if may_run else (), note)
    if shown is not None and shown.number >= desk.event.rounds_planned:
        close = link_to("Close the event…", desk.event_address("close_event"), is_go=True)
        return Todo("All planned rounds are played", "go", (desk.results_key, *((close,) if may_run else ())))
    keys = (link_to("Seat the players", address, is_go=True),) if address else ()
    number = shown.number + 1 if shown else 1
    return Todo(f"{desk.event.title_of(number) or f'Round {number}'} has no seating yet", "go", keys)


def _cut_todos(desk: Desk) -> Iterator[Todo]:
    """Changes that the cut doesn't follow by itself: a finalist who went home, a line that would now fall elsewhere."""
    cut = desk.reading.cut
    if cut is None or not cut.is_made:
        return
    if not cut.has_started:
        for one in cut.gone:
            text, note = gone_words(one, cut.next_in_line)
            key = desk.replace_key(one.pk)
            yield Todo(text, "now", (key,) if key else (), note)
    text, note = moved_words(cut)
    if text:
        address = desk.event_address("take_cut_back")
        may = desk.may(Action.RUN_ROUNDS) and not cut.has_started
        yield Todo(text, "now", (link_to("Take the cut back…", address),) if may else (), note)
