"""Costs in words, no finer than they are known."""

import math

import pytest

from scoring.play.actions import Bid
from scoring.play.pages.costs import about, cost_words, points, together
from scoring.play.table import Option
from scoring.rules.book import built_in_book


@pytest.mark.parametrize(
    ("cost", "error", "words"),
    [
        (0.0, 0.2, "as good"),
        (0.0, 0.25, "may cost up to 1"),  # half a point of 25
        (0.0, 3.9, "may cost up to 8"),
        (0.0, math.inf, "hard to tell"),
        (0.3, 0.05, "as good"),
        (0.6, 0.1, "costs less than 1"),
        (2.34, 0.4, "costs about 2"),
        (2.34, 0.7, "costs 1 to 4"),
        (13.5, 1.2, "costs 11 to 16"),
        (24.3, 1.2, "costs about 24"),
    ],
)
def test_a_cost_is_told_as_well_as_it_is_known(cost: float, error: float, words: str):
    assert cost_words(built_in_book("st-hilary"), Option(Bid("S", 52), cost, error)) == words


def test_what_nobody_minds_losing_goes_by_the_points_of_the_book():
    option = Option(Bid("S", 52), 0.5, 0.2)

    assert cost_words(built_in_book("st-hilary"), option) == "costs less than 1"
    assert cost_words(built_in_book("npa"), option) == "as good"


def test_a_sum_is_as_uncertain_as_its_parts():
    assert points(about(24.0, together([3.0, 4.0, math.inf]))) == "14 to 34 points"
    assert points(about(0.2)) == "less than 1 point"
    assert points(about(1.2)) == "about 1 point"
    assert points(about(0.4, 1.0)) == "0 to 2 points"
