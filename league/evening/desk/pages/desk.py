"""The desk of one reader at one moment, its addresses and its keys."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from league.acting.permissions import Acting, Action
from league.evening.desk.reading import DeskReading
from league.models import Event, EventRound
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.forms import new_client_id
from pinochle_club.ground.health import Line

# Actions that end with the event.
WHILE_OPEN: Final = frozenset({Action.PENALISE, Action.RULE, Action.TYPE_PAPER, Action.CORRECT_CARDS})
# Not of an evening that is with another computer, which is looked at here.
WHILE_HERE: Final = WHILE_OPEN | {Action.RUN_ROUNDS, Action.SEAT_PLAYERS, Action.CHECK_IN, Action.ANSWER_TABLES}


@dataclass(frozen=True, slots=True)
class Key:
    """A form with its own `client_id`, or a link to a page. A form that `leaves` answers with another page."""

    label: str
    address: str
    is_link: bool = False
    is_go: bool = False
    leaves: bool = False
    hint: str = ""
    client_id: str = field(default_factory=new_client_id)


def link_to(label: str, address: str, *, is_go: bool = False, hint: str = "") -> Key:
    return Key(label, address, is_link=True, is_go=is_go, hint=hint)


@dataclass(frozen=True)
class Desk:
    """The desk of one reader at one moment.

    `round` is the number of the round whose tables are shown, None for the current one; `open` one of those tables.
    `is_list`: tables in lines, not in tiles. `is_whole`: a phone shows the whole to-do list. `has_places`: those if we
    stop now stand beside the tables. `computer`: faults of the
    club’s computer, worst first. `sealed`: board sets whose results are hidden from this reader, who plays.
    """

    reading: DeskReading
    acting: Acting
    now: datetime
    show: str = "all"
    open: int | None = None
    round: int | None = None
    is_list: bool = False
    is_whole: bool = False
    has_places: bool = False
    computer: Sequence[Line] = ()
    sealed: Collection[int] = ()

    @property
    def at_tables(self) -> Desk:
        """The desk of the round whose tables are shown, as if it were the current one; without calls."""
        if self.round is None:
            return self
        reading = replace(
            self.reading,
            current=self.reading.looked_at,
            calls={},
            wrong_pins={},
            no_pins_until=None,
            free=(),
            unsettled=(),
        )
        return replace(self, reading=reading)

    @property
    def event(self) -> Event:
        return self.reading.event

    @property
    def event_round(self) -> EventRound:
        assert self.reading.event_round is not None, "asked only where there is a round"
        return self.reading.event_round

    @property
    def is_playing(self) -> bool:
        shown = self.reading.event_round
        return shown is not None and shown.state == EventRound.State.RUNNING

    @property
    def is_round_over(self) -> bool:
        shown = self.reading.event_round
        return shown is not None and shown.state == EventRound.State.CLOSED

    @property
    def is_ahead(self) -> bool:
        """Whether the round's seating is published and it has not begun."""
        shown = self.reading.event_round
        return shown is not None and shown.state == EventRound.State.PUBLISHED

    @property
    def is_over(self) -> bool:
        return self.event.state == Event.State.CLOSED

    def may(self, action: Action) -> bool:
        if (self.is_over and action in WHILE_OPEN) or (self.event.lent and action in WHILE_HERE):
            return False
        return self.acting.may(action)

    @cached_property
    def desk_address(self) -> str:
        return self.event_address("desk")

    def event_address(self, name: str, *more: object) -> str:
        return address_of(name, self.event.club.slug, self.event.pk, *more)

    def round_address(self, name: str, *more: object) -> str:
        return self.event_address(name, self.event_round.number, *more)

    def tap(self, label: str, address: str, **more: Any) -> Key:
        """A key that answers with this desk as it is now: the same filter and open table."""
        return Key(label, f"{address}{self.query()}" if address else "", **more)

    @property
    def close_key(self) -> Key:
        return link_to("Close the round…", self.round_address("close_round"), is_go=True)

    @property
    def results_key(self) -> Key:
        return link_to("Results", f"{self.event_address('event')}#results")

    @property
    def cash_key(self) -> Key:
        return link_to("Cash sheet", self.event_address("cash"))

    def replace_key(self, entrant_id: int) -> Key | None:
        """A key that lets the next in line play for a finalist who went home."""
        follows = self.reading.cut.next_in_line if self.reading.cut else None
        if follows is None or not self.may(Action.RUN_ROUNDS):
            return None
        address = self.event_address("replace_finalist", entrant_id)
        return self.tap(f"{follows.called} plays", address, is_go=True, hint=" in the final")

    def query(self, **changed: Any) -> str:
        parts = {
            "round": self.round,
            "show": self.show if self.show != "all" else None,
            "open": self.open,
            "list": int(self.is_list),
            "whole": int(self.is_whole),
            "places": int(self.has_places),
            **changed,
        }
        said = "&".join(f"{name}={value}" for name, value in parts.items() if value)
        return f"?{said}" if said else ""
