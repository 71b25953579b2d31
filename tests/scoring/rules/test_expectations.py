"""What is usual for a hand, from the kept tables: held against hands that are played, and against a count by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from scoring.play.simulate.bots import maker_of
from scoring.play.simulate.rarity import record_of_deal
from scoring.rules.book import built_in_book
from scoring.rules.deal_score import DealRecord
from scoring.rules.expectations import expected, made_share
from scoring.rules.rarity import Rarity, built_in_rarity, play_key
from tests.sampling import sample

BOOK = built_in_book("st-hilary")
HAND = DealRecord(bidder="N", bid=30, trump="S", meld={"NS": 20, "EW": 4}, take={"NS": 12, "EW": 13})


def table(**fields: Any) -> Rarity:
    """A hundred thousand melds; bids of 25 to 29 and of 30 and more, takes where less than 10 was needed and more."""
    bidders = ((25, {10: 400}), (30, {18: 100, 20: 100, 22: 300}))
    takes = ((0, {6: 100, 12: 300}), (10, {8: 150, 10: 50, 15: 200}))
    return Rarity(100_000, {10: 100_000}, {25: 400, 30: 500}, bidders, takes, play_key(BOOK), **fields)


def test_usual_figures_and_chances_are_those_of_the_tables():
    found = expected(BOOK, table(), HAND)

    assert found is not None
    assert (found.hands, found.from_bid, found.to_bid) == (900, 30, None)
    assert (found.meld, found.take) == ((20, 22), (8, 15))
    assert found.made_with == (50 + 200) / 400  # ten more were needed
    # with 18 twelve are needed, with 20 ten, with 22 eight: of a band that needed less
    assert found.made == pytest.approx((100 * 200 / 400 + 100 * 250 / 400 + 300 * 300 / 400) / 500)


@pytest.mark.parametrize(
    ("record", "rarity"),
    [
        (replace(HAND, trump=None), table()),
        (HAND, None),
        (HAND, replace(table(), played_by="another book")),
        (HAND, replace(table(), bidders=((25, {10: 5}),))),
        (HAND, replace(table(), takes=())),
    ],
)
def test_nothing_is_said_where_nothing_is_known(record, rarity):
    assert expected(BOOK, rarity, record) is None


def test_a_bid_that_is_melded_already_needs_what_the_book_asks():
    npa = built_in_book("npa")
    rarity = built_in_rarity(npa)
    assert rarity is not None
    over = next(counts for start, counts in reversed(rarity.takes) if start <= 50 - 60)

    made = made_share(npa, rarity, 50, 60)

    assert made == sum(count for take, count in over.items() if take >= 20) / sum(over.values())
    assert made_share(npa, rarity, 60, 0) == 0.0


def test_of_hands_that_are_played_as_many_are_made_as_it_says():
    """Other deals than those of the table, by the same bots."""
    book, makers = BOOK, (maker_of("club"), maker_of("beginner"))
    rarity = built_in_rarity(book)
    bid, meld, made, hands = 0.0, 0.0, 0, 0
    for number in range(sample(60, 5_000)):
        record = record_of_deal(book, 77, number, makers[number % 2])
        side = book.side_of(record.bidder)
        found = expected(book, rarity, record)
        if found is None or side not in record.take:
            continue
        hands += 1
        bid += found.made
        meld += found.made_with
        made += record.take[side] >= record.bid - record.meld[side]

    apart = 4 * math.sqrt(hands) / 2
    assert hands > 30
    assert abs(meld - made) < apart
    assert abs(bid - made) < apart + 0.05 * hands
