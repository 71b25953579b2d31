"""Cards that the Club plays since the search for leaks, and what it says of them."""

import pytest

from scoring.play.bots import make_bot
from scoring.play.bots.club import ClubBot
from scoring.play.engine.club_cards import LARGE_DECK, usual_ways
from scoring.play.engine.tables import tables_for
from scoring.rules.notation import parse_cards
from tests.scoring.play.bots.complaints import complaints
from tests.scoring.play.bots.positions import at_play, view_of, with_bid


def test_bidder_leads_a_low_trump_with_a_higher_one_out_and_says_so():
    """Before, it led a low side card."""
    state = at_play(with_bid("gwinnett", "E", 21, "S", E="TS KS QS JS 9S KC 9C QD JD 9D 9H JH"))

    decision = make_bot("club", seed=1).choose(view_of(state))

    assert decision.action.card in parse_cards("QS JS 9S")
    assert "brings out the higher ones" in decision.reason


def test_a_suit_that_an_opponent_has_to_trump_is_led_and_the_reason_says_so():
    """South trumped a club. West leads another one, where it led a trump or a diamond before."""
    south = "JS TS KS AS AD AD TD TD KD KD JD JD JH QH KH KH TH TH AH AH"
    west = "JS JS QS QS AH JH JH QH QH KH JC JC QC QC KC JD JD QD QD KD"
    start = with_bid("npa", "E", 50, "S", E="AC JH", S=south, W=west, N="KC QH")
    view = view_of(at_play(start, "AC", "JS", "JC", "KC", "JH", "AH", "QH", "JH"))

    decision = make_bot("club", seed=1).choose(view)
    before = ClubBot(ways=LARGE_DECK._replace(opponent_trumps=0.0)).choose(view)

    assert decision.action.card.suit == "C" != before.action.card.suit
    assert decision.reason == "An opponent has no ♣ clubs, and has to trump if they can."


@pytest.mark.parametrize(("book", "bid", "kept"), [("npa", 50, "KC"), ("gwinnett", 21, "QC")])
def test_second_player_takes_the_trick_with_the_ace_rather_than_keep_it(book, bid, kept):
    view = view_of(at_play(with_bid(book, "E", bid, "S", E="JC", S="AC AC QC" if book == "npa" else "AC QC"), "JC"))
    usual = usual_ways(tables_for(view.book).tricks)

    decision = make_bot("club", seed=1).choose(view)
    before = ClubBot(ways=usual._replace(cashed=0.0)).choose(view)

    assert (decision.action.card, before.action.card) == parse_cards(f"AC {kept}")


def test_ace_over_the_partners_queen_says_why():
    position = next(
        each for complaint in complaints() for each in complaint["positions"] if "the ten behind South" in each.here
    )

    decision = make_bot("club", seed=1).choose(view_of(position.state()))

    assert decision.reason == "Nothing still out in ♣ clubs beats your A♣, and partner’s Q♣ may still be beaten."
