"""Who sits where in an extra hand, and what it decides."""

import random

import pytest

from league.evening.finals.extra_hands import extra_hand, extra_tables
from league.evening.ties.parting import Figure, Figures, Line, Tally, cut_at, narrowed
from league.evening.ties.tie_breaks import TOTAL


def line_of(tied: int) -> Line:
    """So many tie for one place."""
    return cut_at([Tally((player,), 80) for player in range(1, tied + 1)], 1, [TOTAL])


def played(points: dict[int, int]) -> Figures:
    return {(player,): Figure(each, str(each)) for player, each in points.items()}


def test_an_extra_hand_decides_only_among_those_who_all_played_it():
    assert narrowed(line_of(3), [extra_hand(played({1: 20, 2: 35, 3: -10}))]).inside == (2,)
    assert not narrowed(line_of(3), [extra_hand(played({1: 20, 2: 35}))]).is_clear


def test_two_who_win_an_extra_hand_as_partners_are_level_still():
    line = narrowed(line_of(4), [extra_hand(played({1: 30, 2: 30, 3: 5, 4: 5}))])

    assert [one.player for one in line.level] == [1, 2]
    assert ([*line.above], [one.player for one in line.below], line.seats) == ([], [3, 4], 1)


@pytest.mark.parametrize(("tied", "tables"), [(2, 1), (3, 1), (4, 1), (5, 2), (8, 2), (9, 3)])
def test_an_extra_hand_seats_all_who_tie_once_and_fills_the_tables(tied, tables):
    seated = extra_tables(range(1, tied + 1), [90, 91, 92, 93], random.Random(3))

    players = [player for table in seated for player in table]
    assert (len(seated), [len(table) for table in seated]) == (tables, [4] * tables)
    assert sorted(player for player in players if player and player < 90) == list(range(1, tied + 1))
    assert [player for player in players if player and player >= 90] == [90, 91, 92, 93][: 4 * tables - tied]


def test_two_who_tie_are_opponents_and_an_empty_seat_is_said_so():
    ((north, east, south, west),) = extra_tables([1, 2], [90], random.Random(3))

    assert {north, east} == {1, 2}
    assert (south, west) == (90, None)
