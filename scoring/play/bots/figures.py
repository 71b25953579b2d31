"""Figures of a rule book that a player who knows the game carries in the head.

What a partner melds on average in one's trump is found by dealing some hands of the book, so
that a changed meld table or deck changes the bidding with it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean
from typing import Final

from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS
from scoring.rules.melds import meld_total

_HANDS: Final = 240


@dataclass(frozen=True, slots=True)
class Figures:
    """`partner_meld`: what an unknown hand melds in a given trump, on average; 0 without a
    partner. `kitty_meld`: what the cards of the kitty add to a hand's meld, without a run.
    `suit_length`: the cards of one suit in a hand, on average."""

    partner_meld: float
    kitty_meld: float
    suit_length: float


@lru_cache(maxsize=64)
def figures(book: RuleBook) -> Figures:
    """The figures of a book, worked out once. Kept by value, so a changed book has its own."""
    rng = random.Random(book.deal.hand_size)
    deck = list(book.cards)
    size, kitty = book.deal.hand_size, book.deal.kitty_size
    melds, gains = [], []
    for _ in range(_HANDS):
        rng.shuffle(deck)
        trump = rng.choice(SUITS)
        meld = meld_total(book, deck[:size], trump)
        melds.append(meld)
        if kitty:
            gains.append(min(meld_total(book, deck[: size + kitty], trump) - meld, book.meld.aces[0]))
    return Figures(
        partner_meld=fmean(melds) if book.is_partnership else 0.0,
        kitty_meld=fmean(gains) if kitty else 0.0,
        suit_length=size / len(SUITS),
    )
