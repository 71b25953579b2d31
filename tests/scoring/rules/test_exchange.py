"""Between the auction and the first trick: trump, pass, kitty, laying meld, declaring."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import SUITS, Card, Suit
from scoring.rules.deal_score import DealRecord
from scoring.rules.exchange import (
    best_laid,
    bury_fault,
    declarations,
    has_aces_around,
    lay_fault,
    lays_cards_down,
    may_bury,
    pass_fault,
    passes_unseen,
    passing_order,
    told_of_buried,
    trump_choices,
)
from scoring.rules.melds import best_meld, meld_total
from scoring.rules.notation import format_cards, parse_cards
from tests.scoring.rules.deal_samples import BOOKS, changed

ST_HILARY = built_in_book("st-hilary")
HIDDEN_VALLEY = built_in_book("hidden-valley")
FAMILY = built_in_book("family-double")
NPA = built_in_book("npa")
GWINNETT_3 = built_in_book("gwinnett-3")
CUTTHROAT = built_in_book("cutthroat")
ROUND = changed(ST_HILARY, meld__roundhouse={"values": [40], "own_meld": True})


# -- trump -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "hand", "suits"),
    [
        (ST_HILARY, "9S", ("S", "H", "D", "C")),
        (NPA, "KS QH KC QC KD", ("C",)),
        (NPA, "KS QS KH QH", ("S", "H")),
        (NPA, "KS QS", ("S",)),
        (FAMILY, "KS KS QH QH", ()),
    ],
)
def test_trump_choices(book: RuleBook, hand: str, suits: tuple[Suit, ...]) -> None:
    assert trump_choices(book, parse_cards(hand)) == suits


# -- passing -----------------------------------------------------------------------------


def test_passing_order() -> None:
    assert passing_order(ST_HILARY, "E") == ("E", "W")
    assert passing_order(HIDDEN_VALLEY, "E") == ("W", "E")
    assert passing_order(NPA, "N") == passing_order(GWINNETT_3, "A") == ()
    assert [passes_unseen(book) for book in (ST_HILARY, HIDDEN_VALLEY, NPA)] == [True, False, False]


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        ("AS AS KS", None),
        ("AS AS", "You pass three cards: you chose two."),
        ("AS AS KS TD", "You pass three cards: you chose four."),
        ("", "You pass three cards: choose them from your hand."),
        ("AS KS KS", "Choose from the cards in your hand."),
        ("AS KS JC", "Choose from the cards in your hand."),
    ],
)
def test_pass_fault(cards: str, fault: str | None) -> None:
    assert pass_fault(ST_HILARY, parse_cards("AS AS KS TD"), parse_cards(cards)) == fault


def test_one_card_is_no_cards() -> None:
    book = changed(ST_HILARY, passing__cards=1)

    assert pass_fault(book, parse_cards("AS AS"), parse_cards("AS AS")) == "You pass one card: you chose two."


# -- the kitty ---------------------------------------------------------------------------


def test_melded_cards_stay_in_the_hand_and_a_second_copy_may_go() -> None:
    hand, melded = parse_cards("KS QS KS 9H TD JD"), parse_cards("KS QS JD")

    assert format_cards(may_bury(GWINNETT_3, hand, melded, "S")) == "KS 9H TD"
    assert bury_fault(GWINNETT_3, hand, melded, parse_cards("KS 9H TD"), "S") is None
    assert (
        bury_fault(GWINNETT_3, hand, melded, parse_cards("KS KS TD"), "S")
        == "Keep the K♠. You can’t discard melded cards."
    )  # fmt: skip


def test_any_card_may_be_buried_where_the_melded_ones_leave_too_few() -> None:
    hand, melded = parse_cards("KS QS JD 9H TD"), parse_cards("KS QS JD")

    assert may_bury(GWINNETT_3, hand, melded, "S") == hand
    assert bury_fault(GWINNETT_3, hand, melded, parse_cards("KS QS 9H"), "S") is None


def test_melded_cards_may_go_where_the_book_says_so() -> None:
    book = changed(GWINNETT_3, kitty__bury_melded=True)
    hand = parse_cards("KS QS KS 9H TD JD")

    assert may_bury(book, hand, parse_cards("KS QS"), "S") == hand


@pytest.mark.parametrize(
    ("stays", "hand", "melded", "may", "fault"),
    [
        ("aces", "AS AH KS 9H TD JD", "KS", "9H TD JD", "Keep the A♠. You can’t discard aces."),
        ("trump", "AS AH KS 9H TD JD", "JD", "AH 9H TD", "Keep the A♠. You can’t discard trump."),
        ("aces_and_trump", "AS AH KD 9H TD JD", "", "KD 9H TD JD", "Keep the A♠. You can’t discard trump."),
        ("aces_and_trump", "AS AH KD 9H TD JD", "KD JD", "AS AH 9H TD", None),  # too few others
        ("nothing", "AS AH KS 9H TD JD", "", "AS AH KS 9H TD JD", None),
    ],
)
def test_aces_and_trump_stay_where_the_book_says_so_and_others_are_left(
    stays: str, hand: str, melded: str, may: str, fault: str | None
) -> None:
    book, held, laid = changed(GWINNETT_3, kitty__stays=stays), parse_cards(hand), parse_cards(melded)

    assert format_cards(may_bury(book, held, laid, "S")) == may
    assert bury_fault(book, held, laid, parse_cards("AS 9H TD"), "S") == fault


def test_bury_fault_of_cards_not_held_and_of_a_wrong_number() -> None:
    hand = parse_cards("KS QS KS 9H TD JD")

    assert bury_fault(GWINNETT_3, hand, (), parse_cards("AS QS 9H"), "S") == "Choose from the cards in your hand."
    assert bury_fault(GWINNETT_3, hand, (), parse_cards("KS"), "S") == "You discard three cards: you chose one."


@given(st.permutations(GWINNETT_3.cards), st.data())
def test_whatever_may_be_buried_has_no_fault_and_nothing_else(deck: list[Card], data: st.DataObject) -> None:
    hand = tuple(deck[:18])
    melded = data.draw(st.lists(st.sampled_from(range(18)), unique=True).map(lambda at: [hand[place] for place in at]))
    free = may_bury(GWINNETT_3, hand, melded, "S")
    chosen = data.draw(st.sampled_from(list(combinations(hand, 3))))

    assert not Counter(free) - Counter(hand)
    assert len(free) >= 3
    assert (bury_fault(GWINNETT_3, hand, melded, chosen, "S") is None) == (not Counter(chosen) - Counter(free))


@pytest.mark.parametrize(
    ("buried", "words"),
    [
        ("", ""),
        ("9S TH", "trump, but no aces"),
        ("AH TH", "aces, but no trump"),
        ("AS TH", "trump and aces"),
        ("9S AH", "trump and aces"),
        ("9H TH", "no trump and no aces"),
    ],
)
def test_what_is_told_of_buried_cards(buried: str, words: str) -> None:
    book = changed(GWINNETT_3, kitty__told=True)

    assert told_of_buried(book, parse_cards(buried), "S") == words
    for silent in (changed(GWINNETT_3, kitty__told=False), NPA):
        assert told_of_buried(silent, parse_cards(buried), "S") == ""


# -- laying meld -------------------------------------------------------------------------


def test_meld_that_is_not_laid_is_the_players_own_affair() -> None:
    assert lay_fault(ST_HILARY, parse_cards("AS AH AD AC KS QS"), (), "S") is None
    assert lay_fault(ST_HILARY, parse_cards("KS QS"), parse_cards("KS KS"), "S") == (
        "Choose from the cards in your hand."
    )


@pytest.mark.parametrize("book", [NPA, FAMILY], ids=lambda book: book.key)
def test_aces_around_must_be_laid_where_the_book_asks_for_them(book: RuleBook) -> None:
    asked = "You have aces around, and these rules require them. Lay the aces too."
    hand = parse_cards("AS AH AD AC AS AH AD AC KS QS")

    assert lay_fault(book, hand, parse_cards("KS QS"), "S") == asked
    assert lay_fault(book, hand, parse_cards("AS AH AD AC"), None) == asked  # both of each
    assert lay_fault(book, hand, parse_cards("AS AH AD AC AS AH AD AC"), "S") is None
    assert lay_fault(book, hand[1:4], (), "S") is None


def test_sides_that_lay_their_cards_down() -> None:
    assert [lays_cards_down(FAMILY, total) for total in (0, 19, 20)] == [False, False, True]
    assert [lays_cards_down(NPA, total) for total in (0, 19, 20)] == [True, True, True]


def test_aces_around_are_one_of_each() -> None:
    assert has_aces_around(parse_cards("AS AH AD AC"))
    assert has_aces_around(parse_cards("AS AH AD AC 9S"))
    assert not has_aces_around(parse_cards("AS AH AD AS AH AD"))


@pytest.mark.parametrize(
    ("book", "hand", "trump", "laid"),
    [
        (ST_HILARY, "9S KH QH 9H JC", "H", "KH QH 9H"),
        (ST_HILARY, "QS JD QS KS TS", "H", "QS JD KS"),  # one queen for the pinochle and the marriage
        (ST_HILARY, "QS JD QS JD KS", "H", "QS JD QS JD KS"),
        (ST_HILARY, "AS TS KS QS JS KS QS", "S", "AS TS KS QS JS KS QS"),
        (ST_HILARY, "AS TS KS QS JS KS QS", None, "KS QS KS QS"),
        (ST_HILARY, "AS TD", "S", ""),
        (NPA, "KS QS KH QH KD QD KC QC KC", "S", "KS QS KH QH KD QD KC QC"),
        (ROUND, "KS QS KH QH KD QD KC QC KC AS JS 9S", "S", "KS QS KH QH KD QD KC QC 9S"),
        (ROUND, "KS QS KH QH KD QD KC QC KC QC JS", "S", "KS QS KH QH KD QD KC QC KC QC"),
    ],
    ids=lambda value: getattr(value, "key", value),
)
def test_best_laid(book: RuleBook, hand: str, trump: Suit | None, laid: str) -> None:
    assert format_cards(best_laid(book, parse_cards(hand), trump)) == laid


@given(book=st.sampled_from(BOOKS), trump=st.sampled_from([*SUITS, None]), size=st.integers(1, 20), seed=st.integers(0))
def test_best_laid_is_worth_the_whole_meld_and_holds_no_card_too_many(
    book: RuleBook, trump: Suit | None, size: int, seed: int
) -> None:
    hand = tuple(random.Random(seed).sample(book.cards, size))

    laid = best_laid(book, hand, trump)

    total = best_meld(book, hand, trump).total
    assert not Counter(laid) - Counter(hand)
    assert meld_total(book, laid, trump) == total
    assert all(meld_total(book, [*laid[:at], *laid[at + 1 :]], trump) < total for at in range(len(laid)))
    assert lay_fault(book, hand, laid, trump) is None


# -- declarations ------------------------------------------------------------------------


def test_declarations() -> None:
    record = DealRecord("N", 60, trump="S", meld={"NS": 24, "EW": 30})
    below = DealRecord("N", 60, trump="S", meld={"NS": 14, "EW": 30})

    assert declarations(ST_HILARY, record) == ("play",)
    assert declarations(HIDDEN_VALLEY, record) == ("play", "moon")
    assert declarations(FAMILY, record) == ("play", "throw_in")
    assert declarations(FAMILY, below) == ("play",)  # not played in any case
    assert declarations(NPA, record) == ("play",)
    assert declarations(CUTTHROAT, DealRecord("A", 25, trump="S", meld={"A": 24})) == (
        "play",
        "throw_in",
        "lay",
    )
