"""Winners move: who goes where, who partners whom, and people who come and go in between."""

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.evening.seating.schedules.movement import first_round, next_round
from league.evening.seating.schedules.planning import Impossible
from league.evening.seating.schedules.schedule import FOUR, THREE, RoundSeating, Schedule, Seating, Shape
from league.evening.seating.schedules.verify import verify
from league.evening.seating.schedules.wishes import Wishes
from tests.sampling import sample

# Tens are the table, ones the seat: 10 and 12 are N and S of table 1.
THREE_TABLES = RoundSeating(tuple(Seating(table, tuple(10 * table + seat for seat in range(4))) for table in (1, 2, 3)))
NORTH_SOUTH_WIN = {1: 0, 2: 0, 3: 0}


def pairs(*couples: tuple[int, int]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(couple) for couple in couples)


def rng(seed: int = 1) -> random.Random:
    return random.Random(seed)


def company(seating: RoundSeating) -> list[set[int]]:
    return [set(table.seats) for table in seating.tables]


# -- who goes where


def test_winners_go_up_losers_stay_and_losers_of_the_head_go_last():
    later = next_round(THREE_TABLES, NORTH_SOUTH_WIN, rng=rng())

    assert company(later) == [{10, 12, 20, 22}, {21, 23, 30, 32}, {31, 33, 11, 13}]
    assert [table.number for table in later.tables] == [1, 2, 3]


def test_losers_go_down_one_where_the_club_wants_it():
    later = next_round(THREE_TABLES, {1: 1, 2: 0, 3: 1}, rng=rng(), losers="down")

    assert company(later) == [{11, 13, 20, 22}, {10, 12, 31, 33}, {21, 23, 30, 32}]


@pytest.mark.parametrize("losers", ["stay", "down"])
def test_of_three_sides_the_first_goes_up_and_the_last_leaves(losers):
    tables = tuple(Seating(at, tuple(range(6 * at, 6 * at + 6)), sides=3) for at in (1, 2, 3))
    goes_on = next_round(
        RoundSeating(tables),
        {1: 0, 2: 1, 3: 2},
        rng=random.Random(1),
        losers=losers,
        last={1: 2, 2: 2, 3: 0},
        wishes=Wishes(shapes=(Shape(6, 3),)),
    )

    assert set(goes_on.tables[0].seats) == {6, 9, 7, 10, 13, 16}
    leaves = {8, 11}  # the last of the head's three
    assert leaves <= set(goes_on.tables[1 if losers == "down" else 2].seats)
    assert {len(table.seats) for table in goes_on.tables} == {6}


def test_one_table_stays_together_with_other_partners():
    one = RoundSeating((Seating(1, (0, 1, 2, 3)),))

    later = next_round(one, {1: 0}, rng=rng())

    assert company(later) == [{0, 1, 2, 3}]
    assert not set(later.tables[0].partnerships) & set(one.tables[0].partnerships)


@pytest.mark.parametrize("winners", [{1: 0, 2: 0}, {1: 0, 2: 0, 3: 2}, {1: 0, 2: 0, 3: -1}])
def test_every_table_needs_its_winner(winners):
    with pytest.raises(Impossible, match=r"Who won at table 3\?"):
        next_round(THREE_TABLES, winners, rng=rng())


# -- who partners whom


@pytest.mark.parametrize("losers", ["stay", "down"])
def test_pairs_that_arrive_are_split(losers):
    for seed in range(20):
        later = next_round(THREE_TABLES, NORTH_SOUTH_WIN, rng=rng(seed), losers=losers)
        before = {pair for table in THREE_TABLES.tables for pair in table.partnerships}
        assert not {pair for table in later.tables for pair in table.partnerships} & before


def test_of_two_ways_to_split_the_one_not_yet_played_is_taken():
    """10 and 20 partnered earlier, so 10 goes with 22."""
    earlier = RoundSeating((Seating(1, (10, 11, 20, 13)), Seating(2, (12, 21, 30, 23)), Seating(3, (22, 31, 32, 33))))

    for seed in range(20):
        later = next_round(THREE_TABLES, NORTH_SOUTH_WIN, rng=rng(seed), before=(earlier,))
        assert set(later.tables[0].partnerships) == pairs((10, 22), (12, 20))


def test_previous_round_may_be_told_twice():
    earlier = (THREE_TABLES, THREE_TABLES)

    assert next_round(THREE_TABLES, NORTH_SOUTH_WIN, rng=rng(), before=earlier) == next_round(
        THREE_TABLES, NORTH_SOUTH_WIN, rng=rng(), before=earlier[:1]
    )


def test_high_partners_low():
    scores = {10: 40, 12: 30, 20: 20, 22: 10, 21: 1, 23: 2, 30: 3, 32: 4}

    later = next_round(THREE_TABLES, NORTH_SOUTH_WIN, rng=rng(), partners="high_low", scores=scores)

    assert set(later.tables[0].partnerships) == pairs((10, 22), (12, 20))
    assert set(later.tables[1].partnerships) == pairs((21, 32), (23, 30))


def test_draw_gives_every_pairing():
    drawn = Counter(
        frozenset(next_round(THREE_TABLES, NORTH_SOUTH_WIN, rng=rng(seed), partners="draw").tables[0].partnerships)
        for seed in range(90)
    )

    assert len(drawn) == 3
    assert min(drawn.values()) > 15


@pytest.mark.parametrize("partners", ["split", "high_low", "draw"])
def test_couples_part_and_fixed_partners_stay(partners):
    wishes = Wishes(not_partners=pairs((10, 20)), partners=pairs((31, 33)))

    for seed in range(20):
        later = next_round(THREE_TABLES, NORTH_SOUTH_WIN, rng=rng(seed), partners=partners, wishes=wishes)
        assert frozenset((10, 20)) not in later.tables[0].partnerships
        assert frozenset((31, 33)) in later.tables[2].partnerships


# -- coming, going, sitting out


def test_who_sat_out_comes_in_at_the_last_table():
    previous = RoundSeating(THREE_TABLES.tables, (41, 42))

    later = next_round(previous, NORTH_SOUTH_WIN, rng=rng())

    assert {41, 42} <= set(later.tables[-1].seats)
    assert set(later.sitting_out) < {31, 33, 11, 13}  # of those whose turn it is, the lowest table's
    assert company(later)[:2] == [{10, 12, 20, 22}, {21, 23, 30, 32}]


def test_director_may_choose_who_sits_out():
    previous = RoundSeating(THREE_TABLES.tables, (41, 42))

    later = next_round(previous, NORTH_SOUTH_WIN, rng=rng(), sitting_out={10, 42})

    assert later.sitting_out == (10, 42)
    assert len(set(later.tables[0].seats) & {12, 20, 22}) == 3
    assert len(set(later.tables[0].seats) & {21, 23, 30, 32}) == 1  # somebody of the table below moves up
    with pytest.raises(Impossible, match=r"13 players don’t fill the tables\. 1 more must sit out"):
        next_round(previous, NORTH_SOUTH_WIN, rng=rng(), sitting_out={10})


def test_table_that_is_left_by_four_is_closed():
    here = THREE_TABLES.players - {10, 21, 30, 33}

    later = next_round(THREE_TABLES, NORTH_SOUTH_WIN, rng=rng(), players=here)

    assert later.players == here
    assert [table.number for table in later.tables] == [1, 2]
    assert {12, 20, 22} <= set(later.tables[0].seats)


def test_four_who_come_make_a_table():
    later = next_round(THREE_TABLES, NORTH_SOUTH_WIN, rng=rng(), players=THREE_TABLES.players | {51, 52, 53, 54})

    assert [table.number for table in later.tables] == [1, 2, 3, 4]
    assert company(later)[:2] == [{10, 12, 20, 22}, {21, 23, 30, 32}]


def test_tables_of_three_are_at_the_bottom_and_their_winner_goes_up_alone():
    wishes = Wishes(shapes=(FOUR, THREE))
    previous = RoundSeating((*THREE_TABLES.tables[:2], Seating(3, (30, 31, 32))))

    later = next_round(previous, {1: 0, 2: 0, 3: 1}, rng=rng(), wishes=wishes)

    assert [len(table.seats) for table in later.tables] == [4, 4, 3]
    assert {21, 23, 31} < set(later.tables[1].seats)
    assert verify((later,), sorted(previous.players), wishes).faults == ()


def test_who_keeps_a_table_neither_rises_nor_falls():
    wishes = Wishes(stationary=frozenset((20, 11)))

    later = next_round(THREE_TABLES, NORTH_SOUTH_WIN, rng=rng(), wishes=wishes)

    assert later.table_of(20).number == 2
    assert later.table_of(11).number == 1


def test_who_may_not_meet_is_kept_apart():
    wishes = Wishes(never_meet=pairs((10, 20), (12, 22)))

    later = next_round(THREE_TABLES, NORTH_SOUTH_WIN, rng=rng(), wishes=wishes)

    assert not any(pair <= table for pair in wishes.never_meet for table in company(later))


def test_what_cannot_be_seated_is_refused():
    with pytest.raises(Impossible, match="There are 3 players; a table needs four"):
        next_round(THREE_TABLES, NORTH_SOUTH_WIN, rng=rng(), players=(10, 11, 12))


# -- whole nights


def test_first_round_is_a_draw_that_heeds_wishes():
    wishes = Wishes(not_partners=pairs((0, 1)), volunteers=frozenset((4,)))

    seating = first_round(range(17), rng(), wishes)

    assert seating == first_round(range(17), rng(), wishes)
    assert seating != first_round(range(17), rng(2), wishes)
    assert seating.sitting_out == (4,)
    assert verify((seating,), range(17), wishes).faults == ()


def night_of(players: int, rounds: int, wishes: Wishes, seed: int, **rules: Any) -> Schedule:
    chance = rng(seed)
    night = [first_round(range(players), chance, wishes)]
    while len(night) < rounds:
        winners = {table.number: chance.randrange(table.sides) for table in night[-1].tables}
        night.append(next_round(night[-1], winners, rng=chance, wishes=wishes, before=tuple(night[:-1]), **rules))
    return tuple(night)


@settings(max_examples=sample(25, 500))
@given(
    players=st.integers(12, 30),
    shapes=st.sampled_from([(FOUR,), (FOUR, THREE), (Shape(6, 2), FOUR), (Shape(6, 3),), (Shape(5, 5, True),)]),
    losers=st.sampled_from(["stay", "down"]),
    partners=st.sampled_from(["split", "draw"]),
    seed=st.integers(0, 999),
)
def test_nights_keep_the_hard_rules(players, shapes, losers, partners, seed):
    wishes = Wishes(
        not_partners=pairs((1, 2), (3, 4)),
        never_meet=pairs((1, 5)),
        stationary=frozenset((0,)),
        shapes=shapes,
    )

    night = night_of(players, 6, wishes, seed, losers=losers, partners=partners)

    assert verify(night, range(players), wishes).faults == ()


def test_on_a_night_of_splits_nobody_keeps_a_partner():
    for one, other in pairwise(night_of(20, 8, Wishes(), 3)):
        sides = [{pair for table in seating.tables for pair in table.partnerships} for seating in (one, other)]
        assert not sides[0] & sides[1]


def test_200_players_move():
    night = night_of(200, 3, Wishes(never_meet=pairs((1, 2)), stationary=frozenset((3, 4))), 1)

    assert len(night[-1].tables) == 50
