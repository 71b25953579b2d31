"""What the deals of the day come to, from results that are made up."""

from datetime import date, timedelta
from fractions import Fraction

import pytest

from league.season.ladder.points import Result, better_half, standings, with_expert

MONDAY = date(2026, 11, 23)
RUTH, WALT, MARGE = 1, 2, 3


def made(member: int, *beside: int | None) -> list[Result]:
    """Results of as many days, from Monday on."""
    return [
        Result(member, MONDAY + timedelta(days=at), None if one is None else Fraction(one))
        for at, one in enumerate(beside)
    ]


@pytest.mark.parametrize(
    ("figures", "average"),
    [([], None), ([4], 4), ([-3, 9], 9), ([1, 9, 4], Fraction(13, 2)), ([8, -20, 6, -30], 7)],
)
def test_better_half_takes_the_day_in_the_middle(figures: list[int], average: Fraction | None) -> None:
    assert better_half([Fraction(one) for one in figures]) == average


def test_who_plays_more_days_gains_nothing_by_it() -> None:
    rows = standings([*made(RUTH, 6, -6, 6, -6, 6, -6), *made(WALT, 8, -8)], least=2)

    assert [(row.member, row.average, row.place) for row in rows] == [(WALT, 8, 1), (RUTH, 6, 2)]


def test_who_played_too_few_days_stands_below_without_a_place() -> None:
    rows = standings([*made(RUTH, 2, 2), *made(WALT, 50), *made(MARGE, 2, 2)], least=2)

    assert [(row.member, row.place) for row in rows] == [(RUTH, 1), (MARGE, 1), (WALT, None)]


def test_day_counts_when_its_par_is_known() -> None:
    (row,) = standings(made(RUTH, 3, None), least=2)

    assert (row.place, row.average) == (None, 3)
    assert row.by_day == {MONDAY: 3, MONDAY + timedelta(days=1): None}


@pytest.mark.parametrize(
    ("days", "order"),
    [
        # Over all days Walt is at 0 and Marge below; by the better half both are above par.
        ([made(RUTH, 9, 1), made(WALT, 8, -8), made(MARGE, 7, -30)], [RUTH, None, WALT, MARGE]),
        ([made(RUTH, -1, -1), made(WALT, 60)], [None, RUTH, WALT]),  # one day gives no place
        (
            [[*made(RUTH, 9, -9), Result(RUTH, MONDAY + timedelta(days=2), Fraction(1, 10))]],
            [None, RUTH],
        ),  # a plus of +0
        ([made(RUTH, 1, None), made(WALT, 60)], [WALT, RUTH, None]),  # nor does one to the Expert
        ([made(RUTH, None)], [RUTH, None]),
        ([], []),
    ],
)
def test_expert_stands_below_those_who_are_ahead_over_all_days(days: list[list[Result]], order: list[int]) -> None:
    rows = standings([one for results in days for one in results], least=2)

    assert [row.member for row in with_expert(rows, least=2)] == order
    assert [row for row in with_expert(rows, least=2) if row.member] == rows, "it takes no place from anybody"


def test_expert_plays_each_day_that_a_member_plays_and_is_at_nothing() -> None:
    rows = standings([*made(RUTH, 4, None, None), *made(WALT, -3, 5)], least=2)
    (expert,) = [row for row in with_expert(rows, least=2) if row.member is None]

    assert list(expert.by_day.values()) == [0, 0, None]
    assert (expert.place, expert.average, expert.overall) == (None, None, 0)


def test_two_deals_of_a_day_are_one_day_by_their_average() -> None:
    (row,) = standings([*made(RUTH, 2), *made(RUTH, 7), *made(RUTH, None)], least=1)

    assert row.by_day == {MONDAY: Fraction(9, 2)}
