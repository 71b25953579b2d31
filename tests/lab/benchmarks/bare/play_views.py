"""What Django itself takes for a card at the table: the same reads, the same row written through the ORM under the same
queue, the same fragment as answer. What is in them was prepared before: nothing is played and no bot asked."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST

from pinochle_club.ground.write_queue import queued_write
from scoring.models import DeviceCard, PlayedDeal
from scoring.play.views.answers import FRAGMENT
from scoring.score_card import access


@dataclass(frozen=True)
class Prepared:
    """What the next tap comes to: the deal's row, and the table to show."""

    row: dict[str, Any]
    before: int
    table: dict[str, Any]


NEXT: list[Prepared] = []


@require_POST
def act(request: HttpRequest, game_id: UUID) -> HttpResponse:
    keeper = (
        DeviceCard.objects.select_related("card__book_version", "card__played_game", "device")
        .filter(card__played_game=game_id, device__token_hash=access.device_hash(request), is_cut_off=False)
        .get()
    )
    played = keeper.card.played_game.deals.order_by("-number")[0]
    prepared = NEXT.pop()
    with queued_write():
        PlayedDeal.objects.filter(pk=played.pk, actions=prepared.before).update(
            **prepared.row, changed_at=timezone.now()
        )
    list(keeper.card.entries.all())
    return render(request, FRAGMENT, {"table": prepared.table})
