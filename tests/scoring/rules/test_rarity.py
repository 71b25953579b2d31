"""How rare a meld is, and for which books a table holds."""

import json

import pytest

from scoring.rules.book import RuleBook, built_in_book, built_in_books
from scoring.rules.rarity import (
    FEWEST_SIDES,
    Rarity,
    built_in_rarity,
    rarity_from_data,
    rarity_key,
    table_path,
)


def changed(book: RuleBook, part: str, **values) -> RuleBook:
    return book.model_copy(update={part: getattr(book, part).model_copy(update=values)})


@pytest.mark.parametrize("key", built_in_books())
def test_every_built_in_book_has_a_table_that_is_large_enough(key):
    found = built_in_rarity(built_in_book(key))

    assert found is not None
    assert found.sides >= FEWEST_SIDES
    assert sum(found.totals.values()) == found.sides


@pytest.mark.parametrize("key", built_in_books())
def test_table_says_what_it_is_of(key):
    data = json.loads(table_path(built_in_book(key)).read_text())

    assert data["book"] == key
    assert data["depends_on"] == rarity_key(built_in_book(key))
    assert {"deals", "seed", "bots"} <= data.keys()


@pytest.mark.parametrize("key", built_in_books())
def test_common_melds_are_not_rare_and_rare_ones_are_asked_about_seldom(key):
    found = built_in_rarity(built_in_book(key))
    often = max(found.totals, key=found.totals.__getitem__)
    asked = sum(count for total, count in found.totals.items() if found.is_very_rare(total))

    assert not found.is_very_rare(often)
    assert found.is_very_rare(9_999)
    assert asked / found.sides < 0.01


@pytest.mark.parametrize(("count", "is_rare"), [(99, True), (100, False), (0, True)])
def test_very_rare_is_fewer_than_one_hand_in_ten_thousand(count, is_rare):
    assert Rarity(1_000_000, {87: count, 4: 1_000_000 - count}).is_very_rare(87) is is_rare


def test_few_simulated_hands_call_nothing_rare():
    assert not Rarity(1_000, {4: 1_000}).is_very_rare(87)


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        (25, "87 is a very rare meld (about 1 hand in 40,000)."),
        (26, "87 is a very rare meld (about 1 hand in 40,000)."),
        (81, "87 is a very rare meld (about 1 hand in 12,000)."),
        (1, "87 is a very rare meld (about 1 hand in 1,000,000)."),
        (0, "87 is a very rare meld (less than 1 hand in 300,000)."),
    ],
)
def test_odds_in_words(seen, words):
    assert Rarity(1_000_000, {87: seen}).sentence(87) == words


def test_table_comes_back_from_plain_data():
    table = Rarity(10, {0: 4, 12: 6})

    assert rarity_from_data(json.loads(json.dumps(table.to_data()))) == table


def test_key_follows_what_melds_depend_on():
    book = built_in_book("npa")

    assert rarity_key(changed(book, "contract", unsaved_take="kept")) == rarity_key(book)
    assert rarity_key(changed(book, "auction", opening=60)) == rarity_key(book)
    assert rarity_key(changed(book, "meld", run=(30, 250, 450, 500))) != rarity_key(book)
    assert rarity_key(changed(book, "auction", marriage_needed=False)) != rarity_key(book)
    assert built_in_rarity(changed(book, "meld", run=(30, 250, 450, 500))) is None
