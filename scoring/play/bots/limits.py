"""How high hands of a book go, and so what a bid shows."""

from __future__ import annotations

import math
import random
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from scoring.rules.book import RuleBook
from scoring.rules.cards import Card
from scoring.rules.melds import game_melds_in, meld_total

from .appraisal import Appraisal, best_trump, holdings

# Kept back, of all points in tricks. Found by playing limits against each other; where cards
# are passed the bid is worth more, since only the bidders improve their hands.
_SAFETY: Final = 0.14
_SAFETY_WITH_PASS: Final = 0.04
_HANDS: Final = 400
_FEW: Final = 40  # hands: by fewer no bid is judged


@dataclass(frozen=True, slots=True)
class Limit:
    amount: float
    sure: int
    appraisal: Appraisal
    game: str = ""

    @property
    def highest(self) -> float:
        return max(self.amount, float(self.sure))


def limit_for(book: RuleBook, hand: Sequence[Card]) -> Limit | None:
    return limits_for(book, [hand])[0]


def limits_for(book: RuleBook, hands: Sequence[Sequence[Card]]) -> list[Limit | None]:
    margin = (_SAFETY_WITH_PASS if book.passing is not None else _SAFETY) * book.total_points
    least = book.contract.points_needed if book.contract.bidders_need == "points" else 0  # the side takes in any case
    found = []
    for hand, held in zip(hands, holdings(book, hands), strict=True):
        best = best_trump(book, hand, held)
        found.append(Limit(best.total - margin, best.meld + least, best) if best else None)
    return [_for_game(book, *each) for each in zip(hands, found, strict=True)] if book.game_melds else found


def _for_game(book: RuleBook, hand: Sequence[Card], limit: Limit | None) -> Limit | None:
    """The limit with a meld that is the game. One that needs its trump needs the bid, and risks a set as often as not;
    others count once their side wins a trick, so they stop at what is made in any case."""
    if limit is None:
        return None
    of_any, of_trump = (game_melds_in(book, hand, trump) for trump in (None, limit.appraisal.suit))
    if of_any:
        return replace(limit, amount=float(limit.sure), game=of_any[0].title)
    return replace(limit, amount=limit.appraisal.total, game=of_trump[0].title) if of_trump else limit


# -- other people's hands ----------------------------------------------------------------


@lru_cache(maxsize=1024)
def usual_bidders(book: RuleBook, bid: int, least: float = -math.inf) -> tuple[float, ...]:
    """Worths of hands that go to `bid` or higher, weakest first, from `least` on; without meld for any trump."""
    limits, worths = _usual(book)
    carrying = worths[min(bisect_left(limits, bid), len(worths) - _FEW) :]
    return tuple(sorted(worth for worth in carrying if worth >= least)) or (least,)


def share_below(book: RuleBook, bid: int, least: float) -> float:
    """The share of hands going to `least` that don't go to `bid`."""
    usual, _ = _usual(book)
    first = bisect_left(usual, least)
    return (bisect_left(usual, bid, first) - first) / (len(usual) - first) if first < len(usual) else 1.0


@lru_cache(maxsize=64)
def _usual(book: RuleBook) -> tuple[tuple[float, ...], tuple[float, ...]]:
    rng = random.Random(book.deal.hand_size)
    deck, hands = list(book.cards), []
    for _ in range(_HANDS):
        rng.shuffle(deck)
        hands.append(deck[: book.deal.hand_size])
    judged = zip(hands, limits_for(book, hands), strict=True)
    usual = sorted(
        (each.highest, each.amount - meld_total(book, hand, None)) if each else (0.0, 0.0) for hand, each in judged
    )
    return tuple(limit for limit, _ in usual), tuple(worth for _, worth in usual)
