"""The tables that stand for the rules. That they say what the rules say is held in `test_base`, deal by deal."""

from collections.abc import Sequence

import pytest

from scoring.play.engine.tables import BIT_PRIME, CARDS, PLACE_OF, PLACES, mask_of, tables_for
from scoring.rules.book import RuleBook
from scoring.rules.cards import RANKS, SUITS, Card
from scoring.rules.notation import parse_cards
from tests.scoring.play.engine.deals import BOOKS, unusual_books
from tests.scoring.rules.deal_samples import changed

each_book = pytest.mark.parametrize("book", [*BOOKS.values(), *unusual_books().values()], ids=lambda book: book.key)


def test_places_go_by_suit_and_height() -> None:
    assert len(CARDS) == PLACES == len(RANKS) * len(SUITS)
    assert [PLACE_OF[card] for card in CARDS] == list(range(PLACES))
    assert parse_cards("9S JS QS KS TS AS 9H") == CARDS[:7]


def test_masks_hold_each_card_once() -> None:
    assert mask_of(parse_cards("9S 9S AS")) == 0b100001
    assert mask_of(CARDS) == (1 << PLACES) - 1


def test_bits_are_counted_and_found() -> None:
    play = tables_for(BOOKS["npa"]).play
    assert [play.places[(1 << place) % BIT_PRIME] for place in range(PLACES)] == list(range(PLACES))
    assert play.bits[0b101101] == 4


@each_book
def test_tables_hold_every_card_of_the_deck(book: RuleBook) -> None:
    tables = tables_for(book)
    assert sorted(CARDS[place] for place in tables.deck) == sorted(book.cards)
    assert sum(tables.sizes) == len(tables.deck)


@each_book
def test_every_state_asks_for_something_that_can_be_done(book: RuleBook) -> None:
    play = tables_for(book).play
    for state, (led, follow) in enumerate(zip(play.led, play.follow, strict=True)):
        assert follow
        assert follow & ~led == 0
        assert all(0 <= after < len(play.led) for after in play.steps[state * PLACES : (state + 1) * PLACES])


def test_what_a_partner_is_given_and_an_opponent_is_thrown() -> None:
    play = tables_for(BOOKS["st-hilary"]).play
    assert in_order(play.feed) == "KT9JQA"
    assert in_order(play.throw) == "9JQKTA"
    assert in_order(play.highest) == "ATKQJ9"


def in_order(first: Sequence[int]) -> str:
    """Ranks in the order in which they are chosen, each from among those that are left."""
    left, found = 0b111111, ""
    while left:
        chosen = first[left]

        (rank,) = {card.rank for card in CARDS if chosen & mask_of([card])}
        found += rank
        left &= ~chosen
    return found


def test_values_are_the_books() -> None:
    book = changed(BOOKS["st-hilary"], deck__counter_points=3, deck__counters="AQ", deck__last_trick=7)
    play = tables_for(book).play
    assert play.value[PLACE_OF[Card("A", "S")]] == 3
    assert play.value[PLACE_OF[Card("K", "S")]] == 0
    assert play.last_trick == 7


def test_a_book_with_other_rules_has_other_tables() -> None:
    book = BOOKS["st-hilary"]
    other = changed(book, play__heading="trumps")
    assert tables_for(book).play.follow != tables_for(other).play.follow
    assert tables_for(book) is tables_for(changed(other, play__heading=book.play.heading))
