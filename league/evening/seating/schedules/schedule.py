"""Values of a seating: seats, tables, rounds, evenings; and meetings of a season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias

Player: TypeAlias = int
Pair: TypeAlias = frozenset[Player]
# Who play together all evening, by number: one alone, a pair, a team.
Side: TypeAlias = tuple[Player, ...]
# Players, and the sets of boards they know.
Known: TypeAlias = frozenset[tuple[Player, int]]


class Shape(NamedTuple):
    """A kind of table: its seats, and how many sides they make, which a book's `sides` tell. Partners sit every so many
    seats; with as many sides as seats nobody is planned as a partner, also where one is called in each hand."""

    seats: int
    sides: int
    is_called: bool = False

    @property
    def has_partners(self) -> bool:
        return self.sides < self.seats

    @property
    def side_size(self) -> int:
        return self.seats // self.sides

    @property
    def pairs(self) -> int:
        """How many fixed pairs fit a table."""
        return self.sides * (self.side_size // 2)

    @property
    def side_words(self) -> tuple[str, str]:
        """What one of its sides is called, and several."""
        return {1: ("player", "players"), 2: ("pair", "pairs")}.get(self.side_size, ("team", "teams"))


FOUR: Final = Shape(4, 2)
THREE: Final = Shape(3, 3)


@dataclass(frozen=True, slots=True)
class Seating:
    """A table's players as they go round it: N E S W, else A B C and on. Its `sides` are taken from a `Shape`: partners
    sit every so many seats. Without any four are two pairs, others each alone. Table numbers of a round may have gaps,
    since a kept table stays when there are fewer. `boards` is the set played at a duplicate; else 0."""

    number: int
    seats: tuple[Player, ...]
    boards: int = 0
    sides: int = 0

    def __post_init__(self) -> None:
        if not self.sides:
            object.__setattr__(self, "sides", usual_sides(len(self.seats)))

    @property
    def is_for_pairs(self) -> bool:
        return (len(self.seats), self.sides) == FOUR[:2]

    @property
    def teams(self) -> tuple[tuple[Player, ...], ...]:
        return tuple(self.seats[side :: self.sides] for side in range(self.sides))

    @property
    def partnerships(self) -> tuple[Pair, ...]:
        return tuple(frozenset(pair) for team in self.teams for pair in combinations(team, 2))

    @property
    def oppositions(self) -> tuple[Pair, ...]:
        partners = self.partnerships
        return tuple(pair for pair in map(frozenset, combinations(self.seats, 2)) if pair not in partners)

    def partners_of(self, player: Player) -> tuple[Player, ...]:
        """The others of a player's side, clockwise from them."""
        place = self.seats.index(player)
        return (self.seats[place + self.sides :: self.sides]) + self.seats[place % self.sides : place : self.sides]


def usual_sides(seats: int) -> int:
    return FOUR.sides if seats == FOUR.seats else seats


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
    return {"tables": [*map(_table_data, seating.tables)], "sitting_out": list(seating.sitting_out)}


def _table_data(table: Seating) -> dict[str, Any]:
    data: dict[str, Any] = {"number": table.number, "seats": list(table.seats)}
    if table.boards:
        data["boards"] = table.boards
    if table.sides != usual_sides(len(table.seats)):
        data["sides"] = table.sides
    return data


def round_from_data(data: Mapping[str, Any]) -> RoundSeating:
    return RoundSeating(
        tuple(
            Seating(
                int(table["number"]),
                tuple(map(int, table["seats"])),
                int(table.get("boards", 0)),
                int(table.get("sides", 0)),
            )
            for table in data["tables"]
        ),
        tuple(map(int, data["sitting_out"])),
    )
