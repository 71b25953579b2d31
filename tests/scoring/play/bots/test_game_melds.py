"""Bots at a table with melds that are the game: what such a hand bids, and that the stakes know of it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scoring.play.actions import Bid, Declare
from scoring.play.bots import forecast, make_bot
from scoring.play.bots.forecast import Contract
from scoring.play.bots.limits import Limit, limit_for
from scoring.play.bots.stakes import record_of_view, stakes_of
from scoring.play.engine import ASIDE, engine_for
from scoring.play.seat_view import SeatView, seat_view
from scoring.play.state import DealState, Phase, begin, record_of
from scoring.play.table import play_on
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.deal_score import score_deal
from scoring.rules.notation import parse_cards
from tests.scoring.play.bots.positions import dealt

PLAIN = built_in_book("cutthroat")
AGREED = PLAIN.as_agreed(with_game_melds=True)
ON_THE_BOARD = {"A": 20, "B": 30, "C": 10}

RUN = "AS AS AS TS TS TS KS KS KS QS QS QS JS JS JS AH AH TH JH JH AC TC JC AD TD"
QUEENS = "QS QS QS QH QH QH QD QD QD QC QC QC KH KH JH JH JH JC JC JC TD TD JD KC TS"


def limit(book: RuleBook, hand: str) -> Limit:
    found = limit_for(book, parse_cards(hand))
    assert found is not None
    return found


def begun(book: RuleBook, standing: Mapping[str, int] = ON_THE_BOARD, **hands: str) -> DealState:
    """A deal by C, in which A bids first."""
    return begin(book, "C", dealt(book, 1, **hands), standing)


def played_to(phase: Phase, state: DealState) -> DealState:
    """By club players, until somebody is in this phase."""
    bots = {seat: make_bot("club", seed=seat) for seat in state.book.seats}
    return next(after for after, _ in play_on(state, bots) if after.phase is phase)


def view_of(state: DealState) -> SeatView:
    assert state.to_act is not None
    return seat_view(state, state.to_act)


# -- bids --------------------------------------------------------------------------------


def test_a_meld_that_needs_its_trump_is_worth_being_set_as_often_as_not() -> None:
    plain, agreed = limit(PLAIN, RUN), limit(AGREED, RUN)

    assert (plain.game, agreed.game) == ("", "Triple run in ♠ spades")
    assert agreed.appraisal == plain.appraisal
    assert agreed.amount == agreed.appraisal.total == pytest.approx(plain.amount + 0.14 * 50)


def test_one_that_counts_without_the_bid_is_not_risked() -> None:
    plain, agreed = limit(PLAIN, QUEENS), limit(AGREED, QUEENS)

    assert (plain.game, agreed.game) == ("", "Triple queens around")
    assert agreed.highest == agreed.sure == plain.sure < plain.highest


def test_fewer_than_the_book_asks_for_are_no_game() -> None:
    double = QUEENS.replace("QC QC QC", "QC QC JC")

    assert limit(AGREED, double) == limit(PLAIN, double)


def test_the_reason_names_the_meld() -> None:
    state = begun(AGREED, A=QUEENS)
    bot = make_bot("club", seed=1)

    decision = bot.choose(view_of(state))

    assert isinstance(decision.action, Bid)
    assert decision.action.amount is not None
    assert decision.reason.startswith("Triple queens around would be the game. ")


def test_whoever_holds_a_triple_run_declares_it_and_wins() -> None:
    state = played_to(Phase.DECLARE, begun(AGREED, A=RUN))

    assert (state.bidder, state.trump) == ("A", "S")
    assert record_of(state).game_meld == "A"


# -- stakes ------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [{"A": RUN}, {"B": QUEENS}, {}], ids=["a run", "queens", "nothing"])
def test_the_stakes_are_of_the_deal_as_it_is_recorded(hands: dict[str, str]) -> None:
    state = played_to(Phase.DECLARE, begun(AGREED, ON_THE_BOARD, **hands))
    recorded, seen = record_of(state), record_of_view(view_of(state))

    assert (seen.game_meld, seen.before, seen.off_board) == (recorded.game_meld, recorded.before, recorded.off_board)


def test_winning_by_the_meld_counts_as_winning_the_game() -> None:
    state = played_to(Phase.DECLARE, begun(AGREED, A=RUN))
    view = view_of(state)
    takes = (20, 20, 10)

    stakes = stakes_of(view, record_of_view(view))

    scores = score_deal(AGREED, stakes._record(takes)).scores
    assert ON_THE_BOARD["A"] + scores["A"] == 350
    assert stakes.of(takes)["A"] == scores["A"] + 350 - (scores["B"] + scores["C"]) / 2


def test_a_hand_with_such_a_meld_is_played_and_not_laid_open() -> None:
    """Laid open it would lead to one point short of the game."""
    laid = {book: played_to(Phase.DECLARE, begun(book, A=QUEENS)) for book in (PLAIN, AGREED)}
    bot = make_bot("club", seed=1)

    said = [bot.choose(view_of(state)).action for state in laid.values()]

    assert said == [Declare("A", "lay"), Declare("A", "play")]


def test_an_expert_knows_it_before_it_is_laid() -> None:
    """In the worlds in which bids are weighed."""
    found = {}
    for book in (PLAIN, AGREED):
        state = begun(book, A=RUN)
        world = {**state.hands, ASIDE: state.kitty}
        contract = Contract("A", 60, "S")
        found[book] = forecast.results(engine_for(book), view_of(state), [(contract, world)], seed=1)[0].value

    assert found[AGREED] - found[PLAIN] > 350
