"""What somebody's own hands come to, from hands that are made up."""

from dataclasses import dataclass
from datetime import date, timedelta

import pytest

from scoring.play.record import FEWEST_RATED, MOST_RATED, Rating, Streak, by_book, rating, running, streak

TODAY = date(2026, 11, 23)


@dataclass
class Played:
    book_key: str = "npa"
    own: int = 10
    is_made: bool | None = None
    cost: float | None = None
    beside_par: int | None = None


@pytest.mark.parametrize(
    ("ago", "expected"),
    [
        ([], Streak(0, 0)),
        ([0], Streak(1, 1)),
        ([1], Streak(1, 1)),  # until today is over
        ([2], Streak(0, 1)),
        ([0, 0, 1, 2], Streak(3, 3)),
        ([0, 1, 3, 4, 5, 6], Streak(2, 4)),
        ([2, 3, 4], Streak(0, 3)),
    ],
)
def test_streak_counts_days_in_a_row(ago: list[int], expected: Streak) -> None:
    assert streak([TODAY - timedelta(days=days) for days in ago], TODAY) == expected


def test_books_are_never_added_up() -> None:
    hands = [
        Played("gwinnett", 40, True, 2.0),
        Played("npa", 10, True, 1.0),
        Played("npa", -30, False),
        Played("npa", 5, None, 4.0),
    ]

    found = by_book(hands)

    assert list(found.items()) == [("npa", hands[1:]), ("gwinnett", hands[:1])]


POINTS = {"npa": 50, "gwinnett": 25}


def test_a_rating_counts_all_books_as_if_their_tricks_held_as_much() -> None:
    hands = [Played("npa", beside_par=-8), Played("gwinnett", beside_par=-4)] * 10

    assert rating(hands, POINTS) == Rating(20, -4.0, 0.0)


def test_a_rating_says_how_far_off_it_may_be() -> None:
    found = rating([Played("gwinnett", beside_par=beside) for beside in (6, -2) * 8], POINTS)

    assert found is not None
    assert (found.count, found.mean) == (16, 2.0)
    assert found.error == pytest.approx(
        2.1314 * (256 / 15) ** 0.5 / 4, rel=0.002
    )  # of 16 hands, each 4 from the average


def test_a_rating_is_of_the_newest_hands_that_have_a_par_and_of_not_too_few() -> None:
    none, new, old = Played(), Played(beside_par=10), Played(beside_par=-10)

    assert rating([none, *[new] * (FEWEST_RATED - 1)], POINTS) is None
    found = rating([none, *[new] * MOST_RATED, old], POINTS)
    assert found == Rating(MOST_RATED, 5.0, 0.0)


def test_average_so_far_goes_on_from_figure_to_figure() -> None:
    assert running([2.0, 4.0, 0.0]) == [2.0, 3.0, 2.0]
