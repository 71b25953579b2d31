"""Nobody meets a set twice, and the company is hardly worse for it."""

import random
from itertools import pairwise

import pytest

from league.evening.seating.schedules.annealing import Lineup
from league.evening.seating.schedules.schedule import RoundSeating, Schedule, Seating
from league.evening.seating.schedules.sets import arrange_sets, faults_of_sets, travelling
from league.evening.seating.schedules.sit_outs import Sizes
from league.evening.seating.schedules.verify import verify
from league.evening.seating.schedules.wishes import Wishes
from tests.sampling import SOAK

SIZES = [(5, 4, 5), (6, 4, 6), (7, 5, 7)]
if SOAK:
    SIZES += [(5, 5, 5), (5, 6, 6), (6, 6, 6), (8, 6, 8), (9, 6, 9), (8, 8, 8), (10, 8, 10), (20, 6, 20)]


def seated(tables: int, rounds: int, sets: int, *, met=None, wishes=None, steps: int = 0) -> Schedule:
    players = tuple(range(1, 4 * tables + 1))
    found = arrange_sets(
        [Lineup(players, Sizes(tables, 0, 0))] * rounds,
        travelling(tables, rounds, sets),
        rng=random.Random(1),
        steps=steps or 3_000 * len(players),
        wishes=wishes or Wishes(),
        met=met,
    )
    return tuple(
        RoundSeating(tuple(Seating(number, seats) for number, seats in enumerate(each, start=1)))
        for each in found.rounds
    )


@pytest.mark.parametrize(("tables", "rounds", "sets"), SIZES)
def test_nobody_meets_a_set_twice_or_a_partner(tables, rounds, sets):
    schedule = seated(tables, rounds, sets)
    certificate = verify(schedule, range(1, 4 * tables + 1))

    assert faults_of_sets(schedule, travelling(tables, rounds, sets)) == []
    assert certificate.faults == ()
    assert certificate.repeat_partners == 0


def test_nobody_plays_what_they_made():
    """The four of each table made a set before the first round."""
    made = {player: [(player - 1) // 4] for player in range(1, 29)}
    schedule = seated(7, 5, 7, met=made)

    assert faults_of_sets(schedule, travelling(7, 5, 7), made) == []


def test_fixed_partners_stay_together():
    pairs = frozenset(frozenset((one, one + 1)) for one in range(1, 25, 2))
    schedule = seated(6, 4, 6, wishes=Wishes(partners=pairs))

    assert faults_of_sets(schedule, travelling(6, 4, 6)) == []
    assert {pair for seating in schedule for table in seating.tables for pair in table.partnerships} == pairs


def test_each_set_lies_at_one_table_and_goes_on_by_one():
    plan = travelling(7, 6, 8)

    assert all(len(set(tables)) == 7 for tables in plan)
    assert all(after == (before + 1) % 8 for one, two in pairwise(plan) for before, after in zip(one, two, strict=True))


def test_small_room_shares_a_set_in_each_round():
    assert travelling(3, 4, 4) == ((0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 3, 3))


@pytest.mark.parametrize(("tables", "rounds", "sets"), [(5, 6, 5), (6, 4, 5), (2, 3, 2)])
def test_too_few_sets_are_refused(tables, rounds, sets):
    with pytest.raises(ValueError, match="too few"):
        travelling(tables, rounds, sets)


def test_fault_is_told():
    schedule = (RoundSeating((Seating(1, (1, 2, 3, 4)),)),) * 2

    assert faults_of_sets(schedule, ((0,), (0,))) == [(1, player, 0) for player in (1, 2, 3, 4)]
    assert faults_of_sets(schedule, ((0,), (1,)), {2: [1]}) == [(1, 2, 1)]
