"""Actions as JSON and back, and nonsense that is none."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.play.actions import (
    DECLARATIONS,
    KINDS,
    Action,
    Answer,
    Bid,
    Bury,
    CallPartner,
    Declare,
    LayDown,
    LayMeld,
    NameTrump,
    PassCards,
    PlayCard,
    Redeal,
    action_from_json,
    action_to_json,
    kind_of,
)
from scoring.rules.cards import ALL_SEATS, RANKS, SUITS, Card
from scoring.rules.notation import SEAT_NAMES

seats = st.sampled_from(list(SEAT_NAMES))
cards = st.builds(Card, st.sampled_from(RANKS), st.sampled_from(SUITS))
several = st.lists(cards, max_size=5).map(tuple)
actions = st.one_of(
    st.builds(Redeal, seats, st.booleans()),
    st.builds(Bid, seats, st.none() | st.integers()),
    st.builds(NameTrump, seats, st.none() | st.sampled_from(SUITS)),
    st.builds(CallPartner, seats, st.none() | cards | st.sampled_from(ALL_SEATS)),
    *(st.builds(kind, seats, several) for kind in (PassCards, LayMeld, Bury)),
    st.builds(Declare, seats, st.sampled_from(DECLARATIONS)),
    st.builds(Answer, seats, st.booleans()),
    st.builds(PlayCard, seats, cards),
    st.builds(LayDown, seats),
)
plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | seats
    | st.sampled_from(list(KINDS)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


@pytest.mark.parametrize(
    ("action", "data"),
    [
        (Redeal("N", True), ["redeal", "N", True]),
        (Bid("N", 52), ["bid", "N", 52]),
        (Bid("N", None), ["bid", "N", None]),
        (NameTrump("W", "H"), ["trump", "W", "H"]),
        (NameTrump("W", None), ["trump", "W", None]),
        (PassCards("S", (Card("A", "S"), Card("T", "H"))), ["pass_cards", "S", "AS TH"]),
        (LayMeld("S", ()), ["meld", "S", ""]),
        (Bury("A", (Card("9", "D"),)), ["bury", "A", "9D"]),
        (Declare("E", "moon"), ["declare", "E", "moon"]),
        (Answer("B", False), ["answer", "B", False]),
        (PlayCard("B", Card("T", "H")), ["play", "B", "TH"]),
        (LayDown("E"), ["lay_down", "E"]),
    ],
)
def test_action_as_json(action: Action, data: list[Any]) -> None:
    assert action_to_json(action) == data
    assert action_from_json(data) == action
    assert kind_of(action) == data[0]


def test_every_kind_of_action_has_a_name() -> None:
    assert set(KINDS.values()) == set(get_args(Action))


@given(actions)
def test_actions_come_back_from_json(action: Action) -> None:
    assert action_from_json(json.loads(json.dumps(action_to_json(action)))) == action


@pytest.mark.parametrize(
    "data",
    [
        None, 5, "bid", {}, {"bid": "N"}, [], ["bid"], ["bid", "N"], ["bid", "N", True], ["bid", "N", 5.0],
        ["bid", "N", "50"], ["bid", "N", 50, 51], ["bid", "X", 50], ["bid", ["N"], 50], ["bet", "N", 50],
        ["trump", "N", "X"], ["trump", "N", "SH"], ["trump", "N", ""], ["trump", "N", []], ["redeal", "N", 1],
        ["declare", "N", "fold"], ["play", "N", "AS TH"], ["play", "N", ""], ["play", "N", None],
        ["pass_cards", "N", "AS XX"], ["meld", "N", ["AS"]], ["lay_down", "N", None], [["play"], "N", "AS"],
    ],
)  # fmt: skip
def test_nonsense_is_no_action(data: Any) -> None:
    with pytest.raises(ValueError, match=r"is no action|is not a card"):
        action_from_json(data)


@given(plain | st.lists(plain, min_size=1, max_size=4))
def test_anything_is_an_action_or_a_value_error(data: Any) -> None:
    try:
        action = action_from_json(data)
    except ValueError:
        return
    assert action_from_json(action_to_json(action)) == action
