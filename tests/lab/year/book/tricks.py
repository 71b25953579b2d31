"""What tricks are worth, card by card, as the clubs' printed rules say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from tests.lab.year.journal import Hand

from .games import side_of

Trick: TypeAlias = Sequence[tuple[str, str, str]]  # seat, rank and suit, as they were played; no rank: claims the rest
RANKS = ("nine", "jack", "queen", "king", "ten", "ace")  # the highest last
COUNTERS = ("king", "ten", "ace")  # a point each; the last trick has what is left


def winner(trick: Trick, trump: str) -> str:
    """The highest trump, else the highest of the suit that was led; of two alike the first."""
    _, _, led = trick[0]

    def height(card: tuple[str, str, str]) -> tuple[bool, bool, int]:
        _, rank, suit = card
        return suit == trump, suit == led, RANKS.index(rank)

    return max(trick, key=height)[0]


def taken(hand: Hand, tricks: Sequence[Trick], sides: Sequence[str], points: int) -> Hand:
    """The hand with what each side took; of a hand that wasn't played nothing. Who claims has the rest of `points`."""
    take, won, last = dict.fromkeys(sides, 0), set[str](), ""
    for trick in tricks:
        claims = next((seat for seat, rank, _ in trick if not rank), "")
        last = side_of(claims or winner(trick, hand.trump), sides)
        won.add(last)
        if not claims:
            take[last] += sum(rank in COUNTERS for _, rank, _ in trick)
    if last:
        take[last] += points - sum(take.values())
    return replace(
        hand,
        take=take,
        only_last_trick=last if take.get(last) == 1 else "",
        with_trick=tuple(side for side in sides if side in won),
        without_trick=tuple(side for side in sides if side not in won),
    )
