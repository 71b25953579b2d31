"""Cards as people read them, looped over their whole domain."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.cards import RANKS, SUITS, Card, CardError
from scoring.rules.notation import (
    average,
    counted,
    decimal_number,
    decimal_words,
    ended,
    figure_text,
    figure_words,
    format_cards,
    listed,
    lowered,
    name,
    number,
    numbered,
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
    assert [number(count) for count in (-1, 0, 2, 8, 9)] == ["-1", "no", "two", "eight", "9"]


def test_things_are_one_or_many():
    assert [counted(count, "hand") for count in (0, 1, 2, -27)] == ["0 hands", "1 hand", "2 hands", "−27 hands"]
    assert [counted(count, "person", "people") for count in (1, 2)] == ["1 person", "2 people"]
    assert [numbered("hand", list(text)) for text in ("2", "25", "257")] == [
        "hand 2",
        "hands 2 and 5",
        "hands 2, 5 and 7",
    ]


@pytest.mark.parametrize(
    ("points", "mean"), [((), 0), ((7,), 7), ((1, 2), 2), ((1, 1, 2), 1), ((1, 2, 2), 2), ((-1, -2), -1), ((-4, 1), -1)]
)
def test_average_is_in_whole_points_halves_up(points, mean):
    assert average(points) == mean


@pytest.mark.parametrize(
    ("figure", "digits", "words"),
    [
        (41, 1, "41.0"),
        (Fraction(165, 4), 1, "41.3"),
        (Fraction(-1, 20), 1, "−0.1"),
        (Fraction(-1, 21), 1, "0.0"),
        (0, 1, "0.0"),
        (Fraction(1, 2), 1, "0.5"),
        (Fraction(24_691, 20), 2, "1,234.55"),
        (Fraction(1, 25), 2, "0.04"),
    ],
)
def test_fractions_are_said_with_so_many_digits(figure, digits, words):
    assert decimal_words(figure, digits) == words
    assert digits != 1 or decimal_words(figure) == words


@pytest.mark.parametrize(("figure", "number"), [(Fraction(793, 16), 49.563), (Fraction(-1, 16), -0.063), (1500, 1500)])
def test_figure_of_a_file_is_rounded_as_words_are(figure, number):
    assert decimal_number(figure) == number


def test_figures_have_a_true_minus():
    assert [figure_text(points) for points in (0, 33, -27)] == ["0", "33", "−27"]
    assert [figure_words(points) for points in (0, 4_120, -27)] == ["0", "4,120", "−27"]
    assert [signed(points) for points in (33, 1, 0, -1, -27)] == ["+33", "+1", "0", "−1", "−27"]
    assert [signed(points, figure_words) for points in (4_120, -4_120)] == ["+4,120", "−4,120"]


def test_lists_end_with_and():
    assert [listed(list(text)) for text in ("", "A", "AB", "ABC")] == ["", "A", "A and B", "A, B and C"]


def test_a_sentence_has_one_full_stop():
    assert [ended(text) for text in ("Here: Ann Lee", "Here: Bob O’Neil Jr.")] == [
        "Here: Ann Lee.",
        "Here: Bob O’Neil Jr.",
    ]


def test_lowered_changes_the_first_letter_alone():
    assert [lowered(text) for text in ("", "Take of hand 6", "Rules of Ann")] == ["", "take of hand 6", "rules of Ann"]
