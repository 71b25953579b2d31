"""Duplicate: nobody meets a set of boards twice, nobody plays what they made, and comparison is even.

The certificate is held to a count by hand; what makes the schedules is held to the certificate.
"""

from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest

from league.evening.seating.schedules.board_sets import board_sets_made, for_pairs, makers, ring_starts, sharing
from league.evening.seating.schedules.directions import balanced, turn
from league.evening.seating.schedules.schedule import Duplicate, RoundSeating, Schedule, Seating
from league.evening.seating.schedules.sides import cycle_length, go_on
from league.evening.seating.schedules.tasks import SeatingTask, find
from league.evening.seating.schedules.verify import verify
from league.evening.seating.schedules.wishes import Wishes
from tests.sampling import SOAK

EFFORT = 100_000


@pytest.fixture(autouse=True)
def _quick_looks(monkeypatch, request):
    """Fewer tables turned on trial, but where it matters how even that makes all."""
    if "known" not in request.fixturenames:
        monkeypatch.setattr("league.evening.seating.schedules.directions.LOOKS", 800)


def couples(players: int) -> frozenset[frozenset[int]]:
    return frozenset(frozenset((one, one + 1)) for one in range(1, players, 2))


def task_of(players: int, rounds: int, kind: str = "", **duplicate) -> SeatingTask:
    """`kind`: "" for new partners, else "ring" or "half" for pairs."""
    wishes = Wishes(partners=couples(players), in_sides=True, half_move=kind == "half") if kind else Wishes()
    here = (tuple(range(1, players + 1)),) * rounds
    return SeatingTask(1, here, (), wishes, None, 1, {}, "", duplicate=Duplicate(rounds, **duplicate))


def certified(task: SeatingTask, schedule: Schedule, **duplicate):
    found = Duplicate(len(task.attendance), **duplicate)
    return verify(schedule, task.attendance, task.wishes, before=task.before, duplicate=found)


def highest(schedule: Schedule) -> int:
    return max(table.boards for seating in schedule for table in seating.tables)


def moving(kind: str, tables: int, rounds: int) -> Schedule:
    """Pairs by their movement, with sets, not turned."""
    task = task_of(4 * tables, rounds, kind)
    moved = go_on((), task.attendance, task.wishes, Random(1))
    assert moved is not None
    return for_pairs(moved, 1, Duplicate(rounds), half_move=kind == "half", keep=(), rng=Random(1))


# -- new partners every round

EVENINGS = [(8, 4), (18, 4), (20, 4), (28, 5), (41, 6), (80, 6)]
if SOAK:
    EVENINGS += [(4 * tables, rounds) for tables in range(2, 21) for rounds in (4, 5, 6, 8)]


@pytest.mark.parametrize(("players", "rounds"), EVENINGS)
def test_nobody_meets_a_board_twice_or_one_that_they_made(players, rounds):
    task = task_of(players, rounds, by_slips=True)

    schedule = find(task, effort=None if SOAK else EFFORT)

    made = board_sets_made(schedule[0], makers(schedule))
    certificate = certified(task, schedule, made=made, by_slips=True)
    assert certificate.faults == ()
    assert certificate.repeat_partners == certificate.bound_partners
    assert highest(schedule) == (rounds if players < 20 else max(players // 4, rounds))
    # More tables than rounds: each table makes a set.
    assert sorted(makers(schedule).values()) == (
        list(range(1, players // 4 + 1)) if players // 4 > max(4, rounds) else []
    )


def test_small_room_shares_a_set_in_each_round():
    schedule = find(task_of(12, 4), effort=20_000)

    assert [[table.boards for table in seating.tables] for seating in schedule] == [[n, n, n] for n in (1, 2, 3, 4)]


def test_boards_go_to_the_table_before():
    schedule = find(task_of(28, 5), effort=EFFORT)

    by_round = [{table.number: table.boards for table in seating.tables} for seating in schedule]
    assert all(two[number - 1] == one[number] for one, two in pairwise(by_round) for number in range(2, 8))


def test_who_keeps_a_table_keeps_it_while_boards_go_by():
    wishes = Wishes(stationary=frozenset({3, 9}), partners=couples(4))
    task = replace(task_of(24, 4), wishes=wishes)

    schedule = find(task, effort=20_000)

    certificate = certified(task, schedule)
    assert certificate.faults == ()
    assert all(certificate.by_player[player]["most_at_one_table"] == 4 for player in (3, 9))


# -- pairs


@pytest.mark.parametrize("tables", range(5, 21))
def test_round_robin_of_all_is_a_room_square(tables):
    """The whole Howell: every pair meets every other, and every set, once; 10 pairs take a set more."""
    rounds = 2 * tables - 1
    schedule = moving("ring", tables, rounds)

    pairs = [frozenset(table.partnerships) for seating in schedule for table in seating.tables]
    met = {(pair, table.boards) for seating in schedule for table in seating.tables for pair in table.partnerships}
    assert len(set(pairs)) == len(pairs) == tables * rounds
    assert len(met) == 2 * tables * rounds
    assert highest(schedule) == (10 if tables == 5 else rounds)


ROUNDS = [(kind, tables, 6) for kind in ("half", "ring") for tables in (5, 8, 15)]
ROUNDS += [("half", tables, tables) for tables in (5, 7)]
if SOAK:
    ROUNDS += [
        (kind, tables, rounds) for kind in ("half", "ring") for tables in range(5, 21) for rounds in range(1, 21)
    ]
ROUNDS = [
    (kind, tables, rounds)
    for kind, tables, rounds in ROUNDS
    if rounds <= cycle_length(2 * tables, half_move=kind == "half")
]


@pytest.mark.parametrize(("kind", "tables", "rounds"), ROUNDS)
def test_pairs_meet_no_set_twice(kind, tables, rounds):
    schedule = moving(kind, tables, rounds)

    certificate = certified(task_of(4 * tables, rounds, kind), schedule)
    assert {fault.kind for fault in certificate.faults} == set()
    assert certificate.repeat_opponents == 0
    assert all(len({table.boards for table in seating.tables}) == tables for seating in schedule)


def test_odd_half_move_sends_boards_down_one_table():
    by_round = [{table.number: table.boards for table in seating.tables} for seating in moving("half", 7, 7)]

    assert all(two[number + 1] == one[number] for one, two in pairwise(by_round) for number in range(1, 7))


# Held against a well-known set of Howell movements: 7 and 8 pairs even, 5, 6 and 9 from −3 to 1, and so on.
KNOWN = {
    4: (-2, -1),
    5: (-3, 1),
    6: (-3, 1),
    7: (-1, -1),
    8: (-1, -1),
    9: (-3, 1),
    11: (-5, 3),
    12: (-5, 3),
    14: (-7, 5),
}


@pytest.mark.parametrize(
    ("pairs", "known"), KNOWN.items() if SOAK else [(pairs, KNOWN[pairs]) for pairs in (4, 5, 7, 8)]
)
def test_comparison_is_as_even_as_the_best_known(pairs, known):
    task = task_of(2 * pairs, cycle_length(pairs, half_move=False), "ring")

    certificate = certified(task, find(task))

    least, most = certificate.comparison.ways
    assert least >= known[0]
    assert most <= known[1]
    assert certificate.faults == ()
    assert certificate.comparison.is_fair


def test_half_move_turns_tables_only_for_one_list():
    """Without one list whoever sits North–South is compared with their own line alone."""
    two_lists, one_list = (task_of(28, 7, "half", one_list=one_list) for one_list in (False, True))
    by_line, by_all = find(two_lists), find(one_list)

    north = {player for table in by_line[0].tables for player in table.seats[::2]}
    assert all(set(table.seats[::2]) <= north for seating in by_line for table in seating.tables)
    assert certified(two_lists, by_line, one_list=False).comparison.ways == (-7, 7)
    assert max(map(abs, certified(one_list, by_all).comparison.ways)) <= 5
    assert certified(one_list, by_all).faults == ()
    # Who sits keeps the table all the same.
    assert all(len({seating.table_of(player).number for seating in by_all}) == 1 for player in north)


def test_pair_that_leaves_changes_nobody_elses_boards():
    task = task_of(24, 5, "ring")
    schedule = find(task)
    here = tuple(range(1, 23))
    met = frozenset((player, table.boards) for one in schedule[:2] for table in one.tables for player in table.seats)
    boards = Duplicate(5, met=met, there=highest(schedule))
    later = replace(task, first=3, attendance=(here,) * 3, before=schedule[:2], keep=schedule[2:], duplicate=boards)

    found = find(later)

    kept = [table for seating in schedule[2:] for table in seating.tables if not {23, 24} & set(table.seats)]
    assert [table for seating in found for table in seating.tables] == kept
    assert certified(later, found, met=met).faults == ()


def test_ring_of_nine_has_no_strong_starter():
    assert ring_starts(5, 9, 9) == ()
    assert len(set(ring_starts(6, 11, 11))) == 6


# -- the certificate, counted by hand


def test_faults_of_boards_are_told():
    night = (RoundSeating((Seating(1, (1, 2, 3, 4), boards=1),)), RoundSeating((Seating(1, (1, 4, 2, 3), boards=1),)))
    found = verify(night, (1, 2, 3, 4), duplicate=Duplicate(2, made=frozenset({(2, 1)})))

    assert [fault.sentence() for fault in found.faults] == [
        "Round 1: player 2 made the boards of table 1.",
        "Round 2: player 1 and player 4 and player 2 and player 3 already played the boards of table 1.",
        "Round 2: player 2 made the boards of table 1.",
    ]
    bare = verify((RoundSeating((Seating(1, (1, 2, 3, 4)),)),), (1, 2, 3, 4), duplicate=Duplicate(1))
    assert [fault.sentence() for fault in bare.faults] == ["Round 1: table 1 has no boards."]


def test_what_was_met_in_a_round_that_does_not_count_is_met():
    night = (RoundSeating((Seating(1, (1, 2, 3, 4), boards=2),)),)

    found = verify(night, (1, 2, 3, 4), duplicate=Duplicate(2, met=frozenset({(3, 2)})))

    assert [fault.players for fault in found.faults] == [(3,)]


@pytest.mark.parametrize("players", [8, 20])
def test_comparison_is_a_count(players):
    task = task_of(players, 4)
    schedule = find(task, effort=20_000)

    def way(player: int, seating: RoundSeating) -> tuple[int, int, int]:
        table = seating.table_of(player)
        return table.boards, table.number, 1 if player in table.seats[::2] else -1

    ways, board_sets = [], []
    for one, other in combinations(range(1, players + 1), 2):
        met = [(way(one, a), way(other, b)) for a in schedule for b in schedule if way(one, a)[0] == way(other, b)[0]]
        # Partners are not measured against each other: at one table, the same way.
        compared = [x[2] * y[2] for x, y in met if x != y]
        ways.append(sum(compared))
        board_sets.append(len(compared))
    comparison = certified(task, schedule).comparison
    assert comparison.ways == (min(ways), max(ways))
    assert comparison.board_sets == (min(board_sets), max(board_sets))


def test_balanced_leaves_the_tables_that_people_know():
    night = sharing(find(task_of(12, 4), effort=5_000), 0)
    crooked = tuple(
        RoundSeating(tuple(turn(table) if table.number == 2 else table for table in seating.tables))
        for seating in night
    )

    even = balanced(crooked, (), [frozenset({2})] * 4, Random(1))

    assert [seating.tables[1] for seating in even] == [seating.tables[1] for seating in crooked]
    assert all(
        set(a.partnerships) == set(b.partnerships)
        for one, two in zip(even, crooked, strict=True)
        for a, b in zip(one.tables, two.tables, strict=True)
    )
