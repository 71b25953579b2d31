"""The Expert asked about somebody else's decision: what a review shows as its cost."""

import random

import pytest

from scoring.play.actions import Action, Bid, Bury, LayMeld, NameTrump, PassCards, PlayCard, is_same
from scoring.play.bots.budget import Budget
from scoring.play.bots.club import ClubBot
from scoring.play.bots.expert import ExpertBot
from scoring.play.review import moments
from scoring.play.seat_view import SeatView, seat_view
from scoring.play.state import DealState
from scoring.play.table import Decision
from scoring.rules.book import built_in_book
from tests.books import PLAYED
from tests.sampling import sample
from tests.scoring.play.random_deals import random_deal


def expert(playouts: int = 24) -> ExpertBot:
    return ExpertBot(seed=1, budget=Budget(playouts=playouts))


def views(key: str, kind: type[Action], number: int) -> list[tuple[SeatView, Action]]:
    """Decisions of a kind that players by chance took, each with what they saw."""
    book, rng = built_in_book(key), random.Random(f"{key} {kind.__name__}")
    found: list[tuple[SeatView, Action]] = []
    while len(found) < number:
        end: DealState = random_deal(book, rng)
        found += [
            (seat_view(moment.before, moment.action.seat), moment.action)
            for moment in moments(end)
            if isinstance(moment.action, kind)
        ]
    return found[:number]


def cost(decision: Decision, action: Action) -> float | None:
    return next((option.cost for option in decision.options if is_same(option.action, action)), None)


def is_best_of_what_is_shown(decision: Decision) -> bool:
    costs = [option.cost for option in decision.options]
    return not costs or (decision.options[0].action == decision.action and costs[0] == 0 and costs == sorted(costs))


@pytest.mark.parametrize("key", PLAYED)
@pytest.mark.parametrize("kind", [Bid, NameTrump, PlayCard])
def test_the_action_gets_its_cost_beside_the_experts_own_options(key, kind):
    for view, action in views(key, kind, sample(2, 6)):
        alone, beside = expert().choose(view), expert().compare(view, action)

        assert {option.action for option in alone.options} <= {option.action for option in beside.options}
        assert is_best_of_what_is_shown(alone)
        assert is_best_of_what_is_shown(beside)
        assert not beside.options or cost(beside, action) is not None


@pytest.mark.parametrize("key", ["st-hilary", "hidden-valley"])
def test_a_pass_is_weighed_beside_the_clubs(key):
    for view, action in views(key, PassCards, 6):
        decision = expert().compare(view, action)

        assert is_best_of_what_is_shown(decision)
        assert {expert().choose(view).action, action} <= {option.action for option in decision.options}


@pytest.mark.parametrize("key", ["st-hilary", "hidden-valley"])
def test_advice_weighs_what_to_pass(key):
    for view, _ in views(key, PassCards, 6):
        advice = ExpertBot(seed=1, budget=Budget(playouts=24), tells=True).choose(view)
        passes = [option.action.cards for option in advice.options if isinstance(option.action, PassCards)]

        assert is_best_of_what_is_shown(advice)
        assert ClubBot().choose(view).action in [option.action for option in advice.options]
        assert 2 <= len(passes) == len(set(passes)) <= 6
        assert {len(cards) for cards in passes} == {view.choices.count}


@pytest.mark.parametrize("key", ["gwinnett-3", "cutthroat"])
def test_what_is_buried_is_weighed(key):
    for view, action in views(key, Bury, 4):
        assert cost(expert().compare(view, action), action) is not None


def test_advice_weighs_what_to_bury_before_melding():
    for view, _ in views("cutthroat", Bury, 4):
        advice = ExpertBot(seed=1, budget=Budget(playouts=24), tells=True).choose(view)
        buried = [option.action.cards for option in advice.options if isinstance(option.action, Bury)]

        assert is_best_of_what_is_shown(advice)
        assert ClubBot().choose(view).action in [option.action for option in advice.options]
        assert 2 <= len(buried) == len(set(buried)) <= 6
        assert {len(cards) for cards in buried} == {5}


def test_meld_that_was_left_out_costs_what_it_counts():
    found = [(view, action) for view, action in views("hidden-valley", LayMeld, 40) if action.cards]
    view, whole = next((view, action) for view, action in found if is_same(expert().choose(view).action, action))

    decision = expert().compare(view, LayMeld(whole.seat, ()))

    assert (cost(decision, LayMeld(whole.seat, ())) or 0) > 0
    assert is_best_of_what_is_shown(decision)


def test_giving_away_the_trumps_costs_points():
    """The bidder who passes three trump aces and tens away is told so."""
    costs = []
    for view, action in views("st-hilary", PassCards, 30):
        if view.seat != view.bidder or view.trump is None:
            continue
        best = sorted(view.hand, key=lambda card: (card.suit != view.trump, -card.height))
        silly = PassCards(view.seat, tuple(best[: len(action.cards)]))
        decision = ExpertBot(seed=1, budget=Budget(playouts=120)).compare(view, silly)
        costs.append(cost(decision, silly) or 0)

    assert sum(costs) / len(costs) > 1


def test_a_bid_higher_than_need_be_is_never_the_best():
    for view, action in views("gwinnett", Bid, 20):
        if isinstance(action, Bid) and action.amount is not None and action.amount > (view.choices.lowest_bid or 0):
            assert expert().compare(view, action).action != action
