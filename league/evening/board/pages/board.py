"""The whole board: its head with the clock, filters, what to do and tables; when it is drawn again. No queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from league.acting.permissions import Action
from league.evening.board.reading import IS_NEWS_FOR
from league.evening.cards.seats import out_of
from league.evening.clock.deeds import clock_of
from league.evening.clock.instants import minutes_since
from league.evening.clock.pages import clock_context
from league.evening.clock.polling import moments_of, until_ms
from league.evening.seating.pages.desk import short_state
from league.models import Event, EventRound
from league.words import out_words
from pinochle_club.ground.forms import new_client_id
from scoring.rules.notation import counted, figure_text, listed, lowered

from .before import before_context
from .closed import closed_round
from .cut import cut_on_board
from .desk import Desk, Key
from .missing import missing_at
from .tables import QUIET_MINUTES, BoardTable, board_tables, is_untouched, last_entry_at, pace_of
from .todos import board_todos, start_key

FILTERS: Final = (
    ("all", "All"),
    ("need", "Need me"),
    ("playing", "Playing"),
    ("finished", "Finished"),
    ("unsigned", "Unsigned"),
)


# So many tables are found at a glance.
MOST_AT_A_GLANCE: Final = 12
MOST_IN_A_WINDOW: Final = 20
# A tablet that is held upright shows so many things to do; a phone the first.
MOST_TODOS: Final = 3
MINUTE_CHOICES: Final = tuple(
    (minutes, f"{figure_text(minutes) if minutes < 0 else f'+{minutes}'} min") for minutes in (-5, -1, 1, 10)
)
BREAK_CHOICES: Final = (5, 10, 15, 20, 30)


def board_context(desk: Desk) -> dict[str, Any]:
    """The board of an event for the person who acts."""
    reading, there = desk.board.reading, desk.at_tables
    tables = board_tables(desk, desk.board.tables)
    all_shown = tables if there is desk else board_tables(there, there.board.tables)
    shown = all_shown
    if not there.is_round_over:
        shown = tuple(table for table in all_shown if _is_shown(table, desk.show) or table.number == desk.open)
    board_address = desk.board_address
    shown_round = desk.board.event_round
    clock, until = clock_context(desk.event, shown_round, desk.now), _until(desk)
    return {
        "title": desk.event.name,
        "place": _place(desk) if shown_round else "",
        "summary": _summary(desk, tables),
        "out_title": out_words(desk.event).title,
        "sit_outs": listed([entrant.called for entrant in out_of(reading)]) if reading else "",
        "clock": clock,
        "tables": shown,
        "todos": (todos := tuple(board_todos(desk, tables))),
        "has_many_todos": len(todos) > MOST_TODOS,
        "round": desk.round,
        "rounds": tuple(_round_tabs(desk)),
        "before": before_context(there) if there.is_ahead else None,
        "cut": cut_on_board(desk) if there is desk else None,
        "closed": closed_round(there) if there.is_round_over else None,
        "filters": () if there.is_round_over else _filters(desk, all_shown, board_address),
        "has_jump": len(all_shown) > MOST_IN_A_WINDOW,
        "is_room": desk.is_playing,
        "is_list": desk.is_list,
        "list_address": f"{board_address}{desk.query(list=int(not desk.is_list))}",
        "is_whole": desk.is_whole,
        "whole_address": f"{board_address}{desk.query(whole=int(not desk.is_whole))}",
        "calls": " ".join(str(call.pk) for calls in desk.board.calls.values() for call in calls),
        "until_ms": until,
        "changes_address": _changes_address(desk, until),
        "board_address": board_address,
        "can_run": desk.may(Action.RUN_ROUNDS),
        "round_keys": tuple(_round_keys(desk)),
        "share_address": desk.event_address("second_director") if desk.may(Action.SHARE_DESK) else "",
        "places": tuple(_places(desk)),
        "head_key": _head_key(desk),
        "none_shown": "No table needs you." if desk.show == "need" else "No tables like that right now.",
        "pause_key": _clock_key(desk, "Go on", "resume_clock")
        if clock.state == "paused"
        else _clock_key(desk, "Pause", "pause_clock"),
        "minutes_key": _clock_key(desk, "", "add_minutes"),
        "break_key": Key("", desk.stay(desk.event_address("set_break"))),
        "message_key": Key("", desk.stay(desk.event_address("send_message"))),
        "projector_key": Key("", desk.stay(desk.event_address("switch_projector"))),
        "projector_choices": tuple(
            {"value": value, "label": label, "is_on": value == desk.event.projector}
            for value, label in Event.Projector.choices
        ),
        "more_minutes_id": new_client_id(),
        "minute_choices": MINUTE_CHOICES,
        "break_choices": BREAK_CHOICES,
    }


def _place(desk: Desk) -> str:
    """`Round 2 of 4`; a round that has a title is called by it alone."""
    shown = desk.event_round
    return str(shown) if shown.title else f"{shown} of {max(desk.event.rounds_planned, shown.number)}"


def _clock_key(desk: Desk, label: str, name: str) -> Key | None:
    return Key(label, desk.stay(desk.round_address(name))) if desk.is_playing else None


def _is_shown(table: BoardTable, show: str) -> bool:
    if show == "need":
        return table.needs_director
    if show == "playing":
        return table.state not in ("finished", "unsigned", "waiting")
    if show == "finished":
        return table.state in ("finished", "unsigned")
    return table.state == "unsigned" if show == "unsigned" else True


def _filters(desk: Desk, tables: Sequence[BoardTable], address: str) -> tuple[dict[str, Any], ...]:
    """Where tables have to be looked for, and the way back from some of them."""
    if len(tables) <= MOST_AT_A_GLANCE and desk.show == "all":
        return ()
    return tuple(
        {
            "label": label,
            "count": sum(_is_shown(table, key) for table in tables),
            "address": f"{address}{desk.query(show=key if key != 'all' else None)}",
            "is_on": desk.show == key,
        }
        for key, label in FILTERS
    )


def _summary(desk: Desk, tables: Sequence[BoardTable]) -> str:
    """`14 of 16 at play · most are at hand 3`."""
    if not tables:
        return "Nobody is seated yet"
    if not desk.is_playing:
        total = counted(len(tables), "table")
        state = desk.event_round.get_state_display().lower()
        return f"{total} · {'seating is published' if state == 'published' else state}"
    at_play = sum(_is_shown(table, "playing") for table in tables)
    pace = pace_of(desk.board.reading.tables) if desk.board.reading else None
    said = f"{at_play} of {len(tables)} at play"
    return f"{said} · most are at hand {pace + 1}" if at_play and pace is not None else said


# -- the rounds ----------------------------------------------------------------------------


def _round_tabs(desk: Desk) -> Iterator[dict[str, Any]]:
    """Every round that was seated, so that none is ever out of reach; a draft is looked at where it is made."""
    here = desk.board.looked_at.event_round if desk.board.looked_at else None
    for event_round in desk.board.rounds:
        if event_round.state == EventRound.State.DRAFT:
            address = desk.event_address("rotation") if desk.may(Action.SEAT_PLAYERS) else ""
        else:
            number = event_round.number if event_round != desk.board.event_round else None
            address = f"{desk.board_address}{desk.query(round=number, open=None, show=None)}"
        if address:
            words, is_on = short_state(event_round), event_round == here
            yield {"label": str(event_round), "words": words, "address": address, "is_on": is_on}


# -- the head ------------------------------------------------------------------------------


def _head_key(desk: Desk) -> Key | None:
    """The one large key: start, or close."""
    shown = desk.board.event_round
    if shown is None or not desk.may(Action.RUN_ROUNDS):
        return None
    if shown.state == EventRound.State.PUBLISHED:
        return start_key(desk)
    if shown.state == EventRound.State.RUNNING:
        return Key("Close the round…", desk.round_address("close_round"), is_link=True, is_go=True)
    return None


def _round_keys(desk: Desk) -> Iterator[Key]:
    """What else can be done to rounds."""
    if not desk.may(Action.RUN_ROUNDS):
        return
    if desk.event.state == Event.State.RUNNING:
        yield Key("If we stop now?", desk.event_address("stop_event"), is_link=True)
    waiting = [r for r in desk.board.rounds if r.state in (EventRound.State.DRAFT, EventRound.State.PUBLISHED)]
    if waiting and desk.may(Action.DELETE):
        last = waiting[-1]
        yield Key(f"Delete {lowered(str(last))}…", desk.event_address("delete_round", last.number), is_link=True)


def _places(desk: Desk) -> Iterator[Key]:
    """The other pages of the event."""
    places: Mapping[str, tuple[str, Action]] = {
        "check_in": ("Check-in", Action.CHECK_IN),
        "rotation": ("Seating", Action.SEAT_PLAYERS),
        "projector": ("Projector", Action.READ_PUBLISHED),
        "rulings": ("Rulings", Action.SEE_BOARD),
        "papers": ("Paper", Action.PRINT),
        "cash": ("Cash sheet", Action.KEEP_CASH),
        "log": ("Log", Action.READ_LOG),
        "event": ("The event", Action.READ_PUBLISHED),
    }
    for name, (label, action) in places.items():
        address = desk.event_address(name)
        if address and desk.may(action) and (name != "cash" or desk.event.has_money):
            yield Key(label, address, is_link=True)


# -- the poll ------------------------------------------------------------------------------


def _changes_address(desk: Desk, until: str) -> str:
    """Where the board asks whether it has changed: before `until` time alone changes nothing."""
    asked = desk.query(show=desk.show).removeprefix("?")
    return f"{desk.event_address('board_changes')}?v={desk.board.version}&until={until}&{asked}"


def _until(desk: Desk) -> str:
    """The next moment at which time alone changes what the board says, in milliseconds; empty for none."""
    cool_until = desk.board.pins.cool_until
    moments = moments_of(desk.event, desk.now) + ([cool_until] if cool_until is not None else [])
    moments += [line.at + IS_NEWS_FOR for line in desk.board.news]
    moments += _moments_of_round(desk) if desk.is_playing and desk.board.reading is not None else []
    return until_ms(moments)


def _moments_of_round(desk: Desk) -> list[datetime]:
    assert desk.board.reading is not None, "asked only while a round is being played"
    later = clock_of(desk.event_round).next_minute(desk.now) if _counts_lateness(desk) else None
    moments = [later] if later is not None else []
    for reading in desk.board.reading.tables:
        since = last_entry_at(desk.event_round, reading)
        may_be_quiet = not (reading.is_finished or reading.table.is_paper or is_untouched(desk, reading))
        if since is not None and may_be_quiet:
            due = since + timedelta(minutes=QUIET_MINUTES)
            moments.append(due if due > desk.now else since + timedelta(minutes=minutes_since(since, desk.now) + 1))
    return moments


def _counts_lateness(desk: Desk) -> bool:
    return desk.board.reading is not None and any(missing_at(reading) for reading in desk.board.reading.tables)
