"""A set of boards follows from its seed, and from nothing else."""

from collections import Counter

import pytest

from scoring.boards.boards import board_text, dealt_board_set, digest_of
from scoring.rules.book import built_in_book
from scoring.rules.dealing import may_call_redeal
from tests.books import ON_BOARDS


@pytest.mark.parametrize("key", ON_BOARDS)
def test_boards_of_every_book(key):
    book = built_in_book(key)
    boards = dealt_board_set(book, "a secret", 8)

    for board in boards:
        everything = [card for hand in board.hands.values() for card in hand] + list(board.kitty)
        assert Counter(everything) == Counter(book.cards)
        assert set(board.hands) == set(book.seats)
        assert not any(may_call_redeal(book, hand) for hand in board.hands.values())
    dealers = Counter(board.dealer for board in boards[: len(book.seats)])
    assert dealers == Counter(book.seats), "each player deals once"


def test_seed_is_checked_by_the_digest():
    book = built_in_book("st-hilary")
    boards = dealt_board_set(book, "a secret", 4)

    assert dealt_board_set(book, "a secret", 4) == boards
    assert digest_of(dealt_board_set(book, "a secret", 4), "a secret") == digest_of(boards, "a secret")
    assert digest_of(dealt_board_set(book, "another", 4), "another") != digest_of(boards, "a secret")
    assert digest_of(boards[::-1], "a secret") != digest_of(boards, "a secret")


def test_longer_set_begins_as_the_shorter_one():
    book = built_in_book("npa")

    assert dealt_board_set(book, "a secret", 12)[:4] == dealt_board_set(book, "a secret", 4)


def test_board_as_text():
    first, *_ = dealt_board_set(built_in_book("gwinnett-3"), "a secret", 1)
    lines = board_text(first).splitlines()

    assert lines[0] == "Board 1, dealer A"
    assert [line.split(":")[0] for line in lines[1:]] == ["A", "B", "C", "Kitty"]
