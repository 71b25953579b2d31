"""Whose turn it is to sit out."""

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.evening.seating.schedules.schedule import FOUR, THREE, RoundSeating, Seating
from league.evening.seating.schedules.sit_outs import Shares
from league.evening.seating.schedules.wishes import Sizes, Wishes, sizes_for

FIXED = Wishes(partners=frozenset({frozenset((0, 1)), frozenset((2, 3))}))


def drawn(players: int, number: int, rounds: int, wishes: Wishes, seed: int = 1) -> list[tuple[int, ...]]:
    shares = Shares(())
    rng = random.Random(seed)
    outs = []
    for _ in range(rounds):
        outs.append(shares.draw(range(players), number, wishes, rng))
        shares.note(range(players), outs[-1])
    return outs


@pytest.mark.parametrize(
    ("count", "three_handed", "sizes"),
    [
        (4, False, (1, 0, 0)), (5, False, (1, 0, 1)), (7, False, (1, 0, 3)), (18, False, (4, 0, 2)),
        (3, True, (0, 1, 0)), (4, True, (1, 0, 0)), (5, True, (1, 0, 1)), (6, True, (0, 2, 0)), (7, True, (1, 1, 0)),
        (9, True, (0, 3, 0)), (13, True, (1, 3, 0)), (18, True, (3, 2, 0)), (19, True, (4, 1, 0)),
    ],
)  # fmt: skip
def test_tables_that_a_count_makes(count, three_handed, sizes):
    assert sizes_for(range(count), Wishes(shapes=(FOUR, THREE) if three_handed else (FOUR,))) == Sizes(
        (FOUR,) * sizes[0] + (THREE,) * sizes[1], sizes[2]
    )


def test_fixed_partners_get_tables_of_four():
    pairs = frozenset(frozenset((2 * one, 2 * one + 1)) for one in range(3))

    assert sizes_for(range(10), Wishes(partners=pairs, shapes=(FOUR, THREE))) == Sizes((FOUR, FOUR), 2)


@given(players=st.integers(5, 31), rounds=st.integers(1, 12), seed=st.integers(0, 99))
def test_shares_are_even_and_nobody_sits_out_twice_running(players, rounds, seed):
    outs = drawn(players, players % 4, rounds, Wishes(), seed)
    times = Counter(dict.fromkeys(range(players), 0) | Counter(player for out in outs for player in out))

    assert all(len(out) == players % 4 for out in outs)
    assert max(times.values()) - min(times.values()) <= 1
    assert not any(set(one) & set(other) for one, other in itertools.pairwise(outs))


def test_volunteers_sit_out_first_but_not_twice_running():
    outs = drawn(18, 2, 4, Wishes(volunteers=frozenset((3, 7))))

    assert outs[0] == outs[2] == (3, 7)
    assert not {3, 7} & {*outs[1], *outs[3]}


def test_who_sat_out_last_night_is_last():
    outs = drawn(18, 2, 8, Wishes(sat_out_last=frozenset((3, 7))))

    assert not {3, 7} & {player for out in outs for player in out}


def test_fixed_partners_sit_out_together():
    for seed in range(20):
        for out in drawn(10, 2, 9, FIXED, seed):
            assert all(not pair & set(out) or pair <= set(out) for pair in FIXED.partners)


def test_one_alone_is_nobodys_fixed_partner():
    assert not {0, 1, 2, 3} & {player for out in drawn(9, 1, 5, FIXED) for player in out}


def test_rounds_missed_count_neither_way():
    early = RoundSeating((Seating(1, (0, 1, 2, 3)),), (4,))
    late = RoundSeating((Seating(1, (0, 1, 2, 4)),), (3,))
    shares = Shares((early, late))

    # 5 has missed both rounds; 0, 1 and 2 have waited for their turn, 4 has had it.
    assert set(shares.draw(range(6), 2, Wishes(), random.Random(1))) < {0, 1, 2}
    assert shares.ahead[5] == 0


def test_among_equals_the_lowest_rank_sits_out():
    assert Shares(()).draw(range(18), 2, Wishes(), random.Random(1), rank=lambda player: -player) == (16, 17)
