"""Fixed sides: half move and round robin, and how they go on when pairs come, leave and break up."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Any

import pytest

from league.evening.seating.schedules.movement import first_round, next_round
from league.evening.seating.schedules.planning import Impossible
from league.evening.seating.schedules.schedule import FOUR, RoundSeating, Schedule, Seating, Shape
from league.evening.seating.schedules.sides import go_on
from league.evening.seating.schedules.tasks import Results, SeatingTask, find
from league.evening.seating.schedules.verify import verify
from league.evening.seating.schedules.wishes import Wishes
from tests.league.evening.seating.swapping import swap
from tests.sampling import sample


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


# -- sides of any size

SHAPES = [Shape(2, 2), Shape(3, 3), Shape(4, 4), Shape(5, 5, is_called=True), Shape(6, 2), Shape(6, 3), Shape(8, 2),
          Shape(8, 4)]  # fmt: skip


def sides(numbers: Iterable[int], shape: Shape, **wishes: Any) -> Wishes:
    """Side 3 are the players from 30 on."""
    teams = [range(10 * one, 10 * one + shape.side_size) for one in numbers]
    together = frozenset(frozenset(pair) for team in teams for pair in combinations(team, 2))
    return Wishes(partners=together, in_sides=True, shapes=(shape,), **wishes)


def hold(schedule: Schedule, numbers: Collection[int], wishes: Wishes, before: Schedule = ()) -> list[str]:
    """What is to be of sides, counted from the seats alone: who plays whole and as often as can be; the faults."""
    shape = wishes.main
    here = {10 * one + at for one in numbers for at in range(shape.side_size)}
    for seating in schedule:
        assert sorted((*seating.playing, *seating.sitting_out)) == sorted(here)
        assert len(seating.sitting_out) == len(numbers) % shape.sides * shape.side_size
        for table in seating.tables:
            assert len(table.seats) == shape.seats
            assert all(len({one // 10 for one in table.seats[at :: shape.sides]}) == 1 for at in range(shape.sides))
    met = Counter(
        frozenset((one // 10, other // 10))
        for seating in (*before, *schedule)
        for table in seating.tables
        for one, other in combinations(table.seats[: shape.sides], 2)
    )
    found = verify(schedule, here, wishes, before=before)
    assert found.bound_opponents <= found.repeat_opponents == (met.total() - len(met)) * shape.side_size**2
    assert (found.sentences[shape.side_size > 1].startswith("No two")) == (met.total() == len(met))
    return [one.kind for one in found.faults if one.kind != "out_unevenly"]


@pytest.mark.parametrize("seed", range(sample(20, 400)))
def test_sides_of_any_size_keep_every_rule(seed):
    chance, shape = random.Random(seed), SHAPES[seed % len(SHAPES)]
    numbers = range(1, chance.randrange(shape.sides, 7 * shape.sides) + 1)
    asks: dict[str, Any] = {"half_move": chance.random() < 0.5}
    if len(numbers) >= 4 * shape.sides:
        one, other = (10 * number for number in chance.sample(numbers, 2))
        asks |= {"stationary": frozenset({one}), "never_meet": frozenset({frozenset((one, other))})}
        asks |= {"at_table": frozenset({(one, chance.randrange(1, 5))})} if chance.random() < 0.5 else {}
    wishes, rounds = sides(numbers, shape, **asks), chance.randrange(2, 6)

    def task_of(numbers: Collection[int], wishes: Wishes, rounds: int, **ahead: Any) -> SeatingTask:
        here = tuple(10 * one + at for one in sorted(numbers) for at in range(shape.side_size))
        return replace(task(wishes, 1, **ahead), attendance=(here,) * rounds)

    found = find(task_of(numbers, wishes, rounds), effort=4_000)

    assert hold(found, numbers, wishes) == []
    if len(numbers) > shape.sides + 1:  # one leaves after a round, and another comes
        later = {*chance.sample(numbers, len(numbers) - 1), 99}
        changed = sides(later, shape, **asks)
        rest = find(task_of(later, changed, rounds - 1, before=found[:1], keep=found[1:]), effort=4_000)
        assert hold(rest, later, changed, found[:1]) == []


def test_pairs_of_three_and_of_two_to_a_table_leave_nobody_out():
    wishes = replace(sides(range(7), Shape(6, 3)), shapes=(Shape(6, 3), FOUR))

    schedule = find(task(wishes, 4), effort=20_000)

    assert [sorted(len(table.seats) for table in seating.tables) for seating in schedule] == [[4, 4, 6]] * 4
    assert faults(schedule, wishes) == []
    assert "7 pairs play together." in verify(schedule, people(wishes), wishes).sentences


@pytest.mark.parametrize(("shape", "steps"), [(Shape(6, 3), (0, 4, 1)), (Shape(8, 4), (0, 4, 1, 3))])
def test_a_half_move_of_many_sends_the_second_up_and_the_third_down(shape, steps):
    numbers = range(5 * shape.sides)
    wishes = sides(numbers, shape, half_move=True)

    schedule = find(task(wishes, 5))

    assert hold(schedule, numbers, wishes) == []
    for side in numbers:
        tables = [_table_of(seating, side) for seating in schedule]
        line = schedule[0].tables[tables[0] - 1].seats.index(10 * side) % shape.sides
        assert {(other - one) % 5 for one, other in pairwise(tables)} == {steps[line]}


def test_a_side_in_which_somebody_was_replaced_goes_on_as_it_was():
    shape = Shape(6, 2)
    wishes = sides(range(8), shape)
    schedule = find(task(wishes, 5))
    changed = replace(wishes, partners=frozenset(
        frozenset(9 if one == 2 else one for one in pair) for pair in wishes.partners))  # fmt: skip

    rest = find(task(changed, 4, before=schedule[:1], keep=schedule[1:]))

    named = [seating.renamed(lambda one: 2 if one == 9 else one) for seating in rest]
    assert [games((one,)) for one in named] == [games((one,)) for one in schedule[1:]]
    assert faults(rest, changed, schedule[:1]) == []


def test_two_of_one_side_cannot_keep_two_tables():
    wishes = sides(range(4), Shape(6, 2), at_table=frozenset({(10, 1), (11, 2)}))

    with pytest.raises(Impossible, match="player 10, player 11 and player 12 play together"):
        find(replace(task(wishes, 1), names={one: f"player {one}" for one in people(wishes)}))


def test_too_few_sides_for_a_table_are_told_as_what_they_are():
    with pytest.raises(Impossible, match=r"There are 2 pairs; a table needs three\."):
        find(task(sides(range(2), Shape(6, 3)), 1))


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


@pytest.mark.parametrize("shape", [Shape(6, 2), Shape(6, 3), Shape(8, 4)])
def test_sides_of_any_size_stay_together_where_winners_move(shape):
    numbers, chance = range(4 * shape.sides), random.Random(shape.sides)
    wishes = sides(numbers, shape)
    night: Schedule = find(replace(task(wishes, 1), winners_move=True))
    for _ in range(3):
        ranks = {table.number: chance.sample(range(shape.sides), shape.sides) for table in night[-1].tables}
        first, last = ({table: places[at] for table, places in ranks.items()} for at in (0, -1))
        results = Results(first, (), {}, "together", "down", last if shape.sides > 2 else {})
        now = find(replace(task(wishes, 1, before=night), winners_move=True, by_results=results))[0]
        for table in night[-1].tables:
            for place, side in enumerate(ranks[table.number]):
                step = -1 if place == 0 else 1 if place == shape.sides - 1 else 0
                goes = min(max(table.number + step, 1), 4)
                assert _table_of(now, table.seats[side] // 10) == goes
        night = (*night, now)

    assert [one for one in hold(night, numbers, wishes) if one != "moved"] == []
