"""Looking over a deal: which moments were decisions, and what they cost beside a bot's choice."""

import random

import pytest

from scoring.play.actions import Bid, LayMeld, PassCards, PlayCard, is_same
from scoring.play.bots import make_bot
from scoring.play.review import Judged, Moment, cost_by_part, decisions, judged, lesson_of, moments
from scoring.play.state import DealState, apply, begin, choices
from scoring.play.table import Decision, Option, play_out
from scoring.rules.book import built_in_book
from scoring.rules.cards import Card
from scoring.rules.dealing import deal
from tests.books import PLAYED


def played(key: str, seed: int = 3) -> DealState:
    book = built_in_book(key)
    club = make_bot("club", seed=1)
    state = begin(book, book.seats[0], deal(book, random.Random(seed), book.seats[0]))
    return play_out(state, dict.fromkeys(book.seats, club))


def plays(end: DealState) -> list[Moment]:
    return [moment for moment in moments(end) if isinstance(moment.action, PlayCard)]


@pytest.mark.parametrize("key", PLAYED)
def test_moments_are_all_actions_each_with_the_deal_before_it(key):
    end = played(key)

    found = moments(end)

    assert [moment.action for moment in found] == list(end.actions)
    assert all(len(moment.before.actions) == moment.number - 1 for moment in found)
    assert all(moment.before.to_act == moment.action.seat for moment in found)


@pytest.mark.parametrize("key", PLAYED)
def test_a_forced_card_is_no_decision(key):
    end = next(end for end in (played(key, seed) for seed in range(3, 50)) if plays(end))
    seat = end.book.seats[1]

    found = {moment.number for moment in decisions(end, seat)}

    cards = [moment for moment in plays(end) if moment.action.seat == seat]
    assert cards
    for moment in cards:
        asked = choices(moment.before)
        assert asked is not None
        assert (moment.number in found) == (len(asked.cards) > 1)


def test_meld_is_a_decision_only_where_something_was_left_out():
    end = played("hidden-valley")
    whole = next(moment for moment in moments(end) if isinstance(moment.action, LayMeld) and moment.action.cards)
    seat = whole.action.seat
    short = apply(whole.before, LayMeld(seat, ()))

    assert whole.number not in {moment.number for moment in decisions(end, seat)}
    assert whole.number in {moment.number for moment in decisions(short, seat)}


def first_play(end: DealState):
    return next(moment for moment in moments(end) if isinstance(moment.action, PlayCard))


def weighed(own: float | None) -> Judged:
    moment = first_play(played("gwinnett"))
    assert isinstance(moment.action, PlayCard)
    other = PlayCard(moment.action.seat, Card("9", "S") if moment.action.card != Card("9", "S") else Card("9", "H"))
    options = [Option(other, 0.0)] + ([Option(moment.action, own)] if own is not None else [])
    return judged(moment, Decision(other, "So.", tuple(options)))


def test_cost_is_what_the_choice_loses_beside_the_best():
    assert weighed(2.5).cost == 2.5
    assert not weighed(2.5).is_same


def test_a_choice_that_was_not_weighed_has_no_cost():
    assert weighed(None).cost is None


def test_the_order_in_which_cards_were_chosen_does_not_matter():
    one, other = Card("A", "S"), Card("9", "H")

    assert is_same(PassCards("N", (one, other)), PassCards("N", (other, one)))
    assert not is_same(PassCards("N", (one, one)), PassCards("N", (one, other)))
    assert not is_same(PassCards("N", (one,)), LayMeld("N", (one,)))
    assert not is_same(Bid("N", 50), Bid("N", None))


def of_kind(end: DealState, kind: type, cost: float | None, error: float = 0.0) -> Judged:
    """A judgement of the first action of that kind."""
    moment = next(each for each in moments(end) if isinstance(each.action, kind))
    other = Bid(moment.action.seat, 999)
    return Judged(moment, Decision(other, "So."), None if cost is None else Option(moment.action, cost, error))


def test_costs_are_summed_up_by_part_of_the_hand():
    end = played("hidden-valley")
    found = [
        of_kind(end, Bid, 6.0),
        of_kind(end, PassCards, 0.0),
        of_kind(end, PlayCard, 2.25, error=0.5),
        weighed(None),
    ]

    sums = cost_by_part([*found, of_kind(end, Bid, 3.0, error=2.5)])

    assert sums == [("auction", 9.0), ("play", 2.25)]


def test_the_lesson_is_what_surely_costs_the_most():
    end = played("hidden-valley")
    doubtful, sure = of_kind(end, Bid, 6.0, error=5.0), of_kind(end, PlayCard, 4.0, error=0.5)

    assert lesson_of([doubtful, sure]) == sure
    assert lesson_of([of_kind(end, Bid, 0.0)]) is None


def test_where_nothing_surely_costs_the_lesson_is_what_could_not_be_weighed():
    unknown = weighed(None)

    assert lesson_of([of_kind(played("hidden-valley"), Bid, 0.0), unknown]) == unknown
