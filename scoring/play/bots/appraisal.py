"""What a hand is worth with a suit as trump: its meld, the help to expect, the points it takes.

A rule of thumb in the figures of the book: a long trump suit and aces take points, a partner
melds and takes an average share, cards that are passed or lie in the kitty complete what is
nearly there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.play.engine import engine_for
from scoring.rules import exchange
from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS, Card, Suit

from .figures import figures

_SHORT: Final = 3  # a trump suit shorter than this is none
_FULL: Final = 2  # a side suit shorter than this is soon out

# Of all points in tricks, for each card in a hand of one card; see `take_of`.
_BASE: Final = 0.355
_LENGTH: Final = 0.65
_TRUMP_ACE: Final = 0.35
_HIGH_TRUMP: Final = 0.22
_SIDE_ACE: Final = 0.65
_SHORT_SUIT: Final = 0.6
_PASSED: Final = 0.035  # for each card passed


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A hand with one suit as trump. `meld` is certain, `help` expected of partner, pass or
    kitty, `take` what the side will win in tricks."""

    suit: Suit
    length: int
    meld: int
    help: float
    take: float

    @property
    def total(self) -> float:
        """Everything that counts towards the bid."""
        return self.meld + self.help + self.take


class _Held(NamedTuple):
    """A hand with a suit as trump: its length, its aces, its tens and kings; the meld; how many cards a run lacks, and
    the meld with them."""

    length: int
    aces: int
    high: int
    meld: int
    lacking: int
    with_run: int


Holding = dict[Suit, _Held]


def holdings(book: RuleBook, hands: Sequence[Sequence[Card]]) -> list[Holding]:
    """What is looked at in each of many hands, all of them at once."""
    found = engine_for(book).look_over(hands)
    return [
        {suit: _Held(*found[start + place]) for place, suit in enumerate(SUITS)}
        for start in range(0, len(found), len(SUITS))
    ]


def appraise(book: RuleBook, hand: Sequence[Card], suit: Suit) -> Appraisal:
    """The hand as the bidder's, before any card is passed or taken from the kitty."""
    (held,) = holdings(book, [hand])
    return _appraise(_scale(book), held, suit)


def best_trump(book: RuleBook, hand: Sequence[Card], held: Holding) -> Appraisal | None:
    """The appraisal of the best suit that may be named; None where none may.

    A suit of one or two cards is no trump suit while there is another.
    """
    scale, suits = _scale(book), exchange.trump_choices(book, hand)
    likely = [suit for suit in suits if held[suit].length >= _SHORT] or suits
    return max((_appraise(scale, held, suit) for suit in likely), key=_total, default=None)


def take_of(book: RuleBook, hand: Sequence[Card], suit: Suit) -> float:
    """The points in tricks that the side of this hand takes, on average, as the bidding side."""
    (held,) = holdings(book, [hand])
    return _take(_scale(book), held, suit)


class _Scale(NamedTuple):
    """What the figures of a book make of a hand; `chance` is that of a card that is missing to come with the pass or
    the kitty, in which there are `cards`."""

    size: int
    suit_length: float
    points: int
    is_passing: bool
    cards: int
    help: float
    chance: float


@lru_cache(maxsize=64)
def _scale(book: RuleBook) -> _Scale:
    facts = figures(book)
    cards = book.passing.cards if book.passing else book.deal.kitty_size
    unseen = len(book.cards) - book.deal.hand_size
    places = book.deal.hand_size if book.passing else cards
    return _Scale(
        size=book.deal.hand_size,
        suit_length=facts.suit_length,
        points=book.total_points,
        is_passing=book.passing is not None,
        cards=cards,
        help=facts.partner_meld + facts.kitty_meld if cards else facts.partner_meld,
        chance=float(1 - (1 - places / unseen) ** book.deck.copies),
    )


def _appraise(scale: _Scale, held: Holding, suit: Suit) -> Appraisal:
    own = held[suit]
    return Appraisal(
        suit=suit,
        length=own.length,
        meld=own.meld,
        help=scale.help + _hope_of_run(scale, own),
        take=_take(scale, held, suit),
    )


def _total(appraisal: Appraisal) -> float:
    return appraisal.total


def _take(scale: _Scale, held: Holding, suit: Suit) -> float:
    """The weights were fitted to deals of the built-in books that club bots played out."""
    own, aces, short = held[suit], 0, 0
    for other in held.values():
        aces += other.aces
        if other.length < _FULL and other is not own:
            short += _FULL - other.length
    share = _BASE + _LENGTH * (own.length - scale.suit_length) / scale.size
    share += (_TRUMP_ACE * own.aces + _HIGH_TRUMP * own.high + _SIDE_ACE * (aces - own.aces)) / scale.size
    share += _PASSED * scale.cards if scale.is_passing else _SHORT_SUIT * short / scale.size
    return scale.points * min(0.97, max(0.1, share))


def _hope_of_run(scale: _Scale, own: _Held) -> float:
    """What completing a run is worth, by how many of its cards are missing."""
    if not own.lacking or own.lacking > scale.cards:
        return 0.0
    return float((own.with_run - own.meld) * scale.chance**own.lacking)
