"""Whom the bidder calls: of the hands that others may hold, by what they bid, the one that helps most."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from statistics import fmean
from typing import Final

from scoring.play.actions import CallPartner
from scoring.play.seat_view import SeatView
from scoring.play.table import Decision
from scoring.rules.cards import Card, Seat
from scoring.rules.exchange import asked_in_turn
from scoring.rules.notation import sign

from .appraisal import helps
from .forecast import Hands, likely

_DEALT: Final = 48  # ways in which the others' cards can lie
_KEPT: Final = 16  # of them, that fit best what was called


def call_partner(view: SeatView) -> Decision:
    """The call of the card whose first holder, or of the player whose hand, helps most on average."""
    assert view.trump is not None, view
    others = asked_in_turn(view.book, view.seat)
    worlds = [world for world, _ in likely(view.book, tuple(_worlds(view, others)), view.auction, others, _KEPT)]
    hands = [world[seat] for world in worlds for seat in others]
    worth = dict(
        zip(
            ((place, seat) for place in range(len(worlds)) for seat in others),
            helps(view.book, hands, view.trump),
            strict=True,
        )
    )

    def mean(called: Card | Seat) -> float:
        return fmean(worth.get((place, _found(world, others, called)), 0.0) for place, world in enumerate(worlds))

    called = max(may_help(view), key=mean, default=None)
    if called is None:
        return Decision(CallPartner(view.seat, None), "You hold every card that could be called: play alone.")
    if isinstance(called, Card):
        said = f"The first who has the {sign(called)} is likely to help you most."
    else:
        said = "By the bidding, this player is likely to help you most."
    return Decision(CallPartner(view.seat, called), said)


def may_help(view: SeatView) -> list[Card | Seat]:
    """The players, or the cards that somebody else has."""
    held, copies = Counter(view.hand), view.book.deck.copies
    return [*view.asked.seats, *(card for card in view.asked.cards if held[card] < copies)]


def _found(world: Hands, others: tuple[Seat, ...], called: Card | Seat) -> Seat:
    """The partner in this world; empty for nobody."""
    return next((seat for seat in others if called == seat or called in world[seat]), "")


def _worlds(view: SeatView, others: tuple[Seat, ...]) -> Iterator[Hands]:
    rng, size = random.Random(f"{sorted(view.hand)}"), view.book.deal.hand_size
    unseen = list((Counter(view.book.cards) - Counter(view.hand)).elements())
    for _ in range(_DEALT):
        rng.shuffle(unseen)
        yield {seat: unseen[place * size : (place + 1) * size] for place, seat in enumerate(others)}
