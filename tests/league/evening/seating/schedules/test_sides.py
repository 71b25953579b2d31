"""Fixed pairs: half move and round robin, and how they go on when pairs come, leave and break up."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Any

import pytest

from league.evening.seating.schedules.movement import first_round, next_round
from league.evening.seating.schedules.planning import Impossible
from league.evening.seating.schedules.schedule import RoundSeating, Schedule, Seating
from league.evening.seating.schedules.sides import go_on
from league.evening.seating.schedules.tasks import SeatingTask, find
from league.evening.seating.schedules.verify import verify
from league.evening.seating.schedules.wishes import Wishes
from tests.league.evening.seating.swapping import swap


def pairs(*numbers: int, half_move: bool = False, **wishes: Any) -> Wishes:
    """Pair 3 are the players 30 and 31."""
    couples = frozenset(frozenset((10 * one, 10 * one + 1)) for one in numbers)
    return Wishes(partners=couples, in_sides=True, half_move=half_move, **wishes)


def people(wishes: Wishes) -> tuple[int, ...]:
    return tuple(sorted(player for pair in wishes.partners for player in pair))


def task(wishes: Wishes, rounds: int, before: Schedule = (), keep: Schedule = (), seed: int = 1) -> SeatingTask:
    return SeatingTask(
        first=len(before) + 1,
        attendance=(people(wishes),) * rounds,
        before=before,
        wishes=wishes,
        season=None,
        seed=seed,
        names={},
        ahead="",
        keep=keep,
    )


def games(schedule: Schedule) -> Counter[frozenset[int]]:
    """How often two pairs met, counted from the seats alone: pair 3 is whoever has a number from 30 to 39."""
    return Counter(
        frozenset((table.seats[0] // 10, table.seats[1] // 10)) for seating in schedule for table in seating.tables
    )


def byes(schedule: Schedule) -> Counter[int]:
    return Counter(player // 10 for seating in schedule for player in seating.sitting_out if not player % 10)


def faults(schedule: Schedule, wishes: Wishes, before: Schedule = ()) -> list[str]:
    return [one.sentence() for one in verify(schedule, people(wishes), wishes, before=before).faults]


# -- whole cycles


@pytest.mark.parametrize("number", range(2, 22))
def test_round_robin_is_a_full_cycle(number):
    wishes = pairs(*range(number))
    rounds = number - 1 if number % 2 == 0 else number

    schedule = find(task(wishes, rounds))

    assert games(schedule) == dict.fromkeys(map(frozenset, combinations(range(number), 2)), 1)
    assert byes(schedule) == (dict.fromkeys(range(number), 1) if number % 2 else {})
    assert faults(schedule, wishes) == []


@pytest.mark.parametrize("number", range(2, 22))
def test_half_move_never_repeats_opponents_and_half_of_the_pairs_sit(number):
    wishes = pairs(*range(number), half_move=True)
    rounds = (number + 1) // 2

    schedule = find(task(wishes, rounds))

    assert set(games(schedule).values()) == {1}
    assert faults(schedule, wishes) == []
    sits = [{(table.number, table.seats[::2]) for table in seating.tables} for seating in schedule]
    assert set.union(*sits) == sits[0]
    assert len(sits[0]) == number // 2
    moving = {pair: [_table_of(seating, pair) for seating in schedule] for pair in range(number)}
    moving = {pair: tables for pair, tables in moving.items() if len(set(tables)) > 1}
    for tables in moving.values():
        ups = [(one, other) for one, other in pairwise(tables) if one and other]
        assert all(other in (one - 1, number // 2) for one, other in ups)
    assert byes(schedule) == (dict.fromkeys(moving, 1) if number % 2 and number > 3 else byes(schedule))


def _table_of(seating: RoundSeating, pair: int) -> int:
    table = seating.table_of(10 * pair)
    return table.number if table else 0


def test_certificate_of_pairs_speaks_of_pairs():
    wishes = pairs(*range(7))

    found = verify(find(task(wishes, 7)), people(wishes), wishes)

    assert found.sentences == (
        "7 pairs play together.",
        "No two pairs meet twice.",
        "One pair has a bye each round, nobody more than once.",
        "Everybody is at any one table twice at most.",
    )


def test_more_rounds_than_pairs_bring_the_fewest_rematches():
    wishes = pairs(*range(4))

    found = verify(find(task(wishes, 5)), people(wishes), wishes)

    assert "4 games are between people who met before, the fewest possible." in found.sentences
    assert found.faults == ()


def test_half_move_of_more_rounds_than_tables_is_as_good_as_a_half_move_can_be():
    wishes, schedule = evening(8, 5, half_move=True)

    found = verify(schedule, people(wishes), wishes)

    assert "4 games are between people who met before, the fewest possible." in found.sentences
    assert find(task(wishes, 3, before=schedule[:2])) == schedule[2:]


def test_who_cannot_move_keeps_a_table():
    for half_move in (False, True):
        wishes = pairs(*range(8), half_move=half_move, stationary=frozenset({51}))
        schedule = find(task(wishes, 4))
        assert len({_table_of(seating, 5) for seating in schedule}) == 1
        assert faults(schedule, wishes) == []


def test_who_chose_a_table_is_there_all_evening():
    for half_move in (False, True):
        wishes = pairs(*range(8), half_move=half_move, stationary=frozenset({51}), at_table=frozenset({(51, 3)}))
        schedule = find(task(wishes, 4))
        assert {_table_of(seating, 5) for seating in schedule} == {3}
        assert faults(schedule, wishes) == []


def test_who_never_meets_is_kept_apart_by_a_search():
    wishes = pairs(*range(6), never_meet=frozenset({frozenset({0, 11})}))

    schedule = find(task(wishes, 4), effort=20_000)

    assert games(schedule)[frozenset({0, 1})] == 0
    assert faults(schedule, wishes) == []


def test_who_sat_out_the_night_before_has_the_last_bye():
    wishes = pairs(*range(5), sat_out_last=frozenset({20, 21}))

    assert find(task(wishes, 5))[-1].sitting_out == (20, 21)


def test_another_seed_draws_another_evening():
    wishes = pairs(*range(8))
    assert find(task(wishes, 3)) == find(task(wishes, 3))
    assert find(task(wishes, 3)) != find(task(wishes, 3, seed=2))


def test_too_few_pairs_are_told():
    with pytest.raises(Impossible, match="There is 1 pair; a table needs two"):
        find(task(pairs(1), 2))


# -- going on


def evening(number: int, rounds: int, *, half_move: bool) -> tuple[Wishes, Schedule]:
    wishes = pairs(*range(number), half_move=half_move)
    return wishes, find(task(wishes, rounds))


@pytest.mark.parametrize("half_move", [False, True])
def test_an_evening_goes_on_as_it_began(half_move):
    wishes, whole = evening(9, 5, half_move=half_move)

    assert find(task(wishes, 3, before=whole[:2])) == whole[2:]


@pytest.mark.parametrize("half_move", [False, True])
def test_a_pair_that_comes_takes_the_bye_and_nobody_else_moves(half_move):
    _, whole = evening(7, 4, half_move=half_move)
    more = pairs(*range(8), half_move=half_move)

    rest = find(task(more, 2, before=whole[:2], keep=whole[2:]))

    assert faults(rest, more, whole[:2]) == []
    assert byes(rest) == {}
    assert max(games((*whole[:2], *rest)).values()) == 1
    for old, new in zip(whole[2:], rest, strict=True):
        assert set(old.tables) < set(new.tables)


@pytest.mark.parametrize("half_move", [False, True])
def test_a_pair_that_leaves_gives_byes_and_nobody_else_moves(half_move):
    _, whole = evening(8, 4, half_move=half_move)
    fewer = pairs(*range(7), half_move=half_move)

    rest = find(task(fewer, 3, before=whole[:1], keep=whole[1:]))

    assert faults(rest, fewer, whole[:1]) == []
    assert max(games((*whole[:1], *rest)).values()) == 1
    assert set(byes(rest).values()) == {1}
    for old, new in zip(whole[1:], rest, strict=True):
        assert set(new.tables) < set(old.tables)


@pytest.mark.parametrize("half_move", [False, True])
def test_a_new_partner_takes_the_place_of_the_one_who_left(half_move):
    wishes, whole = evening(6, 3, half_move=half_move)
    together = wishes.partners - {frozenset({20, 21})} | {frozenset({20, 99})}
    other = replace(wishes, partners=together)

    rest = find(task(other, 2, before=whole[:1], keep=whole[1:]))

    assert [_sides(seating) for seating in rest] == [_sides(seating, {21: 99}) for seating in whole[1:]]


def _sides(seating: RoundSeating, instead: Mapping[int, int] = MappingProxyType({})):
    """Tables with who sits N and S, and who E and W."""
    seats = {table.number: [instead.get(one, one) for one in table.seats] for table in seating.tables}
    return {number: (frozenset(four[::2]), frozenset(four[1::2])) for number, four in seats.items()}


@pytest.mark.parametrize("half_move", [False, True])
@pytest.mark.parametrize("left", [(0, 1), (0, 1, 2), (4, 9)])
def test_where_many_leave_the_rest_is_searched_without_rematches(half_move, left):
    _, whole = evening(10, 5, half_move=half_move)
    stay = [one for one in range(10) if one not in left]
    fewer = pairs(*stay, half_move=half_move)

    rest = find(task(fewer, 2, before=whole[:2], keep=whole[2:4]), effort=20_000)

    assert faults(rest, fewer, whole[:2]) == []
    assert max(games((*whole[:2], *rest)).values()) == 1


def test_a_swap_by_hand_is_kept():
    wishes, whole = evening(8, 4, half_move=False)
    one, other = whole[2].tables[0].seats[0], whole[2].tables[1].seats[0]
    swapped = swap(swap(whole, 2, one, other), 2, one ^ 1, other ^ 1)

    rest = find(task(wishes, 3, before=swapped[:1], keep=swapped[1:]), effort=20_000)

    assert rest == swapped[1:]


def test_rounds_that_went_otherwise_cannot_go_on_by_the_movement():
    wishes, whole = evening(8, 4, half_move=True)
    turned = RoundSeating(tuple(replace(table, number=5 - table.number) for table in whole[1].tables))

    assert go_on((whole[0], turned), [people(wishes)], wishes, random.Random(1)) is None


# -- what is wrong is found


def test_verify_finds_what_is_wrong_with_pairs():
    wishes = pairs(0, 1, 2, half_move=True)
    first = RoundSeating((Seating(1, (0, 10, 1, 11)),), (20, 21))
    parted = RoundSeating((Seating(2, (0, 20, 1, 10)),), (11, 21))
    stranger = RoundSeating((Seating(1, (0, 20, 1, 77)),), (10, 11))

    assert faults((first, parted), wishes)[:3] == [
        "Round 2: player 10 and player 11 play together, and only one of them has a place.",
        "Round 2: player 20 and player 21 play together, and only one of them has a place.",
        "Round 2: player 21 sits out twice in a row.",
    ]
    moved = "player 0 and player 1 keep their table in a half move, but move to table 2."
    assert f"Round 2: {moved}" in faults((first, parted), wishes)
    assert "Round 1: player 77 has a place but no partner." in faults((stranger,), wishes)


# -- winners move


def test_pairs_stay_together_where_winners_move():
    wishes = pairs(*range(7))
    rng = random.Random(3)
    night = [first_round(people(wishes), rng, wishes)]
    for _ in range(8):
        winners = {table.number: rng.randrange(2) for table in night[-1].tables}
        before = night[-1]
        night.append(next_round(before, winners, rng=rng, partners="together", wishes=wishes, before=tuple(night[:-1])))
        head = next(table for table in before.tables if table.number == 1)
        stays = head.seats[winners[1] :: 2]
        out = set(night[-1].sitting_out)
        assert out & set(stays) or set(stays) <= set(night[-1].tables[0].seats)

    assert faults(tuple(night), wishes) == []
