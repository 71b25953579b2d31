"""Deals that several people play: the deal of the day, and a deal handed on to a friend.

Everybody gets the same cards and the same bots, who answer the same to the same. The first
attempt of a device counts, from the moment it is begun; what others made of the deal is
shown to those who have finished theirs. Links carry a random id, and seeds stay here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db import IntegrityError
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from pinochle_club.write_queue import queued_write
from scoring.models import Device, DeviceCard, PlayedDeal, PlayedGame, SharedDeal
from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat, Side
from scoring.rules.dealing import deal, draw_for_dealer
from scoring.score_card import access
from scoring.score_card.beginning import publish

from . import games
from .games import Table
from .players import UNNAMED, YOU, seat_of_player, seats_with, usual_seat
from .settings import TableSettings
from .state import Phase, afresh, begin, state_to_json

OF_THE_DAY: Final = "club"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What somebody made of a shared deal: the seat, each side's score, and when."""

    name: str
    seat: Seat
    score: Mapping[Side, int]
    own: int
    margin: int
    is_yours: bool
    at: datetime


def get_shared(token: str) -> SharedDeal:
    """The deal of a link; 404 for one that never was."""
    shared = SharedDeal.objects.select_related("book_version").filter(token=token).first()
    if shared is None:
        raise Http404("There is no deal at this address.")
    return shared


# -- sharing -----------------------------------------------------------------------------


def share(table: Table) -> SharedDeal:
    """The deal that was just played, for others and for another try; one however often it is asked."""
    with queued_write():
        played = PlayedDeal.objects.select_for_update(of=("self",)).select_related("shared").get(pk=table.deal.pk)
        if played.shared is None:
            played.shared = _shared_from(table)
            played.save(update_fields=["shared"])
    return played.shared


def _shared_from(table: Table) -> SharedDeal:
    state = table.state
    return SharedDeal.objects.create(
        token=access.new_secret(),
        book_version=table.keeper.card.book_version,
        book_key=table.book.key,
        data=state_to_json(afresh(state)),
        bots=_strengths(table),
        meld_bids=table.settings.meld_bids,
        seed=table.deal.seed,
        seat=table.your_seat or usual_seat(table.book),
    )


def _strengths(table: Table) -> dict[Seat, str]:
    """How well each seat plays where a bot sits; in the player's, as most of the others."""
    bots = {seat: sits["player"] for seat, sits in table.game.seats.items() if sits["player"] != YOU}
    usual = Counter(bots.values()).most_common(1)[0][0]
    return {seat: bots.get(seat, usual) for seat in table.book.seats}


def deal_of_the_day(book: RuleBook, day: date | None = None) -> SharedDeal:
    """Today's deal under a book, dealt when it is asked for first. Nothing of it follows from the date."""
    day = day or timezone.localdate()
    found = _of_day(book, day)
    if found is None:
        try:
            with queued_write():
                found = _deal_for(book, day)
        except IntegrityError:  # somebody else was the first
            found = _of_day(book, day)
    assert found is not None, "a deal of the day is never taken back"
    return found


def _of_day(book: RuleBook, day: date) -> SharedDeal | None:
    return SharedDeal.objects.select_related("book_version").filter(book_key=book.key, day=day).first()


def _deal_for(book: RuleBook, day: date) -> SharedDeal:
    chance = games.chance()
    dealer = draw_for_dealer(book, chance).dealer
    state = begin(book, dealer, deal(book, chance, dealer))
    while state.phase is Phase.REDEAL:  # a deal for everybody is one that is played
        state = begin(book, dealer, deal(book, chance, dealer))
    return SharedDeal.objects.create(
        token=access.new_secret(),
        book_version=publish(book),
        book_key=book.key,
        data=state_to_json(state),
        bots=dict.fromkeys(book.seats, OF_THE_DAY),
        seed=games.secret(),
        seat=usual_seat(book),
        day=day,
    )


# -- playing -----------------------------------------------------------------------------


def begin_attempt(
    device: Device, shared: SharedDeal, seat: Seat, name: str, settings: TableSettings, **fields: Any
) -> DeviceCard:
    """Sits down at the deal. The first attempt of a device is the one that counts."""
    book = shared.book_version.book
    bots = {each: strength for each, strength in shared.bots.items() if each != seat}
    return games.begin_shared(
        device,
        shared,
        seats_with(book, bots, games.chance(), name or UNNAMED),
        settings,
        counts=not has_begun(shared, device),
        **fields,
    )


def has_begun(shared: SharedDeal, device: Device) -> bool:
    """Whether the device has seen these cards: in an attempt, or in the game that the deal was handed on from."""
    return _of_device(shared, device).exists() or _origin(shared, device).exists()


def has_finished(shared: SharedDeal, device: Device | None) -> bool:
    """Whether the device may see what others made of the deal."""
    if device is None:
        return False
    return _of_device(shared, device).filter(is_over=True).exists() or _origin(shared, device).exists()


def unfinished(shared: SharedDeal, device: Device) -> PlayedGame | None:
    """The attempt this device is in the middle of."""
    return _of_device(shared, device).filter(is_over=False).order_by("-created_at").first()


def _of_device(shared: SharedDeal, device: Device) -> QuerySet[PlayedGame]:
    return PlayedGame.objects.filter(shared=shared, device=device)


def _origin(shared: SharedDeal, device: Device) -> QuerySet[PlayedDeal]:
    return PlayedDeal.objects.filter(shared=shared, game__device=device)


# -- results -----------------------------------------------------------------------------


def attempts_at(shared: SharedDeal, device: Device | None) -> list[Attempt]:
    """Everybody's counting attempt that is finished, the best first (two queries)."""
    counting = PlayedDeal.objects.filter(game__shared=shared, game__counts=True, is_recorded=True)
    origin = PlayedDeal.objects.filter(shared=shared, is_recorded=True)
    rows = [*origin.select_related("game"), *counting.select_related("game")]
    book = shared.book_version.book
    found = [_attempt(book, played, device) for played in rows if played.score and seat_of_player(played.game.seats)]
    return sorted(found, key=lambda attempt: (-attempt.margin, attempt.at))


def _attempt(book: RuleBook, played: PlayedDeal, device: Device | None) -> Attempt:
    seat = seat_of_player(played.game.seats)
    assert seat is not None, "somebody played it"
    side = book.side_of(seat)
    own = played.score[side]
    return Attempt(
        name=played.game.seats[seat]["name"],
        seat=seat,
        score={each: played.score[each] for each in book.sides},
        own=own,
        margin=own - max(played.score[each] for each in book.others(side)),
        is_yours=device is not None and played.game.device_id == device.pk,
        at=played.changed_at,
    )
