"""Who may sit down at a game: whoever may write on its card. What there is to know is in `score_card.access`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.http import Http404, HttpRequest
from django.utils import timezone

from pinochle_club.write_queue import queued_write
from scoring.models import Device, DeviceCard, ScoreCard
from scoring.score_card import access

Begin = Callable[[Device, Mapping[str, Any]], DeviceCard]


def get_keeper(request: HttpRequest, game_id: UUID) -> DeviceCard:
    """This device's place at a game's card, with card, book, game and the deal it shares (one query).

    404 for any other device.
    """
    known = access.device_hash(request)
    keeper = (
        DeviceCard.objects.select_related("card__book_version", "card__played_game__shared", "device")
        .filter(card__played_game=game_id, device__token_hash=known, is_cut_off=False)
        .first()
        if known
        else None
    )
    if keeper is None:
        raise Http404("This device does not play that game.")
    return keeper


def begun_here(request: HttpRequest, tap: str, begin: Begin) -> tuple[DeviceCard, str | None]:
    """The game of this tap, begun where it is new; the second is the secret of a new device's cookie.

    `begin` gets the device and what the card's row keeps of the tap. Of two taps at the same time
    the database lets one through, and the other then finds its game. Raises `TooManyCards`.
    """
    try:
        with queued_write():
            return _find_or_begin(request, tap, begin)
    except IntegrityError:
        with queued_write():
            return _find_or_begin(request, tap, begin)


def _find_or_begin(request: HttpRequest, tap: str, begin: Begin) -> tuple[DeviceCard, str | None]:
    begun = access.card_begun_by(tap)
    if begun is not None and begun.kept_by_play and access.is_open_to(request, begun):
        device, secret = access.ensure_device(request)
        return access.keep_card(device, begun), secret
    access.guard_new_card(request)
    access.drop_empty_cards()
    _drop_forgotten_games()
    device, secret = access.ensure_device(request)
    fields = {"created_from": access.address_key(request), "start_hash": None if begun else tap}
    return begin(device, fields), secret


def _drop_forgotten_games() -> None:
    """Deletes games whose first hand was left unfinished and untouched for as long as an empty card is kept."""
    before = timezone.now() - access.EMPTY_CARDS_KEPT
    forgotten = ScoreCard.objects.filter(kept_by_play=True, is_empty=True, created_at__lt=before)
    forgotten.exclude(played_game__deals__changed_at__gte=before).delete()
