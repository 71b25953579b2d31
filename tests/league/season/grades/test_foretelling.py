"""Grades are shown where those from before a month foretell its rounds, and held back where they don't."""

from __future__ import annotations

from statistics import mean

import pytest

from league.season.grades.foretelling import foretold, means_of
from league.season.grades.model import Side, Table
from tests.league.season.grades.simulated import simulated_club
from tests.sampling import sample


def share_shown(nights: int, skill: float) -> float:
    """In how many of some clubs grades are shown."""
    return mean(foretold(simulated_club(seed, nights=nights, skill=skill).tables) for seed in range(sample(6, 60)))


def test_of_players_far_apart_the_next_months_are_foretold():
    assert share_shown(30, 8.0) == 1.0


def test_of_players_as_in_clubs_they_mostly_are_after_a_year():
    assert share_shown(50, 2.4) >= 0.6


def test_of_equal_players_nothing_is_foretold():
    assert share_shown(30, 0.0) <= 0.2


@pytest.mark.parametrize("months", [0, 1])
def test_nothing_is_foretold_from_nothing(months: int):
    assert foretold(simulated_club(1, nights=4 * months, skill=20.0).tables) is False


def test_whoever_changed_places_since_is_not_foretold():
    """The best became the worst with the new month: what came before says the opposite."""
    club = simulated_club(1, nights=24, skill=8.0)
    last = max(table.month for table in club.tables) - 1
    turned = [
        table if table.month < last else Table(table.month, table.hands, tuple(_swapped(table.sides)))
        for table in club.tables
    ]

    assert foretold(club.tables) is True
    assert foretold(turned) is False


def _swapped(sides: tuple[Side, ...]) -> list[Side]:
    return [Side(other.points, side.players) for side, other in zip(sides, sides[::-1], strict=True)]


def test_means_are_points_a_hand_from_the_middle():
    tables = [Table(0, 4, (Side(80, (1, 2)), Side(40, (3, 4)))), Table(0, 2, (Side(20, (1, 3)), Side(40, (2, 4))))]

    assert means_of(tables) == {1: 0.0, 2: 5.0, 3: -5.0, 4: 0.0}


def test_tables_without_hands_are_passed_over():
    assert means_of([Table(0, 0, (Side(5, (1,)), Side(0, (2,))))]) == {}
