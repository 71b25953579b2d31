"""The line of a cut, against ties told by hand and a second computation."""

import random

import pytest

from league.evening.finals.line import (
    BY_CODE,
    Tally,
    extra_hand,
    extra_tables,
    head_to_head,
    line_at,
    lots,
    narrowed,
    times_met,
    with_more_seats,
)
from tests.sampling import sample


def of(*totals: int) -> list[Tally]:
    """Players 1, 2, … with these points."""
    return [Tally(player, total) for player, total in enumerate(totals, start=1)]


def parted(line) -> tuple[list[int], list[int], list[int], int]:
    above, level, below = ([one.player for one in found] for found in (line.above, line.level, line.below))
    return above, sorted(level), below, line.seats


def test_a_line_between_different_points_is_clear():
    assert parted(line_at(of(90, 120, 50, 70), 2)) == ([2, 1], [], [4, 3], 0)


def test_who_has_as_many_points_on_both_sides_of_the_line_is_level():
    assert parted(line_at(of(90, 80, 80, 80, 10), 3)) == ([1], [2, 3, 4], [5], 2)


def test_a_tie_that_lies_above_or_below_the_line_is_none():
    assert line_at(of(90, 90, 80, 80, 10), 2).is_clear
    assert line_at(of(90, 90, 80, 80, 10), 4).is_clear


@pytest.mark.parametrize("places", [3, 8])
def test_where_as_many_people_are_there_as_places_all_are_in(places):
    assert parted(line_at(of(90, 80, 80), places)) == ([1, 2, 3], [], [], 0)


def test_a_tie_goes_to_the_next_tie_break_only_as_far_as_the_first_leaves_it():
    tallies = [
        Tally(1, 80, rounds_won=3, high_round=10),
        Tally(2, 80, rounds_won=2, high_round=90),
        Tally(3, 80, rounds_won=2, high_round=95),
        Tally(4, 80, rounds_won=1, high_round=200),
    ]
    line = line_at(tallies, 2)

    assert parted(narrowed(line, [BY_CODE["rounds_won"]])) == ([1], [2, 3], [4], 1)
    assert parted(narrowed(line, [BY_CODE["rounds_won"], BY_CODE["high_round"]])) == ([1, 3], [], [2, 4], 0)


@pytest.mark.parametrize(
    ("code", "winner"),
    [("rounds_won", 1), ("high_round", 2), ("hands_won", 1), ("fewest_sets", 2)],
)
def test_each_tie_break_looks_at_its_own_figure(code, winner):
    tallies = [
        Tally(1, 80, rounds_won=3, high_round=80, hands_won=9, sets=4),
        Tally(2, 80, rounds_won=2, high_round=90, hands_won=8, sets=1),
    ]

    assert narrowed(line_at(tallies, 1), [BY_CODE[code]]).inside == (winner,)


def test_head_to_head_counts_only_rounds_among_those_who_tie():
    met = times_met([(1, 2, 1), (2, 3, 1), (3, 1, -1), (1, 9, -1), (1, 9, -1)])
    tallies = [Tally(player, 80, met=met[player]) for player in (1, 2, 3)]

    assert head_to_head(tallies) == {1: 2, 2: 0, 3: -2}
    assert narrowed(line_at(tallies, 1), [head_to_head]).inside == (1,)


def test_head_to_head_says_nothing_where_two_never_met():
    met = times_met([(1, 2, 1)])
    tallies = [Tally(player, 80, met=met.get(player, {})) for player in (1, 2, 3)]

    assert parted(narrowed(line_at(tallies, 1), [head_to_head])) == ([], [1, 2, 3], [], 1)


def test_an_extra_hand_decides_only_among_those_who_all_played_it():
    line = line_at(of(80, 80, 80), 1)

    assert narrowed(line, [extra_hand({1: 20, 2: 35, 3: -10})]).inside == (2,)
    assert not narrowed(line, [extra_hand({1: 20, 2: 35})]).is_clear


def test_two_who_win_an_extra_hand_as_partners_are_level_still():
    line = narrowed(line_at(of(80, 80, 80, 80), 1), [extra_hand({1: 30, 2: 30, 3: 5, 4: 5})])

    assert parted(line) == ([], [1, 2], [3, 4], 1)


def test_more_seats_let_everybody_in_who_ties():
    assert parted(with_more_seats(line_at(of(90, 80, 80, 10), 2))) == ([1, 2, 3], [], [4], 0)


def test_lots_decide_any_tie_and_depend_on_nobody_else():
    for seed in range(sample(20, 2_000)):
        five = narrowed(line_at(of(*[80] * 5), 5 - 1), [lots(seed)])
        order = [one.player for one in (*five.above, *five.below)]
        without_last = [player for player in order if player != order[-1]]

        assert five.is_clear
        left = [Tally(player, 80) for player in sorted(without_last)]
        assert list(narrowed(line_at(left, 2), [lots(seed)]).inside) == without_last[:2]
    assert len({narrowed(line_at(of(80, 80), 1), [lots(seed)]).inside for seed in range(20)}) == 2


def test_the_line_is_what_putting_everybody_in_order_says():
    """By a second way: everybody is put in order at once, and who is before the place is in."""
    rng = random.Random(1)
    chain = [BY_CODE[code] for code in ("rounds_won", "high_round", "fewest_sets")]
    for _ in range(sample(300, 20_000)):
        tallies = [
            Tally(player, rng.randrange(4), rng.randrange(3), rng.randrange(3), sets=rng.randrange(2))
            for player in range(rng.randrange(1, 12))
        ]
        places = rng.randrange(1, 9)
        order = sorted(((-t.total, -t.rounds_won, -t.high_round, t.sets), t.player) for t in tallies)
        figures = {player: figure for figure, player in order}

        line = narrowed(line_at(tallies, places), chain)

        ties = len(order) > places and order[places - 1][0] == order[places][0]
        assert line.is_clear != ties
        assert len(line.above) + line.seats == min(places, len(tallies))
        if ties:
            assert {figures[one.player] for one in line.level} == {order[places][0]}
        else:
            assert set(line.inside) == {player for _, player in order[:places]}


@pytest.mark.parametrize(("tied", "tables"), [(2, 1), (3, 1), (4, 1), (5, 2), (8, 2), (9, 3)])
def test_an_extra_hand_seats_all_who_tie_once_and_fills_the_tables(tied, tables):
    seated = extra_tables(range(1, tied + 1), [90, 91, 92, 93], random.Random(3))

    players = [player for table in seated for player in table]
    assert (len(seated), [len(table) for table in seated]) == (tables, [4] * tables)
    assert sorted(player for player in players if player and player < 90) == list(range(1, tied + 1))
    assert [player for player in players if player and player >= 90] == [90, 91, 92, 93][: 4 * tables - tied]


def test_two_who_tie_are_opponents_and_an_empty_seat_is_said_so():
    ((north, east, south, west),) = extra_tables([1, 2], [90], random.Random(3))

    assert {north, east} == {1, 2}
    assert (south, west) == (90, None)
