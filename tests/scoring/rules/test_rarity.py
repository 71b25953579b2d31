"""How rare a meld is, and for which books a table holds."""

import json

import pytest

from scoring.rules.book import RuleBook, built_in_book, built_in_books
from scoring.rules.rarity import (
    FEWEST_SIDES,
    STUCK,
    Rarity,
    built_in_rarity,
    play_key,
    rarity_from_data,
    rarity_key,
    table_path,
    table_text,
)

PLAYED = [key for key, book in built_in_books().items() if book.bots_play]


def changed(book: RuleBook, part: str, **values) -> RuleBook:
    return book.model_copy(update={part: getattr(book, part).model_copy(update=values)})


@pytest.mark.parametrize("key", PLAYED)
def test_every_built_in_book_that_bots_play_has_a_table_that_is_large_enough(key):
    found = built_in_rarity(built_in_book(key))

    assert found is not None
    assert found.sides >= FEWEST_SIDES
    assert sum(found.totals.values()) == found.sides


@pytest.mark.parametrize("key", PLAYED)
def test_table_says_what_it_is_of(key):
    data = json.loads(table_path(built_in_book(key)).read_text())

    assert data["book"] == key
    assert data["depends_on"] == rarity_key(built_in_book(key))
    assert data["played_by"] == play_key(built_in_book(key))
    assert {"deals", "seed", "bots"} <= data.keys()


@pytest.mark.parametrize("key", PLAYED)
def test_common_melds_are_not_rare_and_rare_ones_are_asked_about_seldom(key):
    found = built_in_rarity(built_in_book(key))
    assert found is not None
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
    table = Rarity(
        10, {0: 4, 12: 6}, {STUCK: 1, 20: 4}, ((STUCK, {12: 5}),), ((-3, {14: 2}), (8, {15: 3})), "these rules"
    )

    assert rarity_from_data(json.loads(json.dumps(table.to_data()))) == table


def test_table_from_before_bids_were_counted_is_of_melds_alone():
    table = Rarity(10, {0: 4, 12: 6})

    assert table.to_data() == {"sides": 10, "totals": {"0": 4, "12": 6}}
    assert rarity_from_data(table.to_data()) == table
    assert table.hands == 0


def test_bid_is_rare_by_how_seldom_one_wins_that_is_as_high():
    table = Rarity(2, {0: 2}, {STUCK: 100_000, 20: 800_000, 50: 99_901, 52: 90, 60: 9})

    assert [table.reaching(bid) for bid in (20, 50, 52, 60, 61)] == [900_000, 100_000, 99, 9, 0]
    assert [bid for bid in (15, 20, 50, 51, 52, 60) if table.is_very_rare_bid(bid)] == [51, 52, 60]
    assert table.bid_sentence(50) == "50 is a rare bid (about 1 hand in 10)."
    assert table.bid_sentence(52) == "52 is a very rare bid (about 1 hand in 10,000)."
    assert table.bid_sentence(61) == "61 is a very rare bid (less than 1 hand in 300,000)."


@pytest.mark.parametrize(("count", "is_rare"), [(9, True), (10, False), (11, False)])
def test_very_rare_bid_wins_in_fewer_than_one_hand_in_ten_thousand(count, is_rare):
    assert Rarity(2, {0: 2}, {20: 100_000 - count, 60: count}).is_very_rare_bid(60) is is_rare


@pytest.mark.parametrize(("sides", "is_rare"), [(FEWEST_SIDES - 1, False), (FEWEST_SIDES, True)])
def test_rare_is_said_from_so_many_simulated_hands_on(sides, is_rare):
    assert Rarity(sides, {4: sides}).is_very_rare(87) is is_rare


def test_bids_and_takes_follow_how_one_bids_and_plays():
    book = built_in_book("npa")

    assert play_key(changed(book, "game", target=400)) == play_key(book)
    assert play_key(changed(book, "auction", opening=60)) != play_key(book)
    assert play_key(changed(book, "contract", unsaved_take="kept")) != play_key(book)
    assert play_key(changed(book, "meld", run=(30, 250, 450, 500))) != play_key(book)


def test_key_follows_what_melds_depend_on():
    book = built_in_book("npa")

    assert rarity_key(changed(book, "contract", unsaved_take="kept")) == rarity_key(book)
    assert rarity_key(changed(book, "auction", opening=60)) == rarity_key(book)
    assert rarity_key(changed(book, "meld", run=(30, 250, 450, 500))) != rarity_key(book)
    assert rarity_key(changed(book, "auction", marriage_needed=False)) != rarity_key(book)
    assert built_in_rarity(changed(book, "meld", run=(30, 250, 450, 500))) is None


def test_file_of_a_table_is_read_as_it_was_written():
    book = built_in_book("st-hilary")
    found = built_in_rarity(book)
    assert found is not None

    written = table_text(book, found, deals=40_000)

    assert written.endswith("}\n")
    assert json.loads(written)["deals"] == 40_000
    assert rarity_from_data(json.loads(written)) == found
