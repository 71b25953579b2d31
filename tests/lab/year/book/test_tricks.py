"""Who takes a trick, and what a side's tricks are worth."""

from __future__ import annotations

import pytest

from tests.lab.year.journal import Hand

from .tricks import Trick, taken, winner

SIDES = ("NS", "EW")
HAND = Hand("N", "E", 21, "hearts", {}, {})


def trick(*cards: str) -> Trick:
    """`N ace spades`, from the lead on; `N`: claims the rest."""
    return [(seat, rank, suit) for seat, rank, suit in (f"{card}  ".split(" ")[:3] for card in cards)]


@pytest.mark.parametrize(
    ("cards", "takes"),
    [
        (("N king spades", "E ten spades", "S nine spades", "W ace clubs"), "E"),
        (("N ace spades", "E nine hearts", "S jack hearts", "W ace spades"), "S"),
        (("N queen clubs", "E ace clubs", "S ace clubs", "W ace diamonds"), "E"),
        (("N ace hearts", "E ace hearts", "S ten hearts", "W king spades"), "N"),
    ],
)
def test_trick_is_the_highest_trumps_or_of_the_suit_led_and_of_two_alike_the_firsts(cards: tuple[str, ...], takes: str):
    assert winner(trick(*cards), "hearts") == takes


def test_counters_and_the_last_trick_make_the_take():
    first = trick("N ace spades", "E ten spades", "S nine spades", "W king spades")
    last = trick("N queen spades", "E nine hearts", "S jack spades", "W jack clubs")

    hand = taken(HAND, [first, last], SIDES, 4)

    assert (hand.take, hand.only_last_trick) == ({"NS": 3, "EW": 1}, "EW")
    assert (hand.with_trick, hand.without_trick) == (SIDES, ())


def test_who_claims_has_the_rest_of_the_points():
    first = trick("N ace spades", "E ten spades", "S nine spades", "W king spades")

    hand = taken(HAND, [first, trick("N")], SIDES, 25)

    assert (hand.take, hand.without_trick) == ({"NS": 25, "EW": 0}, ("EW",))


def test_hand_that_was_not_played_took_nothing():
    assert taken(HAND, [], SIDES, 25).take == {"NS": 0, "EW": 0}
