"""What a table is reminded of, in the moment it applies."""

from dataclasses import replace

import pytest

from scoring.rules.book import built_in_book, built_in_books
from scoring.rules.deal_score import DealRecord
from scoring.rules.exchange import exposed_seats
from scoring.rules.reminders import exposed_line, reminder
from tests.scoring.rules.deal_samples import changed

NPA, FAMILY, GWINNETT = (built_in_book(key) for key in ("npa", "family-double", "gwinnett"))
PLAYED = DealRecord("E", 60, "H", meld={"NS": 20, "EW": 30})
STUCK = DealRecord("N", 50, "H", stuck=True, meld={"NS": 19, "EW": 30})
NO_MARRIAGE = DealRecord("N", 50, stuck=True, no_marriage=True)


def told(book, step, record=None):
    return reminder(book, step, record)


def test_at_the_bid_what_names_trump_and_nobody_whose_partner_may_deal():
    assert told(NPA, "bid") == "The bidder’s first marriage is trump."
    assert told(NPA, "bid", PLAYED) == "The bidder’s first marriage is trump."


def test_at_the_meld_aces():
    assert told(NPA, "meld", PLAYED) == "Aces around must be shown before the first card is led."
    assert told(FAMILY, "meld", PLAYED).endswith("must still declare aces around.")


def test_at_the_take_turning_tricks_and_putting_a_renege_right():
    turn = "10 seconds to turn a book, then anyone may. A renege can be corrected until the next card."
    assert told(NPA, "take", PLAYED) == turn
    assert told(changed(NPA, renege__then_anyone_turns=False), "take", PLAYED).startswith(
        "10 seconds to turn a book. A renege"
    )
    assert told(GWINNETT, "take", PLAYED) == "A renege can be corrected until the next proper play."


@pytest.mark.parametrize(
    ("until", "words"),
    [
        ("next_card", "A renege can be corrected until the next card."),
        ("next_trick", "A renege can be corrected until the next trick is complete."),
        ("never", ""),
        ("unsaid", ""),
    ],
)
def test_until_when_a_renege_can_be_put_right_is_said_where_the_book_says_it(until, words):
    book = changed(GWINNETT, renege__correctable_until=until)

    assert told(book, "take", PLAYED) == told(book, "take") == words


def test_hands_of_a_stuck_dealer_who_cannot_play_are_shown():
    dealers = "Stuck without a marriage: the dealer’s cards are shown to all."
    both = "Stuck with less than 20 in meld: both partners’ cards are shown to all."

    assert (exposed_seats(NPA, NO_MARRIAGE), exposed_line(NPA, NO_MARRIAGE)) == (("N",), dealers)
    assert (exposed_seats(NPA, STUCK), exposed_line(NPA, STUCK)) == (("N", "S"), both)
    assert told(NPA, "meld", NO_MARRIAGE) == told(NPA, "take", NO_MARRIAGE) == dealers
    assert told(NPA, "take", STUCK) == both


@pytest.mark.parametrize("record", [replace(STUCK, stuck=False), replace(NO_MARRIAGE, stuck=False), PLAYED])
def test_nobody_else_shows_a_hand(record):
    assert (exposed_seats(NPA, record), exposed_line(NPA, record)) == ((), "")


@pytest.mark.parametrize("key", ["st-hilary", "hidden-valley", "gwinnett-3"])
def test_a_book_that_asks_for_nothing_reminds_of_nothing_before_the_play(key):
    assert [told(built_in_books()[key], step) for step in ("bid", "meld")] == ["", ""]
