"""What a hand is worth with a suit as trump: its meld, the help to expect, the points it takes.

A rule of thumb in the figures of the book: a long trump suit and aces take points, a partner
melds and takes an average share, cards that are passed or lie in the kitty complete what is
nearly there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.rules import exchange
from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS, Card, Suit
from scoring.rules.melds import MeldKind, meld_cards, meld_total, meld_totals

from .figures import figures

_SHORT: Final = 3  # a trump suit shorter than this is none

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


@dataclass(frozen=True, slots=True)
class _Held:
    """A hand counted once for all suits: its cards, the length of each suit, its aces, its tens and kings."""

    cards: Counter[Card]
    lengths: Mapping[Suit, int]
    aces: Mapping[Suit, int]
    high: Mapping[Suit, int]


def _counted(hand: Sequence[Card]) -> _Held:
    cards = Counter(hand)
    lengths, aces, high = dict.fromkeys(SUITS, 0), dict.fromkeys(SUITS, 0), dict.fromkeys(SUITS, 0)
    for (rank, suit), count in cards.items():
        lengths[suit] += count
        if rank == "A":
            aces[suit] += count
        elif rank in "TK":
            high[suit] += count
    return _Held(cards, lengths, aces, high)


def appraise(book: RuleBook, hand: Sequence[Card], suit: Suit) -> Appraisal:
    """The hand as the bidder's, before any card is passed or taken from the kitty."""
    return _appraise(book, hand, _counted(hand), suit, meld_total(book, hand, suit))


def best_trump(book: RuleBook, hand: Sequence[Card], melds: Mapping[Suit, int] | None = None) -> Appraisal | None:
    """The appraisal of the best suit that may be named; None where none may.

    A suit of one or two cards is no trump suit while there is another. `melds` is what the hand
    melds in each suit, where that is known.
    """
    held = _counted(hand)
    suits = exchange.trump_choices(book, hand)
    likely = [suit for suit in suits if held.lengths[suit] >= _SHORT] or suits
    melds = meld_totals(book, hand, likely) if melds is None else melds
    return max((_appraise(book, hand, held, suit, melds[suit]) for suit in likely), key=_total, default=None)


def take_of(book: RuleBook, hand: Sequence[Card], suit: Suit) -> float:
    """The points in tricks that the side of this hand takes, on average, as the bidding side."""
    return _take(book, _counted(hand), suit)


def _appraise(book: RuleBook, hand: Sequence[Card], held: _Held, suit: Suit, meld: int) -> Appraisal:
    return Appraisal(
        suit=suit,
        length=held.lengths[suit],
        meld=meld,
        help=_help(book, hand, held.cards, suit, meld),
        take=_take(book, held, suit),
    )


def _total(appraisal: Appraisal) -> float:
    return appraisal.total


def _take(book: RuleBook, held: _Held, suit: Suit) -> float:
    """The weights were fitted to deals of the built-in books that club bots played out."""
    size = book.deal.hand_size
    trump_aces = held.aces[suit]
    side_aces = sum(held.aces.values()) - trump_aces
    share = _BASE + _LENGTH * (held.lengths[suit] - figures(book).suit_length) / size
    share += (_TRUMP_ACE * trump_aces + _HIGH_TRUMP * held.high[suit] + _SIDE_ACE * side_aces) / size
    if book.passing is None:
        short = sum(max(0, 2 - length) for each, length in held.lengths.items() if each != suit)
        share += _SHORT_SUIT * short / size
    else:
        share += _PASSED * book.passing.cards
    return book.total_points * min(0.97, max(0.1, share))


def _help(book: RuleBook, hand: Sequence[Card], held: Counter[Card], suit: Suit, meld: int) -> float:
    """Meld to expect from the partner, from cards that are passed, and from the kitty."""
    facts = figures(book)
    cards = book.passing.cards if book.passing else book.deal.kitty_size
    if not cards:
        return facts.partner_meld
    return facts.partner_meld + facts.kitty_meld + _hope_of_run(book, hand, held, suit, cards, meld)


def _hope_of_run(book: RuleBook, hand: Sequence[Card], held: Counter[Card], suit: Suit, cards: int, meld: int) -> float:
    """What completing a run is worth, by how many of its cards are missing."""
    missing = [card for card in meld_cards(MeldKind.RUN, suit) if not held[card]]
    if not missing or len(missing) > cards:
        return 0.0
    gain = meld_total(book, (*hand, *missing), suit) - meld
    return float(gain * _chance_of_card(book, cards) ** len(missing))


def _chance_of_card(book: RuleBook, cards: int) -> float:
    """How likely a card that is missing comes with the pass or the kitty."""
    unseen = len(book.cards) - book.deal.hand_size
    places = book.deal.hand_size if book.passing else cards
    return float(1 - (1 - places / unseen) ** book.deck.copies)
