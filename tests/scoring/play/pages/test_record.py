"""The record in words, from figures that are made up."""

from __future__ import annotations

import pytest

from scoring.models import PlayedHand
from scoring.play.pages.daily import par_words
from scoring.play.pages.record import figures_of, rating_words
from scoring.play.record import Rating


def test_hands_of_a_book_come_to_four_figures() -> None:
    hands = [
        PlayedHand(own=10, is_made=True, cost=1.0),
        PlayedHand(own=-30, is_made=False),
        PlayedHand(own=5, is_made=None, cost=4.0),
    ]

    assert [figure for _, figure in figures_of(hands)] == ["3", "−5.0", "1 of 2", "about 3"]
    assert [figure for _, figure in figures_of(hands[1:2])] == ["1", "−30.0", "0 of 1", "–"]
    assert [figure for _, figure in figures_of(hands[2:])] == ["1", "+5.0", "–", "about 4"]


@pytest.mark.parametrize(
    ("rating", "says"),
    [
        (Rating(20, -2.14, 0.9), "you are 2.1 a hand below the Expert, give or take 0.9."),
        (Rating(20, 2.14, 0.9), "you are 2.1 a hand above the Expert, give or take 0.9."),
        (
            Rating(20, -0.6, 0.9),
            "you are 0.6 a hand below the Expert, give or take 0.9. That’s too close to call.",
        ),
    ],
)
def test_a_rating_is_said_with_its_interval(rating: Rating, says: str) -> None:
    assert rating_words(rating) == f"Par for your last 20 hands: {says}"


def test_before_there_is_a_rating_it_is_said_when_there_will_be_one() -> None:
    assert "After 10 hands" in rating_words(None)


@pytest.mark.parametrize(("margin", "says"), [(12, "3 above"), (9, "level with"), (-4, "13 below")])
def test_somebodys_own_result_stands_beside_par(margin: int, says: str) -> None:
    own = PlayedHand(margin=margin)

    assert par_words(9, own) == f"The Expert made +9 in this seat. That’s par, and you’re {says} it."
    assert par_words(None, own) == ""
