"""Figures of a book that players know by heart.

A partner's average meld comes from dealing hands of the book, so bidding follows a changed meld table or deck.
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
    """Averages: `partner_meld` of an unknown hand in a given trump (0 without a partner), `kitty_meld` that a kitty
    adds, without a run, and `suit_length`."""

    partner_meld: float
    kitty_meld: float
    suit_length: float


@lru_cache(maxsize=64)
def figures(book: RuleBook) -> Figures:
    """A book's figures, cached by value, so that a changed book has its own."""
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
