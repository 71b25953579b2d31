"""Par: an Expert's margin in the same seat with the same cards, where the others answer the same to the same.

At a table of friends, bots play the other people's seats. The Expert counts playouts instead of seconds, so a par
repeats. A shared deal has one par a seat (`SharedDeal.pars`); the deal of the day gets it as soon as it is dealt. The
worker (`jobs`) plays pars one by one, the newest hand first, at low priority.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from pinochle_club.ground.write_queue import queued_write
from scoring.models import PlayedHand, SharedDeal
from scoring.rules.cards import Seat

from .games import strengths
from .settings import settings_from_json


@dataclass(frozen=True, slots=True)
class Wanted:
    """A par to find: the question for `expert_par`, and the rows it is for."""

    asked: tuple[Any, ...]
    seat: Seat
    hand: PlayedHand | None
    shared: SharedDeal | None = None


def par_of_shared(shared: SharedDeal, seat: Seat) -> int | None:
    """The par of a seat in a shared deal; None until it is played."""
    found: int | None = shared.pars.get(seat)
    return found


def is_given_up(pars: Mapping[Seat, int | None], seat: Seat) -> bool:
    """Whether a seat's par, in these `SharedDeal.pars`, can't be found."""
    return seat in pars and pars[seat] is None


def next_of_day() -> Wanted | None:
    """A deal of today without par: the ladder waits for it."""
    dealt = SharedDeal.objects.filter(day__gte=timezone.localdate() - timedelta(days=1), pars={})
    found = dealt.select_related("book_version").first()
    return _of_shared(found, found.seat, None) if found else None


def next_of_hands(but: Collection[int]) -> Wanted | None:
    """The newest hand without par whose cards are still there, except `but`."""
    missing = PlayedHand.objects.filter(par=None, deal__isnull=False).exclude(pk__in=but)
    hand = missing.select_related(
        "shared__book_version", "deal__game__card__book_version", "deal__game__people"
    ).first()
    if hand is None or hand.deal is None:
        return None
    if hand.shared is not None:
        return _of_shared(hand.shared, hand.seat, hand)
    game, meld_bids = hand.deal.game, settings_from_json(hand.deal.game.settings).meld_bids
    book = game.card.book_version.data
    return Wanted((book, hand.deal.data, hand.deal.seed, strengths(game), meld_bids, hand.seat), hand.seat, hand)


def _of_shared(shared: SharedDeal, seat: Seat, hand: PlayedHand | None) -> Wanted:
    asked = (shared.book_version.data, shared.data, shared.seed, shared.bots, shared.meld_bids, seat)
    return Wanted(asked, seat, hand, shared)


def keep(wanted: Wanted, par: int | None) -> None:
    """Keep a par for its hand and all hands of the deal in that seat; None marks a deal that can't be played, tried
    again when next played."""
    of_hand = Q(pk=wanted.hand.pk) if wanted.hand else Q(pk__in=())
    with queued_write():
        if wanted.shared is not None:
            shared = SharedDeal.objects.select_for_update(of=("self",)).get(pk=wanted.shared.pk)
            shared.pars[wanted.seat] = par
            shared.save(update_fields=["pars"])
            of_hand |= Q(shared=shared, seat=wanted.seat)
        PlayedHand.objects.filter(of_hand, par=None).update(par=par)
