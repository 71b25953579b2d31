"""Fixed sides by the clubs' two movements: half move and round robin. In a cycle no two sides meet twice.

Both are a row of places, and meetings follow from the round. In a half move one side at each table sits, and the others
move up a table every round, from table 1 to the last. Where more than two play at a table, the third moves down one,
the fourth up two and the fifth down two: so nobody meets anybody again, unless the tables are a multiple of how far
two move apart. In a round robin of two at a table one place stays, the others go round a ring; of more it is searched
for. A place may be empty where two play: its opponents have a bye. A side that leaves empties its place, one that comes
takes an empty one, and a new side of a known player takes the old side's: nobody else's evening changes.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TypeAlias

from .schedule import Player, RoundSeating, Schedule, Seating, Side
from .wishes import Wishes, sides_of

Places: TypeAlias = tuple[Side | None, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """Sides at a table as they sit: N and S first, or A's. None is an empty place."""

    table: int
    sides: tuple[Side | None, ...]

    @property
    def is_full(self) -> bool:
        return None not in self.sides


def cycle_length(sides: int, *, half_move: bool) -> int:
    """The rounds until two must meet again, where two play at a table."""
    places = sides + sides % 2
    return places // 2 if half_move else places - 1


def go_on(
    before: Schedule, attendance: Sequence[Collection[Player]], wishes: Wishes, rng: random.Random
) -> Schedule | None:
    """The next rounds by the evening's movement, drawn if it begins with them. None where it can't go on."""
    at_table = wishes.main.sides
    if wishes.shapes[1:] or (at_table > 2 and not wishes.half_move):
        return None
    places: Places | None = None
    if before:
        places = _read(before[0], wishes)
    elif attendance:
        places = _drawn(sides_of(attendance[0], wishes), wishes, rng)
    for number, seating in enumerate(before):
        places = places and _refilled(places, _sides_in(seating, wishes), at_table)
        if not places or _meetings(_games(places, number, wishes)) != _meetings(_games_in(seating)):
            return None
    rounds = []
    for number, here in enumerate(attendance, start=len(before)):
        places = places and _refilled(places, sides_of(here, wishes), at_table)
        if not places:
            return None
        rounds.append(_seated(_games(places, number, wishes)))
    return tuple(rounds)


# -- places


def _drawn(sides: Sequence[Side], wishes: Wishes, rng: random.Random) -> Places | None:
    """Places by lot: those who can't move stay, and those who sat out last night have a late bye or none."""
    order = list(sides)
    rng.shuffle(order)
    keeps, tired, glad = ([not wanted.isdisjoint(one) for one in order] for wanted in (
        wishes.stationary, wishes.sat_out_last, wishes.volunteers))  # fmt: skip
    ranks = {one: rank for one, *rank in zip(order, keeps, tired, glad, strict=True)}
    at_table = wishes.main.sides
    left = len(order) % at_table
    if left and at_table > 2:
        return None
    if wishes.half_move:
        order.sort(key=lambda one: (-ranks[one][0], -ranks[one][1], ranks[one][2]))
        sits = len(order) // at_table
        empty = [None] if left else []
        return (*_at_home(order[:sits], wishes), *empty, *order[sits:])
    if left:
        order.sort(key=lambda one: (ranks[one][1], -ranks[one][2]))
        return (None, *order)
    return tuple(sorted(order, key=lambda one: -ranks[one][0]))


def _at_home(sitters: Sequence[Side], wishes: Wishes) -> list[Side]:
    """Sitters by table, with those who chose one there."""
    found = list(sitters)
    for player, number in sorted(wishes.at_table):
        at = next((at for at, one in enumerate(found) if player in one), None)
        if at is not None and number <= len(found):
            found[at], found[number - 1] = found[number - 1], found[at]
    return found


def _games(places: Places, number: int, wishes: Wishes) -> Iterator[Game]:
    """The games of a round, counted from 0."""
    lines = wishes.main.sides
    tables = len(places) // lines
    if wishes.half_move:
        rows = [places[line * tables : (line + 1) * tables] for line in range(lines)]
        found = [
            Game(table + 1, tuple(row[(table + number * _step(line)) % tables] for line, row in enumerate(rows)))
            for table in range(tables)
        ]
    else:
        ring = places[1:]
        turned = [ring[(at + number) % len(ring)] for at in range(len(ring))]
        found = [Game(table, (turned[table], turned[-table])) for table in range(1, tables)]
        found.append(Game(tables, (places[0], turned[0])))
    yield from (game for game in found if any(game.sides))


def _step(line: int) -> int:
    """How many tables a line moves up: none, one, one down, two, two down."""
    return (line + 1) // 2 * (1 if line % 2 else -1)


def _read(seating: RoundSeating, wishes: Wishes) -> Places | None:
    """Places from an evening's first round; None if it wasn't such a round."""
    tables = sorted(seating.tables, key=lambda table: table.number)
    main = wishes.main
    is_such = [table.number for table in tables] == list(range(1, len(tables) + 1)) and tables
    if not is_such or any((len(table.seats), table.sides) != main[:2] for table in tables):
        return None
    if len(seating.sitting_out) not in ((0, main.side_size) if main.sides == 2 else (0,)):
        return None
    lines: list[list[Side | None]] = [
        [_side(_as_seated(table).teams[line]) for table in tables] for line in range(main.sides)
    ]
    if seating.sitting_out:
        lines[0].append(None)
        lines[1].append(_side(seating.sitting_out))
    if wishes.half_move:
        return tuple(one for line in lines for one in line)
    sits, moves = lines
    return (sits[-1], moves[-1], *sits[:-1], *reversed(moves[:-1]))


def _side(people: Collection[Player]) -> Side:
    return tuple(sorted(people))


def _as_seated(table: Seating) -> Seating:
    """The table before it was turned for comparison (`directions.turn`)."""
    is_turned = table.is_for_pairs and table.seats[1] > table.seats[3]
    return replace(table, seats=table.seats[-1:] + table.seats[:-1]) if is_turned else table


def _refilled(places: Places, sides: Collection[Side], at_table: int) -> Places | None:
    """Places with those here: newcomers take an empty one, at best their old side's. None if they don't fit."""
    found = [one if one in sides else None for one in places]
    came = sorted(set(sides) - set(places))
    came.sort(key=lambda side: not any(one and set(one) & set(side) for one in places))
    for side in came:
        empty = [place for place, one in enumerate(found) if one is None]
        if not empty:
            return None
        own = [place for place in empty if (old := places[place]) and set(old) & set(side)]
        found[(own or empty)[0]] = side
    return tuple(found) if found.count(None) <= (at_table == 2) else None


# -- seats


def _seated(games: Iterator[Game]) -> RoundSeating:
    tables, out = [], []
    for game in games:
        if game.is_full:
            tables.append(seated(game.table, [one for one in game.sides if one]))
        else:
            out += [player for one in game.sides if one for player in one]
    return RoundSeating(tuple(sorted(tables, key=lambda table: table.number)), tuple(sorted(out)))


def seated(number: int, sides: Sequence[Side]) -> Seating:
    """A table of these sides, as they go round it."""
    return Seating(number, tuple(player for row in zip(*sides, strict=True) for player in row), sides=len(sides))


def _sides_in(seating: RoundSeating, wishes: Wishes) -> list[Side]:
    found = [_side(side) for table in seating.tables for side in table.teams]
    out = seating.sitting_out
    return [*found, _side(out)] if len(out) == wishes.main.side_size else found


def _meetings(games: Iterator[Game]) -> set[tuple[int, frozenset[Side | None]]]:
    return {(game.table, frozenset(game.sides)) for game in games if game.is_full}


def _games_in(seating: RoundSeating) -> Iterator[Game]:
    yield from (Game(table.number, tuple(map(_side, table.teams))) for table in seating.tables)


def turned_as(schedule: Schedule, slips: Schedule) -> Schedule:
    """The games, with the seats on sides' slips where they meet the same ones at the same table."""
    return tuple(
        replace(seating, tables=tuple(_seats_of(table, old) for table in seating.tables))
        for seating, old in zip_longest(schedule, slips[: len(schedule)], fillvalue=RoundSeating(()))
    )


def _seats_of(table: Seating, old: RoundSeating) -> Seating:
    alike = (one for one in old.tables if one.number == table.number)
    return next((one for one in alike if set(map(_side, one.teams)) == set(map(_side, table.teams))), table)


# -- a half move that is searched for, since so many came or left, or the tables are as many as don't do


def who_sits(before: Schedule, here: Collection[Player], wishes: Wishes) -> frozenset[Player]:
    """One of each table's sides that keeps it: those who can't move, sitters of the last round, newcomers."""
    last = before[-1] if before else RoundSeating(())
    at_table = wishes.main.sides
    tables = [_as_seated(table) for table in last.tables if table.sides == at_table]
    sat = {_side(table.teams[0]): table.number for table in tables}
    moved = {_side(team): -table.number for table in tables for team in table.teams[1:]}

    def rank(one: Side) -> tuple[bool, int, int]:
        line = 0 if one in sat else 2 if one in moved else 1
        return wishes.stationary.isdisjoint(one), line, sat.get(one, moved.get(one, 0))

    sides = sorted(sides_of(here, wishes), key=rank)
    return frozenset(player for one in sides[: len(sides) // at_table] for player in one)


def with_sitters_first(schedule: Schedule, sitters: Collection[Player]) -> Schedule:
    return tuple(
        replace(seating, tables=tuple(_turned(table, sitters) for table in seating.tables)) for seating in schedule
    )


def _turned(table: Seating, sitters: Collection[Player]) -> Seating:
    at = next((at for at in range(table.sides - 1, 0, -1) if table.seats[at] in sitters), 0)
    return replace(table, seats=table.seats[at:] + table.seats[:at])
