"""Who went up, down or stayed; and where a round differs from the rule, which wish or sit-out bent it."""

import random

import pytest

from league.evening.seating.schedules.movement import Losers, next_round
from league.evening.seating.schedules.moves import bends_of, moves_between
from league.evening.seating.schedules.schedule import RoundSeating, Seating
from league.evening.seating.schedules.wishes import Wishes
from tests.sampling import sample

# Players are called by table and seat: 23 sits South at table 2.
FIRST = RoundSeating(tuple(Seating(table, tuple(10 * table + seat for seat in (1, 2, 3, 4))) for table in (1, 2, 3)))
WINNERS = {1: 0, 2: 1, 3: 0}
NO_WISHES = Wishes()


def played_on(wishes: Wishes = NO_WISHES, losers: Losers = "stay", seed: int = 1, **more) -> RoundSeating:
    return next_round(FIRST, WINNERS, rng=random.Random(seed), losers=losers, wishes=wishes, **more)


def bends(seating: RoundSeating, wishes: Wishes = NO_WISHES, losers: Losers = "stay") -> tuple[str, ...]:
    moves = moves_between(FIRST, WINNERS, losers, seating)
    return bends_of(moves, seating, wishes, is_split=True, name=lambda player: f"P{player}")


def ways(seating: RoundSeating, losers: Losers = "stay") -> dict[int, str]:
    return {player: move.way for player, move in moves_between(FIRST, WINNERS, losers, seating).items()}


def test_winners_go_up_losers_stay_and_those_of_the_head_go_down():
    found = ways(played_on())

    assert {player for player, way in found.items() if way == "up"} == {22, 24, 31, 33}
    assert {player for player, way in found.items() if way == "down"} == {12, 14}
    assert {player for player, way in found.items() if way == "stays"} == {11, 13, 21, 23, 32, 34}


def test_losers_go_down_one_table():
    found = moves_between(FIRST, WINNERS, "down", played_on(losers="down"))

    assert (found[12].way, found[12].before, found[12].now) == ("down", 1, 2)
    assert found[32].way == "stays"  # there is no table below


@pytest.mark.parametrize("losers", ["stay", "down"])
@pytest.mark.parametrize("seed", range(sample(5, 200)))
def test_by_the_rule_alone_nothing_is_bent(losers, seed):
    assert bends(played_on(losers=losers, seed=seed), losers=losers) == ()


def test_who_never_meets_is_told_and_who_makes_room():
    wishes = Wishes(never_meet=frozenset({frozenset({11, 22})}))

    found = bends(played_on(wishes), wishes)

    assert len(found) == 2
    assert sum("P11 and P22 never sit at one table" in bend or "P22 and P11 never" in bend for bend in found) == 2
    assert sum("this makes room for" in bend for bend in found) == 1


def test_who_keeps_a_table_is_told():
    wishes = Wishes(stationary=frozenset({22}))

    found = bends(played_on(wishes), wishes)

    assert "P22 belongs at table 1 and plays at table 2: P22 keeps one table." in found


def test_a_sit_out_leaves_a_table_short_that_somebody_fills():
    everybody = {player for table in FIRST.tables for player in table.seats}
    seating = played_on(players=(everybody - {11}) | {91, 92, 93, 94}, sitting_out=[12, 14, 93])

    found = bends(seating)

    assert any("plays at table 1: table 1 was short of a player" in bend for bend in found)
    moves = moves_between(FIRST, WINNERS, "stay", seating)
    assert {moves[player].way for player in (91, 92, 94)} == {"comes in"}


def test_newcomers_who_partner_each_other_are_told_with_the_wish():
    apart = frozenset({frozenset({11, 22}), frozenset({11, 24})})
    wishes = Wishes(not_partners=apart)
    seating = RoundSeating((Seating(1, (11, 22, 13, 24)), *played_on().tables[1:]))

    (found,) = bends(seating, wishes)

    assert found.startswith("Table 1: P22 and P24 both came and play together, since P11 and P2")
    assert found.endswith("do not partner.")


def test_who_was_seated_by_hand_is_told_so():
    first, second, third = played_on().tables
    swapped = {first.seats[0]: third.seats[0], third.seats[0]: first.seats[0]}
    by_hand = RoundSeating(
        tuple(
            Seating(table.number, tuple(swapped.get(player, player) for player in table.seats))
            for table in (first, second, third)
        )
    )

    assert [bend.rpartition(": ")[2] for bend in bends(by_hand)] == [
        "seated so by hand, or to fill the tables above."
    ] * 2
