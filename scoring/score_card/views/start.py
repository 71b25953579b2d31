"""The start page: pick a rule book and begin; go on with a card this device keeps."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.write_queue import queued_write
from scoring.models import Device, DeviceCard, ScoreCard
from scoring.rules.book import BUILT_IN_ORDER, built_in_books
from scoring.score_card import access
from scoring.score_card.listings import KeptCardListing
from scoring.score_card.recording import start_card


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Six rule books to begin with, this device's cards, and an example of each book."""
    device = access.device_of(request)
    listing = KeptCardListing.of_device(request, device) if device else None
    return render(
        request,
        "scoring/score_card/start.html",
        {
            "books": built_in_books().values(),
            "listing": listing,
            "examples": ScoreCard.objects.filter(is_example=True).select_related("book_version"),
        },
    )


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """One tap begins a card under the chosen book; names can wait."""
    key = request.POST.get("book", "")
    if key not in BUILT_IN_ORDER:
        messages.error(request, "Pick one of the rule books below.")
        return redirect("score_card:start")
    if not access.may_start_card(request):
        messages.error(
            request,
            f"{access.CARDS_A_MINUTE} cards were begun from here in the last minute. Wait a minute, then tap again.",
        )
        return redirect("score_card:start")
    with queued_write():
        access.drop_empty_cards()
        device, secret = access.ensure_device(request)
        kept = begin_card(device, key, access.address_key(request))
    response = redirect("score_card:card", kept.card_id)
    access.remember_device(response, secret)
    return response


def begin_card(device: Device, key: str, address: str) -> DeviceCard:
    """A new card that `device` keeps."""
    card = start_card(built_in_books()[key], created_from=address)
    return access.keep_card(device, card)
