"""What players complain about in other bots, each as a position with what a sound player does.

Numbers are those of the public complaints. Where a thing is judged by playing out (the
Expert's cards), the Expert is asked too, with a seed and a count so that it repeats.
"""

from collections import Counter
from statistics import fmean

import pytest

from scoring.play.actions import Bid, Declare, NameTrump, PassCards
from scoring.play.bots import make_bot
from scoring.play.bots.bidding import shown_by_calls
from scoring.play.state import DealState, Phase, apply
from scoring.rules.auction import Call
from scoring.rules.book import built_in_book
from scoring.rules.cards import Card, Seat
from scoring.rules.melds import meld_total
from scoring.rules.notation import parse_cards
from tests.scoring.play.bots.positions import at_auction, at_play, melded, view_of, with_bid

STRENGTHS = ("club", "expert")


def choice(strength: str, state: DealState):
    return make_bot(strength, seed=1, playouts=60).choose(view_of(state)).action


def card_of(strength: str, state: DealState) -> Card:
    return choice(strength, state).card


# -- playing: 251, 260, 122 --------------------------------------------------------------

STRONG_BIDDER = "AS AS TS KS KS QS QS JS JS AH AH TH AD AD KD AC AC KC QC JC"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_double_deck_bidder_cashes_side_aces_before_trump(strength):
    state = at_play(with_bid("family-double", "E", 60, "S", E=STRONG_BIDDER))

    card = card_of(strength, state)

    assert card.rank == "A"
    assert card.suit != "S"


def test_double_deck_defender_cashes_an_ace_and_leads_to_the_partners():
    """Players would have trump led. Both were played, and trump costs points: see docs/bots.md."""
    state = at_play(
        with_bid("npa", "E", 60, "S", E="KS QS TS TS JS KH QH KD QD QC KC JC JH", S="AC AC QS JS KH QD QD JH JH JD JD"),
        "QC",
        "AC",
    )
    led: list[tuple[Seat, Card]] = []
    while len(led) < 2:
        action = choice("club", state)
        if not state.trick.cards:
            led.append((action.seat, action.card))
        state = apply(state, action)
    assert led == [("S", Card("A", "C")), ("S", Card("Q", "C"))]


def test_of_cards_that_come_to_the_same_the_lowest_is_played():
    """All aces of clubs are seen, so nothing that is left beats a ten or a king either."""
    state = at_play(
        with_bid(
            "gwinnett", "E", 21, "S", E="AS KS QS JS 9S AC 9C KD QD JD 9H JH", S="AC TC TC KC KC TS 9S TH KH QD 9D JD"
        ),
        "AC",
    )

    assert card_of("club", state) == Card("K", "C")


def test_single_deck_defender_leaves_trump_alone():
    state = at_play(
        with_bid("gwinnett", "E", 21, "S", E="AS KS QS JS 9S QC 9C KD QD JD 9H JH", S="AC TS 9S KC TH KH QD 9D JC"),
        "QC",
    )
    while state.trick.cards:
        state = apply(state, make_bot("club", seed=1).choose(view_of(state)).action)

    assert state.to_act != "E"
    assert card_of("club", state).suit != "S"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_trump_ace_is_not_volunteered(strength):
    """Last to play and void, any trump wins: the ace of trump is kept."""
    hands = {"E": "QC KS QS JH 9H 9D", "S": "9C 9H", "W": "JC 9C", "N": "AS JS 9S AD TD QD KD QH JH TH KH 9S"}
    state = with_bid("gwinnett", "E", 21, "S", 1, **hands)
    state = at_play(state, "QC", "9C", "JC")

    assert state.to_act == "N"
    assert card_of(strength, state) in parse_cards("JS 9S")


def test_second_hand_plays_no_ace_on_a_low_trump_it_can_head_with_the_king():
    state = at_play(with_bid("npa", "E", 60, "S", E="QS KS JS TS AH KH", S="AS KS AH JH"), "JS")

    assert state.to_act == "S"
    assert card_of("club", state) != Card("A", "S")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_partner_throws_a_counter_on_a_sure_trick(strength):
    """King, then ten, and not the ace."""
    state = at_play(
        with_bid("gwinnett", "E", 21, "S", E="AC KS QS JS AS AS", S="9C 9H", W="KC TC QC 9H", N="JC QH"), "AC", "9C"
    )

    assert state.to_act == "W"
    assert card_of(strength, state).rank in "KT"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_no_counter_goes_to_opponents(strength):
    state = at_play(with_bid("gwinnett", "E", 21, "S", E="AC AC KS QS JS AS AS", S="KC TC JC 9C"), "AC")

    assert state.to_act == "S"
    assert card_of(strength, state).rank in "J9"


# -- passing: 170, 270, 22, 53, 318, 184 -------------------------------------------------


def passed_to_bidder(trump: str, hand: str, key: str = "hidden-valley") -> Counter[Card]:
    state = with_bid(key, "E", 20, trump, W=hand)
    assert state.to_act == "W"
    return Counter(choice("club", state).cards)


def test_all_trump_is_passed_also_the_jack_of_jacks_around():
    passed = passed_to_bidder("H", "JS JH JD JC QH AC 9C 9D TD KC QC 9S")

    assert passed >= Counter(parse_cards("JH QH"))


def test_nines_of_trump_go_last():
    passed = passed_to_bidder("H", "9H 9H QH JH AC AD TC KC 9D 9S TS KS")

    assert passed == Counter(parse_cards("QH JH AC AD"))


@pytest.mark.parametrize(("trump", "part"), [("S", "JD"), ("D", "QS")])
def test_pinochle_cards_are_passed_when_trump_is_spades_or_diamonds(trump, part):
    own = {"S": "TS", "D": "TD"}[trump]

    passed = passed_to_bidder(trump, f"{own} {part} AC AH TC KC 9C 9H TH KH QC JH")

    assert passed == Counter(parse_cards(f"{own} {part} AC AH"))


@pytest.mark.parametrize("trump", ["H", "C"])
def test_aces_come_after_trump_and_no_pinochle_card_is_passed_otherwise(trump):
    other = "C" if trump == "H" else "H"

    passed = passed_to_bidder(trump, f"T{trump} QS JD A{other} AD TS KS 9S KD 9D T{other} 9{other}")

    assert passed >= Counter(parse_cards(f"T{trump} A{other} AD"))
    assert not passed & Counter(parse_cards("QS JD"))


def test_double_pinochle_is_never_broken():
    passed = passed_to_bidder("D", "QS QS JD JD 9C 9H TC KC 9S KH QC JC")

    assert not passed & Counter(parse_cards("QS JD"))


def test_bidder_passes_back_pinochle_cards_in_hearts_and_keeps_aces_and_meld():
    state = with_bid(
        "hidden-valley", "E", 20, "H", E="AH TH KH QH JH AS AD QS TD TC 9S KC", W="9H QC JC 9C 9C JS JS TS 9S KS QD 9D"
    )
    state = apply(state, PassCards("W", parse_cards("9H 9C JC QC")))

    passed = Counter(choice("club", state).cards)

    assert passed & Counter(parse_cards("QS"))
    assert not passed & Counter(parse_cards("AH TH KH QH JH AS AD 9H"))


# -- bidding: 40, 284, 318 ---------------------------------------------------------------


@pytest.mark.parametrize("strength", STRENGTHS)
def test_no_automatic_pass_when_both_opponents_passed(strength):
    """The partner deals and would be stuck with this hand's bid."""
    # West, the left of the dealer, passes; North is next, and East's pass has no bearing on it.
    state = at_auction("hidden-valley", None, dealer="S", N="AH TH KH QH JH AS AD KC QC 9H TS KD")

    assert state.to_act == "N"
    assert choice(strength, state).amount is not None


@pytest.mark.parametrize("strength", STRENGTHS)
def test_bidding_goes_on_up_to_the_meld_held(strength):
    """A double pinochle alone carries 30."""
    state = at_auction("hidden-valley", 25, dealer="N", S="QS QS JD JD KS KD QD TS TD 9H KH QH")

    assert state.to_act == "S"
    assert 26 <= choice(strength, state).amount <= 30


def test_no_high_bid_on_a_suit_of_two_cards():
    """Much meld outside, but the only marriage is two cards long."""
    state = at_auction("gwinnett", 30, dealer="N", S="KH QH AS AD AC 9S 9S 9D 9D 9C JC JC")

    assert choice("club", state).amount is None


def test_trump_is_no_suit_of_two_cards():
    state = at_auction("gwinnett", 21, None, None, None, dealer="N", E="KH QH AS TS JS 9S AD 9D 9D TC 9C JC")

    action = choice("club", state)

    assert isinstance(action, NameTrump)
    assert action.suit == "S"


# -- moon and throwing in: 44 ------------------------------------------------------------


@pytest.mark.parametrize("strength", STRENGTHS)
def test_moon_is_shot_with_a_hand_that_nothing_beats(strength):
    state = with_bid("hidden-valley", "E", 20, "H", E="AH AH TH TH KH KH QH QH JH JH AS AS", W="9H AD AC TD TC")
    state = apply(state, PassCards("W", parse_cards("9H AD AC TD")))
    state = apply(state, PassCards("E", parse_cards("9H TD JH JH")))
    state = melded(state)

    assert state.phase is Phase.DECLARE
    assert choice(strength, state) == Declare("E", "moon")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_moon_is_not_shot_on_a_hope(strength):
    state = with_bid("hidden-valley", "E", 20, "H", E="AH TH KH QH JH AS KS TD KD QC JC 9C")
    for _ in range(2):
        state = apply(state, make_bot("club", seed=1).choose(view_of(state)).action)

    assert choice(strength, melded(state)) == Declare("E", "play")


HOPELESS = "KS QS JS JS TS KH KH QH QH JH KD QD QD JD JD KC QC JC JC TC"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_hopeless_contract_is_thrown_in(strength):
    state = melded(with_bid("family-double", "E", 110, "S", E=HOPELESS))
    assert state.phase is Phase.DECLARE

    assert choice(strength, state) == Declare("E", "throw_in")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_good_contract_is_played(strength):
    state = melded(with_bid("family-double", "E", 60, "S", E=STRONG_BIDDER))

    assert choice(strength, state) == Declare("E", "play")


# -- bidding against the own partner ----------------------------------------------------

GOOD_HAND = "AS TS KS QS QS JS AH AH KH QH TD KD JD TD KC TC KC QC JC TH"
AROUND = "AS KS QS TS JS AH KH QH TH JH AD KD QD TD JD AC KC QC JC TC"
GREAT_HAND = "AS AS AS TS TS KS KS QS QS JS JS AH AH AD AC AC KH QH KD QD"


def over_partner(strength: str, hand: str):
    """West passes, North, the partner, bids 50, and East passes."""
    return choice(strength, at_auction("npa", None, 50, None, dealer="S", S=hand))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_partner_keeps_the_bid_that_shows_as_good_a_hand(strength):
    assert over_partner(strength, GOOD_HAND).amount is None


def test_partner_is_raised_at_the_least_cost_by_a_much_better_hand():
    assert over_partner("club", GREAT_HAND).amount == 51


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
            state = apply(state, choice("club", state))
        calls += len(state.auction.calls)

    assert calls < 9 * deals
