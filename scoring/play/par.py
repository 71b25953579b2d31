"""Par: an Expert's margin in the same seat with the same cards, where the others answer the same to the same.

At a table of friends, bots play the other people's seats. A shared deal has one par a seat (`SharedDeal.pars`). The
worker (`jobs`) plays pars one by one: today's deal first, then the newest hand, at low priority.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import partial

from django.db.models import Q
from django.utils import timezone

from pinochle_club.ground.errands import Piece
from pinochle_club.ground.write_queue import queued_write
from scoring.models import PlayedHand, SharedDeal
from scoring.rules.cards import Seat

from .games import strengths
from .settings import settings_from_json
from .thinking import expert_par


def par_of_shared(shared: SharedDeal, seat: Seat) -> int | None:
    found: int | None = shared.pars.get(seat)
    return found


def is_given_up(pars: Mapping[Seat, int | None], seat: Seat) -> bool:
    """Whether a seat's par, in these `SharedDeal.pars`, can't be found."""
    return seat in pars and pars[seat] is None


def next_of_day() -> Piece | None:
    """A deal of today or yesterday without par: the ladder waits for it."""
    dealt = SharedDeal.objects.filter(day__gte=timezone.localdate() - timedelta(days=1), pars={})
    found = dealt.select_related("book_version").first()
    return _of_shared(found, found.seat, None, set()) if found else None


def next_of_hands(left: set[int]) -> Piece | None:
    """The newest hand without par whose cards are still there, but for those `left`, where one adds itself that
    fails."""
    missing = PlayedHand.objects.filter(par=None, deal__isnull=False).exclude(pk__in=left)
    hand = missing.select_related(
        "shared__book_version", "deal__game__card__book_version", "deal__game__people"
    ).first()
    if hand is None or hand.deal is None:
        return None
    if hand.shared is not None:
        return _of_shared(hand.shared, hand.seat, hand, left)
    game, meld_bids = hand.deal.game, settings_from_json(hand.deal.game.settings).meld_bids
    book = game.card.book_version.data
    asked = (book, hand.deal.data, hand.deal.seed, strengths(game), meld_bids, hand.seat)
    return Piece(expert_par, asked, partial(_keep, None, hand.seat, hand, left))


def _of_shared(shared: SharedDeal, seat: Seat, hand: PlayedHand | None, left: set[int]) -> Piece:
    asked = (shared.book_version.data, shared.data, shared.seed, shared.bots, shared.meld_bids, seat)
    return Piece(expert_par, asked, partial(_keep, shared, seat, hand, left))


def _keep(shared: SharedDeal | None, seat: Seat, hand: PlayedHand | None, left: set[int], par: int | None) -> None:
    """Keep a par for its hand and all of the deal in that seat. A hand that can't be played is `left`, a deal of the
    day marked."""
    if par is None and hand is not None:
        left.add(hand.pk)
        return
    of_hand = Q(pk=hand.pk) if hand else Q(pk__in=())
    with queued_write():
        if shared is not None:
            shared = SharedDeal.objects.select_for_update(of=("self",)).get(pk=shared.pk)
            shared.pars[seat] = par
            shared.save(update_fields=["pars"])
            of_hand |= Q(shared=shared, seat=seat)
        PlayedHand.objects.filter(of_hand, par=None).update(par=par)
