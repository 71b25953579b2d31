"""What boards come to: who has which share, what a director decides, and what stands in the words beside it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from league.evening.cards.boards import Boards, Shares, compared_boards, read_boards, rounded, shares_by_round, together
from league.evening.cards.tables import Beside
from league.evening.cards.words import share_says
from scoring.boards.comparison import Method
from tests.league.evening.cards.laid_boards import THREE, decided, duplicate, laid_round, laid_table, person

MATCHPOINTS = Method.MATCHPOINTS
HALF, FULL, NONE = Fraction(1, 2), Fraction(1), Fraction(0)


def one_board(*made: tuple[int, int] | None, **more: Any) -> Boards:
    """Board 1 at as many tables, in as many rounds; the table of a round has its number, its people follow from it."""
    rounds = [
        laid_round(at, laid_table(at, range(4 * at - 3, 4 * at + 1), {1: scores})) for at, scores in enumerate(made, 1)
    ]
    return compared_boards(more.pop("method", MATCHPOINTS), rounds, **more)


def of_north(boards: Boards) -> list[Fraction | None]:
    return [row.shares.get("NS") for row in boards.travelers[1]]


def says(boards: Boards, entrant: int, board: int = 1) -> str:
    return next(share_says(one, boards.method) for one in boards.shares[entrant] if one.row.board == board)


def test_both_of_a_side_have_what_it_is_beside_the_other_tables():
    boards = one_board((40, 10), (20, 20), (-30, 50))

    assert of_north(boards) == [FULL, HALF, NONE]
    assert {pk: boards.total(pk) for pk in range(1, 9)} == {
        1: FULL, 2: NONE, 3: FULL, 4: NONE, 5: HALF, 6: HALF, 7: HALF, 8: HALF,
    }  # fmt: skip
    assert says(boards, 1) == "better than all 2: 100.0%"
    assert says(boards, 5) == "better than 1 of 2: 50.0%"
    assert says(boards, 9) == "behind all 2: 0.0%"


def test_level_is_half_and_is_said():
    boards = one_board((40, 10), (40, 10), (0, 0), (90, 0))

    assert says(boards, 1) == "better than 1 of 3, level with 1: 1½ of 3, 50.0%"
    assert says(boards, 10) == "better than all 3: 100.0%"
    assert says(one_board((5, 5), (6, 6)), 1) == "level with 1 of 1: ½ of 1, 50.0%"


def test_a_board_played_less_often_is_made_up_for():
    rounds = [
        laid_round(1, laid_table(1, range(1, 5), {1: (9, 0), 2: (9, 0)}), laid_table(2, range(5, 9), {1: (5, 0)})),
        laid_round(2, laid_table(3, range(9, 13), {1: (0, 0), 2: (0, 9)})),
    ]

    boards = compared_boards(MATCHPOINTS, rounds)

    assert [row.expected for row in boards.travelers[2]] == [3, 3]
    # Neuberg: of 2 results 3 were expected, (2 × 3 + 1) / 2 = 3½ of 4.
    assert boards.travelers[2][0].shares["NS"] == Fraction(7, 8)
    assert says(boards, 1, 2) == (
        "better than the other table: 1 of 1; 2 results of 3, so by Neuberg’s formula (1 + ½) × 3 ÷ 2 − ½ = 1.75 of 2, "
        "87.5%"
    )
    assert boards.total(1) == (FULL + Fraction(7, 8)) / 2


def test_those_who_had_other_cards_are_compared_among_themselves():
    boards = one_board((9, 0), (8, 0), (7, 0), (6, 0), (5, 0), decisions=[decided("fouled", 1, 4)])

    assert [row.group for row in boards.travelers[1]] == [0, 0, 0, 1, 1]
    assert sum(sum(row.shares.values()) for row in boards.travelers[1]) == 5  # both ways together, as if nothing was
    assert says(boards, 13).startswith("better than the other table with the same cards (the board was fouled)")


def test_within_a_round_that_shares_a_set_a_board_goes_on_from_where_it_came_first():
    """Table 2 begins with board 2, so what it fouled is fouled for table 1, too."""
    tables = laid_table(1, range(1, 5), {1: (9, 0), 2: (9, 0)}), laid_table(2, range(5, 9), {2: (8, 0), 1: (8, 0)})

    boards = compared_boards(MATCHPOINTS, [laid_round(1, *tables)], [decided("fouled", 2, 2)])

    assert [(row.table.number, row.group) for row in boards.travelers[2]] == [(2, 1), (1, 1)]
    assert [row.table.number for row in boards.travelers[1]] == [1, 2]


@pytest.mark.parametrize(
    ("kind", "shares", "of_first", "of_others"),
    [
        ("average", {"NS": 60, "EW": 40}, Fraction(3, 5), [Fraction(3, 4), Fraction(1, 4)]),
        ("left_out", {}, None, [Fraction(5, 6), Fraction(1, 6)]),
    ],
)
def test_what_the_director_puts_in_place_of_a_result_is_compared_with_nobody(kind, shares, of_first, of_others):
    made = [laid_table(1, range(1, 5), {1: (99, 0), 2: (3, 0)}), laid_table(2, range(5, 9), {1: (8, 0), 2: (2, 0)})]
    rounds = [laid_round(1, *made), laid_round(2, laid_table(3, range(9, 13), {1: (7, 0), 2: (1, 0)}))]

    boards = compared_boards(MATCHPOINTS, rounds, [decided(kind, 1, 1, **shares)])

    others = [Fraction(7, 8), Fraction(1, 8)]
    assert of_north(boards) == [of_first, *others]
    assert boards.total(1) == (FULL if of_first is None else (of_first + FULL) / 2)


def test_an_average_in_points_and_a_decision_taken_over_by_a_later_one():
    decisions = [decided("left_out", 1, 1), decided("average", 1, 1, NS=60, EW=40)]

    boards = one_board(None, (40, 0), (20, 0), method=Method.DATUM, decisions=decisions)

    assert of_north(boards) == [5, 10, -10]
    assert says(boards, 1) == "an average given by the director: 60%, 5 points for each 10% above 50%: +5.0"
    assert says(boards, 5) == "+40, the average of 2 tables is +30: +10.0"


def test_a_void_board_counts_nowhere_and_does_not_say_how_often_boards_are_played():
    rounds = [laid_round(at, laid_table(at, range(4 * at - 3, 4 * at + 1), {1: (at, 0)})) for at in (1, 2, 3)]
    rounds.append(laid_round(4, laid_table(4, range(1, 5), {2: (9, 0)}), laid_table(5, range(5, 9), {2: (0, 0)})))

    boards = compared_boards(MATCHPOINTS, rounds, [decided("void", 1)])

    assert boards.voided == {1}
    assert of_north(boards) == [None, None, None]
    assert boards.travelers[2][0].expected == 2
    assert {pk: boards.total(pk) for pk in (1, 5)} == {1: FULL, 5: NONE}
    assert 9 not in boards.shares


def test_bots_make_up_for_tables_that_are_not_there():
    field = {1: [{"NS": 10, "EW": 0}, {"NS": 30, "EW": 0}]}

    boards = one_board((20, 0), (0, 0), fields=field)

    # 1 of 1, and 6 more that are each level with the half of the bots that it beats.
    assert of_north(boards) == [Fraction(4, 7), NONE]
    assert says(boards, 1) == (
        "better than the other table; bots stand in for 6 more tables, and 1 of their 2 results are worse: "
        "1 + 6 × 1 ÷ 2 = 4 of 7, 57.1%"
    )


def test_bots_are_beside_those_alone_who_had_their_cards():
    boards = one_board((20, 0), (9, 0), (0, 0), fields={1: [{"NS": 10, "EW": 0}]}, decisions=[decided("fouled", 1, 2)])

    first, *others = boards.travelers[1]
    assert (first.bots, first.shares["NS"]) == (7, FULL)
    # 2 of 2 points among two, made up for as among three.
    assert [(row.bots, row.shares["NS"]) for row in others] == [(0, Fraction(7, 8)), (0, Fraction(1, 8))]


def test_who_was_replaced_has_the_boards_that_were_done_before():
    late = {"N": (person(20), 15), "E": (None, 15), "W": (person(21, is_house_player=True), 15)}
    table = laid_table(1, range(1, 5), {1: (9, 0), 2: (9, 0)}, late=late)

    boards = compared_boards(MATCHPOINTS, [laid_round(1, table, laid_table(2, range(5, 9), {1: (0, 0), 2: (0, 0)}))])

    played = {pk: [one.row.board for one in own] for pk, own in boards.shares.items() if pk not in range(5, 9)}
    assert played == {1: [1], 20: [2], 2: [1], 3: [1, 2], 4: [1]}


def test_house_players_and_tables_that_do_not_count_have_nothing():
    table = laid_table(1, [person(1, is_house_player=True), 2, 3, 4], {1: (9, 0)})
    void = laid_table(2, range(5, 9), {1: (8, 0)})
    void.table.counts = False
    typed = laid_table(3, range(9, 13), {1: (7, 0)})
    typed.table.totals = {"NS": 60, "EW": 20}

    boards = compared_boards(MATCHPOINTS, [laid_round(1, table, void, typed)])

    assert sorted(boards.shares) == [2, 3, 4]
    assert [row.line is None for row in boards.travelers[1]] == [False, True]  # sums alone say nothing of a board


def test_three_players_are_each_a_side():
    rounds = [laid_round(at, laid_table(at, range(3 * at - 2, 3 * at + 1), {1: made}, book=THREE))
              for at, made in enumerate([(30, 0, 0), (0, 20, 10)], 1)]  # fmt: skip

    boards = compared_boards(MATCHPOINTS, rounds)

    assert [dict(row.shares) for row in boards.travelers[1]] == [
        {"A": FULL, "B": NONE, "C": NONE}, {"A": NONE, "B": FULL, "C": FULL},
    ]  # fmt: skip


def test_rounds_have_what_their_boards_come_to_and_add_up():
    tables = [laid_table(1, range(1, 5), {1: (9, 0), 2: (0, 0)}), laid_table(2, range(5, 9), {1: (0, 0), 2: (0, 0)})]
    beside = Beside([decided("void", 3)])
    rounds = [
        laid_round(1, *tables, beside=beside),
        laid_round(2, laid_table(3, range(1, 5), {3: (1, 0)}), beside=beside),
    ]

    shares = shares_by_round(read_boards(duplicate(), rounds))

    assert shares == {(pk, 1): Shares(MATCHPOINTS, FULL * made, 2) for pk, made in (
        (1, Fraction(3, 2)), (2, HALF), (3, Fraction(3, 2)), (4, HALF), (5, HALF), (6, Fraction(3, 2)), (7, HALF),
        (8, Fraction(3, 2)),
    )}  # fmt: skip
    both = together([shares[1, 1], Shares(MATCHPOINTS), Shares(MATCHPOINTS, FULL, 1)])
    assert both is not None
    assert (both.boards, both.figure, both.counted, len(both.of)) == (3, Fraction(5, 6), 8333, 2)
    assert together([None, None]) is None


@pytest.mark.parametrize(("figure", "wanted"), [("5/2", 3), ("-5/2", -3), ("7/3", 2), ("0", 0)])
def test_halves_go_away_from_zero(figure, wanted):
    assert rounded(Fraction(figure)) == wanted
