"""Those who are level, ranked to a line or to places, against ties worked by hand and a second computation."""

import random
from collections import defaultdict
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from league.evening.ties.parting import (
    Figure,
    Group,
    Line,
    Parting,
    Tally,
    TieBreak,
    cut_at,
    narrowed,
    ranked,
    with_more_seats,
)
from league.evening.ties.tie_breaks import BY_CODE, HEAD_TO_HEAD, TOTAL, lot_of, lots
from tests.league.season.seasons import naive_standings
from tests.sampling import sample


class Sat(NamedTuple):
    """A round at a table; `kind` is for the second computation."""

    who: tuple[int, ...]
    event: int
    round_number: int
    table: int
    side: str
    won: bool
    kind: str = "played"

    @property
    def where(self) -> tuple[int, int, int]:
        return self.event, self.round_number, self.table


def of(*totals: int) -> list[Tally]:
    """Players 1, 2, … with these points."""
    return [Tally((player,), total) for player, total in enumerate(totals, start=1)]


def line_at(tallies: Sequence[Tally], places: int, *chain: TieBreak) -> Line:
    return cut_at(tallies, places, [TOTAL, *chain])


def fell(line: Line) -> tuple[list[int], list[int], list[int], int]:
    above, level, below = ([one.player for one in found] for found in (line.above, line.level, line.below))
    return above, sorted(level), below, line.seats


def sat(*results: tuple[int, int, int]) -> dict[int, list[Sat]]:
    """By player their rounds at tables of two: 1 where the first won it, −1 where the other did, 0 where nobody did."""
    found: dict[int, list[Sat]] = defaultdict(list)
    for table, (one, other, won) in enumerate(results):
        found[one].append(Sat((one,), 1, 1, table, "NS", won=won > 0))
        found[other].append(Sat((other,), 1, 1, table, "EW", won=won < 0))
    return found


def drawn(seed: int, level: Sequence[Tally]) -> TieBreak:
    return lots({one.player: lot_of(seed, one.player) for one in level})


def test_a_line_between_different_points_is_clear():
    assert fell(line_at(of(90, 120, 50, 70), 2)) == ([2, 1], [], [4, 3], 0)


def test_who_has_as_many_points_on_both_sides_of_the_line_is_level():
    assert fell(line_at(of(90, 80, 80, 80, 10), 3)) == ([1], [2, 3, 4], [5], 2)


def test_a_tie_that_lies_above_or_below_the_line_is_none():
    assert line_at(of(90, 90, 80, 80, 10), 2).is_clear
    assert line_at(of(90, 90, 80, 80, 10), 4).is_clear


@pytest.mark.parametrize("places", [3, 8])
def test_where_as_many_people_are_there_as_places_all_are_in(places):
    assert fell(line_at(of(90, 80, 80), places)) == ([1, 2, 3], [], [], 0)


def test_a_tie_goes_to_the_next_tie_break_only_as_far_as_the_first_leaves_it():
    tallies = [
        Tally((1,), 80, rounds_won=3, high_round=10),
        Tally((2,), 80, rounds_won=2, high_round=90),
        Tally((3,), 80, rounds_won=2, high_round=95),
        Tally((4,), 80, rounds_won=1, high_round=200),
    ]
    line = line_at(tallies, 2)

    assert fell(narrowed(line, [BY_CODE["rounds_won"]])) == ([1], [2, 3], [4], 1)
    assert fell(narrowed(line, [BY_CODE["rounds_won"], BY_CODE["high_round"]])) == ([1, 3], [], [2, 4], 0)


@pytest.mark.parametrize(
    ("code", "winner"),
    [("rounds_won", 1), ("high_round", 2), ("hands_won", 1), ("fewest_sets", 2)],
)
def test_each_tie_break_looks_at_its_own_figure(code, winner):
    tallies = [
        Tally((1,), 80, rounds_won=3, high_round=80, hands_won=9, sets=4),
        Tally((2,), 80, rounds_won=2, high_round=90, hands_won=8, sets=1),
    ]

    assert narrowed(line_at(tallies, 1), [BY_CODE[code]]).inside == (winner,)


def tie_break(code: str, *figures: Figure) -> TieBreak:
    """What is said of players 1, 2, …"""
    return TieBreak(code, code, lambda level: {one.who: figures[one.player - 1] for one in level})


def test_what_parts_two_groups_is_told_by_those_who_stand_beside_the_gap():
    """Head to head, equal values can be of unequal rounds: “2–1” and “1–0”."""
    pairs = tie_break("pairs", Figure(2, "a"), Figure(2, "b"), Figure(1, "c"), Figure(1, "d"))
    each = tie_break("each", Figure(9, "9"), Figure(8, "8"), Figure(7, "7"), Figure(6, "6"))
    tallies = of(80, 80, 80, 80)
    one, two, three, four = tallies
    gap = Parting(pairs, Figure(2, "b"), Figure(1, "c"), (), 4)

    assert ranked(tallies, [pairs]) == (Group((one, two), (pairs,), gap), Group((three, four), (pairs,)))
    assert ranked(tallies, [pairs, each]) == (
        Group((one,), (pairs,), Parting(each, Figure(9, "9"), Figure(8, "8"), (pairs,), 2)),
        Group((two,), (pairs,), gap),
        Group((three,), (pairs,), Parting(each, Figure(7, "7"), Figure(6, "6"), (pairs,), 2)),
        Group((four,), (pairs,)),
    )
    assert gap.says == "b to c"


@pytest.mark.parametrize(
    ("places", "line"), [(0, ([], [], [1, 2, 3], 0)), (1, ([], [1, 2], [3], 1)), (2, ([1, 2], [], [3], 0))]
)
def test_only_a_group_that_spans_the_line_is_level_at_it(places, line):
    assert fell(line_at(of(80, 80, 70), places)) == line


def test_head_to_head_counts_only_rounds_among_those_who_tie():
    rounds = sat((1, 2, 1), (2, 3, 1), (3, 1, -1), (1, 9, -1), (1, 9, -1))
    tallies = [Tally((player,), 80, at_tables=rounds[player]) for player in (1, 2, 3)]
    figures = HEAD_TO_HEAD.figures(tallies) or {}

    assert {who: (figure.value, figure.says) for who, figure in figures.items()} == {
        (1,): (2, "2–0"),
        (2,): (0, "1–1"),
        (3,): (-2, "0–2"),
    }
    assert line_at(tallies, 1, HEAD_TO_HEAD).inside == (1,)


def test_a_round_that_ended_level_is_played_head_to_head_and_won_by_nobody():
    rounds = sat((1, 2, 1), (1, 2, 0))
    tallies = [Tally((player,), 80, at_tables=rounds[player]) for player in (1, 2)]
    figures = HEAD_TO_HEAD.figures(tallies) or {}

    assert [figure.record for figure in figures.values()] == [(1, 0, 2), (0, 1, 2)]


def test_those_whom_head_to_head_leaves_level_are_asked_by_it_once_more():
    """Of four who met, 1 and 2 won two rounds each, and 1 beat 2."""
    rounds = sat((1, 2, 1), (1, 3, 1), (4, 1, 1), (2, 3, 1), (2, 4, 1), (3, 4, 1))
    tallies = [Tally((player,), 80, at_tables=rounds[player]) for player in (1, 2, 3, 4)]

    assert fell(line_at(tallies, 1, HEAD_TO_HEAD)) == ([1], [], [2, 3, 4], 0)


def test_head_to_head_says_nothing_where_two_never_met():
    rounds = sat((1, 2, 1))
    tallies = [Tally((player,), 80, at_tables=rounds[player]) for player in (1, 2, 3)]

    assert fell(line_at(tallies, 1, HEAD_TO_HEAD)) == ([], [1, 2, 3], [], 1)


def test_who_was_entered_twice_and_sat_on_both_sides_met_only_the_others():
    """1 sat on both sides of a table without 2, whom they never met."""
    rounds = [Sat((1,), 1, 1, 1, "NS", won=True), Sat((1,), 1, 1, 1, "EW", won=False)]

    assert HEAD_TO_HEAD.figures([Tally((1,), 80, at_tables=rounds), Tally((2,), 80)]) is None
    met = [Tally((1,), 80, at_tables=rounds), Tally((2,), 80, at_tables=[Sat((2,), 1, 1, 1, "EW", won=False)])]
    assert [figure.record for figure in (HEAD_TO_HEAD.figures(met) or {}).values()] == [(1, 0, 1), (0, 1, 1)]


def test_more_seats_let_everybody_in_who_ties():
    assert fell(with_more_seats(line_at(of(90, 80, 80, 10), 2))) == ([1, 2, 3], [], [4], 0)


def test_lots_decide_any_tie_and_depend_on_nobody_else():
    for seed in range(sample(20, 2_000)):
        tied = of(*[80] * 5)
        five = line_at(tied, 5 - 1, drawn(seed, tied))
        order = [one.player for one in (*five.above, *five.below)]
        without_last = [player for player in order if player != order[-1]]

        assert five.is_clear
        left = [Tally((player,), 80) for player in sorted(without_last)]
        assert list(line_at(left, 2, drawn(seed, left)).inside) == without_last[:2]
    assert len({line_at(of(80, 80), 1, drawn(seed, of(80, 80))).inside for seed in range(20)}) == 2


def test_the_line_is_what_putting_everybody_in_order_says():
    """By a second way: everybody is put in order at once, and who is before the place is in."""
    rng = random.Random(1)
    chain = [BY_CODE[code] for code in ("rounds_won", "high_round", "fewest_sets")]
    for _ in range(sample(300, 20_000)):
        tallies = [
            Tally((player,), rng.randrange(4), 4, rng.randrange(3), rng.randrange(3), sets=rng.randrange(2))
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


def random_people(rng: random.Random) -> list[tuple[Tally, Any]]:
    """As tallies and as sheets of the second computation."""
    rounds: dict[tuple[int, ...], list[Sat]] = defaultdict(list)
    people = [(player,) for player in range(1, rng.randrange(2, 9))]
    for number in range(rng.randrange(6)):
        winner = rng.choice(["NS", "EW", ""])
        for who, side in zip(rng.sample(people, min(4, len(people))), ("NS", "EW") * 2, strict=False):
            rounds[who].append(Sat(who, 1, number, 1, side, side == winner))
    found = []
    for who in people:
        figures = {"total": rng.randrange(3), "sets": rng.randrange(2)}
        won, high = sum(one.won for one in rounds[who]), rng.randrange(2)
        tally = Tally(who, **figures, rounds_won=won, high_round=high, at_tables=rounds[who])
        sheet = SimpleNamespace(who=who, **figures, wins=won, high=high, rows=rounds[who], points=figures["total"])
        found.append((tally, sheet))
    return found


def test_places_and_line_are_those_of_a_second_computation():
    """A season's places and the cut to a final come from the same groups."""
    asked = 0
    for seed in range(sample(200, 20_000)):
        rng = random.Random(seed)
        codes = rng.sample(["head_to_head", "wins", "high_round", "fewest_sets"], rng.randrange(5))
        people, places = random_people(rng), rng.randrange(1, 8)
        tallies = [tally for tally, _ in people]
        rules = SimpleNamespace(points_by="total", tie_breaks=codes)
        groups = [[one.who for one in group] for group in naive_standings.in_order(
            rules, [sheet for _, sheet in people], {}, with_lots=False
        )]  # fmt: skip
        chain = [TOTAL, *(BY_CODE[code] for code in codes)]

        found = ranked(tallies, chain)
        assert [sorted(one.who for one in group.level) for group in found] == groups, seed
        before = [sum(map(len, groups[:at])) for at in range(len(groups))]
        spanning = [group for at, group in zip(before, groups, strict=True) if at < places < at + len(group)]
        line = cut_at(tallies, places, chain)
        assert [sorted(one.who for one in line.level)] == (spanning or [[]]), seed
        assert len(line.above) + line.seats == min(places, len(tallies)), seed
        asked += any(group.below and group.below.by is HEAD_TO_HEAD for group in found)

    assert asked > 10  # head to head spoke often enough
