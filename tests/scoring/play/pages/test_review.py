"""What the review says of a choice beside the Expert's."""

import math
import random

import pytest

from scoring.play.actions import Bid
from scoring.play.pages.review import judged_context, total_context
from scoring.play.review import Judged, Moment
from scoring.play.state import DealState, Phase, begin
from scoring.play.table import Decision, Option
from scoring.rules.book import built_in_book
from scoring.rules.dealing import deal


def at_the_bid() -> DealState:
    book, chance = built_in_book("npa"), random.Random(3)
    state = begin(book, "W", deal(book, chance, "W"))
    assert state.phase is Phase.AUCTION
    return state


def judged(weighed: Option | None) -> Judged:
    """A pass where the Expert would bid."""
    state = at_the_bid()
    assert state.to_act is not None
    own, best = Bid(state.to_act, None), Option(Bid(state.to_act, 50), 0.0)
    options = (best, weighed) if weighed else ()
    return Judged(Moment(1, own, state), Decision(best.action, "Strong hand.", options), weighed)


def passed(cost: float, error: float) -> Judged:
    return judged(Option(Bid("N", None), cost, error))


@pytest.mark.parametrize(
    ("found", "verdict", "cost", "tone"),
    [
        (passed(0.0, 0.4), "Yours is as good.", "as good", "good"),
        (passed(0.0, 2.5), "Yours may cost up to 5.", "up to 5", "now"),
        (passed(0.0, math.inf), "Which is better is hard to tell.", "hard to tell", "now"),
        (passed(2.4, 1.0), "Yours costs 0 to 4.", "0 to 4", "now"),
        (passed(6.1, 0.2), "Yours costs about 6.", "about 6", "bad"),
        (judged(None), "What yours costs can’t be told.", "not weighed", "now"),
    ],
)
def test_a_choice_is_told_beside_the_experts(found: Judged, verdict: str, cost: str, tone: str):
    told = judged_context(found)

    assert (told["own"], told["bots"]) == ("passed", "bid 50")
    assert (told["verdict"], told["cost"], told["tone"]) == (verdict, cost, tone)


@pytest.mark.parametrize(
    ("found", "of", "says"),
    [
        ([judged(None)], 1, "Your choices couldn’t be weighed."),
        (
            [passed(0.0, 2.5), judged(None)],
            2,
            "Your choices cost nothing that the Expert could tell. 1 choice couldn’t be weighed.",
        ),
        ([passed(3.1, 0.2)], 1, "Your choices cost about 3 points, all of them in the auction."),
        (
            [passed(0.0, 0.2)],
            3,
            "Still being worked out, 1 of 3 decisions so far. Your choices cost nothing that the Expert could tell.",
        ),
    ],
)
def test_choices_are_summed_up(found: list[Judged], of: int, says: str):
    assert total_context(found, of)["says"] == says
