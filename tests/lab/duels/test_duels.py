"""Duels: pairs that repeat, seats that change, and an interval that says how sure it is."""

import itertools
from statistics import stdev

import pytest

from scoring.rules.auction import Call, apply_call, start
from scoring.rules.book import built_in_book
from tests.lab.duels import Pair, Plan, Tally, bought_from_partner, looks, play_pair, seatings, tallies

DEALS = (2, 16, 1)


def test_pair_repeats_with_its_seed():
    plan = Plan("gwinnett", "club", "beginner", seed=3)

    assert [play_pair(plan, number) for number in range(3)] == [play_pair(plan, number) for number in range(3)]


def test_bot_against_itself_comes_to_nothing():
    for book in ("npa", "gwinnett-3"):
        plan = Plan(book, "club", "club")

        assert [play_pair(plan, number).result for number in range(2)] == [0, 0]


def test_each_side_sits_everywhere():
    assert seatings(built_in_book("npa")) == [{"N", "S"}, {"E", "W"}]
    three = seatings(built_in_book("gwinnett-3"))
    assert three == [{"A"}, {"B"}, {"C"}, {"B", "C"}, {"A", "C"}, {"A", "B"}]


def test_looks_double_up_to_the_end():
    assert looks(2000) == (30, 60, 120, 240, 480, 960, 1920, 2000)
    assert looks(30) == (30,)
    assert looks(10) == (10,)


def test_interval_is_wider_where_it_may_stop_early():
    results = [1.0, 3.0, 2.0, 4.0]

    assert Tally(10, results).half_width < Tally(2000, results).half_width
    assert round(Tally(10, results).half_width, 2) == round(1.96 * 1.29099 / 2, 2)


def test_duel_stops_at_the_first_look_that_is_clear():
    plan = Plan("npa", "club", "club", pairs=2000)
    pairs = itertools.cycle([Pair(9.0, *DEALS), Pair(11.0, *DEALS)])

    *_, last = tallies(plan, pairs)

    assert len(last.results) == 30
    assert last.clears_zero
    assert (last.deals, last.calls, last.bought) == (60, 480, 30)


def test_whole_duel_plays_all_its_pairs_and_looks_once():
    plan = Plan("npa", "club", "club", pairs=100, whole=True)
    pairs = [Pair(8.0 + number % 3, *DEALS, take=1.0 + number % 2) for number in range(100)]

    *_, last = tallies(plan, pairs)

    assert len(last.results) == 100
    assert last.half_width == pytest.approx(1.96 * stdev(last.results) / 10, rel=0.001)
    assert last.in_tricks == pytest.approx((1.5, 1.96 * stdev(last.takes) / 10), rel=0.001)


def test_duel_goes_on_to_the_end_where_nothing_is_clear():
    plan = Plan("npa", "club", "club", pairs=100)

    *_, last = tallies(plan, itertools.islice(itertools.cycle([Pair(9.0, *DEALS), Pair(-9.0, *DEALS)]), 100))

    assert len(last.results) == 100
    assert not last.clears_zero


@pytest.mark.parametrize(
    ("calls", "bought"),
    [
        ((None, 50, None, 60, None), True),
        ((None, 50, None, None), False),
        ((50, None, 51, 60, None, None), False),  # an opponent was still in
        ((50, 51, 52, None, 60, None, None), False),
        ((50, None, 51, None, 60, None), True),
        ((50, None, None, None), False),
    ],
)
def test_contract_is_bought_from_the_partner_once_both_opponents_are_out(calls, bought):
    book = built_in_book("npa")
    auction = start(book, "N")
    for amount in calls:
        assert auction.to_call is not None
        auction = apply_call(book, auction, Call(auction.to_call, amount))

    assert auction.finished
    assert bought_from_partner(book, auction) is bought
