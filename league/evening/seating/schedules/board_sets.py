"""Duplicate: which set of boards lies on which table in which round, so that nobody meets one twice.

**Sets travel by rule, and people are seated to fit.** From five tables on each table has, round by round, the set after
its last, carried from table 3 to table 2, and so on. The usual search then seats people; a set met again costs more
than a partner met again. In smaller rooms all tables share one set a round: each begins with another board and hands it
on (relay).

**The makers of a set never play it.** With slips before the first round, each table makes the set that would have been
there the round before (`makers`), which the search keeps from its four. That takes more tables than rounds: else
everybody plays every board, and somebody else has to make them.

Sets count from 1, as on the tables; rounds count all of the evening's.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from .schedule import Duplicate, Known, Player, RoundSeating, Schedule, Seating

SHARED: Final = 4
"""Up to so many tables share a set, a board at each: it has as many boards as players deal."""

# The set on a table, both from 1, in the round of a number.
Rule: TypeAlias = Callable[[int, int], int]

RING_TRIES: Final = 4
RING_STEPS: Final = 500
LAYING_STEPS: Final = 60_000
WARM: Final = 2.0
COLD: Final = 0.3
# Sets that a search may take beyond what counting asks for.
MORE_SETS: Final = (0, 1, 2, 3, 5, 8, 13)


@dataclass(frozen=True, slots=True)
class Travel:
    """Sets on their way from table to table, from round `first` on; people had or made those `met`."""

    board_sets: int
    first: int
    met: Known


def board_sets_needed(tables: int, rounds: int) -> int:
    return max(tables, rounds)


def board_set_at(place: int, number: int, board_sets: int) -> int:
    return (number - 1 + place) % board_sets + 1


def makers(schedule: Schedule) -> dict[int, int]:
    """The set each table of the first round makes, by table number: the one lying so many tables further on that none
    of the four meets theirs in any round. At best it would have been on their table the round before. Empty where
    everybody plays everything, or sets outnumber tables."""
    if not schedule or shares_board_sets(schedule[0]):
        return {}
    tables, met = schedule[0].tables, board_sets_met(schedule)
    board_sets = max(table.boards for seating in schedule for table in seating.tables)
    for after in range(board_sets - 1, 0, -1):
        made = {table.number: (table.boards - 1 + after) % board_sets + 1 for table in tables}
        if len(tables) == board_sets and met.isdisjoint(board_sets_made(schedule[0], made)):
            return made
    return {}


def shares_board_sets(seating: RoundSeating) -> bool:
    return len({table.boards for table in seating.tables}) < 2


def board_sets_met(rounds: Iterable[RoundSeating]) -> Known:
    tables = [table for seating in rounds for table in seating.tables if table.boards]
    return frozenset((player, table.boards) for table in tables for player in table.seats)


def board_sets_made(first: RoundSeating, made: Mapping[int, int]) -> Known:
    tables = [table for table in first.tables if table.number in made]
    return frozenset((player, made[table.number]) for table in tables for player in table.seats)


def sharing(schedule: Schedule, after: int) -> Schedule:
    """The rounds, each with one set for all tables: the first one's comes `after` that number."""
    return tuple(
        on_tables(seating, dict.fromkeys((table.number for table in seating.tables), number))
        for number, seating in enumerate(schedule, start=after + 1)
    )


def on_tables(seating: RoundSeating, board_sets: Mapping[int, int]) -> RoundSeating:
    tables = (Seating(table.number, table.seats, board_sets.get(table.number, 0)) for table in seating.tables)
    return RoundSeating(tuple(tables), seating.sitting_out)


# -- fixed pairs: the people follow their movement, and the boards are laid to fit


def for_pairs(
    schedule: Schedule, first: int, duplicate: Duplicate, *, half_move: bool, keep: Schedule, rng: random.Random
) -> Schedule:
    """The rounds, from number `first` on, with sets: as published if no pair meets one twice, else by a rule of travel,
    else by search, with more sets until it finds a way."""
    met = duplicate.met | duplicate.made
    tables = max((table.number for seating in schedule for table in seating.tables), default=1)
    board_sets = max(duplicate.there, board_sets_needed(tables, duplicate.rounds))
    rule = _down(board_sets) if half_move else _ring(tables, duplicate.rounds, board_sets)
    by_rule = [{table: rule(table, number) for table in range(1, tables + 1)} for number in _rounds(first, schedule)]
    for laid in ([{table.number: table.boards for table in seating.tables} for seating in keep], by_rule):
        if len(laid) == len(schedule) and not _again(found := _with(schedule, laid), met):
            return found
    for more in MORE_SETS:
        found = searched(schedule, board_sets + more, met, rng)
        if not _again(found, met):
            break
    return found


def _rounds(first: int, schedule: Schedule) -> range:
    return range(first, first + len(schedule))


def _down(board_sets: int) -> Rule:
    """Half move: pairs go up a table, boards down. Good for an odd number of tables, or half as many rounds."""
    return lambda table, number: (table - number) % board_sets + 1


def _ring(tables: int, rounds: int, board_sets: int) -> Rule:
    """Round robin: each table has the set after its last, and begins by `ring_starts`."""
    starts = ring_starts(tables, min(rounds, 2 * tables - 1), board_sets)
    return lambda table, number: (starts[table - 1] + number - 1) % board_sets + 1 if starts else 0


@lru_cache(maxsize=8)
def ring_starts(tables: int, rounds: int, board_sets: int) -> tuple[int, ...]:
    """The set, from 0, with which each table of a round robin begins, so that no pair meets one twice; empty if none
    was found. Of a whole cycle this is a Room square, begun by a strong starter. Pair p of the ring is at the table of
    p − r in round r. So two tables it visits some rounds apart must not begin that much apart."""
    ring = 2 * tables - 1

    def table_of(place: int) -> int:
        place %= ring
        return (place if place < tables else ring - place) - 1 if place else tables - 1

    apart: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for place in range(ring):
        for later in range(1, rounds):
            one, other = table_of(place), table_of(place - later)
            apart[one, other].add(later % board_sets)
            apart[other, one].add(-later % board_sets)
    for seed in range(RING_TRIES):
        found = _starts(
            {table: set(range(board_sets)) for table in range(tables)}, apart, board_sets, random.Random(seed)
        )
        if found:
            return tuple(found[table] for table in range(tables))
    return ()


def _starts(
    free: dict[int, set[int]], apart: Mapping[tuple[int, int], Collection[int]], board_sets: int, rng: random.Random
) -> dict[int, int] | None:
    """Table by table, fewest choices first; given up after so many."""
    steps = iter(range(RING_STEPS))

    def place(free: dict[int, set[int]]) -> dict[int, int] | None:
        if not free:
            return {}
        if next(steps, None) is None:
            return None
        table = min(free, key=lambda one: (len(free[one]), one))
        for start in rng.sample(sorted(free[table]), len(free[table])):
            left = {
                other: {
                    one for one in choices if one != start and (one - start) % board_sets not in apart[other, table]
                }
                for other, choices in free.items()
                if other != table
            }
            if all(left.values()) and (found := place(left)) is not None:
                return {table: start, **found}
        return None

    return place(free)


def searched(schedule: Schedule, board_sets: int, met: Known, rng: random.Random) -> Schedule:
    """The rounds with so many sets, so that no pair meets one twice, if tables can swap sets to that end."""
    seen: defaultdict[tuple[Player, int], int] = defaultdict(int, dict.fromkeys(met, 1))
    rounds = [
        [table.seats for table in seating.tables] + [()] * (board_sets - len(seating.tables)) for seating in schedule
    ]
    cost = 0
    for row in rounds:
        rng.shuffle(row)
        for number, seats in enumerate(row, start=1):
            for player in seats:
                cost += seen[player, number] > 0
                seen[player, number] += 1
    for step in range(LAYING_STEPS):
        if not cost:
            break
        row = rounds[int(rng.random() * len(rounds))]
        one, other = int(rng.random() * board_sets), int(rng.random() * board_sets)
        moves = [(player, one + 1, other + 1) for player in row[one]]
        moves += [(player, other + 1, one + 1) for player in row[other]]
        if one == other or not any(seen[player, was] > 1 for player, was, _ in moves):
            continue
        rise = sum((seen[player, then] > 0) - (seen[player, was] > 1) for player, was, then in moves)
        if rise > 0 and rng.random() >= math.exp(-rise / (WARM * (COLD / WARM) ** (step / LAYING_STEPS))):
            continue
        for player, was, then in moves:
            seen[player, was] -= 1
            seen[player, then] += 1
        row[one], row[other] = row[other], row[one]
        cost += rise
    laid = [{seats: number for number, seats in enumerate(row, start=1)} for row in rounds]
    return _with(
        schedule,
        [
            {table.number: sets_of[table.seats] for table in seating.tables}
            for seating, sets_of in zip(schedule, laid, strict=True)
        ],
    )


def _with(schedule: Schedule, laid: Sequence[Mapping[int, int]]) -> Schedule:
    return tuple(map(on_tables, schedule, laid))


def _again(schedule: Schedule, met: Known) -> int:
    seen = set(met)
    again = 0
    for seating in schedule:
        again += len(seating.tables) - len({table.boards for table in seating.tables} - {0})
        for table in seating.tables:
            meetings = {(player, table.boards) for player in table.seats}
            again += len(meetings & seen)
            seen |= meetings
    return again
