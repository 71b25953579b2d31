"""Test positions from what players complain about in bots: read from `complaints.toml`, where each has its reason.

A complaint there has `of` (what about), a `name`, who it is `by`, what was `said`, and `why` a sound player does
otherwise; `measured` says that figures speak against the complaint, so that the positions ask for what is sound. Its
`positions` have

    book     the key of a rule book
    hands    cards of seats, as far as they matter; all else is dealt by `seed`
    dealer, calls          the auction so far: "50 - 55" are a bid, a pass and a bid, from the dealer's left on
    contract               or "E 60 S": East has bid 60, all others passed, and spades are trump
    passes, buried         what was passed or put away so far; all meld is laid
    cards                  what was played so far; "" before the first lead, where it is to be led
    asks                   whose decision it is
    good, bad              answers, one of them; what is not named is the other
    gives, keeps           for a pass or the kitty: cards that must be, and must not be, among them
    here                   what is to be seen in this position
    weak                   bots that are known to answer badly, each with the reason

An answer is a card, "pass", an amount or a range of them, a suit, or a word of `DECLARATIONS`, or "lay_down".
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scoring.play.actions import Action, Bury, PassCards, action_to_json
from scoring.play.state import DealState, apply
from scoring.rules.notation import parse_cards
from tests.scoring.play.bots.positions import at_auction, at_play, melded, on_turn, with_bid


@dataclass(frozen=True, kw_only=True)
class Position:
    """One decision, as `complaints.toml` has it."""

    complaint: str
    book: str
    asks: str
    here: str
    hands: Mapping[str, str] = field(default_factory=dict)
    seed: int = 1
    dealer: str = "N"
    calls: str = ""
    contract: str = ""
    passes: tuple[str, ...] = ()
    buried: str = ""
    cards: str | None = None
    good: str = ""
    bad: str = ""
    gives: str = ""
    keeps: str = ""
    weak: Mapping[str, str] = field(default_factory=dict)

    def state(self) -> DealState:
        """The deal where the decision is to be made."""
        state = self._after_auction()
        for cards in self.passes:
            state = apply(state, PassCards(on_turn(state), parse_cards(cards)))
        state = melded(state)
        if self.buried:
            state = melded(apply(state, Bury(on_turn(state), parse_cards(self.buried))))
        return state if self.cards is None else at_play(state, *self.cards.split())

    def _after_auction(self) -> DealState:
        if self.contract:
            bidder, bid, trump = self.contract.split()
            return with_bid(self.book, bidder, int(bid), trump, self.seed, **self.hands)
        calls = [None if call == "-" else int(call) for call in self.calls.split()]
        return at_auction(self.book, *calls, dealer=self.dealer, seed=self.seed, **self.hands)

    def is_good(self, action: Action) -> bool:
        """Whether an action is none of those that were complained about."""
        if isinstance(action, PassCards | Bury):
            cards = Counter(action.cards)
            return cards >= Counter(parse_cards(self.gives)) and not cards & Counter(parse_cards(self.keeps))
        assert bool(self.good) != bool(self.bad), self.here
        return any(_is(said, action) for said in (self.good or self.bad).split()) == bool(self.good)


def _is(said: str, action: Action) -> bool:
    """Whether an answer of the file is this action."""
    kind, _, *values = action_to_json(action)
    value = values[0] if values else kind
    if isinstance(value, int) and said != "pass":
        least, _, most = said.partition("-")
        return int(least) <= value <= int(most or least)
    return said == ("pass" if value is None else value)


def complaints() -> list[dict[str, Any]]:
    """All complaints, in the order of the file, each with its `positions` as `Position`s."""
    found = tomllib.loads(Path(__file__).with_name("complaints.toml").read_text(encoding="utf-8"))["complaints"]
    for complaint in found:
        complaint["positions"] = [_position(complaint["name"], each) for each in complaint["positions"]]
    return found


def _position(complaint: str, said: Mapping[str, Any]) -> Position:
    return Position(complaint=complaint, **{**said, "passes": tuple(said.get("passes", ()))})
