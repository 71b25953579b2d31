"""A hand's worth with a suit as trump: meld, expected help, points in tricks.

A rule of thumb in the book's figures: long trump and aces take points, a partner brings an average share, passed or
kitty cards complete near melds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean
from typing import Final, NamedTuple

from scoring.play.engine import engine_for
from scoring.rules import exchange
from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS, Card, Suit
from scoring.rules.melds import meld_total

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
_OF_FEW: Final = {2: 0.5, 3: _BASE}  # of two or three players, one who names trump
_HANDS: Final = 240

_PLACES: Final = {suit: place for place, suit in enumerate(SUITS)}


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A hand with one trump: certain `meld`, expected `help` of partner, pass or kitty, and the side's `take`."""

    suit: Suit
    length: int
    meld: int
    help: float
    take: float

    @property
    def total(self) -> float:
        return self.meld + self.help + self.take


Holding = Sequence[Sequence[int]]
"""Of a hand with each suit as trump, in the order of `SUITS`: its length, its aces, its tens and kings; the meld; how
many cards a run lacks, and the meld with them."""


def holdings(book: RuleBook, hands: Sequence[Sequence[Card]]) -> list[Holding]:
    found = engine_for(book).look_over(hands)
    return [found[start : start + len(SUITS)] for start in range(0, len(found), len(SUITS))]


def appraise(book: RuleBook, hand: Sequence[Card], suit: Suit) -> Appraisal:
    """The hand as the bidder's, before pass and kitty."""
    (held,) = holdings(book, [hand])
    return _appraise(scale_of(book), held, suit)


def best_trump(book: RuleBook, hand: Sequence[Card], held: Holding) -> Appraisal | None:
    """The appraisal of the best trump, or None; a suit of one or two cards only without a longer one."""
    scale, suits = scale_of(book), exchange.trump_choices(book, hand)
    likely = [suit for suit in suits if held[_PLACES[suit]][0] >= _SHORT] or suits
    if not likely:
        return None
    best = likely[0] if len(likely) == 1 else max(likely, key=lambda suit: _total(scale, held, suit))
    return _appraise(scale, held, best)


def take_of(book: RuleBook, hand: Sequence[Card], suit: Suit) -> float:
    (held,) = holdings(book, [hand])
    return _take(scale_of(book), held, suit)


class Scale(NamedTuple):
    """A book's weights: `base` is what a side takes with a hand of nothing, `partner_meld` of an unknown hand (0
    without a partner), `help` of all partners with what a kitty adds; `chance` is that of a missing card among the
    `cards` of pass or kitty."""

    size: int
    points: int
    base: float
    is_passing: bool
    cards: int
    partner_meld: float
    help: float
    chance: float


@lru_cache(maxsize=64)
def scale_of(book: RuleBook) -> Scale:
    partner_meld, kitty_meld = _usual_meld(book)
    cards = book.passing.cards if book.passing else book.deal.kitty_size
    unseen = len(book.cards) - book.deal.hand_size
    places = book.deal.hand_size if book.passing else cards
    return Scale(
        size=book.deal.hand_size,
        points=book.total_points,
        base=_base(book),
        is_passing=book.passing is not None,
        cards=cards,
        partner_meld=partner_meld,
        help=_partners(book) * partner_meld + kitty_meld if cards else _partners(book) * partner_meld,
        chance=float(1 - (1 - places / unseen) ** book.deck.copies),
    )


def _usual_meld(book: RuleBook) -> tuple[float, float]:
    rng, deck = random.Random(book.deal.hand_size), list(book.cards)
    size, kitty = book.deal.hand_size, book.deal.kitty_size
    melds, gains = [], []
    for _ in range(_HANDS):
        rng.shuffle(deck)
        trump = rng.choice(SUITS)
        meld = meld_total(book, deck[:size], trump)
        melds.append(meld)
        if kitty:
            gains.append(min(meld_total(book, deck[: size + kitty], trump) - meld, book.meld.aces[0]))
    return fmean(melds) if _partners(book) else 0.0, fmean(gains) if kitty else 0.0


def _partners(book: RuleBook) -> int:
    return 1 if book.deal.calls_partner else book.deal.side_size - 1


def _base(book: RuleBook) -> float:
    """What a side takes with a hand of nothing."""
    players = book.deal.players
    return _OF_FEW[players] if players in _OF_FEW else _BASE + (1 + _partners(book)) / players - 0.5


def _appraise(scale: Scale, held: Holding, suit: Suit) -> Appraisal:
    own = held[_PLACES[suit]]
    return Appraisal(suit=suit, length=own[0], meld=own[3], help=_help(scale, own), take=_take(scale, held, suit))


def _total(scale: Scale, held: Holding, suit: Suit) -> float:
    own = held[_PLACES[suit]]
    return own[3] + _help(scale, own) + _take(scale, held, suit)


def _take(scale: Scale, held: Holding, suit: Suit) -> float:
    own = held[_PLACES[suit]]
    length, trump_aces, high = own[:3]
    one, two, three, four = held
    aces = one[1] + two[1] + three[1] + four[1]
    share = scale.base + _LENGTH * (length - scale.size / len(SUITS)) / scale.size
    share += (_TRUMP_ACE * trump_aces + _HIGH_TRUMP * high + _SIDE_ACE * (aces - trump_aces)) / scale.size
    if scale.is_passing:
        share += _PASSED * scale.cards
    else:
        short = sum(_FULL - other[0] for other in held if other[0] < _FULL and other is not own)
        share += _SHORT_SUIT * short / scale.size
    return scale.points * min(0.97, max(0.1, share))


def _help(scale: Scale, own: Sequence[int]) -> float:
    meld, lacking, with_run = own[3:]
    if not lacking or lacking > scale.cards:
        return scale.help
    return float(scale.help + (with_run - meld) * scale.chance**lacking)
