"""The money sheet: every line adds up to 0, and what the winner takes."""

import random
from typing import Any

from scoring.rules.book import built_in_book
from scoring.rules.deal_score import DealRecord
from scoring.rules.game import play_game
from scoring.rules.money import MoneySheet, money_sheet
from tests.scoring.rules.deal_samples import changed, random_record

CUTTHROAT = built_in_book("cutthroat")


def hand(bidder: str, bid: int, meld: tuple[int, int, int], take: tuple[int, ...] = (), **more: Any) -> DealRecord:
    melds, takes = (dict(zip("ABC", figures, strict=False)) for figures in (meld, take))
    return DealRecord(bidder=bidder, bid=bid, trump="S", meld=melds, take=takes, **more)


def sheet_of(*hands: DealRecord) -> MoneySheet:
    sheet = money_sheet(CUTTHROAT, play_game(CUTTHROAT, hands))
    assert sheet is not None
    return sheet


def test_books_that_are_not_for_money_have_no_sheet() -> None:
    assert money_sheet(built_in_book("gwinnett-3"), play_game(built_in_book("gwinnett-3"), [])) is None


def test_each_kind_of_set_costs_what_the_book_says() -> None:
    in_play = hand("A", 65, (20, 0, 0), (10, 20, 20))
    thrown_in = hand("B", 65, (0, 20, 0), thrown_in=True)
    renege = hand("C", 65, (0, 20, 0), renege="A")
    made = hand("C", 50, (0, 0, 40), (10, 20, 20))

    sheet = sheet_of(in_play, thrown_in, renege, made)

    assert [(line.hand, line.side, line.kind, line.reason) for line in sheet.lines] == [
        (1, "A", "hard", "in_play"),
        (2, "B", "soft", "unplayed"),
        (3, "A", "hard", "renege"),
    ]
    assert [dict(line.amounts) for line in sheet.lines] == [
        {"A": -8, "B": 2, "C": 2},
        {"A": 1, "B": -4, "C": 1},
        {"A": -8, "B": 2, "C": 2},
    ]
    assert [line.kitty for line in sheet.lines] == [4, 2, 4]
    assert (dict(sheet.totals), sheet.kitty, dict(sheet.paid)) == ({"A": -15, "B": 0, "C": 5}, 10, {})


def test_losers_on_the_board_take_a_soft_set_and_the_winner_what_they_are_down() -> None:
    """A wins; B stands above 0, C never did."""
    first = hand("C", 65, (0, 30, 20), (20, 20, 10))
    last = hand("A", 60, (340, 0, 0), (40, 10, 0), tricks={"C": 0})

    sheet = sheet_of(first, last)

    assert [(line.hand, line.side, line.kind) for line in sheet.lines] == [
        (1, "C", "hard"),
        (None, "B", "soft"),
        (None, "C", "hard"),
    ]
    assert dict(sheet.totals) == {"A": 5, "B": 0, "C": -15}
    assert dict(sheet.paid) == {"A": 15, "B": 0, "C": -15}


def test_winner_gets_nothing_back_of_what_the_winner_put_in() -> None:
    sets = [hand("A", 65, (0, 0, 0), (10, 20, 20)) for _ in range(3)]
    sheet = sheet_of(*sets, hand("A", 250, (600, 0, 0), (40, 10, 0), tricks={"C": 0}))

    assert dict(sheet.totals) == {"A": -22, "B": 3, "C": 3}
    assert dict(sheet.paid) == {"A": 0, "B": 0, "C": 0}


def test_columns_with_the_kitty_add_up_to_0_in_every_line_and_at_the_end() -> None:
    rng = random.Random(7)
    books = (CUTTHROAT, changed(CUTTHROAT, money__hard_set=10, money__set_unplayed="hard", game__target=500))
    ended = 0
    for _ in range(60):
        book = rng.choice(books)
        game = play_game(book, [random_record(book, rng) for _ in range(25)])
        sheet = money_sheet(book, game)
        assert sheet is not None
        for line in sheet.lines:
            assert sum(line.amounts.values()) + line.kitty == 0
        assert sum(sheet.totals.values()) + sheet.kitty == 0
        assert sum(sheet.paid.values()) == 0
        ended += game.won is not None
    assert ended > 0
