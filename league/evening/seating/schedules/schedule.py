"""What a seating is: seats of a table, tables of a round, rounds of an evening; and the meetings of a season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, TypeAlias

Player: TypeAlias = int
Pair: TypeAlias = frozenset[Player]
Known: TypeAlias = frozenset[tuple[Player, int]]
"""Who knows which set of boards."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at one table. Four seats are N E S W, partners face each other; three are A B C, everybody for himself.

    `number` is the table's, from 1. The numbers of a round may have gaps: somebody who keeps a table keeps it also
    when there are fewer tables than before. `boards` is the set that the table plays in a duplicate, from 1; else 0.
    """

    number: int
    seats: tuple[Player, ...]
    boards: int = 0

    @property
    def is_three_handed(self) -> bool:
        return len(self.seats) == 3

    @property
    def partnerships(self) -> tuple[Pair, ...]:
        """The two sides, N and S first. None at a table of three."""
        if self.is_three_handed:
            return ()
        north, east, south, west = self.seats
        return (frozenset((north, south)), frozenset((east, west)))

    @property
    def oppositions(self) -> tuple[Pair, ...]:
        """Who plays against whom, pair by pair: four at a table of four, three at a table of three."""
        sides = self.partnerships
        return tuple(pair for pair in map(frozenset, combinations(self.seats, 2)) if pair not in sides)

    def partner_of(self, player: Player) -> Player | None:
        """Who faces the player; None at a table of three."""
        return None if self.is_three_handed else self.seats[(self.seats.index(player) + 2) % 4]


@dataclass(frozen=True, slots=True)
class RoundSeating:
    """One round: its tables by number, and who is here but does not play."""

    tables: tuple[Seating, ...]
    sitting_out: tuple[Player, ...] = ()

    @property
    def playing(self) -> tuple[Player, ...]:
        return tuple(player for table in self.tables for player in table.seats)

    @property
    def players(self) -> frozenset[Player]:
        """Everybody who is here in this round."""
        return frozenset((*self.playing, *self.sitting_out))

    def renamed(self, name: Callable[[Player], Player]) -> RoundSeating:
        """The same seats for others."""
        tables = tuple(replace(table, seats=tuple(map(name, table.seats))) for table in self.tables)
        return RoundSeating(tables, tuple(map(name, self.sitting_out)))

    def table_of(self, player: Player) -> Seating | None:
        """None for who sits out or is not here."""
        return next((table for table in self.tables if player in table.seats), None)


Schedule: TypeAlias = tuple[RoundSeating, ...]


@dataclass(frozen=True, slots=True)
class Duplicate:
    """What has to be known of an evening's boards before more rounds of it are seated; sets count from 1.

    `rounds` are all of the evening's, those begun included. `met` has which sets everybody had on the table in those
    begun, `made` which they made, `there` the highest on a table of a round that is begun or published. `shares` says
    whether tables shared their sets, None before any were played. `by_slips`: tables of the first round make the sets.
    `one_list`: where half of the pairs sit, they change directions in some rounds, so that all can be compared.
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
    """How often each pair partnered and opposed, of a season or a night. `one + other` adds them up."""

    partnered: Mapping[Pair, int] = field(default_factory=dict)
    opposed: Mapping[Pair, int] = field(default_factory=dict)

    def __add__(self, other: Meetings) -> Meetings:
        return Meetings(
            Counter(self.partnered) + Counter(other.partnered),
            Counter(self.opposed) + Counter(other.opposed),
        )


def meetings_of(schedules: Iterable[Schedule]) -> Meetings:
    """The memory of some nights: `meetings_of(night.schedule for night in season)`."""
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
