"""What stands beside the card. No database."""

import re
from typing import Unpack

import pytest
from django.template.loader import get_template

from scoring.rules.book import RuleBook, built_in_book
from scoring.score_card.names import Names
from scoring.score_card.pages.panels import panel_context, steps_context
from scoring.score_card.people import names_now
from scoring.score_card.sheet import EntryData
from tests.scoring.rules.deal_samples import of_unequal_counters
from tests.scoring.score_card.makers import MADE, Hand, made_hand, sheet_of

PLAYERS = {"N": "Ann", "E": "Bea", "S": "Carl", "W": "Dom"}


def test_steps_stand_above_the_pad():
    sheet = sheet_of(*made_hand(1, **MADE)[:2])

    bid, meld, take = steps_context(sheet.lines[0], Names(sheet.book, PLAYERS, {}), "take")

    assert (bid.summary[:2], bid.suit, bid.is_entered) == ("27", "H", True)
    assert (meld.is_entered, meld.is_current) == (True, False)
    assert (take.is_entered, take.is_current) == (False, True)


def test_the_book_reminds_at_the_step_it_is_about():
    bid, meld, _ = made_hand(1, book="npa")
    names = Names(sheet_of(book="npa").book, PLAYERS, {})

    told = [panel_context(sheet_of(*entries, book="npa"), names).custom for entries in ((), (bid,), (bid, meld))]

    assert [line.partition(".")[0] for line in told] == [
        "The bidder’s first marriage is trump",
        "Aces around must be shown before the first card is led",
        "10 seconds to turn a book, then anyone may",
    ]
    assert panel_context(sheet_of(), Names(sheet_of().book, PLAYERS, {})).custom == ""


def test_who_plays_on_is_told_while_a_hand_is_entered():
    late = {"seat": "S", "minutes": 20, "substitute": "in_event"}
    nobody, nameless = sheet_of(book="npa"), sheet_of(EntryData(0, "late", payload=late), book="npa")
    named = sheet_of(EntryData(0, "late", payload={**late, "name": "Eve"}), book="npa")

    def reminders(sheet):
        return panel_context(sheet, names_now(sheet, Names(sheet.book, PLAYERS, {}))).reminders

    assert reminders(named) == ("Eve plays for Carl.",)
    assert reminders(nameless) == ("Substitute for Carl plays for Carl, whose name stays on the card.",)
    assert reminders(nobody) == ()


def test_each_side_has_its_figure_with_the_bid_beside_the_bidders_meld():
    bid, meld, _ = made_hand(1, **MADE)
    sheets = sheet_of(bid), sheet_of(bid, meld)

    told = [panel_context(sheet, Names(sheet.book, PLAYERS, {})).figures for sheet in sheets]

    assert [(side["field"].name, side["called"], side["is_bidding"], side["bid"]) for side in told[0] + told[1]] == [
        ("meld_NS", "Ann", True, 27),
        ("meld_EW", "Bea", False, None),
        ("take_NS", "Ann", True, None),
        ("take_EW", "Bea", False, None),
    ]


def test_of_three_figures_are_tapped_whole_and_of_two_typed():
    bid, meld, _ = made_hand(
        1, book="gwinnett-3", bidder="B", meld={"A": 2, "B": 8, "C": 4}, take={"A": 5, "B": 20, "C": 0}
    )

    def keys(*entries, book):
        sheet = sheet_of(*entries, book=book)
        return panel_context(sheet, Names(sheet.book, {}, {})).figure_keys

    assert keys(bid, book="gwinnett-3")[:4] == (0, 1, 2, 3)
    assert keys(bid, meld, book="gwinnett-3") == tuple(range(26))
    assert keys(*made_hand(1, **MADE)[:1], book="st-hilary") == ()


def quick_bids(*bids: int, book: str) -> tuple[int, ...]:
    """What is offered after hands that were won at these bids."""
    figures = {"meld": {"NS": 30, "EW": 20}, "take": {"NS": 20, "EW": 30 if book == "npa" else 5}}
    hands = [made_hand(number, book=book, bid=bid, **figures) for number, bid in enumerate(bids, start=1)]
    sheet = sheet_of(*(entry for hand in hands for entry in hand), book=book)
    return panel_context(sheet, Names(sheet.book, PLAYERS, {})).quick_bids


def test_quick_bids_are_this_table_s_and_the_likely_ones_until_nobody_bids_those():
    likely = quick_bids(book="npa")
    assert likely == (70, 75, 80, 85)
    assert quick_bids(100, book="npa") == likely
    assert quick_bids(52, 70, 54, book="npa") == likely
    assert quick_bids(52, 53, 54, book="npa") == ()
    assert quick_bids(52, 100, 52, book="npa") == (52,)


def test_meld_step_says_who_has_the_bid_and_who_is_stuck_with_it():
    def said(**bid: Unpack[Hand]) -> str:
        sheet = sheet_of(made_hand(1, **MADE | bid)[0])
        return panel_context(sheet, Names(sheet.book, PLAYERS, {})).bid_text

    assert said() == "Ann has it for 27."
    assert said(bid=15) == "Ann is stuck at 15."


@pytest.mark.parametrize(
    ("book", "keys"),
    [
        (built_in_book("st-hilary"), ["All 25", "None", "−1", "+1"]),
        (of_unequal_counters("ATK", 10), ["All 250", "None", "−10", "+10"]),
        (of_unequal_counters("ATKQ", 10, 10, 5, 5), ["All 250", "None", "−5", "+5"]),
        (of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2), ["All 250", "None", "−1", "+1"]),
        (of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2, deck__rounding="up"), ["All 250", "None", "−10", "+10"]),
    ],
)
def test_keys_beside_a_take_go_by_what_takes_can_be(book: RuleBook, keys: list[str]):
    drawn = get_template("scoring/score_card/_take_keys.html").render({"deck": book.deck})

    assert re.findall(r">([^<\s][^<]*)</button>", drawn) == keys
    assert re.findall(r'data-key="([-+]\d+)"', drawn) == [key.replace("−", "-") for key in keys[2:]]
