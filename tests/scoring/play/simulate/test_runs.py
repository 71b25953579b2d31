"""Runs repeat: on any number of cores, in any stretches, and under another rule the same cards come."""

from functools import cache

import pytest

from scoring.play.simulate.bots import RANDOM, RandomBot
from scoring.play.simulate.deals import deal_facts
from scoring.play.simulate.runs import CHUNK, Plan, merge, play_chunk, running_totals
from scoring.rules.book import built_in_book
from scoring.rules.changes import changed_book, parse_change
from tests.books import PLAYED


def plan_of(key: str = "st-hilary", deals: int = CHUNK + 7, *changes: str, seed: int = 1) -> Plan:
    book = built_in_book(key)
    against = changed_book(book, [parse_change(text) for text in changes]).to_json() if changes else None
    return Plan(book.to_json(), deals, seed, RANDOM, against)


def last(totals):
    for total in totals:
        found = total
    return found


@cache
def played_at_once():
    """The whole run, on one core."""
    return last(running_totals(plan_of(), 1))


def test_one_core_and_two_come_to_the_same():
    assert last(running_totals(plan_of(), 2)).to_data() == played_at_once().to_data()


def test_run_that_was_stopped_goes_on_to_the_same_end():
    plan = plan_of()
    total = plan.empty()
    merge(total, play_chunk(plan, 0))

    total = plan.read(total.to_data())
    merge(total, play_chunk(plan, 1))

    assert total.to_data() == played_at_once().to_data()


def test_other_seed_is_another_run():
    first, second = (last(running_totals(plan_of(deals=8, seed=seed), 1)) for seed in (1, 2))

    assert first.to_data() != second.to_data()


def test_every_deal_is_counted_once():
    plan = plan_of(deals=CHUNK * 2 + 7)

    assert [number for chunk in range(plan.chunks) for number in plan.stretch(chunk)] == list(range(plan.deals))
    assert played_at_once().deals == plan_of().deals


def test_change_that_changes_nothing_in_play_leaves_every_deal_alone():
    total = last(running_totals(plan_of("st-hilary", 12, "game.target=200"), 1))

    assert total.changed == 0
    assert total.first.to_data() == total.second.to_data()


def test_change_is_seen_on_the_same_cards():
    total = last(running_totals(plan_of("npa", 24, "auction.opening=65"), 1))

    assert total.difference("bid").value > 0
    assert total.first.histograms["hand_meld"] == total.second.histograms["hand_meld"]


@pytest.mark.parametrize("key", PLAYED)
def test_deal_is_the_same_each_time_and_adds_up(key):
    book = built_in_book(key)
    for number in range(4):
        found = deal_facts(book, 3, number, RandomBot.from_seed)

        assert found == deal_facts(book, 3, number, RandomBot.from_seed)
        if found.is_played:
            others = found.defenders if not book.deal.calls_partner else found.defenders[:1]  # who take together
            assert sum(found.takes[place] for place in (found.bidder, *others)) == book.total_points
        assert len(found.melds) == len(book.seats)


def test_fourth_who_only_deals_changes_nothing():
    book = built_in_book("cutthroat")

    assert deal_facts(book.as_agreed(with_fourth=True), 3, 1, RandomBot.from_seed) == deal_facts(
        book, 3, 1, RandomBot.from_seed
    )


def test_books_of_different_decks_can_stand_side_by_side():
    plan = Plan(built_in_book("st-hilary").to_json(), 10, 1, RANDOM, built_in_book("gwinnett-3").to_json())

    total = last(running_totals(plan, 1))

    assert total.difference("bid").value > 0
