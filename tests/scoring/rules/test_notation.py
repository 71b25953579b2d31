"""Cards as people read them, looped over their whole domain."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.cards import RANKS, SUITS, Card, CardError
from scoring.rules.notation import (
    ended,
    figure_text,
    format_cards,
    listed,
    lowered,
    name,
    number,
    parse_cards,
    rank_plural,
    sign,
    signed,
    sort_key,
    suit_with_sign,
)
from tests.scoring.rules.reading import parse_figure, parse_sign

DECK = [Card(rank, suit) for suit, rank in product(SUITS, RANKS)]


@pytest.mark.parametrize(
    ("text", "signed", "named"),
    [
        ("TH", "10♥", "ten of hearts"),
        ("AS", "A♠", "ace of spades"),
        ("9D", "9♦", "nine of diamonds"),
        ("QC", "Q♣", "queen of clubs"),
    ],
)
def test_sign_and_name(text: str, signed: str, named: str) -> None:
    card = Card.parse(text)

    assert (sign(card), name(card)) == (signed, named)


def test_signs_and_names_tell_all_cards_apart() -> None:
    assert len({sign(card) for card in DECK}) == len(DECK)
    assert len({name(card) for card in DECK}) == len(DECK)


def test_every_card_comes_back_from_its_sign() -> None:
    assert [parse_sign(sign(card)) for card in DECK] == DECK


@given(st.integers())
def test_figures_come_back_from_text(points: int) -> None:
    assert parse_figure(figure_text(points)) == points


def test_every_single_card_and_the_deck_come_back_from_text() -> None:
    assert all(parse_cards(format_cards([card])) == (card,) for card in DECK)
    assert parse_cards(format_cards(DECK)) == tuple(DECK)


@given(st.lists(st.sampled_from(DECK), max_size=25))
def test_cards_come_back_from_text(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)


@pytest.mark.parametrize("text", ["AS TH 9D", "AS, TH, 9D", " AS,TH ,9D "])
def test_cards_may_be_parted_by_commas_or_blanks(text: str) -> None:
    assert format_cards(parse_cards(text)) == "AS TH 9D"


def test_no_cards() -> None:
    assert parse_cards("") == ()
    assert format_cards(()) == ""


def test_first_word_that_is_no_card_is_named() -> None:
    with pytest.raises(CardError, match=r"^“XX” is not a card"):
        parse_cards("AS XX YY")


def test_sorting_is_by_suit_and_falling() -> None:
    assert sorted(parse_cards("9C 9S TH AS KH AH"), key=sort_key) == list(parse_cards("AS 9S AH TH KH 9C"))
    assert sorted(DECK, key=sort_key) == DECK


def test_suits_have_shape_and_name() -> None:
    assert [suit_with_sign(suit) for suit in SUITS] == ["♠ spades", "♥ hearts", "♦ diamonds", "♣ clubs"]


def test_rank_plurals() -> None:
    assert [rank_plural(rank) for rank in RANKS] == ["aces", "tens", "kings", "queens", "jacks", "nines"]


def test_number_is_said_up_to_eight():
    assert [number(count) for count in (0, 2, 8, 9)] == ["no", "two", "eight", "9"]


def test_figures_have_a_true_minus():
    assert [figure_text(points) for points in (0, 33, -27)] == ["0", "33", "−27"]
    assert [signed(points) for points in (33, 0, -27)] == ["+33", "0", "−27"]


def test_lists_end_with_and():
    assert [listed(list(text)) for text in ("", "A", "AB", "ABC")] == ["", "A", "A and B", "A, B and C"]


def test_a_sentence_has_one_full_stop():
    assert [ended(text) for text in ("Here: Ann Lee", "Here: Bob O’Neil Jr.")] == [
        "Here: Ann Lee.",
        "Here: Bob O’Neil Jr.",
    ]


def test_lowered_changes_the_first_letter_alone():
    assert [lowered(text) for text in ("", "Take of hand 6", "Rules of Ann")] == ["", "take of hand 6", "rules of Ann"]
