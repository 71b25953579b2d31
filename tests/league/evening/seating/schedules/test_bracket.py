"""A knock-out with a consolation bracket, against what holds for each: who meets, who is out, who won."""

import random
from itertools import combinations

import pytest

from league.evening.seating.schedules.bracket import (
    KnockOut,
    Match,
    bracket_of,
    first_round,
    next_round,
    rounds_left,
    sides_at,
)
from league.evening.seating.schedules.planning import Impossible
from league.evening.seating.schedules.schedule import RoundSeating, Schedule, Shape, Side
from league.evening.seating.schedules.tasks import SeatingTask, find
from league.evening.seating.schedules.verify import verify
from league.evening.seating.schedules.wishes import Wishes


def pairs(count):
    return [(10 * one, 10 * one + 1) for one in range(1, count + 1)]


def play(count, chance, *, tie=0.0):
    """A whole knock-out, by chance: its rounds, who won in each, and the bracket in the end."""
    couples = pairs(count)
    rounds, won = [first_round(couples, {}, chance)], []
    while True:
        won.append({one.number: chance.randrange(2) for one in rounds[-1].tables if chance.random() >= tie})
        bracket = bracket_of(tuple(rounds), KnockOut(tuple(won)), couples)
        if bracket.is_decided:
            return rounds, bracket
        rounds.append(next_round(bracket))


@pytest.mark.parametrize("count", [*range(2, 18), 23, 32])
def test_one_pair_is_left_unbeaten_and_one_has_lost_its_first_match_alone(count):
    chance = random.Random(count)
    for tie in (0.0, 0.3):
        rounds, bracket = play(count, chance, tie=tie)
        lost: dict[Side, int] = {}
        first: dict[Side, bool] = {}
        for matches in bracket.rounds:
            for match in matches:
                for one in match.sides:
                    first.setdefault(one, one != match.winner)
                    lost[one] = lost.get(one, 0) + (one != match.winner)
        assert [one for one in pairs(count) if lost[one] == 0] == list(bracket.inside)
        # A second chance is for those alone who lost their first match, and one of them wins it.
        assert all(times <= 1 + first[one] for one, times in lost.items())
        assert [one for one in pairs(count) if lost[one] == 1 and first[one]] == list(bracket.consolation)
        assert len(bracket.inside) == 1
        assert len(bracket.consolation) == (1 if count > 1 else 0)
        for seating in rounds:
            assert len(set(seating.players)) == len(seating.playing) + len(seating.sitting_out)
        if not tie:
            found = verify(tuple(rounds), [one.players for one in rounds], of_pairs(count), is_knock_out=True)
            assert (found.faults, found.sentences[1]) == ((), "No two pairs meet twice.")


def of_pairs(count):
    return Wishes(partners=frozenset(map(frozenset, pairs(count))), in_sides=True)


def test_the_certificate_finds_a_bye_too_many_and_who_meets_again():
    good = first_round(pairs(8), {}, random.Random(1))
    gone = good.tables[3]
    worse = RoundSeating(good.tables[:3], tuple(sorted(gone.seats)))

    found = verify((worse, worse), [good.players] * 2, of_pairs(8), is_knock_out=True)

    assert [one.kind for one in found.faults] == ["too_many_out"]
    assert found.sentences[1:] == (
        "3 games are between people who met before; there may be a schedule with none.",
        "Two pairs have a bye in round 1.",
        "Later rounds have 2 byes.",
    )


@pytest.mark.parametrize(
    ("count", "byes", "rounds"), [(2, 0, 1), (4, 0, 2), (5, 3, 3), (6, 2, 3), (8, 0, 3), (12, 4, 4)]
)
def test_byes_fill_the_first_round_up_and_rounds_are_told_ahead(count, byes, rounds):
    seating = first_round(pairs(count), {}, random.Random(1))

    assert (len(seating.sitting_out) // 2, len(seating.tables)) == (byes, (count - byes) // 2)
    after = bracket_of((seating,), KnockOut(({one.number: 0 for one in seating.tables},)), pairs(count))
    assert 1 + rounds_left(after) == rounds


def test_the_best_two_meet_in_the_final_and_the_best_have_the_byes():
    couples = pairs(6)
    ranks = {player: 100 - player for player in range(100)}  # the first pair is the best
    first = first_round(couples, ranks, random.Random(3))
    assert first.sitting_out == (10, 11, 20, 21)
    assert [sides_at(table) for table in first.tables] == [((30, 31), (60, 61)), ((40, 41), (50, 51))]

    won = {1: 0, 2: 0}
    second = next_round(bracket_of((first,), KnockOut((won,), ranks), couples))
    assert [sides_at(table) for table in second.tables] == [
        ((10, 11), (40, 41)), ((20, 21), (30, 31)), ((60, 61), (50, 51)),
    ]  # fmt: skip
    third = next_round(bracket_of((first, second), KnockOut((won, {1: 0, 2: 0, 3: 0}), ranks), couples))
    assert sides_at(third.tables[0]) == ((10, 11), (20, 21))


def test_tied_tables_play_an_extra_hand_where_they_sat():
    first = first_round(pairs(4), {}, random.Random(1))
    tied = bracket_of((first,), KnockOut(({1: 0},)), pairs(4))

    extra = next_round(tied)
    assert extra == RoundSeating((first.tables[1],))
    again = bracket_of((first, extra), KnockOut(({1: 0}, {})), pairs(4))
    assert next_round(again) == extra
    done = bracket_of((first, extra, extra), KnockOut(({1: 0}, {}, {2: 1})), pairs(4))
    assert done.rounds == (
        (
            Match(1, sides_at(first.tables[0]), True, sides_at(first.tables[0])[0]),
            Match(2, sides_at(first.tables[1]), True, sides_at(first.tables[1])[1]),
        ),
    )
    assert len(next_round(done).tables) == 2


def test_who_goes_home_is_out_and_their_opponents_go_on():
    first = first_round(pairs(4), {}, random.Random(1))
    bracket = bracket_of((first,), KnockOut(({1: 0, 2: 0},)), pairs(4))

    left = bracket.without(set(bracket.inside[0]))
    assert next_round(left).tables[0].seats[::2] == bracket.consolation[0]
    nobody = left.without({player for one in bracket.consolation for player in one})
    assert nobody.is_decided
    with pytest.raises(Impossible, match="decided"):
        next_round(nobody)


@pytest.mark.parametrize("seed", range(8))
def test_who_cannot_move_plays_at_their_table_and_nothing_else_changes(seed):
    """Teams of three, one of whom keeps a table: each of its matches is there, and after the draw all meet as ever."""
    chance = random.Random(seed)
    teams = [tuple(range(10 * one, 10 * one + 3)) for one in range(1, chance.randrange(4, 12) + 1)]
    together = frozenset(frozenset(pair) for team in teams for pair in combinations(team, 2))
    keeper, table = chance.choice(teams), chance.randrange(1, 6)
    wishes = Wishes(partners=together, in_sides=True, shapes=(Shape(6, 2),), at_table=frozenset({(keeper[1], table)}),
                    stationary=frozenset(keeper[:1]))  # fmt: skip
    before: Schedule = ()
    won: list[dict[int, int]] = []
    while True:
        known = KnockOut(tuple(won))
        if before and bracket_of(before, known, teams).is_decided:
            break
        plain = next_round(bracket_of(before, known, teams)) if before else None
        everybody = tuple(one for team in teams for one in team)
        task = SeatingTask(
            len(before) + 1, (everybody,), before, wishes, None, 1, {}, "", winners_move=True, knock_out=known
        )
        (seating,) = find(task)
        assert all(there.number == table for there in seating.tables if keeper[0] in there.seats)
        assert all(tuple(sorted(side)) in teams for there in seating.tables for side in there.teams)
        if plain is not None:
            assert {there.seats for there in seating.tables} == {there.seats for there in plain.tables}
        before = (*before, seating)
        won.append({one.number: chance.randrange(2) for one in seating.tables if chance.random() < 0.8})
        found = verify((seating,), [seating.players], wishes, before=before[:-1], is_knock_out=True)
        assert found.faults == ()
        assert found.sentences[-1] == "Those who can’t move keep their tables."

    bracket = bracket_of(before, KnockOut(tuple(won)), teams)
    assert (len(bracket.inside), len(bracket.consolation)) == (1, 1)
