"""An engine's input: positions, worlds, knowledge of unseen cards."""

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
    """No layout of the unseen cards fits what is known."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Knowledge of one holder's unseen cards: how many, and the least and most of a card."""

    size: int
    at_least: Mapping[Card, int] = field(default_factory=dict)
    at_most: Mapping[Card, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Melded:
    """Totals shown with a trump by hands fully known, from the cards held and those `gone` since."""

    trump: Suit | None
    totals: Mapping[str, int]
    gone: Mapping[str, Cards]


@dataclass(frozen=True, slots=True)
class Position:
    """A deal amid its tricks, in the places of `tables`.

    `counts` are copies held, 24 for each seat, then for cards aside; `taken` and `tricks` of earlier tricks; `bidder`
    -1 for none. `highest` are known limits, four heights a seat; buried cards lie `is_open` or not; `leads_trump`
    where a first lead must be one.
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
    leads_trump: bool


@dataclass(frozen=True, slots=True)
class Played:
    """The `cards` played from the `first` lead on, as `me` saw it; `told` is what partners knew of each then."""

    first: Position
    cards: Cards
    me: Seat
    told: Mapping[Seat, Cards]


@dataclass(frozen=True, slots=True)
class Worlds:
    """So many layouts, rows as in `Position.counts`."""

    number: int
    counts: bytearray
    seats: tuple[str, ...]

    def __len__(self) -> int:
        return self.number

    def hands(self, number: int) -> dict[str, tuple[Card, ...]]:
        row = len(self.counts) // self.number
        start = number * row
        return {
            seat: cards_of(self.counts, start + place * PLACES)
            for place, seat in enumerate((*self.seats, ASIDE)[: row // PLACES])
        }


def cards_of(counts: bytes | bytearray, start: int) -> tuple[Card, ...]:
    return tuple(chain.from_iterable(map(mul, _ONE_OF_EACH, counts[start : start + PLACES])))


def add_cards(counts: bytearray, start: int, cards: Cards) -> None:
    for card in cards:
        counts[start + PLACE_OF[card]] += 1


def holders_of(tables: Tables) -> tuple[str, ...]:
    """A world's rows: seats, and cards aside with a kitty."""
    return (*tables.book.seats, ASIDE)[: tables.play.holders]


def counts_of(tables: Tables, hands: Mapping[str, Cards]) -> bytearray:
    """A world's row from its holders' cards; others have none."""
    holders = holders_of(tables)
    unknown = set(hands) - set(holders)
    if unknown:
        raise KeyError(f"{sorted(unknown)} hold no cards by these rules; there are {', '.join(holders)}")
    counts = bytearray(len(holders) * PLACES)
    for place, holder in enumerate(holders):
        add_cards(counts, place * PLACES, hands.get(holder, ()))
    return counts
