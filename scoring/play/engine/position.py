"""What goes into an engine: positions, worlds, and what is known of the unseen cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import mul
from typing import Final, Literal

from scoring.rules.cards import Card, Seat, Suit

from .tables import CARDS, PLACE_OF, PLACES, Tables

Cards = Sequence[Card]
Policy = Literal["random", "sensible", "club"]
ASIDE: Final = "aside"
"""The holder of what lies beside the hands: the kitty, or what the bidder buried."""
_ONE_OF_EACH: Final = tuple((card,) for card in CARDS)


class NoWorld(ValueError):
    """There is no way to lay the unseen cards that fits what is said to be known."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What is known of one holder's part of the unseen cards: how many, and of a card at least or at most so many.

    A player who is void in a suit has at most none of each of its cards.
    """

    size: int
    at_least: Mapping[Card, int] = field(default_factory=dict)
    at_most: Mapping[Card, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Melded:
    """What hands showed with a trump: the totals of those of whom all is known, from the cards that they hold and those
    `gone` since."""

    trump: Suit | None
    totals: Mapping[str, int]
    gone: Mapping[str, Cards]


@dataclass(frozen=True, slots=True)
class Position:
    """A deal in the middle of its tricks, in the places of `tables`.

    `counts` are the copies held, 24 for each seat and then for what lies aside; `trick` the cards on the table;
    `taken` and `tricks` what the tricks before it brought, by side and by seat; `bidder` -1 for none. `highest` is what
    each seat can hold at most by what it played, four heights for each seat; what is buried lies `is_open` or not.
    """

    counts: bytes
    trump: int
    to_play: int
    trick: tuple[int, ...]
    taken: tuple[int, ...]
    tricks: tuple[int, ...]
    bidder: int
    highest: tuple[int, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class Played:
    """The `cards` that were played from the `first` lead on, as the seat `me` saw it; `told` is what each seat knew its
    partner to hold then."""

    first: Position
    cards: Cards
    me: Seat
    told: Mapping[Seat, Cards]


@dataclass(frozen=True, slots=True)
class Worlds:
    """So many ways in which the cards lie, row by row as in `Position.counts`."""

    number: int
    counts: bytearray
    seats: tuple[str, ...]

    def __len__(self) -> int:
        return self.number

    def hands(self, number: int) -> dict[str, tuple[Card, ...]]:
        """One world as cards by seat, and by `ASIDE` where cards lie there."""
        row = len(self.counts) // self.number
        start = number * row
        return {
            seat: cards_of(self.counts, start + place * PLACES)
            for place, seat in enumerate((*self.seats, ASIDE)[: row // PLACES])
        }


def cards_of(counts: bytes | bytearray, start: int) -> tuple[Card, ...]:
    """The cards of the holder whose counts begin there."""
    return tuple(chain.from_iterable(map(mul, _ONE_OF_EACH, counts[start : start + PLACES])))


def add_cards(counts: bytearray, start: int, cards: Cards) -> None:
    """Counts the cards of a holder into its place."""
    for card in cards:
        counts[start + PLACE_OF[card]] += 1


def holders_of(tables: Tables) -> tuple[str, ...]:
    """The rows of a world: the seats, and what lies aside where the book has a kitty."""
    return (*tables.book.seats, ASIDE)[: tables.play.holders]


def counts_of(tables: Tables, hands: Mapping[str, Cards]) -> bytearray:
    """One world's row from the cards of its holders; who is not named has none."""
    holders = holders_of(tables)
    unknown = set(hands) - set(holders)
    if unknown:
        raise KeyError(f"{sorted(unknown)} hold no cards by these rules; there are {', '.join(holders)}")
    counts = bytearray(len(holders) * PLACES)
    for place, holder in enumerate(holders):
        add_cards(counts, place * PLACES, hands.get(holder, ()))
    return counts
