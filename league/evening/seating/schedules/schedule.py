"""Values of a seating: seats, tables, rounds, evenings; and meetings of a season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, TypeAlias

Player: TypeAlias = int
Pair: TypeAlias = frozenset[Player]
# Players, and the sets of boards they know.
Known: TypeAlias = frozenset[tuple[Player, int]]


@dataclass(frozen=True, slots=True)
class Seating:
    """A table's players. Four seats are N E S W, partners opposite; of any other number nobody is planned as a partner:
    three are A B C, each alone, and tables of other games are formed by hand. Table numbers of a
    round may have gaps, since a kept table stays when there are fewer. `boards` is the set played at a duplicate; else
    0."""

    number: int
    seats: tuple[Player, ...]
    boards: int = 0

    @property
    def is_three_handed(self) -> bool:
        return len(self.seats) == 3

    @property
    def is_for_pairs(self) -> bool:
        return len(self.seats) == 4

    @property
    def partnerships(self) -> tuple[Pair, ...]:
        if not self.is_for_pairs:
            return ()
        north, east, south, west = self.seats
        return (frozenset((north, south)), frozenset((east, west)))

    @property
    def oppositions(self) -> tuple[Pair, ...]:
        sides = self.partnerships
        return tuple(pair for pair in map(frozenset, combinations(self.seats, 2)) if pair not in sides)

    def partner_of(self, player: Player) -> Player | None:
        return self.seats[(self.seats.index(player) + 2) % 4] if self.is_for_pairs else None


@dataclass(frozen=True, slots=True)
class RoundSeating:
    tables: tuple[Seating, ...]
    sitting_out: tuple[Player, ...] = ()

    @property
    def playing(self) -> tuple[Player, ...]:
        return tuple(player for table in self.tables for player in table.seats)

    @property
    def players(self) -> frozenset[Player]:
        return frozenset((*self.playing, *self.sitting_out))

    def renamed(self, name: Callable[[Player], Player]) -> RoundSeating:
        tables = tuple(replace(table, seats=tuple(map(name, table.seats))) for table in self.tables)
        return RoundSeating(tables, tuple(map(name, self.sitting_out)))

    def table_of(self, player: Player) -> Seating | None:
        return next((table for table in self.tables if player in table.seats), None)


Schedule: TypeAlias = tuple[RoundSeating, ...]


@dataclass(frozen=True, slots=True)
class Duplicate:
    """An evening's boards before more rounds are seated; sets count from 1.

    `rounds` are all of the evening's. `met` are sets people had in rounds begun, `made` those they made, `there` the
    highest on a table of a round begun or published. `shares`: whether tables shared sets, None before any. `by_slips`:
    tables of the first round make the sets. `one_list`: half-move pairs change directions in some rounds, so that all
    can be compared.
    """

    rounds: int
    met: Known = frozenset()
    made: Known = frozenset()
    there: int = 0
    shares: bool | None = None
    by_slips: bool = False
    one_list: bool = True


@dataclass(frozen=True, slots=True)
class Meetings:
    """How often each pair partnered and opposed. `one + other` adds them up."""

    partnered: Mapping[Pair, int] = field(default_factory=dict)
    opposed: Mapping[Pair, int] = field(default_factory=dict)

    def __add__(self, other: Meetings) -> Meetings:
        return Meetings(
            Counter(self.partnered) + Counter(other.partnered),
            Counter(self.opposed) + Counter(other.opposed),
        )


def meetings_of(schedules: Iterable[Schedule]) -> Meetings:
    tables = [table for schedule in schedules for seating in schedule for table in seating.tables]
    return Meetings(
        Counter(pair for table in tables for pair in table.partnerships),
        Counter(pair for table in tables for pair in table.oppositions),
    )


def round_to_data(seating: RoundSeating) -> dict[str, Any]:
    """Plain data for JSON; `round_from_data` is the inverse."""
    return {
        "tables": [
            {"number": table.number, "seats": list(table.seats), **({"boards": table.boards} if table.boards else {})}
            for table in seating.tables
        ],
        "sitting_out": list(seating.sitting_out),
    }


def round_from_data(data: Mapping[str, Any]) -> RoundSeating:
    return RoundSeating(
        tuple(
            Seating(int(table["number"]), tuple(map(int, table["seats"])), int(table.get("boards", 0)))
            for table in data["tables"]
        ),
        tuple(map(int, data["sitting_out"])),
    )
