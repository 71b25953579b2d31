"""The whole desk: its head with the clock, filters, to-do list and tables, and the time of its next drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final

from league.acting.permissions import Action
from league.evening.cards.seats import out_of
from league.evening.clock.deeds import clock_of
from league.evening.clock.instants import minutes_since
from league.evening.clock.pages import clock_context
from league.evening.clock.polling import milliseconds, moments_of, until_ms
from league.evening.desk.reading import IS_NEWS_FOR
from league.evening.finals.pages import desk_cut
from league.evening.seating.pages.planner import short_state
from league.models import Event, EventRound
from league.office.clubs.pages.navigation import address_of
from league.words import out_words
from pinochle_club.ground.forms import new_client_id
from pinochle_club.ground.health import light_of
from scoring.rules.notation import counted, figure_text, listed, lowered

from .before import before_round
from .closed import closed_round
from .desk import Desk, Key, link_to
from .missing import missing_at
from .tables import QUIET_MINUTES, DeskTable, desk_tables, is_untouched, last_entry_at, pace_of
from .todos import Todo, desk_todos, start_key

FILTERS: Final = (
    ("all", "All"),
    ("need", "Need me"),
    ("playing", "Playing"),
    ("finished", "Finished"),
    ("unsigned", "Unsigned"),
)
LIGHTS: Final = {
    "go": "The club’s computer is well",
    "now": "The club’s computer needs a look",
    "bad": "The club’s computer is in trouble",
}
# The other pages of an event, by the names of their addresses.
PLACES: Final[Mapping[str, tuple[str, Action]]] = {
    "check_in": ("Check-in", Action.CHECK_IN),
    "rotation": ("Seating", Action.SEAT_PLAYERS),
    "projector": ("Projector", Action.READ_PUBLISHED),
    "rulings": ("Rulings", Action.SEE_DESK),
    "boards": ("Boards", Action.READ_PUBLISHED),
    "papers": ("Print", Action.PRINT),
    "cash": ("Cash sheet", Action.KEEP_CASH),
    "log": ("Log", Action.READ_LOG),
    "event": ("The event", Action.READ_PUBLISHED),
}
# This many tables are found at a glance.
MOST_AT_A_GLANCE: Final = 12
MOST_IN_A_WINDOW: Final = 20
# A desk just drawn shows what tables enter at the third poll from now; a call, a signature, a correction at the next.
HANDS_WAIT: Final = timedelta(seconds=8)
# An upright tablet shows this many things to do; a phone the first.
MOST_TODOS: Final = 3
STOP: Final = "If we stop now?"


@dataclass(frozen=True)
class DeskPage:
    desk: Desk

    # -- the tables

    @cached_property
    def there(self) -> Desk:
        return self.desk.at_tables

    @cached_property
    def _own_tables(self) -> tuple[DeskTable, ...]:
        return desk_tables(self.desk, self.desk.reading.tables)

    @cached_property
    def _all_tables(self) -> tuple[DeskTable, ...]:
        return self._own_tables if self.there is self.desk else desk_tables(self.there, self.there.reading.tables)

    @cached_property
    def tables(self) -> tuple[DeskTable, ...]:
        if self.there.is_round_over:
            return self._all_tables
        desk = self.desk
        return tuple(table for table in self._all_tables if _is_shown(table, desk.show) or table.number == desk.open)

    @property
    def has_jump(self) -> bool:
        return len(self._all_tables) > MOST_IN_A_WINDOW

    @cached_property
    def filters(self) -> tuple[dict[str, Any], ...]:
        """Filters for many tables, and the way back from some of them."""
        desk, tables = self.desk, self._all_tables
        if self.there.is_round_over or (len(tables) <= MOST_AT_A_GLANCE and desk.show == "all"):
            return ()
        return tuple(
            {
                "label": label,
                "address": f"{desk.desk_address}{desk.query(show=key if key != 'all' else None)}",
                "is_on": desk.show == key,
                "count": sum(_is_shown(table, key) for table in tables),
            }
            for key, label in FILTERS
        )

    @property
    def none_shown(self) -> str:
        return "No table needs you." if self.desk.show == "need" else "No tables like that right now."

    @property
    def list_address(self) -> str:
        return f"{self.desk.desk_address}{self.desk.query(list=int(not self.desk.is_list))}"

    @cached_property
    def before(self) -> dict[str, object] | None:
        return before_round(self.there) if self.there.is_ahead else None

    @cached_property
    def cut(self) -> Mapping[str, Any] | None:
        """The finalists, ties and those out, while a cut is made or due and the final hasn't begun."""
        cut = self.desk.reading.cut
        return desk_cut(cut) if cut and not cut.has_started and self.there is self.desk else None

    @property
    def cut_keys(self) -> tuple[Key, ...]:
        desk, cut = self.desk, self.desk.reading.cut
        may = cut is not None and cut.is_made and desk.may(Action.RUN_ROUNDS) and not desk.is_over
        return (link_to("Take the cut back…", desk.event_address("take_cut_back")),) if may else ()

    @cached_property
    def closed(self) -> dict[str, object] | None:
        return closed_round(self.there) if self.there.is_round_over else None

    @property
    def out_title(self) -> str:
        return out_words(self.desk.event).title

    @cached_property
    def sit_outs(self) -> str:
        reading = self.there.reading.current
        return listed([entrant.called for entrant in out_of(reading)]) if reading else ""

    # -- what to do

    @cached_property
    def todos(self) -> tuple[Todo, ...]:
        return tuple(desk_todos(self.desk, self._own_tables))

    @property
    def has_many_todos(self) -> bool:
        return len(self.todos) > MOST_TODOS

    @property
    def whole_address(self) -> str:
        return f"{self.desk.desk_address}{self.desk.query(whole=int(not self.desk.is_whole))}"

    # -- the head

    @cached_property
    def place(self) -> str:
        """`Round 2 of 4`; a round with a title is named by it alone."""
        shown = self.desk.reading.event_round
        if shown is None or shown.title:
            return str(shown or "")
        return f"{shown} of {max(self.desk.event.rounds_planned, shown.number)}"

    @property
    def summary(self) -> str:
        """`14 of 16 at play`."""
        desk, tables = self.desk, self._own_tables
        if not tables:
            return "Nobody is seated yet"
        if not desk.is_playing:
            total = counted(len(tables), "table")
            state = desk.event_round.get_state_display().lower()
            return f"{total} · {'seating is published' if state == 'published' else state}"
        return f"{self._at_play} of {len(tables)} at play"

    @property
    def _at_play(self) -> int:
        return sum(_is_shown(table, "playing") for table in self._own_tables)

    @property
    def pace(self) -> str:
        """`most are at hand 3`; empty while nobody plays."""
        pace = pace_of(self.desk.reading.tables) if self.desk.is_playing and self._at_play else None
        if pace is None:
            return ""
        last = min((table.planned for table in self._own_tables if table.planned), default=0)
        return f"most have played all {last}" if 0 < last <= pace else f"most are at hand {pace + 1}"

    @property
    def light(self) -> str:
        """The light of the club’s computer: `go`, `now` or `bad`."""
        return light_of(self.desk.computer)

    @property
    def light_words(self) -> str:
        return LIGHTS[self.light]

    @cached_property
    def clock(self) -> dict[str, Any]:
        return clock_context(self.desk.event, self.desk.reading.event_round, self.desk.now)

    @cached_property
    def rounds(self) -> tuple[dict[str, Any], ...]:
        """Every round that was seated; a draft is looked at where it is made. Before several, what it all comes to."""
        desk, tabs = self.desk, []
        here = desk.reading.looked_at.event_round if desk.reading.looked_at else None
        for event_round in desk.reading.rounds:
            if event_round.state == EventRound.State.DRAFT:
                address = desk.event_address("rotation") if desk.may(Action.SEAT_PLAYERS) else ""
            else:
                number = event_round.number if event_round != desk.reading.event_round else None
                address = f"{desk.desk_address}{desk.query(round=number, open=None, show=None)}"
            tabs.append(
                {
                    "label": str(event_round),
                    "address": address,
                    "is_on": event_round == here,
                    "words": short_state(event_round),
                }
            )
        tabs = [tab for tab in tabs if tab["address"]]
        if len(tabs) > 1 and self._may_stop:
            shows = f"{desk.desk_address}{desk.query(places=int(not desk.has_places))}"
            tabs.insert(0, {"label": STOP, "address": self.stop_address, "shows": shows, "words": "places and prizes"})
        return tuple(tabs)

    @property
    def _may_stop(self) -> bool:
        return self.can_run and self.desk.event.state == Event.State.RUNNING

    @property
    def stop_address(self) -> str:
        return self.desk.event_address("stop_event")

    @property
    def has_places(self) -> bool:
        """Whether the places if we stop now stand here; a board that shows them asks for them after each change."""
        return self.desk.has_places and self._may_stop

    @cached_property
    def head_key(self) -> Key | None:
        desk = self.desk
        if not desk.may(Action.RUN_ROUNDS):
            return None
        if desk.is_ahead:
            return start_key(desk)
        return desk.close_key if desk.is_playing else None

    # -- behind Menu

    @property
    def can_run(self) -> bool:
        return self.desk.may(Action.RUN_ROUNDS)

    @cached_property
    def places(self) -> tuple[Key, ...]:
        desk = self.desk
        return tuple(
            link_to(label, address)
            for name, (label, action) in PLACES.items()
            if (address := desk.event_address(name)) and desk.may(action) and self._has(name)
        )

    def _has(self, name: str) -> bool:
        """Whether the evening has such a page: cash only with money, boards only at a duplicate."""
        event = self.desk.event
        return {"cash": event.has_money, "boards": event.is_duplicate}.get(name, True)

    @property
    def health_address(self) -> str:
        return address_of("health", self.desk.event.club.slug) if self.desk.may(Action.SEE_HEALTH) else ""

    @property
    def round_keys(self) -> tuple[Key, ...]:
        return tuple(self._round_keys()) if self.can_run else ()

    def _round_keys(self) -> Iterator[Key]:
        desk = self.desk
        if self._may_stop and len(self.rounds) < 2:
            yield link_to(STOP, self.stop_address)
        waiting = [r for r in desk.reading.rounds if r.state in (EventRound.State.DRAFT, EventRound.State.PUBLISHED)]
        if waiting and desk.may(Action.DELETE):
            last = waiting[-1]
            yield link_to(f"Delete {lowered(str(last))}…", desk.event_address("delete_round", last.number))

    @property
    def share_address(self) -> str:
        return self.desk.event_address("second_director") if self.desk.may(Action.SHARE_DESK) else ""

    @property
    def pause_key(self) -> Key:
        label, name = ("Go on", "resume_clock") if self.clock["state"] == "paused" else ("Pause", "pause_clock")
        return self.desk.tap(label, self.desk.round_address(name))

    @property
    def client_id(self) -> str:
        return new_client_id()

    minute_choices = tuple(
        (minutes, f"{figure_text(minutes) if minutes < 0 else f'+{minutes}'} min") for minutes in (-5, -1, 1, 10)
    )

    break_choices = (5, 10, 15, 20, 30)

    projector_choices = Event.Projector.choices

    # -- the poll

    @property
    def calls(self) -> str:
        return " ".join(str(call.pk) for calls in self.desk.reading.calls.values() for call in calls)

    @cached_property
    def changes_address(self) -> str:
        """The address the page polls for changes: before `until` time alone changes nothing."""
        asked = self.desk.query(show=self.desk.show).removeprefix("?")
        version = self.desk.reading.version
        light = f"light={self.light}&" if self.light != "go" else ""
        hands = milliseconds(self.desk.now + HANDS_WAIT)
        return (
            f"{self.desk.event_address('desk_changes')}?v={version}&until={self.until_ms}&hands={hands}&{light}{asked}"
        )

    @cached_property
    def until_ms(self) -> str:
        """The next moment at which time alone changes the page, in milliseconds; empty for none."""
        desk = self.desk
        cool_until = desk.reading.no_pins_until
        moments = moments_of(desk.event, desk.now) + ([cool_until] if cool_until is not None else [])
        moments += [line.at + IS_NEWS_FOR for line in desk.reading.news]
        return until_ms(moments + _moments_of_round(desk) if desk.is_playing else moments)


def _is_shown(table: DeskTable, show: str) -> bool:
    if show == "need":
        return table.needs_director
    if show == "playing":
        return table.state not in ("finished", "unsigned", "waiting")
    if show == "finished":
        return table.state in ("finished", "unsigned")
    return table.state == "unsigned" if show == "unsigned" else True


def _moments_of_round(desk: Desk) -> list[datetime]:
    """The moments at which a missing player is a minute later, or a silent table a minute longer so."""
    is_somebody_missing = any(map(missing_at, desk.reading.tables))
    later = clock_of(desk.event_round).next_minute(desk.now) if is_somebody_missing else None
    moments = [later] if later is not None else []
    for reading in desk.reading.tables:
        since = last_entry_at(desk.event_round, reading)
        may_be_quiet = not (reading.is_finished or reading.table.is_paper or is_untouched(desk, reading))
        if since is not None and may_be_quiet:
            due = since + timedelta(minutes=QUIET_MINUTES)
            moments.append(due if due > desk.now else since + timedelta(minutes=minutes_since(since, desk.now) + 1))
    return moments
