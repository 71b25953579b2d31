"""What grades find of players whose true strength is known, and what they do not depend on."""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import mean
from typing import Any

import pytest

from league.season.grades.model import BANDS, Grade, Side, Table, band_of, compared_table, grades_of
from tests.league.season.grades.simulated import SimulatedClub, duplicate_club, simulated_club
from tests.sampling import SOAK, sample

# Of eight seasons the share scatters by four in a hundred.
TWO_THIRDS = (0.65, 0.72) if SOAK else (0.59, 0.79)


@cache
def clubs(nights: int, **more: Any) -> list[SimulatedClub]:
    return [simulated_club(seed, nights=nights, **more) for seed in range(sample(12 if nights < 20 else 8, 100))]


def table(ours: tuple[int, ...], theirs: tuple[int, ...], points: int, *, month: int = 0, hands: int = 4) -> Table:
    return Table(month, hands, (Side(points, ours), Side(0, theirs)))


# -- against the truth ---------------------------------------------------------------------


@pytest.mark.parametrize("nights", [10, 40])
def test_grades_find_the_truth_as_well_as_mean_points(nights: int):
    found = mean(club.recovery for club in clubs(nights))

    assert found >= mean(club.recovery_of_means for club in clubs(nights))
    assert found >= {10: 0.62, 40: 0.84}[nights]


@pytest.mark.parametrize("nights", [10, 40])
def test_two_truths_of_three_are_within_the_error(nights: int):
    within = [
        abs(grade.points - club.truth[grade.player]) <= grade.error for club in clubs(nights) for grade in club.grades
    ]
    low, high = TWO_THIRDS

    assert low <= mean(within) <= high


@pytest.mark.parametrize(("nights", "together"), [(40, 0.7), (10, 1.0)])
def test_the_error_holds_where_the_strong_partner_the_weak(nights: int, together: float):
    """Their pairs are as good as equal; what one of them is worth above the other is not told by that."""
    grades = [(club, grade) for club in clubs(nights, together=together) for grade in club.grades]
    low, high = TWO_THIRDS

    assert low <= mean(abs(grade.points - club.truth[grade.player]) <= grade.error for club, grade in grades) <= high


def test_equal_players_do_not_look_different():
    differs = [abs(grade.points) > 1.96 * grade.error for club in clubs(20, skill=0.0) for grade in club.grades]

    assert mean(differs) <= 0.05


@pytest.mark.parametrize("nights", [10, 40] if SOAK else [40])
def test_strong_and_weak_who_stick_together_are_told_apart_better_than_by_mean_points(nights: int):
    found = clubs(nights, together=0.7)

    assert mean(club.recovery - club.recovery_of_means for club in found) >= 0.1


def test_the_further_players_are_apart_the_less_is_drawn_to_the_mean():
    near, far = (
        mean(
            sum(grade.points * club.truth[grade.player] for grade in club.grades) / sum(one * one for one in club.truth)
            for club in clubs(10, skill=skill)
        )
        for skill in (1.0, 8.0)
    )

    assert 0 < near < 0.6 < 0.8 < far < 1.05


# -- at a duplicate ------------------------------------------------------------------------


@cache
def duplicates() -> list[tuple[SimulatedClub, SimulatedClub]]:
    return [duplicate_club(seed, nights=10) for seed in range(sample(8, 100))]


def test_what_others_made_of_the_same_cards_makes_grades_better_and_surer():
    """The same evenings, with and without a look at the other tables."""
    found = duplicates()
    low, high = TWO_THIRDS
    within = [abs(one.points - club.truth[one.player]) <= one.error for club, _ in found for one in club.grades]
    errors = [mean(grade.error for clubs in found for grade in clubs[at].grades) for at in (0, 1)]

    assert mean(club.recovery - plain.recovery for club, plain in found) > 0.02
    assert errors[0] < 0.97 * errors[1]
    assert low <= mean(within) <= high


@pytest.mark.parametrize(("others", "told"), [(1, 0.3), (5, 1.5 / 2.2), (19, 5.7 / 6.4)])
def test_the_more_others_had_the_cards_the_more_of_their_mean_is_luck(others: int, told: float):
    found = compared_table(table((1, 2), (3, 4), 60), others, (10, -10))

    assert [side.points for side in found.sides] == pytest.approx([60 - 10 * told, 10 * told])
    assert found.luck == pytest.approx(1 - 0.3 * told)


# -- what changes nothing --------------------------------------------------------------------


def test_order_of_rounds_sides_and_players_changes_nothing():
    club, rng = simulated_club(4), Random(4)
    others = [
        Table(one.month, one.hands, tuple(Side(side.points, side.players[::-1]) for side in rng.sample(one.sides, 2)))
        for one in rng.sample(club.tables, len(club.tables))
    ]

    assert grades_of(others) == grades_of(club.tables)


def test_later_year_and_other_numbers_change_nothing():
    club = simulated_club(5)
    moved = [
        Table(
            one.month + 120,
            one.hands,
            tuple(Side(side.points, tuple(7 + p for p in side.players)) for side in one.sides),
        )
        for one in club.tables
    ]

    assert [(grade.points, grade.error) for grade in grades_of(moved)] == [
        (grade.points, grade.error) for grade in grades_of(club.tables)
    ]


def test_three_sides_of_one_are_graded_too():
    rng = Random(6)
    truth = [4.0, 2.0, 0.0, 0.0, -2.0, -4.0]
    tables = []
    for _ in range(400):
        three = rng.sample(range(6), 3)
        sides = tuple(Side(round(3 * truth[one] + rng.gauss(0, 20)), (one,)) for one in three)
        tables.append(Table(0, 3, sides))
    grades = {grade.player: grade for grade in grades_of(tables)}

    assert sorted(grades) == [0, 1, 2, 3, 4, 5]
    assert grades[0].points > grades[1].points > grades[4].points > grades[5].points
    assert max(abs(grade.points - truth[player]) / grade.error for player, grade in grades.items()) < 2.5


# -- who has a grade ---------------------------------------------------------------------------


def by_player(tables: list[Table]) -> dict[int, Grade]:
    return {grade.player: grade for grade in grades_of(tables)}


def rounds(number: int, *, newcomer_in: int) -> list[Table]:
    """One table of four; player 9 has the place of the fourth in the last rounds."""
    rng, tables = Random(7), []
    for at in range(number):
        order = rng.sample((1, 2, 3, 9 if at >= number - newcomer_in else 4), 4)
        tables.append(table(tuple(order[:2]), tuple(order[2:]), rng.randrange(-80, 80)))
    return tables


def test_grade_shows_from_forty_rounds_and_evolves_up_to_a_hundred_and_twenty():
    early, later = by_player(rounds(119, newcomer_in=39)), by_player(rounds(120, newcomer_in=40))

    assert sorted(early) == [1, 2, 3, 4]
    assert sorted(later) == [1, 2, 3, 4, 9]
    assert later[9].rounds == 40
    assert {player: grade.is_evolving for player, grade in early.items()} == dict.fromkeys((1, 2, 3, 4), True)
    assert {player for player, grade in later.items() if grade.is_evolving} == {4, 9}


def test_error_is_smaller_the_more_somebody_played():
    grades = by_player(rounds(400, newcomer_in=60))

    assert grades[1].error < grades[4].error < grades[9].error


def test_whoever_never_parts_has_the_grade_of_both():
    rng, tables = Random(8), []
    for at in range(100):
        one, other = rng.sample(((3, 4), (5, 6), (3, 5), (4, 6)), 2) if at % 2 else ((3, 4), (5, 6))
        tables.append(table((1, 2), one if at % 3 else other, rng.randrange(-60, 120)))
    tables += [table((1, 3), (5, 6), 30), table((2, 4), (5, 6), -60)]
    grades = by_player(tables)

    assert grades[1].couple == 2
    assert grades[2].couple == 1
    assert (grades[1].points, grades[1].error, grades[1].band) == (grades[2].points, grades[2].error, grades[2].band)
    assert grades[5].couple is None


def test_guests_and_helpers_count_as_the_mean_and_have_no_grade():
    """Whoever plays with a guest alone has all the margin for oneself."""
    rng, tables = Random(9), []
    for _ in range(200):
        tables.append(table((1,), (2, 3), 40 + rng.randrange(-60, 60)))
        tables.append(table((), (2, 3), rng.randrange(-60, 60)))
    grades = by_player(tables)

    assert sorted(grades) == [1, 2, 3]
    assert grades[1].points > 2 * grades[1].error


def test_what_is_long_ago_counts_less():
    rng, tables = Random(10), []
    for month in range(0, 60, 2):
        for _ in range(8):
            order = rng.sample((3, 4, 5, 6), 3)
            turn = 60 if month < 30 else -60  # 1 was better once, 2 is now
            tables.append(table((1, order[0]), (2, order[1]), turn + rng.randrange(-50, 50), month=month))
    grades = by_player(tables)

    assert grades[2].points > 0 > grades[1].points


@pytest.mark.parametrize("points", [0, 25])
def test_rounds_without_luck_or_without_players_give_nobody_a_grade(points: int):
    assert grades_of([table((1, 2), (3, 4), 0)] * 50) == ()
    assert grades_of([table((), (), points)] * 50) == ()
    assert grades_of([Table(0, 0, (Side(points, (1,)), Side(0, (2,))))] * 50) == ()
    assert grades_of([Table(0, 4, (Side(points, (1, 2)),))] * 50) == ()


def test_rounds_that_always_end_alike_give_a_grade_all_the_same():
    grades = by_player([table((1, 2), (3, 4), 100)] * 50)

    assert grades[1].points == pytest.approx(-grades[3].points)
    assert grades[1].points > 0
    assert grades[1].couple == 2


def test_in_a_very_large_club_those_with_the_fewest_rounds_count_as_guests(monkeypatch: pytest.MonkeyPatch):
    guests = [table((1, 2), (3,), 10)] * 30 + [table((1,), (2, 3), 5)] * 30
    with_names = [table((1, 2), (3, 9), 10)] * 30 + [table((1, 8), (2, 3), 5)] * 30
    monkeypatch.setattr("league.season.grades.model.MOST_PLAYERS", 3)

    assert [grade.player for grade in grades_of(with_names)] == [1, 2, 3]
    assert grades_of(with_names) == grades_of(guests)


@pytest.mark.parametrize(
    ("share", "band"),
    [(0, "Eight"), (-0.1, "Eight"), (0.2, "Nine"), (0.7, "Ten"), (-0.7, "Six"), (9, "Ace"), (-9, "Two")],
)
def test_band_is_how_far_from_the_mean_a_grade_is(share: float, band: str):
    assert band_of(share) == band
    assert len(BANDS) == 13
