"""What is counted of simulated hands: the same that a whole deal comes to."""

from dataclasses import replace

import pytest

from scoring.play.bots.quick import result
from scoring.play.simulate.bots import RANDOM, RandomBot
from scoring.play.simulate.deals import deal_facts, deals_of
from scoring.play.simulate.rarity import (
    ASKED_ONE_IN,
    FEWEST_IN_A_BAND,
    PlainBidder,
    Seen,
    rarity_of,
    record_of_deal,
    running_counts,
)
from scoring.play.simulate.runs import CHUNK, Plan
from scoring.rules.auction import next_bid
from scoring.rules.book import built_in_book
from scoring.rules.deal_score import DealRecord, book_of
from scoring.rules.odds import doubt
from scoring.rules.rarity import AS_LIKELY, STUCK, play_key
from tests.books import PLAYED


@pytest.mark.parametrize("key", PLAYED)
def test_figures_are_those_of_the_deal_played_out(key):
    book = built_in_book(key)
    for number in range(8):
        facts = deal_facts(book, 2, number, RandomBot.from_seed)
        record = record_of_deal(book, 2, number, RandomBot.from_seed)
        order = book.seats_from(book.seats[number % len(book.seats)])

        assert (record.bid, record.stuck, record.bidder) == (facts.bid, facts.stuck, order[facts.bidder])
        here = book_of(book, record)
        for figures, noted, side_of in (
            (record.meld, facts.side_melds, here.side_of),
            (record.take, facts.takes, here.take_side_of),
        ):
            by_side = {side_of(seat): figure for seat, figure in zip(order, noted, strict=True)}
            assert {side: figures.get(side, 0) for side in by_side} == by_side


def test_every_side_is_counted_once():
    book = built_in_book("gwinnett")
    plan = Plan(book.to_json(), CHUNK + 5, 1, RANDOM)

    *_, (done, seen) = running_counts(plan, 1)

    found = rarity_of(book, seen)
    assert done == plan.chunks
    assert found.sides == 2 * plan.deals
    assert found.hands == sum(sum(counts.values()) for _, counts in found.bidders) == plan.deals
    assert found.played_by == play_key(book)


def test_hands_without_trump_count_for_the_bids_alone():
    book = built_in_book("npa")
    plan = Plan(book.to_json(), 30, 1, RANDOM)

    *_, (_, seen) = running_counts(plan, 1)

    assert 0 < rarity_of(book, seen).sides < 2 * plan.deals
    assert rarity_of(book, seen).hands == plan.deals


def test_hands_are_counted_by_bid_and_by_what_was_needed():
    book, seen = built_in_book("st-hilary"), Seen()
    hand = DealRecord("N", 27, trump="H", meld={"NS": 19, "EW": 4}, take={"NS": 15, "EW": 10})

    seen.add(book, hand)
    seen.add(book, DealRecord("E", 15, trump="H", stuck=True, meld={"NS": 4, "EW": 6}, take={"NS": 12, "EW": 13}))

    assert seen.totals == {19: 1, 4: 2, 6: 1}
    assert seen.bids == {27: 1, STUCK: 1}
    assert seen.bidders == {(27, 19): 1, (STUCK, 6): 1}
    assert seen.takes == {(8, 15): 1, (9, 13): 1}


def test_so_few_of_the_hands_tried_are_asked_about():
    book, seen = built_in_book("st-hilary"), Seen()
    ordinary = DealRecord("N", 27, trump="H", meld={"NS": 19, "EW": 4}, take={"NS": 15, "EW": 10})
    for _ in range(200):
        seen.add(book, ordinary)
    swapped = replace(ordinary, meld={"NS": 4, "EW": 19})
    assert rarity_of(book, seen).asks_from == AS_LIKELY

    seen.tried += [ordinary] * (2 * ASKED_ONE_IN - 2) + [swapped] * 2

    table = rarity_of(book, seen)
    assert doubt(book, table, ordinary) < table.asks_from < doubt(book, table, swapped)


@pytest.mark.parametrize("key", PLAYED)
def test_plain_bidder_bids_what_the_hand_carries_and_never_jumps(key):
    book = built_in_book(key)
    for number in range(6):
        begun, bots = next(iter(deals_of(book, 3, number, PlainBidder.from_seed)))
        bids = [call.bid for call in result(begun, bots)[0].auction.calls if call.bid is not None]
        assert bids == [next_bid(book, high) for high in (None, *bids)][: len(bids)]


def test_bands_are_large_enough_to_say_how_rare():
    seen = Seen()
    seen.bidders.update({(bid, 20): FEWEST_IN_A_BAND // 2 for bid in (20, 21, 22, 23)})
    seen.bidders.update({(24, 30): 7})

    assert rarity_of(built_in_book("st-hilary"), seen).bidders == (
        (20, {20: FEWEST_IN_A_BAND}),
        (22, {20: FEWEST_IN_A_BAND, 30: 7}),
    )
