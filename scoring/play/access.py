"""Who may sit down at a game: whoever may write on its card. What there is to know is in `score_card.access`."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest

from scoring.models import DeviceCard
from scoring.score_card import access


def get_keeper(request: HttpRequest, game_id: UUID) -> DeviceCard:
    """This device's place at a game's card, with card, book, game and the deal it shares (one query).

    404 for any other device.
    """
    keepers = DeviceCard.objects.select_related("card__played_game__shared").filter(card__played_game=game_id)
    return access.keeper_among(request, keepers, "This device does not play that game.")
