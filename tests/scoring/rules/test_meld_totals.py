"""Totals that cards can make: counted out for small hands, and what lies on a table is among them."""

import random
from itertools import combinations_with_replacement, product

import pytest

from scoring.rules.book import built_in_books
from scoring.rules.cards import SUITS
from scoring.rules.meld_totals import (
    _bits,
    _own_totals,
    _partners_totals,
    _shapes,
    _sums,
    _trumps,
    check_total,
    possible_side_totals,
    warm,
)
from scoring.rules.melds import meld_total
from tests.sampling import sample
from tests.scoring.rules.deal_samples import changed
from tests.scoring.rules.test_claims import (
    FAMILY,
    GWINNETT_3,
    NPA,
    ST_HILARY,
    claims_of,
    claims_total,
    deal,
    said,
    some_of,
)
from tests.scoring.rules.test_melds import every_book, every_total


def test_check_total_refuses_what_no_cards_make():
    fault = check_total(FAMILY, 7)

    assert fault is not None
    assert said([fault]) == [("no_such_total", "7 isn’t a possible meld here. Did you mean 6 or 8?")]
    assert fault.impossible
    assert check_total(FAMILY, 7, natural=True).text({}) == (
        "7 isn’t a possible meld without trump. Did you mean 6 or 8?"
    )
    highest = max(possible_side_totals(FAMILY))
    assert check_total(FAMILY, highest + 1).text({}) == (
        f"{highest + 1} isn’t a possible meld here. Did you mean {highest}?"
    )
    assert check_total(FAMILY, -1).text({}) == "-1 isn’t a possible meld here. Did you mean 0?"


@pytest.mark.parametrize(
    ("book", "total", "natural"),
    [(FAMILY, 5, False), (FAMILY, 573, False), (NPA, 13, False), (ST_HILARY, 7, True), (GWINNETT_3, 999, False)],
)
def test_check_total_knows_the_impossible(book, total, natural):
    assert check_total(book, total, natural=natural) is not None


@pytest.mark.parametrize("book", built_in_books().values(), ids=built_in_books())
def test_check_total_allows_nothing_and_small_melds(book):
    marriages = (book.meld.marriage[0] * number for number in (0, 1, 2, 3, 4, 5, 12))
    assert all(check_total(book, total) is None for total in marriages)


def test_two_double_runs_do_not_come_out_of_one_deck():
    assert 300 not in possible_side_totals(ST_HILARY)
    assert 300 in possible_side_totals(FAMILY)


@pytest.mark.parametrize("trump", ["S", None])
def test_partners_come_to_what_any_two_of_their_hands_add_up_to(trump):
    book = ST_HILARY
    size, copies = book.deal.hand_size, book.deck.copies
    expected = 0
    for one, other in product(_shapes(book.meld, book.deck, size, trump), repeat=2):
        both = [(one.needs >> place & 63) + (other.needs >> place & 63) for place in range(0, 120, 6)]
        if max(both) <= copies:
            expected |= _sums(one.beside, other.beside) << one.points + other.points

    assert _partners_totals(book.meld, book.deck, (size, size), trump) == expected


def test_the_kitty_makes_more_totals_possible():
    assert possible_side_totals(GWINNETT_3) < possible_side_totals(GWINNETT_3, bidding=True)


@pytest.mark.parametrize(
    ("book", "natural"),
    [
        pytest.param(ST_HILARY, False, marks=pytest.mark.soak),
        pytest.param(ST_HILARY, True, marks=pytest.mark.soak),
        (NPA, False),
        (NPA, True),
        (changed(NPA, meld__heart_pinochle=[3, 25]), False),
    ],
    ids=lambda value: getattr(value, "key", value),
)
def test_possible_totals_are_those_of_every_small_hand(book, natural):
    """Counted out: every four cards there are, in a deck of the ranks that can meld with so few."""
    kinds = [card for card in sorted(set(book.cards)) if card.rank != "T"]
    expected: set[int] = set()
    for hand in combinations_with_replacement(kinds, 4):
        if all(hand.count(card) <= book.deck.copies for card in hand):
            for trump in (None,) if natural else SUITS:
                expected |= every_total(book, hand, trump)

    totals = [_own_totals(book.meld, book.deck, 4, trump) for trump in _trumps(book.meld, natural)]
    assert {total for found in totals for total in _bits(found)} == expected


ODD = changed(
    ST_HILARY, meld__run=[500, 2_000], meld__royal_marriage=[70], meld__nine=7,
    meld__roundhouse={"values": [5_000], "own_meld": True},
)  # fmt: skip


@pytest.mark.parametrize(
    ("total", "needs"),
    [
        (7, 1), (14, 2),  # nines
        (70, 2), (140, 4),  # royal marriages
        (500, 5), (570, 7), (2_000, 10),  # runs
        (5_000, 8), (5_070, 10), (5_500, 13), (10_000, 16),  # roundhouses
        (5_010, 12), (5_514, 15),  # aces around count beside a roundhouse
    ],
)  # fmt: skip
def test_melds_are_possible_from_so_many_cards_on(total, needs):
    """Each kind is worth a figure of its own, so that no others of so few cards make the total."""
    fewer, enough = (set(_bits(_own_totals(ODD.meld, ODD.deck, cards, "S"))) for cards in (needs - 1, needs))

    assert (total in fewer, total in enough) == (False, True)


@pytest.mark.parametrize(("total", "cards"), [(21, 3), (34, 6), (210, 6), (2_070, 12), (10_500, 21), (15_000, 24)])
def test_no_hand_has_three_where_the_deck_has_two(total, cards):
    assert total not in _bits(_own_totals(ODD.meld, ODD.deck, cards, "S"))


def test_without_trump_there_are_neither_runs_nor_nines_nor_roundhouses():
    natural = set(_bits(_own_totals(ODD.meld, ODD.deck, 12, None)))

    assert not {7, 500, 5_000} & natural
    assert {2, 4, 6, 8, 10, 40} <= natural


@every_book
def test_what_lies_on_a_table_is_possible(book):
    rng = random.Random(17)
    for number in range(sample(8, 600)):
        bidder = rng.choice(book.seats)
        trump = rng.choice([*SUITS, None])
        hands = deal(book, rng, bidder, good=number % 2 == 0)
        best = {seat: meld_total(book, cards, trump) for seat, cards in hands.items()}
        fewer = some_of(claims_of(book, hands, trump), rng)
        for side in book.sides:
            together = sum(best[seat] for seat in book.seats_of(side))
            some = claims_total(book, [one for one in fewer if one.seats[0] in book.seats_of(side)], trump)
            for total in (together, some):
                assert check_total(book, total, natural=trump is None, bidding=bidder in side) is None


def test_warmed_book_answers_from_memory():
    warm(NPA)

    before = _partners_totals.cache_info().misses
    for natural in (False, True):
        check_total(NPA, 7, natural=natural, bidding=True)
    assert _partners_totals.cache_info().misses == before
