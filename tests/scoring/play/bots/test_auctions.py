"""The Expert's calls where auctions like this one came out otherwise than a limit says."""

import random
from dataclasses import replace

import pytest

from scoring.play.actions import Bid
from scoring.play.bots import auctions, bid_meaning, make_bot
from scoring.play.bots.club import ClubBot
from scoring.play.seat_view import seat_view
from scoring.play.state import Phase, apply, begin
from scoring.rules.book import built_in_book
from scoring.rules.dealing import deal

DEALS = 40


def asked(key):
    """Every turn of some auctions of club players whose hand has a limit, with the call they make."""
    book, found, club = built_in_book(key), [], ClubBot()
    for number in range(DEALS):
        dealer = book.seats[number % len(book.seats)]
        state = begin(book, dealer, deal(book, random.Random(f"auctions/{number}"), dealer))
        while state.phase is Phase.AUCTION:
            assert state.to_act is not None
            view = seat_view(state, state.to_act)
            call, limit = club.bid(view), club.limit(view)
            if limit is not None:
                found.append((view, limit, call))
            state = apply(state, call.action)
    return found


@pytest.fixture(scope="module", params=["st-hilary", "npa"])
def turns(request):
    return asked(request.param)


def other_calls(turns):
    decided = [(each, auctions.decide(*each)) for each in turns]
    return [(each, decision) for each, decision in decided if decision.action != each[2].action]


def test_some_calls_are_others_than_the_clubs_and_say_by_how_much(turns):
    others = other_calls(turns)

    assert {decision.action.amount is None for _, decision in others} == {True, False}
    assert len(others) < len(turns) / 3
    for (view, limit, _), decision in others:
        gain = auctions.gain_of(view, limit)
        assert gain is not None
        points = round(abs(gain))
        assert f"about {points} point" in decision.reason
        assert decision.action.amount in (None, view.asked.lowest_bid)


def test_meld_that_carries_the_bid_is_never_passed(turns):
    for (view, limit, _), decision in other_calls(turns):
        assert decision.action.amount is not None or view.asked.lowest_bid > limit.sure


def test_a_meld_that_counts_with_any_trump_speaks_for_defending(turns):
    """What is worth the same without it bids sooner."""
    held = [each for each in turns if auctions.gain_of(*each[:2]) is not None]

    signs = [auctions.signs(view, limit) for view, limit, _ in held]

    for (view, limit, _), seen in zip(held, signs, strict=True):
        weights = auctions.FITTED[auctions.kind_of(view.book, auctions.stands(view))]
        without = sum(weight * sign for weight, sign in zip(weights, seen._replace(anyway=0.0), strict=True))
        assert without * view.book.total_points >= auctions.gain_of(view, limit)


def test_where_the_game_may_end_the_club_decides(turns):
    for (view, limit, call), _ in other_calls(turns):
        assert auctions.decide(replace(view, is_last=True), limit, call) is call


def test_the_expert_calls_so_where_samples_say_nothing_else(turns):
    (view, _, _), decision = other_calls(turns)[0]
    few = make_bot("expert", seed=1, playouts=4)  # too few to tell

    chosen = few.choose(view)

    assert chosen.action == decision.action
    assert chosen.reason == decision.reason


def test_before_the_first_bid_the_limit_decides(turns):
    for view, limit, call in turns:
        if view.auction.bidder is None:
            assert auctions.decide(view, limit, call) is call
            assert isinstance(call.action, Bid)


def test_bids_that_could_show_meld_change_nothing_where_none_does():
    """As people play by default."""
    for view, limit, call in asked("st-hilary"):
        assert auctions.signs(view, limit, reads_meld=True) == auctions.signs(view, limit)
        assert auctions.decide(view, limit, call, reads_meld=True).action == auctions.decide(view, limit, call).action


def test_meld_that_the_partner_told_of_is_a_sign():
    """In npa: 53 as the first bid shows 30."""
    told = [
        (view, limit)
        for view, limit, _ in asked("npa")
        if auctions.signs(view, limit, reads_meld=True) != auctions.signs(view, limit)
    ]

    assert told
    for view, limit in told:
        said = next(call for call in view.auction.calls if call.seat == view.partner)
        assert bid_meaning(view, said) is not None
        assert auctions.signs(view, limit, reads_meld=True) == auctions.signs(view, limit)._replace(told=True)
