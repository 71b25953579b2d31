"""What a deal of the day is worth, from results that are made up."""

from datetime import date
from fractions import Fraction

from league.season.ladder.points import Result, earned, standings

MONDAY, TUESDAY = date(2026, 11, 23), date(2026, 11, 24)
RUTH, WALT, MARGE = 1, 2, 3


def test_one_point_for_playing_one_for_each_beaten_half_for_a_tie():
    results = [Result(RUTH, "npa", MONDAY, 20), Result(WALT, "npa", MONDAY, 20), Result(MARGE, "npa", MONDAY, -5)]

    assert {one.result.member: one.points for one in earned(results)} == {
        RUTH: Fraction(5, 2),
        WALT: Fraction(5, 2),
        MARGE: 1,
    }


def test_deals_of_other_days_and_books_are_not_compared():
    results = [Result(RUTH, "npa", MONDAY, 1), Result(WALT, "npa", TUESDAY, 9), Result(MARGE, "gwinnett", MONDAY, 9)]

    assert {one.points for one in earned(results)} == {1}


def test_most_points_stand_first_and_who_is_level_by_the_share_of_others_beaten():
    results = [
        Result(RUTH, "npa", MONDAY, 10),
        Result(WALT, "npa", MONDAY, 5),
        Result(WALT, "npa", TUESDAY, 5),
        Result(MARGE, "npa", TUESDAY, 50),
        Result(RUTH, "gwinnett", TUESDAY, 7),
    ]

    rows = standings(results)

    assert [(row.member, row.points, row.deals, row.share) for row in rows] == [
        (RUTH, 3, 2, 1),
        (MARGE, 2, 1, 1),
        (WALT, 2, 2, 0),
    ]
    assert rows[0].by_day == {MONDAY: 2, TUESDAY: 1}


def test_who_played_alone_has_no_share():
    assert standings([Result(RUTH, "npa", MONDAY, 3)])[0].share is None
