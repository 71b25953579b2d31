"""Figures of a rule book that a player who knows the game carries in the head.

What a partner melds on average in one's trump is found by dealing some hands of the book, so
that a changed meld table or deck changes the bidding with it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS
from scoring.rules.melds import meld_total

_HANDS: Final = 240


@dataclass(frozen=True, slots=True)
class Figures:
    """`partner_meld`: what an unknown hand melds in a given trump, on average, 0 without a
    partner; `melds` the sorted sample behind it. `aces` and `trumps`: how many aces, and
    cards of one suit, a hand holds on average. `trick_value`: points a trick is worth."""

    partner_meld: float
    melds: tuple[int, ...]
    aces: float
    suit_length: float
    trick_value: float
    is_double: bool


@lru_cache(maxsize=64)
def figures(book: RuleBook) -> Figures:
    """The figures of a book. Kept by value, so a changed book has its own."""
    rng = random.Random(book.deal.hand_size)
    deck = list(book.cards)
    melds = []
    for _ in range(_HANDS):
        rng.shuffle(deck)
        melds.append(meld_total(book, deck[: book.deal.hand_size], rng.choice(SUITS)))
    share = book.deal.hand_size / len(deck)
    return Figures(
        partner_meld=sum(melds) / len(melds) if book.is_partnership else 0.0,
        melds=tuple(sorted(melds)),
        aces=share * len(SUITS) * book.deck.copies,
        suit_length=book.deal.hand_size / len(SUITS),
        trick_value=book.total_points / book.tricks,
        is_double=book.deck.copies > 2,
    )
