"""Who may sit down at a game: whoever may write on its card. What there is to know is in `score_card.access`."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest

from scoring.models import DeviceCard
from scoring.score_card import access


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
