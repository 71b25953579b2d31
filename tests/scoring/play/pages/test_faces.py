from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scoring.play.pages.faces import face_of, hand_context, lines_of, sorted_cards, suit_order
from scoring.play.seat_view import SeatView
from scoring.play.settings import TableSettings
from scoring.rules.book import built_in_book
from scoring.rules.cards import SUITS, Card
from scoring.rules.notation import format_cards, parse_cards
from tests.scoring.play.pages.moments import asked, view_of
from tests.scoring.play.random_deals import random_steps

BLACK = "SC"


def test_face_has_the_printed_rank_and_names():
    face = face_of(Card.parse("TH"))

    assert (face["code"], face["rank"], face["suit"], face["name"]) == ("TH", "10", "hearts", "ten of hearts")


@pytest.mark.parametrize("trump", SUITS)
def test_trump_stands_first_and_the_colours_still_alternate(trump: str):
    order = suit_order("trump_first", trump)

    assert order[0] == trump
    assert sorted(order) == sorted(SUITS)
    assert [suit in BLACK for suit in order] in ([True, False] * 2, [False, True] * 2)


def test_suits_keep_their_places_where_that_was_chosen():
    assert {suit_order("alternating", trump) for trump in SUITS} == {"SHCD"}


def test_cards_fall_in_a_suit():
    cards = parse_cards("9D KS AS TS QD JH AS")

    assert format_cards(sorted_cards(cards, "trump_first", "D")) == "QD 9D AS AS TS KS JH"


def view_with(cards: str, **fields: Any) -> SeatView:
    return replace(view_of(asked("st-hilary", "play", tricks=1)), hand=parse_cards(cards), **fields)


def test_small_hand_stands_in_one_row_and_a_large_one_in_two():
    few = hand_context(view_with("AS KS AH KH", choices=None), TableSettings())
    many = hand_context(view_with("AS TS KS QS JS AH TH KH QH JH AD TD KD QD JD AC TC KC QC JC"), TableSettings())

    assert [len(row) for row in few["rows"]] == [2]
    assert [sum(map(len, row)) for row in many["rows"]] == [10, 10]
    assert (few["size"], many["size"]) == ("few", "most")


def test_empty_hand_has_no_rows():
    hand = hand_context(view_with("", choices=None), TableSettings())

    assert (hand["rows"], hand["lines"], hand["across"]) == ([], [], 6)


@pytest.mark.parametrize(
    ("suits", "lines"),
    [
        ((4, 3, 3, 2), ((4, 3), (3, 2))),  # two of seven, not of eight and four
        ((5, 5, 5, 5), ((5,), (5,), (5,), (5,))),
        ((6, 2, 7, 5), ((6, 2), (7,), (5,))),
        ((8, 7, 8, 7), ((8,), (7,), (8,), (7,))),
        ((9, 7, 8, 6), ((4,), (5,), (7,), (8,), (6,))),  # only a suit that no line holds is torn, in the middle
        ((9, 5, 3, 3), ((7,), (2, 5), (3, 3))),  # or its end finds room beside the next one
        ((17, 3), ((8,), (6,), (3, 3))),
    ],
)
def test_lines_of_a_phone_break_at_suits(suits: tuple[int, ...], lines: tuple[tuple[int, ...], ...]):
    assert lines_of(suits) == lines


def test_a_line_starts_with_its_first_card_and_rows_are_of_whole_suits():
    cards = "AS AS TS TS KS KS QS QS JS AH TH KH QH JH AD TD KD QD JD JC"
    hand = hand_context(view_with(cards, choices=None, trump=None), TableSettings())

    starts = [card["face"]["code"] for row in hand["rows"] for suit in row for card in suit if card.get("starts")]
    assert (hand["lines"], hand["across"], starts) == ([7, 7, 6], 7, ["QS", "JC"])
    assert [sum(map(len, row)) for row in hand["rows"]] == [9, 11]


def test_a_row_that_whole_suits_would_make_too_long_tears_one():
    """Thirty cards, the bidder's with a kitty: of nineteen in a row the first lay beyond the edge of a tablet."""
    suits = {"S": 9, "H": 10, "C": 6, "D": 5}
    cards = " ".join(f"{rank}{suit}" for suit, many in suits.items() for rank in ("AATTKKQQJJ"[:many]))
    hand = hand_context(view_with(cards, choices=None, trump=None), TableSettings())

    assert [[len(suit) for suit in row] for row in hand["rows"]] == [[6, 3, 3, 3], [4, 6, 5]]
    assert [card["face"]["code"] for row in hand["rows"] for suit in row for card in suit] == cards.split()
    assert hand["lines"] == [6, 6, 7, 6, 5]


def test_cards_that_may_not_be_played_share_their_reason():
    state = asked("st-hilary", "play", tricks=1)
    hand = hand_context(view_of(state), TableSettings())
    cards = [card for row in hand["rows"] for suit in row for card in suit]

    assert hand["state"] == "play"
    assert {card["reason"] for card in cards if card["state"] == "can"} == {0}
    assert {card["reason"] for card in cards if card["state"] == "cannot"} == set(range(1, len(hand["reasons"]) + 1))


def test_melded_cards_cannot_be_chosen_for_burying():
    view = view_of(asked("gwinnett-3", "bury"))

    hand = hand_context(view, TableSettings())

    cards = [card for row in hand["rows"] for suit in row for card in suit]
    assert sum(card["state"] == "choose" for card in cards) == len(view.choices.cards if view.choices else ())
    assert (len(cards), hand["choose"]) == (18, 3)


def test_what_the_partner_passed_to_the_bidder_is_marked():
    state = next(
        state
        for seed in range(200)
        for state in random_steps(built_in_book("hidden-valley"), Random(seed))
        if state.bidder == "S" and state.to_act == "S" and len(state.passes) == 1
    )
    hand = hand_context(view_of(state), TableSettings())

    new = [card["face"]["code"] for row in hand["rows"] for suit in row for card in suit if card.get("is_new")]
    assert sorted(new) == sorted(str(card) for card in state.passes[0].cards)


def test_what_came_from_the_kitty_is_marked():
    view = view_of(asked("gwinnett-3", "trump"))

    hand = hand_context(view, TableSettings())

    new = [card["face"]["code"] for row in hand["rows"] for suit in row for card in suit if card.get("is_new")]
    assert sorted(new) == sorted(map(str, view.kitty))


def test_meld_is_chosen_by_hand_only_where_that_is_wished():
    view = view_of(asked("npa", "meld"))

    assert hand_context(view, TableSettings())["state"] == "rest"
    assert hand_context(view, TableSettings(count_own_meld=True))["state"] == "choose"


def test_cards_of_the_meld_stand_up_before_it_is_laid():
    view = replace(view_of(asked("npa", "meld")), hand=parse_cards("AS AS TS KS QS QH JH JD"), trump="S")

    shown, counted = (hand_context(view, TableSettings(count_own_meld=so)) for so in (False, True))

    laid = [card["face"]["code"] for row in shown["rows"] for suit in row for card in suit if card.get("is_laid")]
    assert laid == ["KS", "QS", "JD"]  # of a run the jack is missing
    assert not any(card.get("is_laid") for row in counted["rows"] for suit in row for card in suit)
