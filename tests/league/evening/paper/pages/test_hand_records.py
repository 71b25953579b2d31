"""The papers of a duplicate, in words: what a board of each book looks like, without a database."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from league.evening.cards.boards import compared_boards
from league.evening.paper.pages.hand_records import record_contexts
from league.evening.travelers.records import BoardRecord, Records
from league.models import Event
from scoring.boards.boards import dealt_board
from scoring.boards.comparison import Method
from scoring.rules.book import built_in_books
from tests.books import ON_BOARDS
from tests.league.evening.cards.laid_boards import BOOK, decided
from tests.league.evening.cards.test_boards import one_board
from tests.league.evening.cards.worked_out import amount


def records(book: str) -> Records:
    board = dealt_board(rules := built_in_books()[book], "seed", 2)
    record = BoardRecord(2, rules, board.hands, board.kitty, (), expert="South bids 52 and makes 62 with careful play.")
    return Records(Event(compared="matchpoints"), compared_boards(Method.MATCHPOINTS, ()), (record,), ())


@pytest.mark.parametrize("book", ON_BOARDS)
def test_each_card_of_a_board_is_printed_once(book: str):
    rules = built_in_books()[book]

    (shown,) = record_contexts(records(book))

    printed = sum(len(suit["cards"].replace("–", "").split()) for hand in shown["hands"] for suit in hand["suits"])
    assert printed + len(shown["kitty"].split()) == len(rules.cards)
    seats = [hand["seat"] for hand in shown["hands"]]
    assert seats == (["N", "W", "E", "S"] if rules.has_partners else [*rules.seats])
    assert (shown["is_compass"], shown["results"]) == (rules.has_partners, [])
    assert shown["sentences"] == ["Expert: South bids 52 and makes 62 with careful play."]


@pytest.mark.parametrize("fouled_from", [0, 5])
@pytest.mark.parametrize("method", Method)
def test_each_share_is_worked_out_again_from_the_sentences_below(method: Method, fouled_from: int):
    """+60, four times +10 and −100: by themselves +10 on average, or 0 where none is left out."""
    decisions = [decided("fouled", 1, fouled_from)] if fouled_from else []
    boards = one_board((60, 0), *4 * [(10, 0)], (0, 100), method=method, decisions=decisions)
    record = BoardRecord(1, BOOK, {}, (), boards.travelers[1])

    (shown,) = record_contexts(Records(Event(compared=method), boards, (record,), ()))

    told = "\n".join(shown["sentences"])
    averages = [amount(each) for each in re.findall(r"^Average.*: ([+−]?[\d.]+) for N-S$", told, re.MULTILINE)]
    assert len(averages) == 1 + bool(fouled_from)
    assert ("without the highest and the lowest: +10 for" in told) == (method is not Method.CROSS and not fouled_from)
    lines = [(amount(made), int(times), amount(share.removesuffix("%"))) for made, times, share in shown["results"][0]]
    sizes = [4, 2] if fouled_from else [6]
    parts = [lines[:2], lines[2:]] if fouled_from else [lines]
    for part, size, average in zip(parts, sizes, averages, strict=True):
        assert sum(times for _, times, _ in part) == size
        for made, times, share in part:
            above = made - average
            if method is Method.CROSS:
                assert f"A share is {size} ÷ {size - 1} of what is above that average." in shown["sentences"]
                above = above * size / (size - 1)
            if method is Method.MATCHPOINTS:
                above = sum(other_times for other, other_times, _ in part if other < made) + Fraction(times - 1, 2)
                if fouled_from:
                    assert f", + ½) × 6 ÷ {size} − ½, of 5" in told
                    above = (above + Fraction(1, 2)) * 6 / size - Fraction(1, 2)
                above = above * 100 / 5
            assert abs(above - share) <= Fraction(1, 20), (made, share, told)
