"""Who gets the bid in a world, at what price, and which worlds are taken: those that fit what was called."""

import pytest

from scoring.play.bots import forecast
from scoring.play.bots.forecast import Contract, Wish
from scoring.play.engine import ASIDE, engine_for
from scoring.play.state import without
from scoring.rules.auction import Call, apply_call, start
from scoring.rules.book import built_in_book

BOOK = built_in_book("npa")


def auction(*calls):
    """From North on; the dealer is West."""
    state = start(BOOK, "W")
    for seat, amount in zip("NESW" * 3, calls, strict=False):
        state = apply_call(BOOK, state, Call(seat, amount))
    return state


def wished(**amounts):
    return {seat: Wish(float(amount), "S") for seat, amount in amounts.items()}


@pytest.mark.parametrize(
    ("amounts", "bidder", "bid"),
    [
        ({"N": 50, "S": 58, "W": 50}, "E", 60),  # no opponent goes over it
        ({"N": 75, "S": 58, "W": 50}, "N", 70),  # one goes over all of mine
        ({"N": 66, "S": 58, "W": 50}, "E", 70),  # one drives me up, past 60 in fives
        ({"N": 50, "S": 50, "W": 90}, "E", 60),  # the partner leaves me the bid
        ({"N": 75, "S": 58, "W": 90}, "W", 75),  # but goes over an opponent
    ],
)
def test_a_bid_is_mine_unless_an_opponent_goes_over_it(amounts, bidder, bid):
    mine = Contract("E", 60, "H")

    found = forecast.if_bid(BOOK, auction(50), mine, 70.0, wished(**amounts))

    assert (found.bidder, found.bid, found.trump) == (bidder, bid, "H" if bidder == "E" else "S")


def test_who_passes_leaves_the_bid_to_whoever_goes_highest_at_what_the_others_go_to():
    found = forecast.if_passed(BOOK, auction(50), "E", wished(N=58, S=56, W=59))

    assert (found.bidder, found.bid) == ("W", 58)


def test_a_dealer_is_stuck_where_nobody_bids():
    found = forecast.if_passed(BOOK, auction(None, None), "S", wished(N=90, E=90, W=40))

    assert found == Contract("W", BOOK.auction.stuck, "S", stuck=True)


def test_worlds_are_those_in_which_the_callers_have_what_they_called_for():
    engine = engine_for(BOOK)
    deals = engine.deals(160, 1)
    worlds = [deals.hands(number) for number in range(len(deals))]

    taken = forecast.likely(BOOK, worlds, auction(75, None), ["N", "E", "W"], 20)
    every = forecast.likely(BOOK, worlds, auction(), ["N", "E", "W"], 160)

    assert len(taken) == 20
    assert all(world in worlds and set(found) == {"N", "E", "W"} for world, found in taken)
    assert mean(taken, "N") > mean(every, "N") + 8
    assert mean(taken, "E") < mean(every, "E")


def mean(worlds, seat):
    return sum(found[seat].amount for _, found in worlds) / len(worlds)


@pytest.mark.parametrize(("key", "counts"), [("gwinnett-3", True), ("cutthroat", False)])
def test_meld_that_is_buried_counts_where_it_was_laid_before(key, counts):
    book = built_in_book(key)
    world = engine_for(book).deals(1, 1).hands(0)
    whole = (*world["A"], *world[ASIDE])
    away = whole[: book.kitty.bury]

    found = forecast.after_exchange(book, world, Contract("A", 60, "S"), {"A": away})

    assert sorted(found["A"]) == sorted(without(whole, away))
    assert (found[ASIDE], sorted(found["melded A"])) == (away, sorted(whole if counts else found["A"]))
