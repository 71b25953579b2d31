from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from scoring.play.pages.score import headline_of, result_context, score_context
from scoring.rules.book import built_in_book
from scoring.rules.cards import Seat
from scoring.rules.deal_score import DealRecord
from tests.scoring.play.pages.moments import names

BOOK = built_in_book("st-hilary")
MADE = DealRecord(bidder="S", bid=20, trump="H", meld={"NS": 12, "EW": 4}, take={"NS": 15, "EW": 10})


def test_result_counts_each_side_bidders_first():
    result = result_context(BOOK, MADE, names(BOOK), {"NS": 60, "EW": 41}, you="S")

    bidders, defenders = result
    assert (bidders["name"], bidders["line"].text, bidders["line"].signed_points, bidders["after"]) == (
        "You & Walter",
        "12 + 15 = 27, made 20",
        "+27",
        "60",
    )
    assert ("Meld counts: 12.", "+12") in bidders["reasons"]
    assert (defenders["name"], defenders["line"].signed_points) == ("Doris & Stan", "+14")


def test_set_is_a_loss():
    record = DealRecord(bidder="E", bid=30, trump="H", meld={"NS": 2, "EW": 4}, take={"NS": 15, "EW": 10})

    result = result_context(BOOK, record, names(BOOK), you="S")

    assert [(side["line"].signed_points, side["line"].points < 0, side["after"]) for side in result] == [
        ("−30", True, ""),
        ("+17", False, ""),
    ]


@pytest.mark.parametrize(
    ("left", "said_once", "beside"),
    [
        (("2 of 9 hands played",) * 3, "2 of 9 hands played", ("", "", "")),
        (("90 to go", "109 to go"), "", ("90 to go", "109 to go")),
    ],
)
def test_what_all_sides_share_is_said_once(left: tuple[str, ...], said_once: str, beside: tuple[str, ...]):
    heads = [SimpleNamespace(name="A side", total_text="0", to_go=words, is_winner=False) for words in left]
    card: Any = SimpleNamespace(heads=heads, rows=(), meta="", banner="")

    score = score_context(card)

    assert (score["to_go"], tuple(to_go for _, _, to_go in score["sides"])) == (said_once, beside)


HIGH_BID = "A high bid: about 1 hand"


def high(bidder: Seat, bid: int, take: int) -> DealRecord:
    """A hand of the family's double deck, fifty points in all."""
    taken = {"NS": take, "EW": 50 - take} if bidder in "NS" else {"EW": take, "NS": 50 - take}
    return DealRecord(bidder=bidder, bid=bid, trump="H", meld={"NS": 60, "EW": 60}, take=taken)


@pytest.mark.parametrize(
    ("record", "you", "figure", "words", "margin", "height", "stands_out"),
    [
        (high("S", 50, 30), "S", "+90", "made 50", "40 points over the bid.", "", False),
        (high("S", 80, 20), "S", "+80", "made 80", "Exactly the bid.", f"{HIGH_BID} in 10", False),
        (high("S", 95, 36), "S", "+96", "made 95", "1 point over the bid.", f"{HIGH_BID} in 70", True),
        (high("S", 95, 30), "S", "−95", "set, short of 95 by 5", "", f"{HIGH_BID} in 70", False),
        (high("E", 95, 35), "S", "0", "Doris & Stan: made 95", "Exactly the bid.", f"{HIGH_BID} in 70", False),
        (high("E", 50, 30), None, "+90", "Doris & Stan: made 50", "40 points over the bid.", "", False),
        (replace(high("S", 50, 30), stuck=True), "S", "+90", "made 50", "40 points over the bid.", "", False),
    ],
)  # fmt: skip
def test_headline_tells_a_high_bid_from_a_low_one(
    record: DealRecord, you: Seat | None, figure: str, words: str, margin: str, height: str, stands_out: bool
):
    family = built_in_book("family-double")

    found = headline_of(family, record, names(family), you=you)

    assert (
        found["figure"],
        found["words"],
        found["margin"],
        found["height"].partition(" goes")[0],
        found["stands_out"],
    ) == (
        figure,
        words,
        margin,
        height,
        stands_out,
    )


def test_headline_says_no_share_where_the_book_has_none():
    changed = BOOK.model_copy(update={"contract": BOOK.contract.model_copy(update={"defenders_need": "nothing"})})
    record = replace(MADE, bid=45, meld={"NS": 32, "EW": 4})

    found, printed = (headline_of(book, record, names(book), {"NS": 60, "EW": 41}, you="S") for book in (changed, BOOK))

    assert (found["words"], found["margin"], found["height"]) == ("made 45", "2 points over the bid.", "")
    assert printed["height"] == "A high bid: about 1 hand in 50 goes for 45 or more."
    assert found["standing"] == "You & Walter 60 · Doris & Stan 41"
