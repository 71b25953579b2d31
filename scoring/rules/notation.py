"""Cards as people read them: 10♥ for `TH`, and lists of cards in text and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .cards import RANKS, SUITS, Card, Rank, Suit

SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANK_SIGNS: Final = {"A": "A", "T": "10", "K": "K", "Q": "Q", "J": "J", "9": "9"}
RANK_NAMES: Final = {
    "A": "ace",
    "T": "ten",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "9": "nine",
}


def sign(card: Card) -> str:
    """`10♥` for the ten of hearts."""
    return RANK_SIGNS[card.rank] + SUIT_SIGNS[card.suit]


def name(card: Card) -> str:
    """`ten of hearts`."""
    return f"{RANK_NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards from a text such as `AS TH, 9D`; raises `CardError` at the first that is none."""
    return tuple(Card.parse(word) for word in text.replace(",", " ").split())


def format_cards(cards: Iterable[Card]) -> str:
    """The inverse of `parse_cards`: `AS TH 9D`."""
    return " ".join(str(card) for card in cards)


def sort_key(card: Card) -> tuple[int, int]:
    """Sorts a hand by suit (♠ ♥ ♦ ♣) and, in a suit, from high to low."""
    return SUITS.index(card.suit), RANKS.index(card.rank)


def suit_with_sign(suit: Suit) -> str:
    """`♥ hearts`: shape and name, so that colour is never the only sign."""
    return f"{SUIT_SIGNS[suit]} {SUIT_NAMES[suit]}"


def rank_plural(rank: Rank) -> str:
    """`aces`, `kings`, …"""
    return RANK_NAMES[rank] + "s"
