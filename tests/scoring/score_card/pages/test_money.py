"""The money sheet as the card shows it."""

from django.template.loader import render_to_string

from scoring.score_card.names import Names
from scoring.score_card.pages.money import MoneyContext, money_context
from tests.scoring.score_card.makers import made_hand, sheet_of
from tests.scoring.score_card.pages.test_card import context_of

IN_PLAY = {"bidder": "A", "bid": 65, "meld": {"A": 20, "B": 0, "C": 0}, "take": {"A": 10, "B": 20, "C": 20}}
THROWN_IN = {"bidder": "B", "bid": 70, "meld": {"A": 2, "B": 20, "C": 12}, "take": {}, "thrown_in": True}
WON = {"bidder": "C", "bid": 90, "meld": {"A": 2, "B": 20, "C": 330}, "take": {"A": 3, "B": 0, "C": 47}}


def money_of(*hands: dict) -> MoneyContext:
    entries = [entry for number, hand in enumerate(hands, start=1) for entry in made_hand(number, **hand)]
    return context_of(*entries, book="cutthroat").money


def test_each_set_is_a_row_that_says_why():
    money = money_of({**IN_PLAY, "book": "cutthroat"}, {**THROWN_IN, "book": "cutthroat"})

    assert money.names == ("Ann", "Bea", "Di", "Kitty")
    assert [(row["title"], row.get("words"), [amount for _, amount in row["cells"]]) for row in money.all_rows] == [
        ("Hand 1", "Ann, hard set: set in play", ["−8", "+2", "+2", "+4"]),
        ("Hand 2", "Bea, soft set: set without playing", ["+1", "−4", "+1", "+2"]),
        ("Total", None, ["−7", "−2", "+3", "+6"]),
    ]
    assert (money.in_short, money.sentence) == ("Money after hand 2: Ann −7, Bea −2, Di +3, Kitty +6", "")


def test_an_initial_ends_the_sentence_of_who_pays():
    sheet = sheet_of(*made_hand(1, book="cutthroat", **WON, tricks={"B": 0}), book="cutthroat")

    sentence = money_context(sheet, Names(sheet.book, {"A": "Ann", "B": "Bea K.", "C": "Di"}, {})).sentence

    assert sentence.endswith(" from Bea K.")


def test_end_of_the_game_says_who_pays_the_winner():
    hands = [{**hand, "book": "cutthroat"} for hand in (IN_PLAY, {**WON, "tricks": {"B": 0}})]

    money = money_of(*hands)

    assert [row["title"] for row in money.all_rows] == ["Hand 1", "At the end", "At the end", "Total", "Paid"]
    assert [row["words"] for row in money.rows[1:]] == [
        "Ann, hard set: lost, not on board",
        "Bea, soft set: lost, on board",
    ]
    assert money.ends[1]["cells"] == (("Ann", "−15"), ("Bea", "0"), ("Di", "+15"), ("Kitty", "0"))
    assert money.sentence == "Di takes 15: 15 from Ann."


def test_books_without_money_show_none():
    assert context_of(*made_hand(1)).money is None


def test_money_sheet_stands_under_a_card_that_nobody_enters_on():
    entries = [entry for number in (1, 2) for entry in made_hand(number, book="cutthroat", **IN_PLAY)]
    view = context_of(*entries, book="cutthroat")

    shown = render_to_string("scoring/score_card/_score_card.html", {"view": view, "base": "/"})
    entering = render_to_string("scoring/score_card/_score_card.html", {"view": view, "base": "/", "panel": True})

    assert 'data-label="Kitty">+8<' in shown
    assert "Money sheet" not in entering
