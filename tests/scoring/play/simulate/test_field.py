"""A field of bots: the same again from its seed, of all tables what the rules say, and not all the same."""

from __future__ import annotations

from statistics import mean

import pytest

from scoring.boards.boards import dealer_of, dealt_board_set
from scoring.play.simulate.field import TABLES, deal_of, field_from, field_of
from scoring.play.state import Phase, state_to_json
from scoring.rules.book import RuleBook, built_in_book
from tests.books import PLAYED
from tests.sampling import every


@pytest.mark.parametrize("book", every(5, [built_in_book(key) for key in PLAYED]), ids=lambda book: book.key)
def test_tables_of_a_field_differ_and_come_again_from_the_seed(book: RuleBook) -> None:
    boards = dealt_board_set(book.for_players, "club night", 4)

    fields = [field_of(book.for_players, board, TABLES, "field") for board in boards]

    assert fields == [field_of(book.for_players, board, TABLES, "field") for board in boards]
    assert all(set(scores) == set(book.sides) for field in fields for scores in field)
    assert mean(len({tuple(scores.values()) for scores in field}) for field in fields) >= 4
    assert fields != [field_of(book.for_players, board, TABLES, "another") for board in boards]


def test_field_of_what_is_kept_is_that_of_the_board() -> None:
    book = built_in_book("npa")
    board = dealt_board_set(book, "club night", 2)[1]

    kept = state_to_json(deal_of(book, board))

    assert field_from(book.to_json(), kept, 5, f"field board {board.number}") == field_of(book, board, 5, "field")


def test_nobody_is_asked_to_throw_a_board_in() -> None:
    book = built_in_book("gwinnett")
    nines = book.model_copy(update={"redeal": book.redeal.model_copy(update={"nines": 1})})
    board = next(
        each for each in dealt_board_set(book, "nines", 40) if any(card.rank == "9" for card in each.hands["W"])
    )

    assert deal_of(nines, board).phase is Phase.AUCTION
    assert board.dealer == dealer_of(book, board.number)
