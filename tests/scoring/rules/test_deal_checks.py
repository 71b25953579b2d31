"""Checks of typed figures: each fault beside its field, and nothing to say about a sound deal."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.deal_checks import (
    bid_fault,
    completed_takes,
    meld_fault,
    meld_note,
    record_faults,
    take_faults,
)
from scoring.rules.deal_score import DealRecord
from scoring.rules.questions import YES, open_questions, with_answer
from tests.scoring.rules.deal_samples import BOOKS, changed, of_unequal_counters, random_takes

ST_HILARY = built_in_book("st-hilary")
HIDDEN_VALLEY = built_in_book("hidden-valley")
FAMILY = built_in_book("family-double")
NPA = built_in_book("npa")
GWINNETT = built_in_book("gwinnett")
GWINNETT_3 = built_in_book("gwinnett-3")
CUTTHROAT = built_in_book("cutthroat")


def record(bid: int, meld: tuple[int, ...] = (), take: tuple[int, ...] = (), **more: Any) -> DealRecord:
    """A deal that the first player bid; melds and takes in the order of the score card."""
    sides = ("A", "B", "C") if len(meld) == 3 else ("NS", "EW")
    values = {"bidder": sides[0][0], "trump": "S", **more}
    return DealRecord(
        bid=bid,
        meld=dict(zip(sides, meld, strict=True)) if meld else {},
        take=dict(zip(sides, take, strict=True)) if take else {},
        **values,
    )


# -- the bid -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "bid", "stuck", "words"),
    [
        (ST_HILARY, 14, False, "Bidding opens at 15"),
        (NPA, 63, False, "60 or 65"),
        (NPA, 105, False, "100 or 110"),
        (GWINNETT, 20, False, "Only a stuck dealer"),
        (GWINNETT, 21, True, "A stuck dealer takes the bid at 20, not at 21."),
    ],
)
def test_bid_fault(book: RuleBook, bid: int, stuck: bool, words: str) -> None:
    assert words in (bid_fault(book, bid, stuck) or "")


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_the_opening_and_the_stuck_bid_are_sound(book: RuleBook) -> None:
    assert bid_fault(book, book.auction.opening, stuck=False) is None
    assert bid_fault(book, book.auction.stuck, stuck=True) is None


# -- takes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("takes", "wanted"),
    [
        ({"NS": 11, "EW": 14}, {}),
        ({"NS": 11}, {}),
        ({}, {}),
        ({"NS": 11, "EW": 13}, {"take": "11 + 13 = 24, but a hand has 25 points."}),
        ({"NS": -1, "EW": 26}, {
            "take_NS": "Take can’t be below 0.",
            "take_EW": "There are only 25 points in a hand.",
        }),
    ],
)  # fmt: skip
def test_take_faults(takes: dict[str, int], wanted: dict[str, str]) -> None:
    assert take_faults(ST_HILARY, takes) == wanted


def test_takes_of_three_players_come_to_25() -> None:
    assert take_faults(GWINNETT_3, {"A": 10, "B": 8, "C": 6}) == {"take": "10 + 8 + 6 = 24, but a hand has 25 points."}
    assert take_faults(GWINNETT_3, {"A": 10, "B": 18}) == {"take": "10 + 18 = 28, but a hand has only 25 points."}


def test_after_a_renege_takes_may_fall_short_but_not_go_over() -> None:
    assert take_faults(GWINNETT, {"NS": 4, "EW": 2}, renege="NS") == {}
    assert take_faults(GWINNETT, {"NS": 14, "EW": 12}, renege="NS") == {
        "take": "14 + 12 = 26, but a hand has only 25 points."
    }


def test_takes_may_fall_short_by_what_lies_buried_and_counts_for_nobody() -> None:
    book = changed(GWINNETT_3, kitty__buried_count=False)

    assert take_faults(book, {"A": 10, "B": 8, "C": 4}) == {}
    assert take_faults(book, {"A": 10, "B": 8, "C": 3}) == {"take": "10 + 8 + 3 = 21, but a hand has 22 to 25 points."}
    assert completed_takes(book, {"A": 14, "C": 1}) == {"A": 14, "C": 1}


def test_a_take_that_no_tricks_come_to() -> None:
    book = changed(ST_HILARY, deck__counter_points=5)

    assert take_faults(book, {"NS": 13}) == {"take_NS": "By these rules nobody can take 13."}
    assert take_faults(book, {"NS": 11, "EW": 110}) == {}


def test_takes_of_unequal_counters_are_what_their_cards_can_come_to() -> None:
    book = of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2)

    assert take_faults(book, {"NS": 166, "EW": 84}) == {}
    assert [take for take in range(251) if take_faults(book, {"NS": take})] == [1, 249]
    assert completed_takes(book, {"NS": 166}) == {"NS": 166, "EW": 84}
    assert take_faults(book, {"NS": 166, "EW": 83}) == {"take": "166 + 83 = 249, but a hand has 250 points."}
    assert [take for take in range(31) if not take_faults(of_unequal_counters("ATKQ", 10, 10, 5, 5), {"NS": take})] == [
        0, 5, 10, 15, 20, 25, 30,
    ]  # fmt: skip


def test_as_much_as_the_best_cards_count_may_lie_buried() -> None:
    book = changed(GWINNETT_3, deck__counters="ATKQJ", deck__counter_points=[11, 10, 4, 3, 2], deck__last_trick=10)

    assert book.buried_points == 33
    assert changed(book, kitty__buried_count=False).uncounted_points == 33


@pytest.mark.parametrize(("rounding", "goes_up"), [("up", "NS EW"), ("bidders", "NS"), ("sevens", "")])
def test_takes_may_be_entered_as_counted_or_as_rounded(rounding: str, goes_up: str) -> None:
    """Just those figures that some piles and their bidder can lead to."""
    book = of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2, deck__rounding=rounding)

    def entered(pile: int, side: str) -> set[int]:
        added = 3 if rounding == "sevens" else 5 if side in goes_up else 4
        return {pile, (pile + added) // 10 * 10}

    possible = set()
    for pile in (0, *range(2, 249), 250):
        for bidder, other in (("NS", "EW"), ("EW", "NS")) if rounding != "bidders" else (("NS", "EW"),):
            pairs = product(entered(pile, bidder), entered(250 - pile, other))
            possible |= {pair for first, second in pairs for pair in ((first, second), (second, first))}
    assert possible == {
        (first, second)
        for first, second in product(range(261), repeat=2)
        if not take_faults(book, {"NS": first, "EW": second})
    }


def test_the_last_missing_take_follows_from_the_others() -> None:
    assert completed_takes(ST_HILARY, {"EW": 14}) == {"EW": 14, "NS": 11}
    assert completed_takes(NPA, {"NS": 50}) == {"NS": 50, "EW": 0}
    assert completed_takes(ST_HILARY, {"EW": 26}) == {"EW": 26}
    assert completed_takes(GWINNETT_3, {"A": 14}) == {"A": 14}
    assert completed_takes(GWINNETT_3, {"A": 14, "C": 1}) == {"A": 14, "C": 1, "B": GWINNETT_3.total_points - 15}


# -- meld --------------------------------------------------------------------------------


def test_meld_that_no_cards_make() -> None:
    assert meld_fault(FAMILY, 7) == "7 isn’t a possible meld here. Did you mean 6 or 8?"
    assert meld_fault(ST_HILARY, 7) is None
    assert [meld_fault(ST_HILARY, meld) for meld in (-2, -1, 0)] == [*["Meld can’t be below 0."] * 2, None]
    assert meld_fault(NPA, 7, natural=True) == "7 isn’t a possible meld without trump. Did you mean 6 or 8?"


def test_only_the_bidder_melds_from_the_kitty_too() -> None:
    book = built_in_book("gwinnett-3")

    assert meld_fault(book, 147, bidding=True) is None
    assert meld_fault(book, 147) == "147 isn’t a possible meld here. Did you mean 146 or 148?"


def test_meld_below_the_minimum_is_remarked_on_and_no_fault() -> None:
    deal = record(60, (14, 24))

    assert meld_note(NPA, deal, "NS") == "14 is below 20, so it counts 0."
    assert meld_note(NPA, deal, "EW") is None
    assert meld_note(NPA, record(60), "NS") is None
    assert meld_note(ST_HILARY, deal, "NS") is None
    assert meld_note(NPA, record(60, (20, 0)), "NS") is None
    assert meld_note(NPA, record(60, (20, 0)), "EW") is None
    assert record_faults(NPA, deal, "N") == {}


def test_meld_below_the_minimum_under_the_other_readings() -> None:
    when_stuck = changed(NPA, meld__minimum_for_bidders="when_stuck")
    assert meld_note(when_stuck, record(60, (14, 18)), "NS") is None
    assert meld_note(when_stuck, record(NPA.auction.stuck, (14, 18), stuck=True), "NS") is not None
    assert meld_note(when_stuck, record(60, (14, 18)), "EW") is not None

    any_natural = changed(NPA, contract__natural_meld_needs_minimum=False)
    assert meld_note(any_natural, record(60, (14, 18), trump=None, no_marriage=True), "EW") is None
    assert meld_note(any_natural, record(60, (14, 18)), "EW") is not None


# -- records -----------------------------------------------------------------------------


def test_a_record_just_begun_is_sound() -> None:
    assert record_faults(ST_HILARY, record(20), "N") == {}
    assert record_faults(NPA, record(60), "N") == {}


@pytest.mark.parametrize(
    ("book", "deal", "wanted"),
    [
        (ST_HILARY, record(20, (10, 8), (14, 11)), {}),
        (ST_HILARY, record(20, (10, 8), (14, 11), bidder="A"), {"bidder": "Nobody sits at A at this table."}),
        (ST_HILARY, record(12), {"bid": "Bidding opens at 15. Bid that or more."}),
        (ST_HILARY, record(15, stuck=True, bidder="E"), {"stuck": "Only the dealer can be stuck with the bid."}),
        (ST_HILARY, record(20, trump=None), {"trump": "Tap the suit that is trump."}),
        (ST_HILARY, record(20, trump="X"), {"trump": "Trump is one of the four suits."}),
        (
            ST_HILARY,
            record(20, no_marriage=True, trump=None),
            {"no_marriage": "These rules need no marriage to name trump."},
        ),
        (NPA, record(50, no_marriage=True), {"trump": "Without a marriage, trump can’t be named."}),
        (NPA, record(50, no_marriage=True, trump=None), {}),
        (ST_HILARY, replace(record(20), meld={"NS": 10}), {"meld_EW": "Enter the meld, or 0 if there was none."}),
        (
            FAMILY,
            record(50, (7, 22)),
            {"meld_NS": "7 isn’t a possible meld here. Did you mean 6 or 8?"},
        ),
        (ST_HILARY, record(20, thrown_in=True), {"thrown_in": "By these rules no hand is thrown in."}),
        (
            changed(FAMILY, contract__throw_in_by="stuck"),
            record(60, thrown_in=True),
            {"thrown_in": "By these rules only a stuck dealer throws the hand in."},
        ),
        (ST_HILARY, record(20, moon=True), {"moon": "By these rules nobody shoots the moon."}),
        (
            changed(HIDDEN_VALLEY, contract__throw_in=True),
            record(20, moon=True, thrown_in=True),
            {"moon": "A hand that was thrown in can’t be a moon."},
        ),
        (ST_HILARY, record(20, renege="A"), {"renege": "Say which side reneged."}),
        (
            ST_HILARY,
            replace(record(20, (10, 8)), take={"NS": 14}),
            {"take_EW": "Enter the take, or 0 if there was none."},
        ),
        (NPA, record(60, (12, 8), (20, 20)), {}),  # not played: takes are not asked for
        (ST_HILARY, record(20, (10, 8), renege="NS"), {}),
        (
            ST_HILARY,
            record(20, (10, 8), (25, 0), last_trick="EW"),
            {"last_trick": "The last trick is worth 1 point, more than this side took."},
        ),
        (
            NPA,
            record(60, (40, 22), (49, 1), last_trick="EW"),
            {"last_trick": "The last book is worth 2 points, more than this side took."},
        ),
        (
            ST_HILARY,
            record(20, (10, 8), (14, 11), last_trick="A"),
            {"last_trick": "Say which side took the last trick."},
        ),
        (GWINNETT, record(21, (10, 8), (14, 11), renege="EW", second_renege="NS"), {}),
        (
            GWINNETT,
            record(21, (10, 8), (14, 11), renege="EW", second_renege="EW"),
            {"second_renege": "This is the side that reneged first."},
        ),
        (
            GWINNETT,
            record(21, (10, 8), (14, 11), tricks={"EW": 0}),
            {"tricks_EW": "With a take of 11, this side won a trick."},
        ),
        (
            GWINNETT,
            record(21, (10, 8), (14, 11), tricks={"NS": 12}),
            {"tricks_NS": "If this side won every trick, the others couldn’t have taken 11."},
        ),
        (GWINNETT, record(21, (10, 8), (14, 11), tricks={"NS": 13}), {
            "tricks_NS": "A hand has 12 tricks.",
            "tricks": "A hand has 12 tricks, and these are 13.",
        }),
        (GWINNETT, record(21, (10, 8), (14, 11), tricks={"A": 1}), {"tricks": "Nobody plays as A at this table."}),
        (
            GWINNETT,
            record(21, (10, 8), (14, 11), tricks={"B": 1, "A": 1}),
            {"tricks": "Nobody plays as B at this table."},
        ),
        (GWINNETT, record(21, (10, 8), (25, 0), tricks={"NS": 1, "EW": 1}), {}),  # answers: at least one
        (GWINNETT_3, record(21, (10, 8, 2), (3, 22, 0), tricks={"A": 0, "B": 15, "C": 0}), {}),
        (
            GWINNETT_3,
            record(21, (10, 8, 2), (4, 21, 0), tricks={"B": 15}),
            {"tricks_B": "If this side won every trick, the others couldn’t have taken 4."},
        ),
        (GWINNETT, record(21, (10, 8), (14, 11), player_meld={"N": 4, "S": 4, "E": 8}), {
            "player_meld": "The players’ melds come to 8, not 10.",
        }),
        (
            GWINNETT,
            record(21, (10, 8), (14, 11), player_tricks={"A": 4}),
            {"player_tricks": "Name the players of this table."},
        ),
    ],
)  # fmt: skip
def test_record_faults(book: RuleBook, deal: DealRecord, wanted: dict[str, str]) -> None:
    assert record_faults(book, deal, "N") == wanted


def test_a_meld_that_is_the_game_is_as_high_as_one_and_in_a_book_that_has_them() -> None:
    cutthroat = built_in_book("cutthroat")
    agreed = cutthroat.as_agreed(with_game_melds=True)

    def fault(book: RuleBook, meld: int) -> str | None:
        return record_faults(book, record(60, (meld, 8, 2), game_meld="A"), "A").get("game_meld")

    assert fault(cutthroat, 60) == "By these rules no meld is the game."
    assert [fault(agreed, meld) for meld in (59, 60)] == ["A meld that is the game is worth 60 or more.", None]


@pytest.mark.parametrize(
    ("book", "laid", "wanted"),
    [
        (NPA, {"laid_stands": True}, {"laid_stands": "By these rules nobody cuts and lays."}),
        (NPA, {"laid_played": True}, {"laid_played": "By these rules nobody cuts and lays."}),
        (CUTTHROAT, {"laid_stands": True}, {}),
        (CUTTHROAT, {"laid_played": True}, {}),
        (
            CUTTHROAT,
            {"laid_stands": True, "laid_played": True},
            {"laid_played": "Either the others let it stand, or it was played."},
        ),
        *(
            (CUTTHROAT, {laid: True, "thrown_in": True}, {laid: "A hand that was thrown in can’t be cut and laid."})
            for laid in ("laid_stands", "laid_played")
        ),
    ],
)
def test_hand_is_cut_and_laid_in_one_way_where_the_book_has_it(
    book: RuleBook, laid: dict[str, Any], wanted: dict[str, str]
) -> None:
    deal = record(60, bidder=book.seats[0], **laid)

    assert {name: fault for name, fault in record_faults(book, deal, "A").items() if name.startswith("laid")} == wanted


def test_melds_of_players_are_held_to_the_sides_and_to_none_where_there_is_none() -> None:
    def fault(own: dict[str, int], meld: tuple[int, ...]) -> str | None:
        return record_faults(GWINNETT, record(21, meld, player_meld=own), "N").get("player_meld")

    assert fault({"N": 0, "S": 0}, ()) is None
    assert fault({"N": 1, "S": 0}, ()) == "The players’ melds come to 1, not 0."
    assert fault({"N": 6, "S": 4}, (10, 8)) is None


def test_all_faults_of_a_record_come_at_once() -> None:
    deal = record(63, (7, -2), (30, 30), trump=None, moon=True, thrown_in=True, stuck=True, bidder="E")

    assert set(record_faults(NPA, deal, "N")) >= {"bid", "stuck", "trump", "meld_NS", "meld_EW", "moon", "thrown_in"}


def test_somebody_won_the_tricks() -> None:
    deal = record(21, (10, 8), tricks={"NS": 0, "EW": 0})

    assert record_faults(GWINNETT, deal, "N")["tricks"] == "Somebody must have won the tricks of this hand."


@given(st.randoms(use_true_random=True))
def test_a_sound_deal_with_its_questions_answered_has_no_fault(rng: random.Random) -> None:
    book = rng.choice(BOOKS)
    dealer = rng.choice(book.seats)
    bidder, partner = rng.choice(book.seats), rng.choice(book.seats) if book.deal.calls_partner else None
    here = book.for_hand(None, bidder, partner)
    deal = DealRecord(
        bidder=bidder,
        partner=partner,
        bid=book.auction.opening,
        trump=rng.choice("SHDC"),
        meld={side: rng.choice((0, 1, 2, 4, 12)) * book.meld.marriage[0] for side in here.sides},
        take=random_takes(here, rng),
        moon=book.bonuses.moon is not None and rng.random() < 0.3,
    )
    for question in open_questions(book, deal):
        deal = with_answer(book, deal, question, YES)

    assert record_faults(book, deal, dealer) == {}
