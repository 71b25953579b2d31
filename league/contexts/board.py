"""The director's board: every table in words, who needs the director first, and what to do about it. No queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median_low
from typing import Any, Final

from league.clock import minutes_since
from league.domain.board import BoardReading
from league.domain.penalties import minutes_late, tardiness_of
from league.domain.results import TableReading
from league.domain.rounds import is_taken_over, player_at, side_name, unsigned_sides
from league.domain.tables import call_text
from league.models import DirectorCall, Event, EventRound, RoundSeat, TableTablet
from league.permissions import Acting, Action
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat
from scoring.rules.notation import SEAT_NAMES, SUIT_NAMES, figure_text, listed
from scoring.rules.tournament import tardiness
from scoring.score_card.forms.base import new_client_id
from scoring.score_card.names import Names
from scoring.score_card.rounds import PenaltyContext, is_replaced_by, late_sentence, penalty_lines

from .clock import ClockContext, clock_context, milliseconds, time_text
from .navigation import address_of

QUIET_MINUTES: Final = 12
MANY_WRONG_PINS: Final = 3
FILTERS: Final = (
    ("all", "All"),
    ("need", "Need me"),
    ("playing", "Playing"),
    ("finished", "Finished"),
    ("unsigned", "Unsigned"),
)
# The states of a table, those first that want the director first.
STATES: Final = ("called", "disputed", "missing", "quiet", "unsigned", "playing", "paper", "waiting", "finished")
NEEDS: Final = frozenset({"called", "disputed", "missing", "quiet", "unsigned"})
TONES: Final = {
    "called": "bad",
    "disputed": "bad",
    "missing": "now",
    "quiet": "now",
    "unsigned": "now",
    "finished": "go",
}


@dataclass(frozen=True, slots=True)
class Key:
    """Something to tap: a form with a `client_id` of its own, or with `is_link` the way to a page."""

    label: str
    address: str
    is_link: bool = False
    is_go: bool = False
    hint: str = ""
    client_id: str = field(default_factory=new_client_id)


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


@dataclass(frozen=True, slots=True)
class BoardSide:
    name: str
    total: str
    is_signed: bool


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sits in a seat, what is to be said of them, and the keys for it."""

    seat: str
    name: str
    words: str
    is_missing: bool
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand of the table in one row."""

    number: int
    bid: str
    scores: tuple[str, ...]
    is_done: bool


@dataclass(frozen=True, slots=True)
class TableDetails:
    """What a table shows when it is opened."""

    seats: tuple[SeatLine, ...]
    sides: tuple[str, ...]
    hands: tuple[HandLine, ...]
    penalties: tuple[PenaltyContext, ...]
    devices: tuple[str, ...]
    keys: tuple[Key, ...]
    dispute_address: str
    dispute_client_id: str


@dataclass(frozen=True, slots=True)
class BoardTable:
    """One table: `state` is one of `STATES`, `words` says it. `since_ms` is when it last entered something."""

    number: int
    state: str
    words: str
    sides: tuple[BoardSide, ...]
    done: int
    planned: int
    pace: str
    device: str
    since: str
    since_ms: str
    marks: tuple[str, ...]
    open_address: str
    is_open: bool
    details: TableDetails | None = None

    @property
    def tone(self) -> str:
        return TONES.get(self.state, "plain")

    @property
    def needs_director(self) -> bool:
        return self.state in NEEDS


@dataclass(frozen=True, slots=True)
class Filter:
    label: str
    count: int
    address: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A value on a key of a row."""

    value: str
    label: str
    is_on: bool = False


MINUTE_CHOICES: Final = tuple(
    Choice(str(minutes), f"{figure_text(minutes) if minutes < 0 else f'+{minutes}'} min") for minutes in (-5, -1, 1, 10)
)
BREAK_CHOICES: Final = (5, 10, 15, 20, 30)


@dataclass(frozen=True, slots=True)
class BoardContext:
    """The whole board. `version` and `until_ms` go with the poll: before that moment time alone changes nothing."""

    title: str
    place: str
    summary: str
    clock: ClockContext
    tables: tuple[BoardTable, ...]
    todos: tuple[Todo, ...]
    filters: tuple[Filter, ...]
    version: int
    until_ms: str
    show: str
    open: int | None
    changes_address: str
    board_address: str
    can_run: bool
    round_keys: tuple[Key, ...]
    places: tuple[Key, ...]
    head_key: Key | None
    none_shown: str
    pause_key: Key | None
    resume_key: Key | None
    minutes_key: Key | None
    break_key: Key
    message_key: Key
    projector_key: Key
    projector_choices: tuple[Choice, ...]
    more_minutes_id: str = field(default_factory=new_client_id)
    minute_choices: tuple[Choice, ...] = MINUTE_CHOICES
    break_choices: tuple[int, ...] = BREAK_CHOICES


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a board is drawn: for whom, when, and under which addresses."""

    board: BoardReading
    acting: Acting
    now: datetime
    show: str = "all"
    open: int | None = None

    @property
    def event(self) -> Event:
        return self.board.event

    @property
    def event_round(self) -> EventRound:
        assert self.board.event_round is not None, "asked only where there is a round"
        return self.board.event_round

    @property
    def is_playing(self) -> bool:
        shown = self.board.event_round
        return shown is not None and shown.state == EventRound.State.RUNNING

    def may(self, action: Action) -> bool:
        return self.acting.may(action)

    def event_address(self, name: str, *more: object) -> str:
        return address_of(name, self.event.club.slug, self.event.pk, *more)

    def round_address(self, name: str, *more: object) -> str:
        return self.event_address(name, self.event_round.number, *more)

    def stay(self, address: str) -> str:
        """An address that answers with this board as it is now: the same filter, the same table open."""
        return f"{address}{self.query()}" if address else ""

    def query(self, **changed: Any) -> str:
        parts = {"show": self.show if self.show != "all" else None, "open": self.open, **changed}
        said = "&".join(f"{name}={value}" for name, value in parts.items() if value)
        return f"?{said}" if said else ""


def board_context(desk: Desk) -> BoardContext:
    """The board of an event for whoever is acting."""
    reading = desk.board.reading
    tables = _tables(desk, reading.tables) if reading else ()
    shown = tuple(table for table in tables if _is_shown(table, desk.show) or table.number == desk.open)
    board_address = desk.event_address("board")
    shown_round = desk.board.event_round
    return BoardContext(
        title=desk.event.name,
        place=f"{shown_round} of {max(desk.event.rounds_planned, shown_round.number)}" if shown_round else "",
        summary=_summary(desk, tables),
        clock=clock_context(desk.event, shown_round, desk.now),
        tables=shown,
        todos=tuple(_todos(desk, tables)),
        filters=_filters(desk, tables, board_address),
        version=desk.board.version,
        until_ms=_until(desk),
        show=desk.show,
        open=desk.open,
        changes_address=desk.event_address("board_changes"),
        board_address=board_address,
        can_run=desk.may(Action.RUN_ROUNDS),
        round_keys=tuple(_round_keys(desk)),
        places=tuple(_places(desk)),
        head_key=_head_key(desk),
        none_shown="No table needs you." if desk.show == "need" else "No such table just now.",
        pause_key=_clock_key(desk, "Pause", "pause_clock"),
        resume_key=_clock_key(desk, "Go on", "resume_clock"),
        minutes_key=_clock_key(desk, "", "add_minutes"),
        break_key=Key("", desk.stay(desk.event_address("set_break"))),
        message_key=Key("", desk.stay(desk.event_address("send_message"))),
        projector_key=Key("", desk.stay(desk.event_address("switch_projector"))),
        projector_choices=tuple(
            Choice(value, label, value == desk.event.projector) for value, label in Event.Projector.choices
        ),
    )


def _clock_key(desk: Desk, label: str, name: str) -> Key | None:
    return Key(label, desk.stay(desk.round_address(name))) if desk.is_playing else None


def _is_shown(table: BoardTable, show: str) -> bool:
    if show == "need":
        return table.needs_director
    if show == "playing":
        return table.state not in ("finished", "unsigned")
    if show == "finished":
        return table.state in ("finished", "unsigned")
    return table.state == "unsigned" if show == "unsigned" else True


def _filters(desk: Desk, tables: Sequence[BoardTable], address: str) -> tuple[Filter, ...]:
    return tuple(
        Filter(
            label=label,
            count=sum(_is_shown(table, key) for table in tables),
            address=f"{address}{desk.query(show=key if key != 'all' else None)}",
            is_on=desk.show == key,
        )
        for key, label in FILTERS
    )


def _summary(desk: Desk, tables: Sequence[BoardTable]) -> str:
    """`14 of 16 tables at play · pace: hand 3`."""
    if not tables:
        return "Nobody is seated yet"
    total = f"{len(tables)} table{'' if len(tables) == 1 else 's'}"
    if not desk.is_playing:
        state = desk.event_round.get_state_display().lower()
        return f"{total} · {'seating is published' if state == 'published' else state}"
    at_play = sum(table.state not in ("finished", "unsigned") for table in tables)
    pace = _pace(desk.board.reading.tables) if desk.board.reading else None
    said = f"{at_play} of {total} at play"
    return f"{said} · pace: hand {pace + 1}" if at_play and pace is not None else said


# -- tables ------------------------------------------------------------------------------


def _tables(desk: Desk, readings: Sequence[TableReading]) -> tuple[BoardTable, ...]:
    """Every table, those first that need the director."""
    pace = _pace(readings)
    tables = [_table(desk, reading, pace) for reading in readings]
    return tuple(
        sorted(tables, key=lambda table: (STATES.index(table.state) if table.needs_director else 99, table.number))
    )


def _pace(readings: Sequence[TableReading]) -> int | None:
    """How many hands most tables have done; tables on paper tell nothing."""
    done = [reading.hands_done for reading in readings if reading.sheet is not None and not reading.table.is_paper]
    return median_low(done) if done else None


def _table(desk: Desk, reading: TableReading, pace: int | None) -> BoardTable:
    state = _state(desk, reading)
    since = last_entry_at(desk.event_round, reading)
    is_open = reading.number == desk.open
    opened = None if is_open else reading.number
    return BoardTable(
        number=reading.number,
        state=state,
        words=_words(desk, reading, state),
        sides=_sides(reading),
        done=reading.hands_done,
        planned=reading.hands_to_play or 0,
        pace=_pace_words(reading, pace, state),
        device=_device_words(desk.board.tablets.get(reading.number, ())),
        since=f"{minutes_since(since, desk.now)} min" if since and desk.is_playing and state != "finished" else "",
        since_ms=milliseconds(since) if since and desk.is_playing and state != "finished" else "",
        marks=tuple(_marks(desk, reading)),
        open_address=f"{desk.event_address('board')}{desk.query(open=opened)}",
        is_open=is_open,
        details=_details(desk, reading) if is_open else None,
    )


def last_entry_at(event_round: EventRound, reading: TableReading) -> datetime | None:
    """When the table last entered something, the start of the round while it has not."""
    entries = reading.sheet.entries if reading.sheet else ()
    return entries[-1].at if entries else event_round.started_at


def _state(desk: Desk, reading: TableReading) -> str:
    if desk.board.calls.get(reading.number):
        return "called"
    if reading.table.disputed:
        return "disputed"
    if reading.sheet is None:
        return "waiting"
    if reading.is_finished:
        return "finished"
    if not desk.is_playing:
        return "unsigned" if reading.is_played_out else "playing"
    if missing_at(reading):
        return "missing"
    if reading.is_played_out:
        return "unsigned"
    if reading.table.is_paper:
        return "paper"
    return "quiet" if _is_quiet(desk, reading) else "playing"


def missing_at(reading: TableReading) -> list[RoundSeat]:
    """The players who are not at the table."""
    return [seat for seat in reading.seats.values() if seat.is_missing and not is_taken_over(seat)]


def _is_quiet(desk: Desk, reading: TableReading) -> bool:
    since = last_entry_at(desk.event_round, reading)
    return since is not None and minutes_since(since, desk.now) >= QUIET_MINUTES


def _words(desk: Desk, reading: TableReading, state: str) -> str:
    """What a table's state is called."""
    said = {
        "disputed": f"Disputed: {reading.table.disputed}",
        "paper": "On paper, not typed yet",
        "waiting": "Waiting for the start",
        "unsigned": _unsigned_words(reading),
        "finished": _finished_words(reading),
    }
    if state == "called":
        return f"Calls: {call_text(desk.board.calls[reading.number][0])}"
    if state == "missing":
        return f"Waiting for {listed([seat.entrant.called for seat in missing_at(reading)])}"
    return said.get(state) or _hand_words(reading)


def _hand_words(reading: TableReading) -> str:
    line = reading.sheet.open_line if reading.sheet else None
    number = line.number if line else reading.hands_done
    planned = f" of {reading.hands_to_play}" if reading.hands_to_play else ""
    return f"Hand {number}{planned}"


def _unsigned_words(reading: TableReading) -> str:
    sides = unsigned_sides(reading)
    both = reading.sheet is not None and len(sides) == len(reading.sheet.book.sides)
    who = ("both sides" if len(sides) == 2 else "all") if both else listed(sides)
    return f"Played, {who} still to sign"


def _finished_words(reading: TableReading) -> str:
    if reading.has_totals_alone:
        return "Finished: totals from paper"
    if reading.is_signed:
        return "Finished and signed"
    return "Finished: typed from paper"


def _sides(reading: TableReading) -> tuple[BoardSide, ...]:
    if reading.sheet is None:
        return tuple(BoardSide(name, "", False) for name in _seated_names(reading))
    has_score = reading.hands_done or reading.has_totals_alone
    return tuple(
        BoardSide(
            side_name(reading, side),
            figure_text(reading.totals[side]) if has_score else "–",
            side in reading.sheet.signed,
        )
        for side in reading.sheet.book.sides
    )


def _seated_names(reading: TableReading) -> Iterator[str]:
    """The sides of a table that has no card yet: partners sit across."""
    seats = reading.seats
    if len(seats) == 4 and {"N", "E", "S", "W"} <= seats.keys():
        yield f"{player_at(seats['N'])} & {player_at(seats['S'])}"
        yield f"{player_at(seats['E'])} & {player_at(seats['W'])}"
    else:
        yield from (player_at(seat) for seat in seats.values())


def _pace_words(reading: TableReading, pace: int | None, state: str) -> str:
    if pace is None or state in ("finished", "unsigned", "waiting", "paper"):
        return ""
    behind = pace - reading.hands_done
    if not behind:
        return ""
    hands = f"{abs(behind)} hand{'' if abs(behind) == 1 else 's'}"
    return f"{hands} behind" if behind > 0 else f"{hands} ahead"


def _device_words(tablets: Sequence[TableTablet]) -> str:
    if not tablets:
        return "No tablet"
    return "1 tablet" if len(tablets) == 1 else f"{len(tablets)} tablets"


def _marks(desk: Desk, reading: TableReading) -> Iterator[str]:
    """What else is to be seen at one glance."""
    if reading.table.is_paper and not reading.has_totals_alone:
        yield "Paper"
    pins = desk.board.wrong_pins.get(reading.number, 0)
    if pins:
        yield f"{pins} wrong PIN{'' if pins == 1 else 's'}"


# -- a table that is opened ----------------------------------------------------------------


def _details(desk: Desk, reading: TableReading) -> TableDetails:
    sheet = reading.sheet
    names = table_names(reading)
    return TableDetails(
        seats=tuple(_seat_line(desk, reading, seat) for seat in reading.seats.values()),
        sides=tuple(side_name(reading, side) for side in sheet.book.sides) if sheet else (),
        hands=tuple(_hands(reading, names)) if names else (),
        penalties=penalty_lines(sheet, names) if sheet and names else (),
        devices=_devices(desk.board.tablets.get(reading.number, ())),
        keys=tuple(_table_keys(desk, reading)),
        dispute_address=desk.stay(desk.round_address("dispute", reading.number))
        if sheet and desk.may(Action.ANSWER_TABLES)
        else "",
        dispute_client_id=new_client_id(),
    )


def table_names(reading: TableReading) -> Names | None:
    """The full names at a table; None before it has a card."""
    if reading.sheet is None:
        return None
    return Names(reading.sheet.book, {seat: str(player.entrant) for seat, player in reading.seats.items()}, {})


def _seat_line(desk: Desk, reading: TableReading, seat: RoundSeat) -> SeatLine:
    return SeatLine(
        seat=SEAT_NAMES.get(_seat(seat), seat.seat),
        name=str(seat.entrant),
        words=_seat_words(desk, reading, seat),
        is_missing=seat.is_missing,
        keys=tuple(_seat_keys(desk, reading, seat)),
    )


def _seat(seat: RoundSeat) -> Seat:
    return seat.seat


def _seat_words(desk: Desk, reading: TableReading, seat: RoundSeat) -> str:
    if is_taken_over(seat):
        is_replaced = reading.sheet is not None and is_replaced_by(reading.sheet, _seat(seat)) is not None
        return f"replaced: {player_at(seat)} plays on" if is_replaced else f"{player_at(seat)} sits in"
    if reading.sheet is None:
        return ""
    if seat.is_missing:
        return missing_words(reading.sheet.book, desk.event_round, desk.now)
    late = reading.sheet.lateness.get(_seat(seat))
    return late_sentence(reading.sheet.book, late.payload["minutes"]).removesuffix(".") if late else ""


def missing_words(book: RuleBook, event_round: EventRound, now: datetime) -> str:
    """`7 minutes late: 20 off so far, replaced at 15`."""
    minutes = minutes_late(event_round, now)
    rule = tardiness_of(book)
    said = f"{minutes} minute{'' if minutes == 1 else 's'} late"
    if rule is None:
        return said
    cost = tardiness(book, minutes)
    if cost.replaced:
        return f"{said}: to be replaced, scores 0 in this round"
    so_far = f"{cost.points} off so far" if cost.points else f"nothing off until {rule.grace} are over"
    return f"{said}: {so_far}, replaced at {rule.replaced_at}"


def _seat_keys(desk: Desk, reading: TableReading, seat: RoundSeat) -> Iterator[Key]:
    if not desk.is_playing or reading.sheet is None or not desk.may(Action.PENALISE) or seat.entrant.is_house_player:
        return
    place = (reading.number, seat.seat)
    hint = f" {seat.entrant}"
    if seat.is_missing:
        yield from _missing_keys(desk, reading, seat)
    elif not is_taken_over(seat):
        yield Key("Missing", desk.stay(desk.round_address("missing", *place)), hint=hint)
        yield Key("Replace…", desk.round_address("replace", *place), is_link=True, hint=hint)
    if not seat.is_missing and reading.sheet.lateness.get(_seat(seat)):
        yield Key("Waive…", desk.round_address("waive", *place), is_link=True, hint=f" the lateness of{hint}")


def _missing_keys(desk: Desk, reading: TableReading, seat: RoundSeat) -> Iterator[Key]:
    """Arrived, while the book lets them sit down; replace; waive."""
    assert reading.sheet is not None, "a round that is being played has its cards"
    place, hint = (reading.number, seat.seat), f" {seat.entrant}"
    at_limit = is_at_limit(reading.sheet.book, desk.event_round, desk.now)
    if not at_limit:
        yield Key("Arrived", desk.stay(desk.round_address("arrived", *place)), is_go=True, hint=hint)
    yield Key("Replace…", desk.round_address("replace", *place), is_link=True, is_go=at_limit, hint=hint)
    if tardiness_of(reading.sheet.book) is not None:
        yield Key("Waive…", desk.round_address("waive", *place), is_link=True, hint=f" the lateness of{hint}")


def is_at_limit(book: RuleBook, event_round: EventRound, now: datetime) -> bool:
    """Whether a player who is still missing is to be replaced by the book."""
    return tardiness_of(book) is not None and tardiness(book, minutes_late(event_round, now)).replaced


def _hands(reading: TableReading, names: Names) -> Iterator[HandLine]:
    sheet = reading.sheet
    assert sheet is not None, "names come from the card"
    for line in sheet.lines:
        payload = line.payload
        trump = f" {SUIT_NAMES[payload['trump']].lower()}" if payload.get("trump") else ""
        bid = f"{payload['bid']}{trump}, {names.player(payload['bidder'])}" if payload.get("bid") is not None else "–"
        score = line.score
        scores = [figure_text(score.sides[side].score) if score and line.is_done else "…" for side in sheet.book.sides]
        yield HandLine(line.number, bid, tuple(scores), line.is_done)


def _devices(tablets: Sequence[TableTablet]) -> tuple[str, ...]:
    """`Main tablet: iPad, since 19:02`."""
    return tuple(
        f"{'Also' if at else 'Main tablet'}: {tablet.device.label or 'a tablet'}, since {time_text(tablet.paired_at)}"
        for at, tablet in enumerate(tablets)
    )


def _table_keys(desk: Desk, reading: TableReading) -> Iterator[Key]:
    number = reading.number
    if reading.sheet is not None:
        if desk.may(Action.TYPE_PAPER) or desk.may(Action.CORRECT_CARDS):
            yield Key("Open the card", desk.round_address("open_card", number))
        if desk.may(Action.TYPE_PAPER):
            yield Key("Type the paper card", desk.round_address("paper_card", number), is_link=True)
        if desk.may(Action.PENALISE):
            yield Key("Penalty…", desk.round_address("penalties", number), is_link=True)
    if desk.may(Action.ANSWER_TABLES):
        yield Key("Pass and tablets", desk.event_address("table_pass", number), is_link=True)
    if desk.may(Action.READ_LOG):
        yield Key("Log", f"{desk.event_address('log')}?table={number}", is_link=True)


# -- what to do ----------------------------------------------------------------------------


def _todos(desk: Desk, tables: Sequence[BoardTable]) -> Iterator[Todo]:
    reading = desk.board.reading
    if reading is not None:
        by_number = {table.number: table for table in reading.tables}
        yield from _call_todos(desk)
        yield from (_dispute_todo(desk, table) for table in reading.tables if table.table.disputed)
        if desk.is_playing:
            yield from _missing_todos(desk, reading.tables)
            yield from (_quiet_todo(desk, by_number[table.number]) for table in tables if table.state == "quiet")
            yield from _unsigned_todos(desk, tables)
        yield from _pin_todos(desk)
        if desk.is_playing:
            yield from _paper_todos(desk, tables)
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
    if not desk.may(Action.ANSWER_TABLES):
        return ()
    address = desk.stay(desk.round_address("settle", reading.number))
    return (Key("Settled", address, is_go=True, hint=f" at table {reading.number}"),)


def _missing_todos(desk: Desk, readings: Iterable[TableReading]) -> Iterator[Todo]:
    for reading in readings:
        assert reading.sheet is not None, "a round that is being played has its cards"
        for seat in missing_at(reading):
            keys = tuple(_missing_keys(desk, reading, seat)) if desk.may(Action.PENALISE) else ()
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


def _quiet_todo(desk: Desk, reading: TableReading) -> Todo:
    since = last_entry_at(desk.event_round, reading)
    assert since is not None, "a table is quiet since some moment"
    return Todo(
        text=f"Table {reading.number}: no entry for {minutes_since(since, desk.now)} minutes",
        tone="now",
        keys=(_show_key(desk, reading.number),),
        note=_hand_words(reading),
        table=reading.number,
    )


def _show_key(desk: Desk, number: int) -> Key:
    address = f"{desk.event_address('board')}{desk.query(open=number)}#table-{number}"
    return Key("Look", address, is_link=True, hint=f" at table {number}")


def _unsigned_todos(desk: Desk, tables: Sequence[BoardTable]) -> Iterator[Todo]:
    for table in tables:
        if table.state == "unsigned":
            who = [side.name for side in table.sides if not side.is_signed]
            both = "both sides" if len(table.sides) == 2 and len(who) == 2 else listed(who)
            text = f"Table {table.number}: {both} must sign"
            yield Todo(text, "now", (_show_key(desk, table.number),), table=table.number)


def _pin_todos(desk: Desk) -> Iterator[Todo]:
    for number, times in sorted(desk.board.wrong_pins.items()):
        if times >= MANY_WRONG_PINS:
            address = desk.event_address("table_pass", number)
            key = Key("New pass…", address, is_link=True, hint=f" for table {number}")
            keys = (key,) if desk.may(Action.ANSWER_TABLES) else ()
            yield Todo(f"Table {number}: {times} wrong PINs in half an hour", "now", keys, table=number)


def _paper_todos(desk: Desk, tables: Sequence[BoardTable]) -> Iterator[Todo]:
    for table in tables:
        if table.state == "paper":
            key = Key("Type it", desk.round_address("paper_card", table.number), is_link=True)
            keys = (key,) if desk.may(Action.TYPE_PAPER) else ()
            yield Todo(
                f"Table {table.number} plays on paper: its card is to be typed", "plain", keys, table=table.number
            )


def _round_todos(desk: Desk, tables: Sequence[BoardTable]) -> Iterator[Todo]:
    """How the evening goes on: close the round, seat and start the next, close the event."""
    shown, following = desk.board.event_round, desk.board.next_round
    if shown is None or shown.state == EventRound.State.CLOSED:
        yield from _next_todos(desk, shown, following)
    elif desk.is_playing:
        if tables and all(table.state == "finished" for table in tables):
            keys = (Key("Close the round…", desk.round_address("close_round"), is_link=True, is_go=True),)
            yield Todo(f"{shown} can be closed", "go", keys if desk.may(Action.RUN_ROUNDS) else ())
    elif desk.may(Action.RUN_ROUNDS):
        yield Todo(f"{shown} is seated and waits for its start", "go", (_start_key(desk),))


def _start_key(desk: Desk) -> Key:
    return Key(f"Start {str(desk.event_round).lower()}", desk.round_address("start_round"), is_go=True)


def _next_todos(desk: Desk, shown: EventRound | None, following: EventRound | None) -> Iterator[Todo]:
    address = desk.event_address("rotation") if desk.may(Action.SEAT_PLAYERS) else ""
    if following is not None:
        keys = (Key("Look at it", address, is_link=True, is_go=True),) if address else ()
        yield Todo(f"The seating of {str(following).lower()} is a draft: publish it", "go", keys)
        return
    if shown is not None and shown.number >= desk.event.rounds_planned:
        close = desk.event_address("close_event") if desk.may(Action.RUN_ROUNDS) else ""
        keys = (Key("Close the event…", close, is_link=True, is_go=True),) if close else ()
        if desk.event.state != Event.State.CLOSED:
            yield Todo("All planned rounds are played", "go", keys)
        return
    keys = (Key("Seat the players", address, is_link=True, is_go=True),) if address else ()
    yield Todo(f"Round {shown.number + 1 if shown else 1} has no seating yet", "go", keys)


# -- the head ------------------------------------------------------------------------------


def _head_key(desk: Desk) -> Key | None:
    """The one large key: start, or close."""
    shown = desk.board.event_round
    if shown is None or not desk.may(Action.RUN_ROUNDS):
        return None
    if shown.state == EventRound.State.PUBLISHED:
        return _start_key(desk)
    if shown.state == EventRound.State.RUNNING:
        return Key("Close the round…", desk.round_address("close_round"), is_link=True, is_go=True)
    return None


def _round_keys(desk: Desk) -> Iterator[Key]:
    """What else can be done to rounds."""
    if not desk.may(Action.RUN_ROUNDS):
        return
    closed = [event_round for event_round in desk.board.rounds if event_round.state == EventRound.State.CLOSED]
    if closed and not desk.is_playing and desk.event.state != Event.State.CLOSED:
        last = closed[-1]
        address = desk.event_address("reopen_round", last.number)
        yield Key(f"Reopen {str(last).lower()}…", address, is_link=True)
    waiting = [r for r in desk.board.rounds if r.state in (EventRound.State.DRAFT, EventRound.State.PUBLISHED)]
    if waiting and desk.may(Action.DELETE):
        last = waiting[-1]
        yield Key(f"Delete {str(last).lower()}…", desk.event_address("delete_round", last.number), is_link=True)


def _places(desk: Desk) -> Iterator[Key]:
    """The other pages of the event."""
    places: Mapping[str, tuple[str, Action]] = {
        "check_in": ("Check-in", Action.CHECK_IN),
        "rotation": ("Seating", Action.SEAT_PLAYERS),
        "projector": ("Projector", Action.READ_PUBLISHED),
        "papers": ("Paper", Action.PRINT),
        "log": ("Log", Action.READ_LOG),
        "event": ("The event", Action.READ_PUBLISHED),
    }
    for name, (label, action) in places.items():
        address = desk.event_address(name)
        if address and desk.may(action):
            yield Key(label, address, is_link=True)


# -- the poll ------------------------------------------------------------------------------


def _until(desk: Desk) -> str:
    """The next moment at which time alone changes what the board says, in milliseconds; empty for none."""
    if not desk.is_playing or desk.board.reading is None:
        return ""
    moments = [_next_minute(desk.event_round.started_at, desk.now)] if _counts_lateness(desk) else []
    for reading in desk.board.reading.tables:
        since = last_entry_at(desk.event_round, reading)
        if since is not None and not reading.is_finished and not reading.table.is_paper:
            due = since + timedelta(minutes=QUIET_MINUTES)
            moments.append(due if due > desk.now else _next_minute(since, desk.now))
    return milliseconds(min(moments)) if moments else ""


def _counts_lateness(desk: Desk) -> bool:
    return desk.board.reading is not None and any(missing_at(reading) for reading in desk.board.reading.tables)


def _next_minute(start: datetime | None, now: datetime) -> datetime:
    """When the next whole minute since `start` is over."""
    return (start or now) + timedelta(minutes=minutes_since(start or now, now) + 1)
