"""Access to games: for devices that may write on the game's card. See `score_card.access`."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest

from pinochle_club.ground.prepared import Prepared
from scoring.models import DeviceCard, PlayedGame, PlaySeat
from scoring.rules.cards import Seat
from scoring.score_card import access

from .players import seat_of_player

NOT_HERE: Final = "This game isn’t on this device."


def get_keeper(request: HttpRequest, game_id: UUID) -> DeviceCard:
    """This device's place at a game's card, with card, book, game and shared deal (one query); 404 for other
    devices, and among people for those without a seat."""
    keeper = access.keeper_among(request, _of_game, game_id, NOT_HERE)
    if keeper.card.played_game.people_id and own_seat(keeper) is None:
        raise Http404(NOT_HERE)
    return keeper


def own_seat(keeper: DeviceCard) -> Seat | None:
    """The seat of a keeper from `get_keeper`; None where four bots play."""
    game: PlayedGame = keeper.card.played_game
    seat: Seat | None = vars(keeper)["own_seat"] if game.people_id else seat_of_player(game.seats)
    return seat


def _with_own_seat(keepers: QuerySet[DeviceCard]) -> QuerySet[DeviceCard]:
    seats = PlaySeat.objects.filter(table=OuterRef("card__played_game__people"), device=OuterRef("device"))
    return keepers.annotate(own_seat=Subquery(seats.values("seat")[:1]))


_of_game: Final = Prepared(
    lambda wanted, known: _with_own_seat(
        access.kept_by(known)
        .select_related("card__played_game__shared", "card__played_game__people")
        .filter(card__played_game=wanted)
    )
)
