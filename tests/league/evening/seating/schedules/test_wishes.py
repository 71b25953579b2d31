"""Wishes that cannot be granted at once are told in sentences."""

from typing import Any

import pytest

from league.evening.seating.schedules.schedule import FOUR, THREE
from league.evening.seating.schedules.wishes import Wishes, impossible

NAMES = {1: "Ada", 2: "Bo", 3: "Cy", 4: "Di", 5: "Ed", 6: "Flo", 7: "Gus", 8: "Hal"}


def pair(one: int, other: int) -> frozenset[int]:
    return frozenset((one, other))


def pairs(*couples: tuple[int, int]) -> frozenset[frozenset[int]]:
    return frozenset(pair(*couple) for couple in couples)


def told(count: int, **wishes: Any) -> tuple[str, ...]:
    return impossible(range(1, count + 1), Wishes(**wishes), NAMES.__getitem__)


@pytest.mark.parametrize(
    ("count", "wishes", "sentence"),
    [
        (3, {}, "There are 3 players; a table needs four."),
        (2, {"shapes": (FOUR, THREE)}, "There are 2 players; a table needs three."),
        (8, {"partners": pairs((1, 2)), "never_meet": pairs((1, 2))},
         "Ada and Bo are always to be partners, and never to meet."),
        (8, {"partners": pairs((1, 2)), "not_partners": pairs((1, 2))},
         "Ada and Bo are always to be partners, and never to be partners."),
        (8, {"partners": pairs((1, 2), (2, 3))}, "Bo cannot always partner Ada and Cy at once."),
        (8, {"stationary": frozenset((1, 2, 3))},
         "3 players stay at their table and can’t share one, but there are only 2 tables: Ada, Bo, Cy."),
        (7, {"stationary": frozenset((1, 2))},
         "2 players stay at their table and can’t share one, but there is only one table: Ada, Bo."),
        (8, {"at_table": frozenset({(1, 2), (2, 2)})},
         "Ada and Bo can’t both stay at table 2. Give one another table."),
        (6, {"never_meet": pairs((1, 2))}, "There is only one table, so Ada and Bo meet there."),
        (8, {"not_partners": pairs(*((1, other) for other in range(2, 9)))}, "Nobody is left to partner Ada."),
        (8, {"never_meet": pairs(*((1, other) for other in range(2, 7)))},
         "Ada may sit with 2 of the others, which isn’t enough for a table."),
    ],
)  # fmt: skip
def test_sentence_says_what_stands_in_the_way(count, wishes, sentence):
    assert told(count, **wishes) == (sentence,)


@pytest.mark.parametrize(
    ("count", "wishes"),
    [
        (4, {}),
        (3, {"shapes": (FOUR, THREE)}),
        (7, {"shapes": (FOUR, THREE), "stationary": frozenset((1, 2))}),
        (8, {"stationary": frozenset((1, 2, 3)), "partners": pairs((1, 2))}),
        (8, {"partners": pairs((1, 2), (3, 4)), "not_partners": pairs((1, 3)), "never_meet": pairs((1, 4))}),
    ],
)
def test_nothing_is_said_of_what_can_be_had(count, wishes):
    assert told(count, **wishes) == ()


def test_wishes_about_people_who_are_not_here_do_not_count():
    assert told(4, partners=pairs((5, 6), (6, 7)), never_meet=pairs((4, 5)), stationary=frozenset((1, 8))) == ()


def test_everything_is_told_at_once():
    sentences = told(8, partners=pairs((1, 2), (2, 3)), never_meet=pairs((1, 2)), stationary=frozenset((1, 4, 5)))

    assert len(sentences) == 3


def test_player_without_name_is_called_by_number():
    assert impossible(range(8), Wishes(partners=pairs((1, 2), (2, 3)))) == (
        "Player 2 cannot always partner player 1 and player 3 at once.",
    )


def test_pair_is_two_players():
    with pytest.raises(ValueError, match="two different players"):
        Wishes(partners=frozenset({frozenset({1})}))
