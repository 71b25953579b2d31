"""Every table of the desk in words, those that need the director first; one of them open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median_low
from typing import Any, Final

from league.acting.permissions import Action
from league.evening.cards.deeds import boards_of
from league.evening.cards.pages import names_at_table, table_names
from league.evening.cards.reading import TOTALS_ALONE, TableReading
from league.evening.cards.seats import (
    is_replaced,
    is_taken_over,
    player_at,
    seated_sides,
    side_name,
    side_players,
    unsigned_sides,
)
from league.evening.clock.deeds import clock_of
from league.evening.clock.instants import minutes_since
from league.evening.clock.polling import milliseconds
from league.evening.judging.deeds.replacing import can_be_back
from league.evening.judging.pages import missing_words
from league.evening.rulings.pages.ruling import table_rulings
from league.evening.tables.deeds.tables import call_text
from league.models import BoardDecision, Entrant, EventRound, RoundSeat
from league.office.clubs.pages.navigation import address_of
from league.words import boards_words, clock_words
from scoring.rules.cards import Suit
from scoring.rules.notation import SUIT_NAMES, counted, figure_text, listed, numbered, seat_name, signed
from scoring.rules.wording import late_sentence, outcome_word
from scoring.score_card.names import first_name, short_among, soft
from scoring.score_card.pages.entries import hold_words
from scoring.score_card.pages.penalties import penalty_lines
from scoring.score_card.people import is_absent, replacement_key
from scoring.score_card.rare_figures import hands_to_check

from .desk import Desk, Key, link_to
from .missing import left_at, missing_at, missing_keys

QUIET_MINUTES: Final = 12
MOST_PIPS: Final = 8
Decided = BoardDecision.Kind
# A decision on a board, in a word.
BOARD_MARKS: Final = {
    Decided.FOULED: "fouled",
    Decided.AVERAGE: "average",
    Decided.LEFT_OUT: "not played",
    Decided.VOID: "doesn’t count",
}
# The states of a table, most urgent first.
STATES: Final = (
    "called", "held", "missing", "quiet", "unsigned", "playing", "unpaired", "paper", "waiting", "finished",
)  # fmt: skip
NEEDS: Final = frozenset({"called", "held", "missing", "quiet", "unsigned"})
# Short words for a tile; other states keep their full words there.
SIGNS: Final = {"unsigned": "To sign", "finished": "Finished", "unpaired": "No tablet", "paper": "On paper"}
TONES: Final = {
    "called": "bad",
    "held": "bad",
    "missing": "now",
    "quiet": "now",
    "unsigned": "now",
    "finished": "go",
}


@dataclass(frozen=True, slots=True)
class DeskSide:
    players: tuple[str, ...]
    short: tuple[tuple[str, str, str], ...] = ()
    """Each player's name in two: what a small tile keeps, and what it drops; and what it says in its place."""
    total: str = ""
    is_signed: bool = False
    is_winner: bool = False

    @property
    def name(self) -> str:
        return " & ".join(self.players)


@dataclass(frozen=True, slots=True)
class LastHand:
    """What a table's last hand brought its bidder: `Hand 3: Joan 25`, spades, `made +27`."""

    bid: str
    trump: Suit | None
    result: str
    is_loss: bool


@dataclass(frozen=True, slots=True)
class DeskTable:
    """One table: `state` is one of `STATES`, `since_ms` the time of its last entry. Equal ones look the same."""

    number: int
    state: str
    words: str
    sides: tuple[DeskSide, ...]
    done: int
    planned: int
    pace: str
    device: str
    since: str
    since_ms: str
    marks: tuple[str, ...]
    boards: str
    last: LastHand | None
    open_address: str
    is_open: bool
    details: dict[str, Any] | None = None

    @property
    def tone(self) -> str:
        return TONES.get(self.state, "plain")

    @property
    def since_what(self) -> str:
        return "since it called" if self.state == "called" else "since the last entry"

    @property
    def sign(self) -> str:
        """Its state, short enough for a tile; dots say how far a table is that is behind."""
        if self.state == "playing" and self.pace and self.pips:
            return ""
        return SIGNS.get(self.state) or (self.words.partition(": ")[0] if self.state == "called" else self.words)

    @property
    def ask(self) -> str:
        """What a call is about, which goes first when a tile is small: it stands under what needs the director."""
        return self.words.removeprefix(self.sign) if self.state == "called" else ""

    @property
    def pips(self) -> tuple[str, ...]:
        """A dot for each planned hand, filled when done, half when played; none where they would be too many."""
        if not 0 < self.planned <= MOST_PIPS:
            return ()
        now = ("now",) if self.done < self.planned and self.state != "waiting" else ()
        return (*("in",) * self.done, *now, *("",) * self.planned)[: self.planned]

    @property
    def needs_director(self) -> bool:
        return self.state in NEEDS


def desk_tables(desk: Desk, readings: Sequence[TableReading]) -> tuple[DeskTable, ...]:
    """Every table, those that need the director first."""
    pace = pace_of(readings)
    tables = [_table(desk, reading, pace) for reading in readings]
    return tuple(
        sorted(tables, key=lambda table: (STATES.index(table.state) if table.needs_director else 99, table.number))
    )


def pace_of(readings: Sequence[TableReading]) -> int | None:
    """The hands that most tables have done, paper tables excluded."""
    done = [reading.hands_done for reading in readings if reading.sheet is not None and not reading.table.is_paper]
    return median_low(done) if done else None


def _table(desk: Desk, reading: TableReading, pace: int | None) -> DeskTable:
    state = _state(desk, reading)
    since = last_entry_at(desk.event_round, reading)
    is_open, tablets = reading.number == desk.open, len(desk.reading.tablets.get(reading.number, ()))
    if state == "called":
        since = desk.reading.calls[reading.number][0].called_at
    is_timed = since is not None and desk.is_playing and state != "finished"
    return DeskTable(
        number=reading.number,
        state=state,
        words=_words(desk, reading, state),
        sides=_sides(desk, reading),
        done=reading.hands_done,
        planned=reading.hands_to_play or 0,
        pace=_pace_words(reading, pace, state),
        device="" if desk.is_round_over else counted(tablets, "tablet") if tablets else "No tablet",
        since=f"{minutes_since(since, desk.now)} min" if since and is_timed else "",
        since_ms=milliseconds(since) if since and is_timed else "",
        marks=tuple(_marks(desk, reading)),
        boards=_boards_in(desk, reading),
        last=_last_hand(desk, reading),
        open_address=f"{desk.desk_address}{desk.query(open=None if is_open else reading.number)}",
        is_open=is_open,
        details=_details(desk, reading) if is_open else None,
    )


def last_entry_at(event_round: EventRound, reading: TableReading) -> datetime | None:
    """The table's last entry, or the start of the round before there is one."""
    entries = reading.sheet.entries if reading.sheet else ()
    return entries[-1].at if entries else event_round.started_at


def _state(desk: Desk, reading: TableReading) -> str:
    if desk.reading.calls.get(reading.number):
        return "called"
    if reading.holds:
        return "held"
    if reading.sheet is None:
        return "waiting"
    if reading.is_finished:
        return "finished"
    if not desk.is_playing:
        return "unsigned" if reading.is_played_out else "playing"
    if missing_at(reading):
        return "missing"
    if reading.awaits_typing:
        return "paper"
    if reading.is_played_out and not _goes_on(desk, reading):
        return "unsigned"
    if is_untouched(desk, reading):
        return "unpaired"
    since = last_entry_at(desk.event_round, reading)
    return "quiet" if since is not None and minutes_since(since, desk.now) >= QUIET_MINUTES else "playing"


def _goes_on(desk: Desk, reading: TableReading) -> bool:
    """Whether a table that stops by the clock has time left for another hand, and nobody has signed."""
    sheet, left = reading.sheet, clock_of(desk.event_round).left(desk.now)
    if sheet is None or sheet.is_finished or sheet.signed or not sheet.setup.ends_by_clock:
        return False
    return left is not None and left > timedelta()


def is_untouched(desk: Desk, reading: TableReading) -> bool:
    """Whether no tablet was ever paired with the table and its card is empty: it may well play on paper."""
    return not desk.reading.tablets.get(reading.number) and not (reading.sheet and reading.sheet.lines)


def _words(desk: Desk, reading: TableReading, state: str) -> str:
    said = {
        "held": ". ".join(map(hold_words, reading.holds)),
        "paper": _unsigned_words(reading) if reading.is_played_out else "On paper, not typed yet",
        "unpaired": "No tablet, nothing entered yet",
        "waiting": "Waiting to start",
        "unsigned": _unsigned_words(reading),
        "finished": _finished_words(reading),
    }
    if state == "finished" and reading.has_totals_alone:
        return f"Finished. {TOTALS_ALONE}"
    if state == "called":
        return f"Calls: {call_text(desk.reading.calls[reading.number][0])}"
    if state == "missing":
        return f"Waiting for {listed([seat.entrant.called for seat in missing_at(reading)])}"
    if desk.is_round_over and not reading.is_finished:
        done, planned = reading.hands_done, reading.hands_to_play
        words = f"{done} of {counted(planned, 'hand')}" if planned else counted(done, "hand")
        return said.get(state) or f"Not finished: {words}"
    return said.get(state) or hand_words(reading)


def _finished_words(reading: TableReading) -> str:
    ended = {"game": "Game over", "time": "Stopped"}.get(reading.came_to_an_end, "Finished")
    return f"{ended} and signed" if reading.is_signed else f"{ended}, typed from paper"


def _is_sealed(desk: Desk, reading: TableReading) -> bool:
    """Whether the reader has yet to play the boards of this table."""
    return reading.table.board_set in desk.sealed


def hand_words(reading: TableReading) -> str:
    line = reading.sheet.open_line if reading.sheet else None
    if line and line.board:
        return f"Board {line.board}"
    number = line.number if line else reading.hands_done
    planned = f" of {reading.hands_to_play}" if reading.hands_to_play else ""
    return f"Hand {number}{planned}"


def _unsigned_words(reading: TableReading) -> str:
    if reading.table.is_paper:
        return "Played, not signed. Type its paper card"
    sides = unsigned_sides(reading)
    both = reading.sheet is not None and len(sides) == len(reading.sheet.book.sides)
    who = ("both sides" if len(sides) == 2 else "all") if both else listed(sides)
    return f"Played. Still to sign: {who}"


def _last_hand(desk: Desk, reading: TableReading) -> LastHand | None:
    """None before a hand with a bid is done."""
    sheet = reading.sheet
    if sheet is None or _is_sealed(desk, reading):
        return None
    line = next((one for one in reversed(sheet.lines) if one.is_done), None)
    if line is None or line.score is None or not (line.figures.bidder and line.figures.has_bid):
        return None
    names, side = names_at_table(reading, line), sheet.book.side_of(line.figures.bidder)
    word, part = outcome_word(line.score, side).lower(), line.score.sides[side]
    what = f"Board {line.board}" if line.board else f"Hand {line.number}"
    bid = f"{what}: {names.short(line.figures.bidder)} {line.figures.bid}"
    brought = f"{word} {signed(part.score)}" if part.score else word
    return LastHand(bid, line.figures.trump, brought.strip(), is_loss=part.score < 0 or not part.saved)


def _sides(desk: Desk, reading: TableReading) -> tuple[DeskSide, ...]:
    if reading.sheet is None:
        seated = seated_sides(reading, desk.event)
        return tuple(DeskSide(side, short) for side, short in zip(seated, _short(seated), strict=True))
    has_score = (reading.hands_done or reading.has_totals_alone) and not _is_sealed(desk, reading)
    sides = reading.sheet.book.sides
    seated = [side_players(reading, side) for side in sides]
    return tuple(
        DeskSide(
            players=players,
            short=short,
            total=figure_text(reading.totals[side]) if has_score else "–",
            is_signed=side in reading.sheet.signed,
            is_winner=not reading.table.board_set and reading.is_finished and reading.winners == (side,),
        )
        for side, players, short in zip(sides, seated, _short(seated), strict=True)
    )


def _short(sides: Sequence[Sequence[str]]) -> Iterator[tuple[tuple[str, str, str], ...]]:
    """The names of each side, cut where the first name ends: `Ruth`; `Ann L.` where another Ann is at the table."""
    everybody = [name for side in sides for name in side]

    def parts(name: str) -> tuple[str, str, str]:
        others = list(everybody)
        others.remove(name)
        short = short_among(others, name)
        kept = first_name(name) if short != name else name
        letter = short.removeprefix(kept).replace(" ", "\N{NO-BREAK SPACE}")
        return soft(kept), soft(name.removeprefix(kept)), letter

    for side in sides:
        yield tuple(map(parts, side))


def _pace_words(reading: TableReading, pace: int | None, state: str) -> str:
    """The hands by which a table in play is behind most others."""
    if pace is None or state in ("finished", "unsigned", "waiting", "paper"):
        return ""
    behind = pace - reading.hands_done
    return f"{counted(behind, 'hand')} behind" if behind > 0 else ""


def _marks(desk: Desk, reading: TableReading) -> Iterator[str]:
    yield from _board_marks(desk, reading)
    if desk.is_round_over:
        return
    if reading.table.is_paper and not reading.has_totals_alone:
        yield "Paper"
    if pins := desk.reading.wrong_pins.get(reading.number, 0):
        yield counted(pins, "wrong PIN")
    if reading.sheet:
        yield from (f"Check hand {number}" for number in hands_to_check(reading.sheet))
    for line in reading.sheet.lines if reading.sheet else ():
        yield from (f"Hand {line.number}: “{remark}”" for remark in line.remarks)


def _boards_in(desk: Desk, reading: TableReading) -> str:
    """`Boards 9–12, 2 in`; empty for a table without boards."""
    boards = boards_words(reading.table.board_set, desk.event.hands).capitalize()
    return f"{boards}, {reading.hands_done} in" if boards and reading.sheet else boards


def _board_marks(desk: Desk, reading: TableReading) -> Iterator[str]:
    """Decisions about the table's boards, and late boards."""
    if not reading.table.board_set:
        return
    boards = boards_of(reading.table.board_set, desk.event.hands)
    for one in desk.reading.decided:
        if one.number in boards and one.table_id in (None, reading.table.pk):
            yield f"Board {one.number}: {BOARD_MARKS[Decided(one.kind)]}"
    if desk.is_round_over and (left := desk.reading.boards_late(reading)):
        yield f"{numbered('Board', [str(one) for one in left])} late"


# -- a table that is opened ----------------------------------------------------------------


def _details(desk: Desk, reading: TableReading) -> dict[str, Any]:
    sheet = reading.sheet
    names = table_names(reading)
    hands = tuple(_hands(desk, reading)) if names and not _is_sealed(desk, reading) else ()
    return {
        "seats": tuple(_seat_line(desk, reading, seat) for seat in reading.seats.values()),
        "sides": tuple(side_name(reading, side) for side in sheet.book.sides) if sheet else (),
        "hands": hands,
        "corrects": any(hand["key"] for hand in hands),
        "boards": tuple(_board_keys(desk, reading)),
        "rulings": tuple(table_rulings(reading, desk.event.club)),
        "penalties": penalty_lines(sheet, names) if sheet and names else (),
        "devices": () if desk.is_round_over else tuple(_devices(desk, reading)),
        "keys": tuple(_table_keys(desk, reading)),
    }


def _devices(desk: Desk, reading: TableReading) -> Iterator[str]:
    """`Tablet 1, the main one: iPad, since 7:02 pm`."""
    for at, tablet in enumerate(desk.reading.tablets.get(reading.number, ())):
        main, since = "" if at else ", the main one", clock_words(tablet.paired_at, desk.event.club)
        yield f"{tablet.label}{main}: {tablet.device.label or 'a tablet'}, since {since}"


def _seat_line(desk: Desk, reading: TableReading, seat: RoundSeat) -> dict[str, Any]:
    return {
        "seat": seat_name(seat.seat, reading.seats),
        "name": str(seat.entrant),
        "history": _history(desk, seat.entrant),
        "words": _seat_words(desk, reading, seat),
        "is_missing": seat.is_missing and desk.is_playing,
        "keys": tuple(_seat_keys(desk, reading, seat)),
    }


def _history(desk: Desk, entrant: Entrant) -> str:
    may = entrant.member_id is not None and desk.acting.may(Action.READ_HISTORY)
    return address_of("player_history", desk.reading.event.club.slug, entrant.member_id) if may else ""


def _seat_words(desk: Desk, reading: TableReading, seat: RoundSeat) -> str:
    if is_taken_over(seat):
        return f"replaced: {player_at(seat)} plays on" if is_replaced(seat) else f"{player_at(seat)} sits in"
    if reading.sheet is None:
        return ""
    if is_absent(reading.sheet, seat.seat):
        return "never came, scores 0 this round"
    if seat.is_missing:
        return missing_words(reading.sheet.book, desk.event_round, desk.now)
    if desk.is_playing and seat in left_at(reading):
        return "left"
    late = reading.sheet.lateness.get(seat.seat)
    return late_sentence(reading.sheet.book, late.said.minutes).removesuffix(".") if late else ""


def _seat_keys(desk: Desk, reading: TableReading, seat: RoundSeat) -> Iterator[Key]:
    """The keys of a player's presence while there is something to play, and of a penalty."""
    if reading.sheet is None or not desk.may(Action.PENALISE) or seat.entrant.is_house_player:
        return
    place, hint = (reading.number, seat.seat), f" {seat.entrant}"
    if desk.is_playing:
        if seat.is_missing:
            yield from missing_keys(desk, reading, seat)
        elif not is_taken_over(seat) and not reading.is_finished:
            yield desk.tap("Missing", desk.round_address("missing", *place), hint=hint)
            yield link_to("Replace…", desk.round_address("replace", *place), hint=hint)
        if can_be_back(seat):
            yield link_to("Back…", desk.round_address("back_after_all", *place), hint=f":{hint} plays on")
        elif not seat.is_missing and reading.sheet.lateness.get(seat.seat):
            yield link_to("Waive…", desk.round_address("waive", *place), hint=f" the lateness of{hint}")
    who = replacement_key(seat.seat) if is_replaced(seat) else seat.seat
    address = f"{desk.round_address('penalties', reading.number)}?who={who}"
    yield link_to("Penalty…", address, hint=f" for {player_at(seat)}")


def _hands(desk: Desk, reading: TableReading) -> Iterator[dict[str, Any]]:
    sheet = reading.sheet
    assert sheet is not None, "hands are on a card"
    card = desk.round_address("open_card", reading.number) if desk.may(Action.CORRECT_CARDS) else ""
    for line in sheet.lines:
        figures = line.figures
        trump = f" {SUIT_NAMES[figures.trump].lower()}" if figures.trump else ""
        bid = "–"
        if figures.has_bid:
            bidder = figures.bidder and names_at_table(reading, line).player(figures.bidder)
            bid = f"{figures.bid}{trump}, {bidder}" if bidder else trump.strip()
        score = line.score
        scores = [figure_text(score.sides[side].score) if score and line.is_done else "…" for side in sheet.book.sides]
        hint = f" hand {line.number} at table {reading.number}"
        key = Key("Correct", f"{card}?hand={line.number}", leaves=True, hint=hint) if card and line.is_done else None
        number = f"{line.number} · board {line.board}" if line.board else line.number
        yield {"number": number, "bid": bid, "scores": scores, "key": key}


def _board_keys(desk: Desk, reading: TableReading) -> Iterator[Key]:
    if reading.sheet is None or not reading.table.board_set or not desk.may(Action.RULE):
        return
    for board in boards_of(reading.table.board_set, desk.event.hands):
        address = desk.round_address("boards_decide", reading.number, board)
        yield link_to(f"Board {board}…", address, hint=f" at table {reading.number}")


def _table_keys(desk: Desk, reading: TableReading) -> Iterator[Key]:
    number = reading.number
    if reading.sheet is not None:
        yield Key("Open the card", desk.round_address("open_card", number), leaves=True)
        if desk.is_over and not reading.has_totals_alone:
            yield link_to("Look back", desk.round_address("table_look_back", number), hint=f" at table {number}")
        if desk.may(Action.RESEAT):
            yield link_to("Who really sat where?", desk.round_address("chairs", number), hint=f" At table {number}")
        if desk.may(Action.TYPE_PAPER):
            yield link_to("Paper card and totals", desk.round_address("paper_card", number))
        if desk.may(Action.RULE):
            yield link_to("Rule…", desk.round_address("rule", number), hint=f" at table {number}")
        if desk.may(Action.PENALISE):
            yield link_to("Penalties", desk.round_address("penalties", number))
        if desk.may(Action.RULE):
            yield link_to("Rule later…", desk.round_address("hold", number), hint=f" at table {number}")
    if desk.may(Action.ANSWER_TABLES):
        yield link_to("Table card and tablets", desk.event_address("table_pass", number))
    if desk.may(Action.SEAT_PLAYERS) and not desk.is_over:
        yield link_to("Out of use, or another number…", f"{desk.event_address('hall_tables')}?table={number}")
    if desk.may(Action.READ_LOG):
        yield link_to("Log", f"{desk.event_address('log')}?table={number}")
