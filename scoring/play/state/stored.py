"""A state as text, and step by step."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from scoring.play.actions import action_from_json, action_to_json
from scoring.rules.book import RuleBook
from scoring.rules.dealing import Dealt
from scoring.rules.notation import format_cards, parse_cards

from .acting import afresh, apply, begin, replay
from .values import DealState


def dealt_to_json(dealt: Dealt) -> dict[str, Any]:
    """The cards as dealt: `{"hands": {"N": "AS TH …", …}, "kitty": "…"}`."""
    hands = {seat: format_cards(hand) for seat, hand in dealt.hands.items()}
    return {"hands": hands, "kitty": format_cards(dealt.kitty)}


def dealt_from_json(data: Mapping[str, Any]) -> Dealt:
    """The inverse of `dealt_to_json`; raises `KeyError` or `ValueError`."""
    hands = {seat: parse_cards(hand) for seat, hand in data["hands"].items()}
    return Dealt(hands, parse_cards(data["kitty"]))


def state_to_json(state: DealState) -> str:
    """Canonical JSON: cards dealt and all actions."""
    data = {
        "dealer": state.dealer,
        "dealt": dealt_to_json(state.dealt),
        "standing": dict(state.standing),
        "off_board": list(state.off_board),
        "is_last": state.is_last,
        "actions": [action_to_json(action) for action in state.actions],
    }
    return json.dumps(data, sort_keys=True)


def state_from_json(book: RuleBook, text: str) -> DealState:
    """The state written, replayed; raises `RuleError` for an illegal action, `ValueError` or `KeyError` for other
    text."""
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError("That isn’t a deal.")
    beside = {"off_board": data.get("off_board"), "is_last": data.get("is_last", False)}  # older deals do not say
    state = begin(book, data["dealer"], dealt_from_json(data["dealt"]), data["standing"], **beside)
    return replay(state, [action_from_json(action) for action in data["actions"]])


def states_of(state: DealState) -> Iterator[DealState]:
    step = afresh(state)
    yield step
    for action in state.actions:
        step = apply(step, action)
        yield step
