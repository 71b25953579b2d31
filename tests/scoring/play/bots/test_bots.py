"""Every bot in every book: legal to the end, the same again with the same seed, a reason for all it does."""

import random

import pytest

from scoring.play.bots import STRENGTHS, make_bot
from scoring.play.pages.reasons import next_best, reason
from scoring.play.seat_view import seat_view
from scoring.play.state import apply, begin, state_from_json, state_to_json, states_of
from scoring.play.table import play_out
from scoring.rules.book import built_in_book
from scoring.rules.dealing import deal
from tests.books import PLAYED
from tests.sampling import SOAK, crossed, every, sample
from tests.scoring.play.bots.positions import at_auction, view_of
from tests.scoring.play.random_deals import OTHER_BOOKS

BOOKS = {**{key: built_in_book(key) for key in PLAYED}, **OTHER_BOOKS}


def table_of(book, strength, seed=1, playouts=30):
    return {seat: make_bot(strength, seed=f"{seed}{seat}", playouts=playouts, meld_bids=True) for seat in book.seats}


def play_deal(book, seed, dealer, bots):
    """A deal that nobody had dealt again, each act of it judged by the rules."""
    rng = random.Random(seed)
    while True:
        state = play_out(begin(book, dealer, deal(book, rng, dealer)), bots)
        if state.redealt_by is None:
            return state


# An odd number of them, so that each strength plays most books.
MIXED = STRENGTHS if SOAK else (*STRENGTHS, *STRENGTHS[:2])


@pytest.mark.parametrize(("name", "strength"), crossed(every(2, [*BOOKS]), MIXED))
def test_deal_is_played_to_its_end(name, strength):
    book = BOOKS[name]
    for number in range(sample(1 if strength == "expert" else 2, 15)):
        bots = table_of(book, strength, number, playouts=4)
        state = play_deal(book, f"legal {number}", book.seats[number % len(book.seats)], bots)

        assert state.is_done


@pytest.mark.parametrize("strength", STRENGTHS)
def test_bot_made_anew_for_each_decision_chooses_the_same(strength):
    book = BOOKS["npa"]
    state = play_deal(book, "anew", "N", table_of(book, strength))
    steps = list(states_of(state_from_json(book, state_to_json(state))))

    for before, action in list(zip(steps, state.actions, strict=False))[:: 1 if strength == "club" else 9]:
        bot = table_of(book, strength)[before.to_act]
        assert bot.choose(view_of(before)).action == action


@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_decision_has_a_sentence(strength):
    book = BOOKS["hidden-valley"]
    bots = table_of(book, strength)
    state = next(states_of(play_deal(book, "why", "N", table_of(book, "club"))))
    while state.to_act is not None:
        decision = bots[state.to_act].choose(view_of(state))
        said = reason(book, decision, next_best(decision))
        assert not said[0].islower()
        assert said[-1] == "."
        assert not decision.options or decision.options[0].action == decision.action
        state = apply(state, decision.action)


def test_expert_says_what_each_card_costs():
    book = BOOKS["gwinnett"]
    state = play_deal(book, "options", "N", table_of(book, "club"))
    leads = [step for step in states_of(state) if step.trick is not None and not step.tricks and not step.trick.cards]

    decision = make_bot("expert", seed=1, playouts=60).choose(view_of(leads[0]))

    assert {option.action.card for option in decision.options} == set(view_of(leads[0]).choices.cards)
    assert decision.options[0].action == decision.action
    told = [(option.cost, option.error) for option in decision.options]
    assert told == sorted(told)  # of what costs nothing, the surest first
    assert decision.options[0].cost == 0


def test_beginner_differs_with_its_seed_and_only_in_bids_and_trump():
    book = BOOKS["gwinnett"]
    deals = [play_deal(book, "mood", "N", table_of(book, "beginner", seed)) for seed in range(6)]

    assert len({state.auction.calls for state in deals}) > 1


def test_expert_bids_to_win_where_only_the_bidders_can_go_out():
    """At 60 against both totals far from home the Expert leaves what the Club leaves, near home hardly anything."""
    bids: dict[int, list[int | None]] = {0: [], 480: []}
    for total, amounts in bids.items():
        for seed in range(1, 6):
            state = at_auction("family-double", 60, None, None, seed=seed, standing={"NS": total, "EW": total})
            amounts.append(make_bot("expert", seed=1, playouts=300).choose(seat_view(state, "N")).action.amount)

    assert bids[0].count(None) >= 2
    assert bids[480].count(None) == 0


def test_strength_that_there_is_not_is_refused():
    with pytest.raises(KeyError, match="There is no bot “champion”; there are beginner, club, expert"):
        make_bot("champion", seed=1)


def test_bots_play_on_from_any_moment():
    book = BOOKS["st-hilary"]
    whole = play_deal(book, "any", "N", table_of(book, "club"))

    for step in list(states_of(whole))[::9]:
        assert play_out(step, table_of(book, "club")) == whole
