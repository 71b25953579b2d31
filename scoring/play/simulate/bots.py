"""Simulated players: bots by strength, or random legal play.

Random players test the machinery, and show a rule without bots' habits. They pass mostly and bid low, so that auctions
end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from scoring.play.actions import (
    Action,
    Answer,
    Bid,
    Bury,
    CallPartner,
    Declare,
    LayMeld,
    NameTrump,
    PassCards,
    PlayCard,
    Redeal,
)
from scoring.play.bots import STRENGTHS, make_bot
from scoring.play.seat_view import SeatView
from scoring.play.state import Choices
from scoring.play.table import Bot, Decision
from scoring.rules import exchange

from .deals import MakeBot

RANDOM: Final = "random"
CLUB: Final = "club"
EXPERT_PLAYOUTS: Final = 40


class RandomBot:
    """Any legal action, equally likely; few bids, all meld."""

    BIDS_ONE_IN: Final = 3

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    @classmethod
    def from_seed(cls, seed: str) -> RandomBot:
        return cls(random.Random(seed))

    def choose(self, view: SeatView) -> Decision:
        return Decision(_CHOOSE[view.asked.kind](self._rng, view, view.asked), "Anything goes.")


def _bid(rng: random.Random, view: SeatView, asked: Choices) -> Action:
    is_pass = rng.randrange(RandomBot.BIDS_ONE_IN) and not asked.must_bid
    return Bid(asked.seat, None if is_pass else asked.lowest_bid)


def _trump(rng: random.Random, view: SeatView, asked: Choices) -> Action:
    return NameTrump(asked.seat, rng.choice(asked.suits) if asked.suits else None)


def _meld(rng: random.Random, view: SeatView, asked: Choices) -> Action:
    return LayMeld(asked.seat, exchange.best_laid(view.book, view.hand, view.trump))


_CHOOSE: Final[Mapping[str, Callable[[random.Random, SeatView, Choices], Action]]] = {
    "redeal": lambda rng, view, asked: Redeal(asked.seat, rng.random() < 0.5),
    "bid": _bid,
    "trump": _trump,
    "partner": lambda rng, view, asked: CallPartner(asked.seat, rng.choice((*asked.cards, *asked.seats, None))),
    "pass_cards": lambda rng, view, asked: PassCards(asked.seat, tuple(rng.sample(asked.cards, asked.count))),
    "meld": _meld,
    "bury": lambda rng, view, asked: Bury(asked.seat, tuple(rng.sample(asked.cards, asked.count))),
    "declare": lambda rng, view, asked: Declare(asked.seat, "play"),
    "answer": lambda rng, view, asked: Answer(asked.seat, rng.random() < 0.5),
    "play": lambda rng, view, asked: PlayCard(asked.seat, rng.choice(asked.cards)),
}


def strengths() -> tuple[str, ...]:
    return (*STRENGTHS, RANDOM)


def maker_of(strength: str) -> MakeBot:
    """A maker of bots of this strength; raises `KeyError`. Experts count playouts, so runs repeat."""
    if strength == RANDOM:
        return RandomBot.from_seed
    if strength not in STRENGTHS:
        raise KeyError(f"There are no bots “{strength}”; there are {', '.join(strengths())}.")
    return partial(_made, strength)


def _made(strength: str, seed: str) -> Bot:
    return make_bot(strength, seed=seed, playouts=EXPERT_PLAYOUTS)
