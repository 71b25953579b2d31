"""The journal, read into nights: everybody by the name that they have at its end, each thing as it was said last."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from tests.lab.year.journal import (
    Adjusted,
    Averaged,
    Came,
    CameLate,
    Closed,
    Field,
    Fouled,
    Gone,
    Hand,
    Happened,
    Hidden,
    Joined,
    Left,
    Listed,
    Paid,
    Penalized,
    Planned,
    Played,
    PlayedFor,
    Renamed,
    RoundClosed,
    Ruled,
    Sat,
    SatOut,
    Totalled,
    Voided,
    Waived,
)

FORGOTTEN = "Former member"


class Night:
    """What happened at one night."""

    def __init__(self, planned: Planned) -> None:
        self.planned, self.name, self.day = planned, planned.night, planned.day
        self.came: dict[str, Came] = {}
        self.sat: dict[tuple[int, int], list[Sat]] = defaultdict(list)
        self.hands: dict[tuple[int, int], dict[int, Hand]] = defaultdict(dict)
        self.totals: dict[tuple[int, int], dict[str, int]] = {}
        self.out: dict[int, tuple[str, ...]] = {}
        self.penalties: list[Penalized] = []
        self.late: dict[tuple[int, str], CameLate] = {}
        self.stand_ins: dict[tuple[int, str], str] = {}
        self.averages: dict[tuple[int, int, int], dict[str, int]] = {}  # by round, table, board
        self.fouled: dict[int, set[tuple[int, int]]] = {}
        self.field: dict[int, tuple[int, ...]] = {}
        self.rounds: dict[int, bool] = {}  # closed, and whether it counts
        self.is_closed = self.is_void = False

    @property
    def counting(self) -> list[int]:
        return [] if self.is_void else sorted(number for number, counts in self.rounds.items() if counts)

    @property
    def partners(self) -> dict[str, str]:
        """Of fixed pairs, each one's partner."""
        found = {came.name: came.partner for came in self.came.values() if came.partner}
        return {**{partner: name for name, partner in found.items()}, **found}

    def tables(self, number: int) -> list[int]:
        return sorted(table for played, table in self.sat if played == number)

    def seats_at(self, number: int, table: int, hand: int = 10**6) -> dict[str, str]:
        """Who sat where at that hand; at the end of the round, if none is named."""
        seats: dict[str, str] = {}
        for sat in sorted(self.sat[number, table], key=lambda sat: sat.from_hand):
            if sat.from_hand <= hand:
                seats = sat.seats
        return seats


class Told:
    """A club as its journal has it."""

    def __init__(self, lines: Iterable[Happened]) -> None:
        self.former: dict[str, set[str]] = defaultdict(set)
        self.members: dict[str, date] = {}
        self.hidden: set[str] = set()
        self.gone: set[str] = set()
        self.people: dict[str, None] = {}
        self.nights: dict[str, Night] = {}
        self.ruled_on: dict[str, list[Ruled]] = defaultdict(list)  # by what
        self.by_hand: dict[tuple[str, str], int] = defaultdict(int)
        self.categories: dict[str, set[str]] = defaultdict(set)
        self.money: dict[tuple[str, str], list[Paid | Waived]] = defaultdict(list)  # by person and night …
        self.paid_late: list[Paid | Waived] = []  # … of which these came after the close
        for line in self._by_last_names(list(lines)):
            self._take(line)

    def _by_last_names(self, lines: list[Happened]) -> list[Happened]:
        """Backward: what was said of somebody before a change of the name was said of who has the new one."""
        now: dict[str, str] = {}
        found: list[Happened] = []
        for line in reversed(lines):
            if isinstance(line, Renamed):
                now[line.name] = now.get(line.to, line.to)
                self.former[now[line.name]].add(line.name)
            elif isinstance(line, Joined) and line.name in now and now[line.name] != line.name:
                found.append(replace(line, name=now[line.name]))
            else:
                found.append(_renamed(line, now))
        return found[::-1]

    def _take(self, line: Happened) -> None:
        night = self.nights.get(getattr(line, "night", ""))
        match line:
            case Planned():
                self._plan(line)
            case Joined():
                self.members[line.name] = min(line.day, self.members.get(line.name, line.day))
                self.people[line.name] = None
            case Hidden():
                self.hidden |= {line.name} if not line.name.startswith(FORGOTTEN) else set()
            case Gone():
                (self.gone.discard if line.is_back else self.gone.add)(line.name)
            case Ruled():
                self.ruled_on[line.what].append(line)
            case Adjusted():
                self.by_hand[line.season, line.name] += line.points
            case Listed():
                of = self.categories[line.category]
                (of.add if line.is_in else of.discard)(line.name)
            case Paid() | Waived():
                self.money[line.name, line.night].append(line)
                if night is not None and night.is_closed:
                    self.paid_late.append(line)
            case _ if night is not None:
                self._take_of(night, line)

    def _plan(self, line: Planned) -> None:
        """A night that is planned otherwise keeps what happened at it."""
        if (night := self.nights.get(line.night)) is None:
            self.nights[line.night] = Night(line)
        else:
            night.planned, night.day = line, line.day

    def _take_of(self, night: Night, line: Happened) -> None:
        match line:
            case Came():
                night.came[line.name] = line
                self.people[line.name] = None
            case Left(after=0):
                night.came.pop(line.name, None)
            case RoundClosed():
                night.rounds[line.round] = line.counts
            case Closed():
                night.is_closed = True
            case Voided():
                night.is_void = True
            case Averaged() | Fouled() | Field():
                self._take_board(night, line)
            case _:
                self._take_at_table(night, line)

    def _take_board(self, night: Night, line: Averaged | Fouled | Field) -> None:
        match line:
            case Averaged():
                night.averages[line.round, line.table, line.board] = line.shares
            case Fouled():
                night.fouled[line.board] = set(line.tables)
            case Field():
                night.field[line.board] = line.results

    def _take_at_table(self, night: Night, line: Happened) -> None:
        match line:
            case Sat():
                said = night.sat[line.round, line.table]
                said[:] = [sat for sat in said if sat.from_hand < line.from_hand] + [line]
            case SatOut():
                night.out[line.round] = line.names
            case Played():
                night.hands[line.round, line.table][line.number] = line.hand
            case Totalled():
                night.totals[line.round, line.table] = line.totals
            case Penalized():
                night.penalties.append(line)
            case CameLate():
                night.late[line.round, line.name] = line
            case PlayedFor():
                night.stand_ins[line.round, line.name] = line.player

    @property
    def forgotten(self) -> set[str]:
        """Names of those who wanted none any longer."""
        return {was for name, were in self.former.items() if name.startswith(FORGOTTEN) for was in were}

    # Rules that the club voted --------------------------------------------------------------------------

    def rule(self, what: str, default: Any, *, night: Night | None = None, season: str = "") -> Any:
        """A rule as it holds for a night or a season: its own ("Season 32/best"), else the club's on that day."""
        day = night.day if night else None
        if found := self.ruled_on.get(f"{night.name if night else season}/{what}"):
            return found[-1].figure
        found = [line for line in self.ruled_on.get(what, ()) if day is None or line.day <= day]
        return found[-1].figure if found else default

    def rules(self, what: str, night: Night) -> list[Mapping[str, Any]]:
        """Prizes or pots of a night: its own, and the club's on that day. Said again, the later one holds."""
        found: dict[tuple[Any, ...], Mapping[str, Any]] = {}
        own = self.ruled_on.get(f"{night.name}/{what}", [])
        for line in [*(line for line in self.ruled_on.get(what, ()) if line.day <= night.day), *own]:
            one = line.figure
            found[tuple(one.get(key) for key in ("kind", "name", "place", "category"))] = one
        return list(found.values())

    # Names ----------------------------------------------------------------------------------------------

    def who(self, said: str) -> str:
        """The person whom a page names: in full, by a name they had, shortened, or by initials; "": nobody, or more
        than one."""
        said = said.strip()
        if said in self.people:
            return said
        found = {name for name in self.people if said in self.former.get(name, ())}
        found = found or {name for name in self.people if _is_short_for(said, name, is_hidden=name in self.hidden)}
        if not found:  # old nights have the initials of then
            then = {one: name for name in self.hidden for one in self.former.get(name, ())}
            found = {then[one] for one in then if _is_short_for(said, one, is_hidden=True)}
        return found.pop() if len(found) == 1 else ""


def _is_short_for(said: str, name: str, *, is_hidden: bool) -> bool:
    """“Ruth A.” of Ruth Abernathy; “R. A.” where that is how the club shows her."""
    first, _, last = name.partition(" ")
    if is_hidden and "".join(re.findall(r"\w", said)) == "".join(part[0] for part in name.split()):
        return True
    begun = said.partition(" ")[2].rstrip(".")
    return said.partition(" ")[0] == first and bool(begun) and last.startswith(begun)


NAMED = ("name", "names", "seats", "partner", "whom", "substitute", "player")


def _renamed(line: Happened, now: Mapping[str, str]) -> Happened:
    """The same line, with everybody by the last name."""
    if not now or isinstance(line, Ruled):
        return line
    changed: dict[str, Any] = {}
    for name in NAMED:
        value = getattr(line, name, None)
        if isinstance(value, dict):
            changed[name] = {seat: now.get(who, who) for seat, who in value.items()}
        elif isinstance(value, tuple):
            changed[name] = tuple(now.get(who, who) for who in value)
        elif value is not None:
            changed[name] = now.get(value, value)
    return replace(line, **changed)
