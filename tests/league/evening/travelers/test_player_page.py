"""A player's boards in words: what was made of each, the best and the worst with the reason. No database."""

from __future__ import annotations

from typing import Any

import pytest

from league.evening.cards.boards import Boards, compared_boards
from league.evening.travelers.pages import best_and_worst, hands_of, made_words, own_board, reason_words, widest_words
from league.models import Club, Event, EventBoard
from scoring.boards.comparison import Method
from tests.league.evening.cards.laid_boards import THREE, laid_round, laid_table

Bid = tuple[str, int, str, bool]
MADE: Bid = ("N", 50, "S", False)
MORE: Bid = ("N", 55, "S", False)
SET: Bid = ("S", 52, "H", True)
LET: Bid = ("E", 51, "D", False)
BEATEN: Bid = ("W", 60, "C", True)


def boards_of(*tables: tuple[tuple[int, int], Bid], number: int = 7) -> Boards:
    """One board at as many tables: what was made of it, by which bid."""
    laid = [
        laid_table(at, range(4 * at - 3, 4 * at + 1), {number: made}, bids={number: bid})
        for at, (made, bid) in enumerate(tables, 1)
    ]
    return compared_boards(Method.MATCHPOINTS, [laid_round(1, *laid)])


@pytest.mark.parametrize(
    ("bid", "of_north", "of_east"),
    [
        (MADE, "made 50 ♠", "let the opponents make 50 ♠"),
        (SET, "set at 52 ♥", "set the opponents at 52 ♥"),
        (LET, "let the opponents make 51 ♦", "made 51 ♦"),
        (BEATEN, "set the opponents at 60 ♣", "set at 60 ♣"),
    ],
)
def test_what_a_side_did_with_a_board(bid: Bid, of_north: str, of_east: str):
    row = boards_of(((1, 0), bid)).travelers[7][0]

    assert (made_words(row, "NS"), made_words(row, "EW")) == (of_north, of_east)


@pytest.mark.parametrize(
    ("others", "says"),
    [
        ([((60, 0), MADE)] * 3, "set at 52 ♥, where everybody else made 50 ♠."),
        ([((60, 0), MADE), ((60, 0), MORE), ((0, 9), LET)], "set at 52 ♥, where 2 of 3 others made the bid."),
        ([((0, 30), LET)], "set at 52 ♥, where the other table let the opponents make 51 ♦."),
        ([((-20, 4), SET), ((-30, 5), SET)], "set at 52 ♥, −50 where the others had −29.5 on average."),
        ([], "set at 52 ♥."),
    ],
)  # fmt: skip
def test_the_reason_is_what_most_others_did_otherwise(others: list[Any], says: str):
    boards = boards_of(((-50, 0), SET), *others)

    assert reason_words(boards.shares[1][0]) == says


def test_the_best_and_the_worst_board_of_a_player():
    laid = [
        laid_table(1, range(1, 5), {7: (60, 0), 8: (-50, 0), 9: (5, 5)}, bids={8: SET}),
        laid_table(2, range(5, 9), {7: (0, 30), 8: (50, 0), 9: (5, 5)}, bids={7: LET}),
    ]
    boards = compared_boards(Method.MATCHPOINTS, [laid_round(1, *laid)])

    assert list(best_and_worst(Method.MATCHPOINTS, boards.shares[1])) == [
        ("Best board", "Board 7, 100.0%: made 50 ♠, where the other table let the opponents make 51 ♦.", 7),
        ("Worst board", "Board 8, 0.0%: set at 52 ♥, where the other table made 50 ♠.", 8),
    ]
    assert list(best_and_worst(Method.MATCHPOINTS, boards.shares[1][2:])) == []
    # Which cards were worth most is told of those alone that may be seen.
    assert widest_words(boards, {7, 9}) == (
        "Most was won and lost on board 7: Player 1 & Player 3 made +60 with the cards that brought Player 5 & "
        "Player 7 −30."
    )
    assert widest_words(boards, {9}) == ""


def test_three_players_are_each_beside_those_who_held_their_cards():
    event = Event(pk=1, club=Club(slug="club"), state="closed", compared="datum")
    laid = [
        laid_table(at, range(3 * at - 2, 3 * at + 1), {7: made}, bids={7: ("B", 30, "H", False)}, book=THREE)
        for at, made in enumerate([(10, 31, 0), (0, 30, 5)], 1)
    ]
    boards = compared_boards(Method.DATUM, [laid_round(1, *laid)])

    own = own_board(event, boards.method, boards.shares[2][0])

    assert own["where"] == "Round 1, table 1, Player B against Player 1 & Player 3"
    assert [own[name] for name in ("made", "others", "figure", "rank")] == [
        "made 30 ♥: +26",
        "others +27.5",
        "−0.8",
        "2 of 2",
    ]
    assert own["why"] == "+26, the average of 2 tables is +26.75: −0.8"


def test_hands_stand_suit_by_suit():
    board = EventBoard(hands={"N": "TS AH AS AS 9C", "E": ""})

    (hand,) = hands_of(board)

    assert (hand["seat"], hand["name"]) == ("N", "North")
    assert hand["suits"] == (("S", "A A 10"), ("H", "A"), ("D", "–"), ("C", "9"))
