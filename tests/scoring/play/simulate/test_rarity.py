"""Side totals as far as the melds: the same that a whole deal comes to."""

import pytest

from scoring.play.simulate.bots import RANDOM, RandomBot
from scoring.play.simulate.deals import deal_facts
from scoring.play.simulate.rarity import rarity_of, running_counts, side_melds
from scoring.play.simulate.runs import CHUNK, Plan
from scoring.rules.book import built_in_book, built_in_books


@pytest.mark.parametrize("key", built_in_books())
def test_melds_are_those_of_the_deal_played_out(key):
    book = built_in_book(key)
    for number in range(12):
        facts = deal_facts(book, 2, number, RandomBot.from_seed)
        if facts.ending == "no_marriage":
            assert side_melds(book, 2, number, RandomBot.from_seed) == ()
            continue
        order = book.seats_from(book.seats[number % len(book.seats)])
        by_side = {book.side_of(seat): total for seat, total in zip(order, facts.side_melds, strict=True)}

        assert dict(zip(book.sides, side_melds(book, 2, number, RandomBot.from_seed), strict=True)) == by_side


def test_every_side_is_counted_once():
    plan = Plan(built_in_book("gwinnett").to_json(), CHUNK + 5, 1, RANDOM)

    *_, (done, counts) = running_counts(plan, 1)

    assert done == plan.chunks
    assert rarity_of(counts).sides == 2 * plan.deals


def test_hands_without_trump_are_left_out():
    plan = Plan(built_in_book("npa").to_json(), 60, 1, RANDOM)

    *_, (_, counts) = running_counts(plan, 1)

    assert 0 < counts.total() < 2 * plan.deals
