"""What players complain about in other bots, asked of ours: `complaints.toml` has the positions and their reasons."""

from statistics import fmean

import pytest

from scoring.play.actions import Bid
from scoring.play.bots import make_bot
from scoring.play.bots.bidding import shown_by_calls
from scoring.play.state import Phase, apply
from scoring.rules.auction import Call
from scoring.rules.book import built_in_book
from scoring.rules.melds import meld_total
from tests.sampling import every
from tests.scoring.play.bots.complaints import Position, complaints
from tests.scoring.play.bots.positions import at_auction, view_of
from tests.scoring.play.bots.test_reasons import hold_to_the_deed

COMPLAINTS = complaints()
CASES = [
    pytest.param(position, id=f"{complaint['name']}, {position.book} {number}")
    for complaint in COMPLAINTS
    for number, position in enumerate(complaint["positions"], 1)
]


@pytest.mark.parametrize("position", CASES)
def test_club_player_answers_as_a_sound_player(position: Position):
    hold_to_sound_play(position, "club")


@pytest.mark.parametrize("position", every(2, CASES))
def test_expert_answers_as_a_sound_player(position: Position):
    hold_to_sound_play(position, "expert")


def hold_to_sound_play(position: Position, strength: str) -> None:
    """With a reason that is true. A bot that is known to be weak here must still be: else the file is to say so."""
    state = position.state()
    view = view_of(state)
    decision = make_bot(strength, seed=1, playouts=300).choose(view)

    assert state.to_act == position.asks
    hold_to_the_deed(state, view, decision)
    assert position.is_good(decision.action) == (strength not in position.weak), (decision, position.here)


# -- what no single position shows -------------------------------------------------------

AROUND = "AS KS QS TS JS AH KH QH TH JH AD KD QD TD JD AC KC QC JC TC"


def test_raise_over_the_partner_shows_more_than_its_number():
    book = built_in_book("npa")
    alone = shown_by_calls(book, [Call("N", 60)])["N"].worths
    raised = shown_by_calls(book, [Call("N", 55), Call("E", None), Call("S", 60)])["S"].worths

    assert alone[0] < fmean(alone) < raised[0]


@pytest.mark.parametrize("standing", [56, 50])
def test_meld_that_counts_with_any_trump_makes_no_raise(standing):
    """Aces and kings around, and not a trump suit to play: whoever has the bid melds it."""
    state = at_auction("npa", standing, None, dealer="W", S=AROUND)
    view = view_of(state)
    decision = make_bot("club", seed=1, meld_bids=True).choose(view)

    assert decision.action == Bid("S", None)
    told = "Your partner’s bid told you of meld. " if standing == 56 else ""
    assert decision.reason.startswith(f"{told}{meld_total(view.book, view.hand, None)} of your meld counts with any ")
    assert decision.reason.endswith("worth less than yours: leave the bid to your partner.")


@pytest.mark.parametrize("key", ["st-hilary", "family-double", "npa"])
def test_auction_is_no_ladder(key):
    """Nobody climbs by ones to where the bidding comes anyway."""
    calls, deals = 0, 20
    for number in range(deals):
        state = at_auction(key, dealer="N", seed=number)
        while state.phase is Phase.AUCTION:
            state = apply(state, make_bot("club", seed=1).choose(view_of(state)).action)
        calls += len(state.auction.calls)

    assert calls < 9 * deals
