"""Outcomes in one flat array."""

import pytest

from scoring.play.engine import Outcome, Outcomes


def two_outcomes() -> Outcomes:
    outcomes = Outcomes(2, 2, 4)
    outcomes.flat[:] = type(outcomes.flat)("i", [10, 15, 2, 3, 4, 3, 0, 20, 5, 6, 1, 4, 1, 2])
    return outcomes


def test_outcomes_are_a_sequence() -> None:
    outcomes = two_outcomes()
    first, second = Outcome((10, 15), (2, 3, 4, 3), 0), Outcome((20, 5), (6, 1, 4, 1), 2)
    assert list(outcomes) == [first, second]
    assert outcomes[-1] == second
    assert outcomes[:1] == [first]
    with pytest.raises(IndexError):
        outcomes[2]


def test_outcomes_are_equal_by_what_they_hold() -> None:
    assert two_outcomes() == two_outcomes()
    assert two_outcomes() != Outcomes(2, 2, 4)
    assert two_outcomes() != [*two_outcomes()]


def test_takes_and_parts_are_read_without_an_object_for_each() -> None:
    outcomes = two_outcomes()
    assert list(outcomes.takes()) == [(10, 15), (20, 5)]
    assert list(outcomes.last()) == [0, 2]
    assert list(outcomes.part(1, 1)) == [outcomes[1]]
