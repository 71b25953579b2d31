"""What pages and paper show of a card."""

import pytest

from scoring.models import RuleBookVersion, ScoreCard
from scoring.rules.book import BUILT_IN_ORDER, built_in_books
from scoring.score_card.pages.card import card_context
from tests.scoring.score_card.makers import made, made_hand, sheet_of

PLAYERS = dict(zip("NESWABC", ("Ann", "Bea", "Carl", "Dom", "Ann", "Bea", "Di"), strict=True))
MADE = {"bidder": "N", "bid": 27, "meld": {"NS": 19, "EW": 4}, "take": {"NS": 14, "EW": 11}}
SET = {**MADE, "take": {"NS": 7, "EW": 18}}
HIGH = {"bidder": "N", "bid": 60, "meld": {"NS": 140, "EW": 4}, "take": {"NS": 14, "EW": 11}}


def context_of(*entries, book="st-hilary", **fields):
    """The context of a card that is in no database."""
    rules = built_in_books()[book]
    version = RuleBookVersion(key=book, number=fields.pop("version", 1), data=rules.to_json())
    card = ScoreCard(book_version=version, player_names=PLAYERS, first_dealer=rules.seats[0], **fields)
    return card_context(card, sheet_of(*entries, book=book, hands=fields.get("hands_agreed")))


@pytest.mark.parametrize("book", BUILT_IN_ORDER)
def test_row_of_each_book(book):
    context = context_of(*made_hand(1, book=book), book=book)

    (row,) = context.rows
    first = row.cells[0]
    assert (row.number, row.dealer, row.trump_name, row.is_now) == (1, "Ann", "hearts", False)
    assert first.points == f"+{first.total}"
    assert len(row.cells) == len(context.heads) == len(built_in_books()[book].sides)


def test_set_is_crossed_out_and_the_loss_stands():
    (row,) = context_of(*made_hand(1, **SET)).rows

    bidding, defending = row.cells
    assert (bidding.bid, bidding.meld, bidding.take, bidding.total, bidding.points) == ("27", "19", "7", "−27", "−27")
    assert (bidding.crossed, bidding.loss, bidding.chip) == (True, True, "SET −27")
    assert (defending.bid, defending.crossed, defending.chip, defending.total) == ("", False, "", "22")


def test_hand_in_progress_shows_what_is_entered():
    rows = context_of(*made_hand(1, **MADE), *made_hand(2, **MADE)[:2]).rows

    bidding, defending = rows[1].cells
    assert rows[1].is_now
    assert (bidding.bid, bidding.meld, bidding.take) == ("27", "19", "–")
    assert (defending.meld, defending.points) == ("4", "")


def test_heads_say_what_is_to_go():
    heads = context_of(*made_hand(1, **MADE)).heads

    assert [(head.name, head.total, head.to_go) for head in heads] == [
        ("Ann & Carl", 33, "117 to go"),
        ("Bea & Dom", 15, "135 to go"),
    ]


def test_marks_of_a_line():
    corrected = made("correct", 1, **made_hand(1, **SET)[2].payload)
    redealt = made("redeal", 1, why="misdeal", dealer="N", next_dealer="N")

    (row,) = context_of(redealt, *made_hand(1, **MADE), corrected).rows

    assert (row.is_corrected, row.redeals) == (True, 1)


def test_line_after_the_end_says_that_it_does_not_count():
    rows = context_of(*made_hand(1, **HIGH), *made_hand(2, **MADE)).rows

    assert rows[1].after_end
    assert rows[1].note == "After the end of the game: not counted"
    assert rows[1].cells[0].total == ""


def test_banner_says_who_won_and_why():
    context = context_of(*made_hand(1, **HIGH))

    assert context.banner.startswith("Ann & Carl win: 154 to 15.")
    assert [head.is_winner for head in context.heads] == [True, False]
    assert context_of(*made_hand(1, **MADE)).banner == ""


def test_undo_key_is_gone_when_there_is_nothing_to_undo():
    signatures = [made("sign", side=side, version=3) for side in ("NS", "EW")]

    assert context_of().undo_text == ""
    assert context_of(*made_hand(1, **MADE)).undo_text.lower() == "take of hand 1"
    assert context_of(*made_hand(1, **MADE), *signatures).undo_text == ""


def test_struck_signatures_are_told():
    signature = made("sign", side="NS", version=3)

    assert not context_of(*made_hand(1, **MADE), signature).struck
    assert context_of(*made_hand(1, **MADE), signature, *made_hand(2, **MADE)).struck


@pytest.mark.parametrize(
    ("fields", "title"),
    [
        ({}, "St. Hilary"),
        ({"table_name": "3"}, "Table 3"),
        ({"table_name": "3", "round_name": "2"}, "Table 3 · Round 2"),
    ],
)
def test_title_of_a_card(fields, title):
    assert context_of(**fields).title == title


@pytest.mark.parametrize(
    ("book", "goal"), [("st-hilary", "to 150"), ("npa", "round of 4 hands"), ("gwinnett-3", "9 hands")]
)
def test_meta_says_what_is_played_for(book, goal):
    assert context_of(book=book, hands_agreed=9 if book == "gwinnett-3" else None).meta.endswith(goal)


def test_meta_names_a_later_version_of_the_rules():
    assert "St. Hilary rules v2" in context_of(version=2).meta
