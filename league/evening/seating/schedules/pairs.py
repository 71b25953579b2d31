"""Fixed pairs by the clubs' two movements: half move and round robin. In a cycle no two pairs meet twice.

Both are a row of places, and meetings follow from the round. In a half move one pair at each table sits, and the others
move up a table every round, from table 1 to the last. In a round robin one place stays, the others go round a ring. A
place may be empty: its opponents have a bye. A pair that leaves empties its place, one that comes takes an empty one,
and a new pair of a known player takes the old pair's: nobody else's evening changes.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TypeAlias

from .schedule import Player, RoundSeating, Schedule, Seating
from .wishes import Wishes, among

Couple: TypeAlias = tuple[Player, Player]
Places: TypeAlias = tuple[Couple | None, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """Pairs at a table, N and S first; None is an empty place."""

    table: int
    one: Couple | None
    other: Couple | None


def cycle_length(couples: int, *, half_move: bool) -> int:
    places = couples + couples % 2
    return places // 2 if half_move else places - 1


def couples_of(here: Collection[Player], wishes: Wishes) -> list[Couple]:
    return [_couple(pair) for pair in among(here, wishes.partners)]


def _couple(pair: Collection[Player]) -> Couple:
    one, other = sorted(pair)
    return one, other


def go_on(
    before: Schedule, attendance: Sequence[Collection[Player]], wishes: Wishes, rng: random.Random
) -> Schedule | None:
    """The next rounds by the evening's movement, drawn if it begins with them. None where it can't go on."""
    places: Places | None = None
    if before:
        places = _read(before[0], half_move=wishes.half_move)
    elif attendance:
        places = _drawn(couples_of(attendance[0], wishes), wishes, rng)
    for number, seating in enumerate(before):
        places = places and _refilled(places, _couples_in(seating))
        if not places or _meetings(_games(places, number, half_move=wishes.half_move)) != _meetings(_games_in(seating)):
            return None
    rounds = []
    for number, here in enumerate(attendance, start=len(before)):
        places = places and _refilled(places, couples_of(here, wishes))
        if not places:
            return None
        rounds.append(_seated(_games(places, number, half_move=wishes.half_move)))
    return tuple(rounds)


# -- places


def _drawn(couples: Sequence[Couple], wishes: Wishes, rng: random.Random) -> Places:
    """Places by lot: those who can't move stay, and those who sat out last night have a late bye or none."""
    order = list(couples)
    rng.shuffle(order)
    keeps, tired, glad = ([not wanted.isdisjoint(one) for one in order] for wanted in (
        wishes.stationary, wishes.sat_out_last, wishes.volunteers))  # fmt: skip
    ranks = {one: rank for one, *rank in zip(order, keeps, tired, glad, strict=True)}
    is_odd = len(order) % 2 == 1
    if wishes.half_move:
        order.sort(key=lambda one: (-ranks[one][0], -ranks[one][1], ranks[one][2]))
        sits = len(order) // 2
        empty = [None] if is_odd else []
        return (*_at_home(order[:sits], wishes), *empty, *order[sits:])
    if is_odd:
        order.sort(key=lambda one: (ranks[one][1], -ranks[one][2]))
        return (None, *order)
    return tuple(sorted(order, key=lambda one: -ranks[one][0]))


def _at_home(sitters: Sequence[Couple], wishes: Wishes) -> list[Couple]:
    """Sitters by table, with those who chose one there."""
    found = list(sitters)
    for player, number in sorted(wishes.at_table):
        at = next((at for at, one in enumerate(found) if player in one), None)
        if at is not None and number <= len(found):
            found[at], found[number - 1] = found[number - 1], found[at]
    return found


def _games(places: Places, number: int, *, half_move: bool) -> Iterator[Game]:
    tables = len(places) // 2
    if half_move:
        found = [(place, places[place], places[tables + (place + number) % tables]) for place in range(tables)]
    else:
        ring = places[1:]
        turned = [ring[(at + number) % len(ring)] for at in range(len(ring))]
        found = [(table - 1, turned[table], turned[-table]) for table in range(1, tables)]
        found.append((tables - 1, places[0], turned[0]))
    yield from (Game(place + 1, one, other) for place, one, other in found if one or other)


def _read(seating: RoundSeating, *, half_move: bool) -> Places | None:
    """Places from an evening's first round; None if it wasn't such a round."""
    tables = sorted(seating.tables, key=lambda table: table.number)
    is_such = [table.number for table in tables] == list(range(1, len(tables) + 1)) and tables
    if not is_such or any(len(table.seats) != 4 for table in tables) or len(seating.sitting_out) not in (0, 2):
        return None
    sits: list[Couple | None] = [_couple(_as_seated(table).seats[::2]) for table in tables]
    moves: list[Couple | None] = [_couple(_as_seated(table).seats[1::2]) for table in tables]
    if seating.sitting_out:
        sits.append(None)
        moves.append(_couple(seating.sitting_out))
    if half_move:
        return (*sits, *moves)
    return (sits[-1], moves[-1], *sits[:-1], *reversed(moves[:-1]))


def _as_seated(table: Seating) -> Seating:
    """The table before it was turned for comparison (`directions.turn`)."""
    return replace(table, seats=table.seats[-1:] + table.seats[:-1]) if table.seats[1] > table.seats[3] else table


def _refilled(places: Places, couples: Collection[Couple]) -> Places | None:
    """Places with those here: newcomers take an empty one, at best their old pair's. None if they don't fit."""
    found = [one if one in couples else None for one in places]
    came = sorted(set(couples) - set(places))
    came.sort(key=lambda pair: not any(one and set(one) & set(pair) for one in places))
    for pair in came:
        empty = [place for place, one in enumerate(found) if one is None]
        if not empty:
            return None
        own = [place for place in empty if (old := places[place]) and set(old) & set(pair)]
        found[(own or empty)[0]] = pair
    return tuple(found) if found.count(None) <= 1 else None


# -- seats


def _seated(games: Iterator[Game]) -> RoundSeating:
    tables, out = [], []
    for game in games:
        if game.one and game.other:
            (north, south), (east, west) = game.one, game.other
            tables.append(Seating(game.table, (north, east, south, west)))
        else:
            out += [*(game.one or ()), *(game.other or ())]
    return RoundSeating(tuple(sorted(tables, key=lambda table: table.number)), tuple(sorted(out)))


def _couples_in(seating: RoundSeating) -> list[Couple]:
    found = [_couple(side) for table in seating.tables for side in (table.seats[::2], table.seats[1::2])]
    return [*found, _couple(seating.sitting_out)] if len(seating.sitting_out) == 2 else found


def _met(games: Iterator[Game]) -> Iterator[Game]:
    return (game for game in games if game.one and game.other)


def _meetings(games: Iterator[Game]) -> set[tuple[int, frozenset[Couple | None]]]:
    return {(game.table, frozenset((game.one, game.other))) for game in _met(games)}


def _games_in(seating: RoundSeating) -> Iterator[Game]:
    yield from (Game(table.number, _couple(table.seats[::2]), _couple(table.seats[1::2])) for table in seating.tables)


def turned_as(schedule: Schedule, slips: Schedule) -> Schedule:
    """The games, with the seats on pairs' slips where they meet the same pair at the same table."""
    return tuple(
        replace(seating, tables=tuple(_seats_of(table, old) for table in seating.tables))
        for seating, old in zip_longest(schedule, slips[: len(schedule)], fillvalue=RoundSeating(()))
    )


def _seats_of(table: Seating, old: RoundSeating) -> Seating:
    alike = (one for one in old.tables if one.number == table.number)
    return next((one for one in alike if set(one.partnerships) == set(table.partnerships)), table)


# -- a half move that is searched for, since so many came or left


def who_sits(before: Schedule, here: Collection[Player], wishes: Wishes) -> frozenset[Player]:
    """One of each pair that keeps its table: those who can't move, sitters of the last round, newcomers."""
    last = before[-1] if before else RoundSeating(())
    tables = [_as_seated(table) for table in last.tables if len(table.seats) == 4]
    north = {_couple(table.seats[::2]): table.number for table in tables}
    east = {_couple(table.seats[1::2]): -table.number for table in tables}

    def rank(one: Couple) -> tuple[bool, int, int]:
        line = 0 if one in north else 2 if one in east else 1
        return wishes.stationary.isdisjoint(one), line, north.get(one, east.get(one, 0))

    couples = sorted(couples_of(here, wishes), key=rank)
    return frozenset(player for one in couples[: len(couples) // 2] for player in one)


def with_sitters_north(schedule: Schedule, sitters: Collection[Player]) -> Schedule:
    return tuple(
        replace(seating, tables=tuple(_turned(table, sitters) for table in seating.tables)) for seating in schedule
    )


def _turned(table: Seating, sitters: Collection[Player]) -> Seating:
    return replace(table, seats=table.seats[1:] + table.seats[:1]) if table.seats[1] in sitters else table
