"""Held to published tables, and to a comparison that was written apart from it."""

import random
from fractions import Fraction

import pytest

from scoring.boards.comparison import (
    LEAST_FIELD,
    Method,
    Result,
    compared,
    cross_points,
    margin,
    matchpoints,
    neuberg,
    over_datum,
    shares,
)


def test_matchpoints_of_a_published_board():
    """Of a national final: 22 results, north-south."""
    results = [670, 150, 140, *[110] * 4, *[0] * 9, *[-100] * 5, -300]
    told = dict(zip(results, matchpoints(results), strict=True))

    assert told == {670: 42, 150: 40, 140: 38, 110: 33, 0: 20, -100: 6, -300: 0}


@pytest.mark.parametrize(
    ("results", "points"),
    [
        ([90, 0, -50, -50], [6, 4, 1, 1]),
        ([420, 430, 500, 420, 450, -50, 170], [5, 8, 12, 5, 10, 0, 2]),  # 2½ 4 6 2½ 5 0 1, doubled
        ([7], [0]),
        ([], []),
    ],
)
def test_two_for_a_worse_result_and_one_for_a_level_one(results, points):
    assert matchpoints(results) == points


def test_neuberg_as_the_english_bridge_union_prints_it():
    told = [round(float(neuberg(points, had=10, expected=11)), 1) for points in range(18, -1, -2)]

    assert told == [19.9, 17.7, 15.5, 13.3, 11.1, 8.9, 6.7, 4.5, 2.3, 0.1]


def test_a_fouled_board_gives_both_directions_what_the_whole_has():
    """Nine tables, in groups of five and four: 8 for each table, and 72 together."""
    results = [Result(table, {"NS": 10 * table, "EW": 0}, group=table > 5) for table in range(1, 10)]
    both = [compared(results, side, Method.MATCHPOINTS) for side in ("NS", "EW")]

    assert sum(8 * (both[0][table] + both[1][table]) for table in range(1, 10)) == 72
    assert both[0][5] == (Fraction(8 * 9 + 4, 5)) / 16, "the best of five, as if nine had had its cards"


def test_who_is_alone_with_a_board_has_half_of_it():
    assert shares([Fraction(7)]) == shares([Fraction(7)], expected=9) == [Fraction(1, 2)]


def test_bots_make_up_for_tables_that_are_missing_and_count_for_nothing_once_there_are_enough():
    field = [Fraction(each) for each in range(10)]

    assert shares([Fraction(20)], field=field) == [1]
    assert shares([Fraction(4), Fraction(4)], field=field) == [(1 + 12 * Fraction(9, 20)) / 14] * 2
    many = [Fraction(each) for each in range(LEAST_FIELD)]
    assert shares(many, field=field) == shares(many)


def test_datum_leaves_out_the_ends_from_six_results_on():
    assert over_datum([Fraction(each) for each in (100, 1, 2, 3, 4, -100)])[0] == 100 - Fraction(10, 4)
    assert over_datum([Fraction(each) for each in (10, 0, -1)])[0] == 7


def test_margin_at_a_table_of_three_is_over_the_mean_of_the_others():
    assert margin({"A": 12, "B": -30, "C": 5}, "A") == Fraction(49, 2)


@pytest.mark.parametrize("seed", range(40))
def test_as_computed_naively(seed):
    """Table by table, pair by pair, in floating point, with the formulas as books print them."""
    chance = random.Random(seed)
    expected = chance.randint(1, 12)
    sides = ("NS", "EW") if seed % 3 else ("A", "B", "C")
    results = [
        Result(table, {side: chance.randint(-30, 30) for side in sides}, group=chance.random() < 0.2)
        for table in range(chance.randint(1, expected))
    ]
    for side in sides:
        assert compared(results, side, Method.MATCHPOINTS, expected=expected) == naive(results, side, expected)


def naive(results, side, expected):
    told = {}
    for mine in results:
        points, had = 0.0, 1
        for other in results:
            if other is not mine and other.group == mine.group:
                had += 1
                points += {1: 1.0, 0: 0.5, -1: 0.0}[_beats(mine, other, side)]
        points = points * expected / had + (expected - had) / (2 * had)  # Neuberg, of 1 and ½
        told[mine.table] = pytest.approx(points / (expected - 1) if expected > 1 else 0.5)
    return told


def _beats(mine, other, side):
    def above(scores):
        rest = [score for each, score in scores.items() if each != side]
        return len(rest) * scores[side] - sum(rest)

    one, two = above(mine.scores), above(other.scores)
    return (one > two) - (one < two)


def test_cross_points_are_the_mean_of_all_differences():
    margins = [Fraction(each) for each in (5, -3, 0, 11)]

    assert cross_points(margins)[0] == Fraction(8 + 5 - 6, 3)
    assert cross_points([Fraction(4)]) == [0]
    assert sum(cross_points(margins)) == 0
