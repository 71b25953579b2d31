"""Who may sit down at a game: whoever may write on its card. What there is to know is in `score_card.access`."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.http import HttpRequest

from pinochle_club.prepared import Prepared
from scoring.models import DeviceCard
from scoring.score_card import access


def get_keeper(request: HttpRequest, game_id: UUID) -> DeviceCard:
    """This device's place at a game's card, with card, book, game and the deal it shares (one query).

    404 for any other device.
    """
    return access.keeper_among(request, _of_game, game_id, "This game isn’t on this device.")


_of_game: Final = Prepared(
    lambda wanted, known: (
        access.kept_by(known).select_related("card__played_game__shared").filter(card__played_game=wanted)
    )
)
