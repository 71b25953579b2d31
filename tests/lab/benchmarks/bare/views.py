"""What Django itself takes for a step: the same reads, the same rows written through the ORM under the same queue, the
same fragment as answer. What is in the fragment was prepared before, so that no rule is asked and no form read."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from pinochle_club.ground.http import HtmxHttpRequest
from pinochle_club.ground.plainly import plainly
from pinochle_club.ground.write_queue import queued_write
from scoring.models import DeviceCard, Entry, ScoreCard
from scoring.score_card import access
from scoring.score_card.beginning import start_card
from scoring.score_card.views.answers import FRAGMENT, page_context

from . import game


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """A card for this device, without a guest's limits; to play on with the whole app or the bare view."""
    with queued_write():
        device, secret = access.ensure_device(request)
        keeper = access.keep_card(device, start_card(game.BOOK, hands_agreed=game.HANDS))
    response = redirect("score_card:card", keeper.card_id)
    access.remember_device(response, secret)
    return response


@require_POST
@plainly()
def save(request: HtmxHttpRequest, card_id: UUID, hand: int, step: str) -> HttpResponse:
    keeper = (
        DeviceCard.objects.select_related("card__book_version", "device")
        .filter(card_id=card_id, device__token_hash=access.device_hash(request), is_cut_off=False)
        .get()
    )
    list(keeper.card.entries.all())
    with queued_write():
        card = append_step(request, keeper, hand, step)
    context = {**prepared_page(request, card.version, keeper), "base": f"/cards/{card.pk}/"}
    return render(request, FRAGMENT, context)


def append_step(request: HttpRequest, keeper: DeviceCard, hand: int, step: str) -> ScoreCard:
    """The rows of the next step of the game, written through the ORM in the caller's transaction."""
    card = ScoreCard.objects.select_for_update(of=("self",)).select_related("book_version").get(pk=keeper.card_id)
    card.version += 1
    card.is_empty = False
    card.save(update_fields=["version", "changed_at", "is_empty"])
    Entry.objects.create(
        card=card,
        number=card.version,
        kind=step,
        hand=hand,
        payload=game.sheet_after(card.version).entries[-1].payload,
        client_id=request.POST["client_id"],
        device_id=keeper.device_id,
        device_label=keeper.label,
    )
    return card


PREPARED: dict[int, dict[str, Any]] = {}


def prepared_page(request: HtmxHttpRequest, version: int, keeper: DeviceCard) -> dict[str, Any]:
    """All that the fragment shows once so many entries are made; the same for every card of this game."""
    if version not in PREPARED:
        PREPARED[version] = page_context(request, keeper, keeper.card, game.sheet_after(version), just_saved=True)
    return PREPARED[version]
