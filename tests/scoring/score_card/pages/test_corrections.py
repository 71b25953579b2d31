"""What a correction changes. No database."""

import pytest

from scoring.rules.book import built_in_books
from scoring.score_card.names import Names
from scoring.score_card.pages.corrections import correction_context
from scoring.score_card.pages.history import Change
from tests.books import TRIED
from tests.scoring.score_card.makers import HIGH, MADE, SET, hand_payload, made, made_hand, sheet_of

PLAYERS = {"N": "Ann", "E": "Bea", "S": "Carl", "W": "Dom", "A": "Ann", "B": "Bea", "C": "Di"}
THEIRS = {"bidder": "E", "bid": 60, "meld": {"NS": 4, "EW": 140}, "take": {"NS": 14, "EW": 11}}


def corrected(hand, figures, *entries, book="st-hilary", hands=None):
    before = sheet_of(*entries, book=book, hands=hands)
    after = before.with_entry("correct", hand, hand_payload(before.book, **figures))
    return correction_context(before, after, hand, Names(before.book, PLAYERS, {}))


def test_hand_and_every_total_after_it():
    context = corrected(2, SET, *made_hand(1, **MADE), *made_hand(2, **MADE), *made_hand(3, **MADE))

    assert context.figures == (Change("Ann & Carl, take", "14", "7"), Change("Bea & Dom, take", "11", "18"))
    assert [(score.was, score.becomes) for score in context.scores] == [("+33", "−27"), ("+15", "+22")]
    assert [(row["hand"], row["cells"][0].was, row["cells"][0].becomes) for row in context.totals] == [
        (2, "66", "6"),
        (3, "99", "39"),
    ]
    assert context.verdict is None
    assert context.in_short == "Ann & Carl 99 → 39 · Bea & Dom 45 → 52"


def test_same_figures_change_nothing():
    context = corrected(1, MADE, *made_hand(1, **MADE))

    assert context.is_same
    assert context.totals == ()
    assert context.in_short == "Nothing has changed yet."


def test_figure_that_changes_no_total():
    context = corrected(1, {**MADE, "trump": "S"}, *made_hand(1, **MADE))

    assert not context.is_same
    assert context.in_short == "No total changes."


def test_correction_that_ends_the_game_earlier():
    context = corrected(1, THEIRS, *made_hand(1, **MADE), *made_hand(2, **MADE), *made_hand(3, **MADE))

    assert context.verdict["headline"] == "This ends the game."
    assert context.verdict["sentences"] == (
        "Bea & Dom would have won on hand 1, 151 to 18: hands 2 and 3 would no longer count.",
    )
    assert [row["cells"][0].becomes for row in context.totals] == ["18", "not counted", "not counted"]


def test_correction_that_changes_the_winner():
    context = corrected(2, THEIRS, *made_hand(1, **MADE), *made_hand(2, **HIGH))

    assert context.verdict["headline"] == "The winner changes."
    assert context.verdict["sentences"] == (
        "Ann & Carl had won on hand 2, 187 to 30.",
        "Bea & Dom would have won on hand 2, 166 to 51.",
    )


def test_correction_after_which_the_game_goes_on():
    early_end = made("correct", 1, **hand_payload(sheet_of().book, **HIGH))

    context = corrected(1, MADE, *made_hand(1, **MADE), *made_hand(2, **MADE), early_end)

    assert context.verdict["headline"] == "The game goes on."
    assert context.verdict["sentences"] == (
        "Ann & Carl had won on hand 1, 154 to 15.",
        "Nobody has won yet.",
        "Hand 2 would count again.",
    )


def test_many_hands_are_told_from_first_to_last():
    lines = [entry for hand in range(1, 5) for entry in made_hand(hand, **SET)]

    context = corrected(1, THEIRS, *lines)

    assert context.verdict["sentences"][0].endswith("hands 2 to 4 would no longer count.")


def test_leader_of_a_game_of_so_many_hands():
    def line(hand, bidder):
        meld = {**dict.fromkeys("ABC", 0), bidder: 30}
        take = {**dict.fromkeys("ABC", 0), bidder: 25}
        return made_hand(hand, book="gwinnett-3", bidder=bidder, bid=25, meld=meld, take=take)

    figures = {"bidder": "B", "bid": 25, "meld": {"A": 0, "B": 40, "C": 0}, "take": {"A": 0, "B": 25, "C": 0}}

    context = corrected(1, figures, *line(1, "A"), *line(2, "B"), *line(3, "A"), book="gwinnett-3", hands=3)

    assert context.verdict["headline"] == "The result changes."
    assert context.verdict["sentences"][0].startswith("Was: Ann wins: 160 to 80 and 0.")
    assert context.verdict["sentences"][1].startswith("Becomes: Bea wins: ")


@pytest.mark.parametrize(("signers", "words"), [("", ""), ("NS", "Ann & Carl have signed"), ("EW", "Bea & Dom have")])
def test_signatures_that_would_be_struck(signers, words):
    signs = [made("sign", side=signers, version=3)] if signers else []

    assert corrected(1, SET, *made_hand(1, **MADE), *signs).struck.startswith(words)


@pytest.mark.parametrize("book", TRIED)
def test_every_book_compares(book):
    rules = built_in_books()[book]
    side, other = rules.sides[:2]
    take = {**dict.fromkeys(rules.sides, 0), side: rules.total_points - 5, other: 5}

    context = corrected(1, {"take": take}, *made_hand(1, book=book), book=book, hands=9)

    assert len(context.scores) == len(rules.sides)
    assert not context.is_same
