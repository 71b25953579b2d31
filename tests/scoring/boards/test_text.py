"""Boards as text: what was written is read back, in lines that PBN allows, and what is no such text is refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from scoring.boards.boards import dealt_board_set
from scoring.boards.comparison import Method
from scoring.boards.text import (
    BoardText,
    EveningText,
    PlaceText,
    TableText,
    evening_text,
)
from scoring.rules.book import built_in_books
from tests.books import ON_BOARDS
from tests.scoring.boards.text_reader import TextError, read_evening

LONGEST_TAG = 255  # of PBN
LONG = "Wilhelmina Featherstonehaugh-Montgomery & Bartholomew Featherstonehaugh-Montgomery (12)"


def evening(book: str = "st-hilary", method: Method = Method.MATCHPOINTS) -> EveningText:
    """Three boards: played twice, decided by the director, and of nobody."""
    rules = built_in_books()[book]
    first, *others = rules.sides
    table = TableText(
        round_number=1,
        table=12,
        names={first: LONG, **dict.fromkeys(others, 'Łucja "Lu" \\ José')},
        bidder=rules.seats[0],
        bid=250,
        trump="H",
        result="made",
        meld={first: 40, **dict.fromkeys(others, 0)},
        take={first: 250, **dict.fromkeys(others, 0)},
        scores={first: 290, **dict.fromkeys(others, -1250)},
        shares={first: Decimal("100.00"), **dict.fromkeys(others, Decimal("-12.50"))},
    )
    given = TableText(2, 1, table.names, shares=table.shares, note="Average given by the director: N-S 60%")
    tables = ((table, replace(table, table=2, trump="", shares={})), (given,), ())
    return EveningText(
        event='The "Tuesday" cards',
        site="St. Hilary",
        played_on=date(2026, 11, 24),
        book=rules.name,
        method=method,
        sides=rules.sides,
        boards=tuple(
            BoardText(board.number, board.dealer, board.hands, board.kitty, rows)
            for board, rows in zip(dealt_board_set(rules, "seed", 3), tables, strict=True)
        ),
        places=(PlaceText(1, LONG, 3, Decimal("61.43"), first), PlaceText(2, "Walt", 0, Decimal("0.00"))),
        seed="5eed",
        digest="d1",
    )


@pytest.mark.parametrize("method", Method)
@pytest.mark.parametrize("book", ON_BOARDS)
def test_what_was_written_is_read_back(book: str, method: Method):
    told = evening(book, method)

    text = evening_text(told)

    assert read_evening(text) == told
    assert [line for line in text.splitlines() if line.startswith("[") and len(line) > LONGEST_TAG] == []


def test_hands_that_nobody_recorded_and_an_evening_without_boards():
    told = evening()
    bare = replace(told, boards=(BoardText(1, "N", {}, (), ()),), places=(), seed="", digest="")

    assert read_evening(evening_text(bare)) == bare
    assert read_evening(evening_text(replace(bare, boards=()))) == replace(bare, boards=())


def test_text_as_people_and_other_programs_read_it():
    lines = evening_text(evening()).splitlines()

    assert lines[0] == "% PBN 2.1"
    assert '[Event "The \\"Tuesday\\" cards"]' in lines
    assert '[Date "2026.11.24"]' in lines
    assert '[Scoring "MatchPoints"]' in lines
    hand = next(line for line in lines if line.startswith("[HandN"))
    assert len(hand.removeprefix('[HandN "').removesuffix('"]').split()) == 12
    (place,) = [line for line in lines if line.startswith("  1 ")][:1]
    assert place == f'  1    61.43   3 NS "{LONG}"'


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        ("% PBN 2.1", "% PBN 1.0", "first line"),
        ('[Board "1"]', '[Board "1"', "a tag"),
        ('[Board "1"]', '[Board "one"]', "a whole number"),
        ('[HandN "', '[HandN "1S ', "not a card"),
        ('[Scoring "MatchPoints"]', '[Scoring "IMP"]', "scoring"),
        ('[Date "2026.11.24"]', '[Date "2026.13.24"]', "date"),
        ("[Site ", "[Place ", "no tag Site"),
        ("61.43", "many", "a number"),
        ("  1    61.43   3 NS", "  1    61.43   3", "columns"),
        (";Bid\\3R;", ";Said\\3R;", "no column Bid"),
        (" H ", " X ", "a suit"),
        ("[Event", '1 2 "x"\n[Event', "belongs to no table"),
    ],
)
def test_what_is_no_such_text_is_refused_with_the_reason(was: str, becomes: str, says: str):
    text = evening_text(evening())
    assert was in text

    with pytest.raises(TextError, match=says):
        read_evening(text.replace(was, becomes, 1))
