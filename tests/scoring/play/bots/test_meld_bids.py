"""Bids that show meld: said, read, and told to the people at the table."""

import pytest

from scoring.play.bots import bid_meaning, make_bot
from scoring.play.bots.bidding import with_partners_meld
from scoring.play.bots.limits import limit_for
from scoring.play.bots.meld_bids import shown_at
from scoring.rules.auction import Call
from scoring.rules.book import built_in_book
from tests.scoring.play.bots.positions import at_auction, view_of

NPA = built_in_book("npa")


def calls(*amounts: int | None) -> tuple[Call, ...]:
    return tuple(Call("NESW"[place % 4], amount) for place, amount in enumerate(amounts))


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ((50,), 0),
        ((51,), None),
        ((52,), 20),
        ((53,), 30),
        ((None, 52), 20),
        ((50, 51), 0),
        ((50, 52), 20),
        ((52, 56), 40),
        ((50, None), None),
        ((52, None, 53, None, 54), None),  # a second call says nothing
        ((59, 65), None),  # past 60 bids go in fives
        ((60, 65), 0),
        ((50, 65), None),
    ],
)
def test_last_call_says(said, means):
    assert shown_at(NPA, calls(*said), len(said) - 1) == means


FOR_PARTNER = "KS QS KH QH KD QD KC QC JS JH JD JC TS JS JH TH TD TC JC QD"


def test_meld_is_shown_by_a_hand_that_leaves_the_bid_to_the_partner():
    state = at_auction("npa", None, dealer="N", S=FOR_PARTNER)

    decision = make_bot("club", seed=1, meld_bids=True).choose(view_of(state))

    assert decision.action.amount == 54
    assert decision.reason.startswith("54 tells your partner about 40 meld")


def test_nothing_is_shown_where_it_is_switched_off_or_not_customary():
    state = at_auction("npa", None, dealer="N", S=FOR_PARTNER)
    assert make_bot("club", seed=1).choose(view_of(state)).action.amount == 50

    view = view_of(at_auction("gwinnett", 23, dealer="N"))
    assert bid_meaning(view, Call("E", 23)) is None


def test_partner_counts_the_meld_that_was_shown():
    hands = {"S": "AS TS KS QS AS TS KS AH"}
    plain = view_of(at_auction("npa", None, None, 50, dealer="W", seed=2, **hands))
    shown = view_of(at_auction("npa", None, 56, None, dealer="S", seed=2, **hands))
    assert shown.to_act == "S"

    limit = limit_for(NPA, shown.hand)
    assert with_partners_meld(shown, limit).amount > limit.amount
    assert with_partners_meld(plain, limit) == limit


def test_meaning_is_said_in_a_sentence():
    view = view_of(at_auction("npa", 50, 53, dealer="N"))

    assert bid_meaning(view, Call("E", 50)) == "East wants the bid: 50 was the lowest."
    assert bid_meaning(view, Call("S", 53)) == "South’s 53 jumps to tell the partner about 30 meld."
    assert bid_meaning(view, Call("W", 55)) == "West’s 55 jumps to tell the partner about 20 meld."
    assert bid_meaning(view, Call("W", None)) is None
