"""What a table and a round are, and what is remembered of a season."""

import json

import pytest

from league.evening.seating.schedules.schedule import (
    Meetings,
    RoundSeating,
    Seating,
    meetings_of,
    round_from_data,
    round_to_data,
)

FOUR = Seating(1, (11, 12, 13, 14))
THREE = Seating(2, (21, 22, 23))
ROUND = RoundSeating((FOUR, THREE), (31,))


def pairs(*couples: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(couple) for couple in couples}


def test_partners_face_each_other_and_oppose_the_rest():
    assert set(FOUR.partnerships) == pairs((11, 13), (12, 14))
    assert set(FOUR.oppositions) == pairs((11, 12), (11, 14), (13, 12), (13, 14))
    assert [FOUR.partners_of(player) for player in FOUR.seats] == [(13,), (14,), (11,), (12,)]


def test_at_a_table_of_three_everybody_is_for_himself():
    assert THREE.partnerships == ()
    assert set(THREE.oppositions) == pairs((21, 22), (21, 23), (22, 23))
    assert THREE.partners_of(21) == ()


def test_round_knows_who_is_here_and_where():
    assert ROUND.players == {11, 12, 13, 14, 21, 22, 23, 31}
    assert 31 not in ROUND.playing
    assert ROUND.table_of(22) == THREE
    assert ROUND.table_of(31) is None


def test_round_survives_json():
    assert round_from_data(json.loads(json.dumps(round_to_data(ROUND)))) == ROUND


def test_a_set_of_boards_survives_json_and_other_people():
    seating = RoundSeating((Seating(1, (1, 2, 3, 4), boards=3), Seating(2, (5, 6, 7, 8))))

    data = json.loads(json.dumps(round_to_data(seating)))

    assert round_from_data(data) == seating
    assert "boards" not in data["tables"][1]
    assert [table.boards for table in seating.renamed(lambda player: player + 10).tables] == [3, 0]


def test_meetings_of_nights_add_up():
    night = (ROUND, ROUND)

    both = meetings_of([night]) + meetings_of([(ROUND,)])

    assert both == meetings_of([night, (ROUND,)])
    assert both.partnered[frozenset((11, 13))] == 3
    assert both.opposed[frozenset((21, 23))] == 3
    assert frozenset((11, 12)) not in both.partnered
    assert Meetings() + Meetings() == Meetings()


@pytest.mark.parametrize("seats", [(1, 2, 3, 4), (1, 2, 3)])
def test_everybody_at_a_table_meets(seats):
    table = Seating(1, seats)

    assert len({*table.partnerships, *table.oppositions}) == len(seats) * (len(seats) - 1) // 2
