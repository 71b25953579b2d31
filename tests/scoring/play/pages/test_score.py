from types import SimpleNamespace
from typing import Any

import pytest

from scoring.play.pages.score import result_context, score_context
from scoring.rules.book import built_in_book
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
