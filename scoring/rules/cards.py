"""Cards, suits, ranks, seats and sides. A card is written rank then suit, as in the clubs' own shorthand: `AS`, `TH`,
`9D`. Ranks run A T K Q J 9 from high to low: the ten beats the king in every book."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

SUITS: Final = "SHDC"
RANKS: Final = "ATKQJ9"
FOUR_SEATS: Final = ("N", "E", "S", "W")
LETTERED_SEATS: Final = ("A", "B", "C", "D", "E", "F", "G", "H")
WITH_A_FOURTH: Final = LETTERED_SEATS[:4]
"""Where the dealer of three sits out."""
ALL_SEATS: Final = tuple(dict.fromkeys(FOUR_SEATS + LETTERED_SEATS))

Suit = str  # one letter of SUITS
Rank = str  # one letter of RANKS
Seat = str  # N E S W at a table of four, else A B C and on
Side = str  # its seats: NS, EW, ACE; or the player alone: A


def seats_of_table(players: int) -> tuple[Seat, ...]:
    """The seats clockwise of a table for 2 to 8."""
    return FOUR_SEATS if players == len(FOUR_SEATS) else LETTERED_SEATS[:players]


def order_of(seats: Collection[Seat]) -> tuple[Seat, ...]:
    """The seats of a table as they go round it: E is East, or at a table with a Player A the fifth."""
    return LETTERED_SEATS if "A" in seats else FOUR_SEATS


_HEIGHTS: Final = {rank: height for height, rank in enumerate(reversed(RANKS))}


class CardError(ValueError):
    """A text that is no card."""


class Card(NamedTuple):
    """One playing card. Equal cards of one deck are equal values: there is no serial number."""

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written as `AS`; raises `CardError` for anything else."""
        if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
            raise CardError(
                f"“{text}” is not a card. Write the rank (A T K Q J 9) and then the suit "
                "(S H D C), as in TH for the ten of hearts."
            )
        return cls(text[0], text[1])

    @property
    def height(self) -> int:
        """How high the card ranks in its suit: 0 for the nine up to 5 for the ace."""
        return _HEIGHTS[self.rank]

    def beats(self, other: Card, trump: Suit | None) -> bool:
        """Whether this card, played later, takes the trick from `other`; never from its own copy."""
        if self.suit == other.suit:
            return self.height > other.height
        return self.suit == trump

    def __str__(self) -> str:
        return self.rank + self.suit


PINOCHLE: Final = (Card("Q", "S"), Card("J", "D"))
HEART_PINOCHLE: Final = (Card("Q", "H"), Card("J", "C"))
