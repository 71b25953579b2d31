"""The papers of a duplicate, in words: what a board of each book looks like, without a database."""

from __future__ import annotations

import pytest

from league.evening.cards.boards import compared_boards
from league.evening.paper.pages.hand_records import record_contexts
from league.evening.travelers.records import BoardRecord, Records
from league.models import Event
from scoring.boards.boards import dealt_board
from scoring.boards.comparison import Method
from scoring.rules.book import BUILT_IN_ORDER, built_in_books


def records(book: str) -> Records:
    board = dealt_board(rules := built_in_books()[book], "seed", 2)
    record = BoardRecord(2, rules, board.hands, board.kitty, (), expert="South bids 52 and makes 62 with careful play.")
    return Records(Event(compared="matchpoints"), compared_boards(Method.MATCHPOINTS, ()), (record,), ())


@pytest.mark.parametrize("book", BUILT_IN_ORDER)
def test_each_card_of_a_board_is_printed_once(book: str):
    rules = built_in_books()[book]

    (shown,) = record_contexts(records(book))

    printed = sum(len(suit.cards.replace("–", "").split()) for hand in shown.hands for suit in hand.suits)
    assert printed + len(shown.kitty.split()) == len(rules.cards)
    assert [hand.seat for hand in shown.hands] == (["N", "W", "E", "S"] if rules.is_partnership else [*rules.seats])
    assert (shown.is_compass, shown.results) == (rules.is_partnership, ())
    assert shown.told == ("Expert: South bids 52 and makes 62 with careful play.",)
