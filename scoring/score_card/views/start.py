"""The start page: pick a rule book and begin; go on with a card this device keeps."""

from __future__ import annotations

from django.conf import settings
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.write_queue import queued_write
from scoring.models import Device, DeviceCard, ScoreCard
from scoring.rules.book import built_in_books
from scoring.score_card import access
from scoring.score_card.forms import StartForm
from scoring.score_card.listings import KeptCardListing
from scoring.score_card.pages.summaries import GoingOnContext, book_choices, going_on_context, last_time_context
from scoring.score_card.recording import start_card


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Six rule books to begin with, this device's cards, and an example of each book."""
    return _start_page(request)


def _start_page(request: HttpRequest, fault: str = "", status: int = 200) -> HttpResponse:
    device = access.device_of(request)
    last = access.last_card_of(device) if device else None
    examples = ScoreCard.objects.filter(is_example=True).select_related("book_version")
    listing = KeptCardListing.of_device(request, device) if device else None
    context = {
        "fault": fault,
        "start": access.new_secret(),
        "last": last_time_context(last) if last else None,
        "books": book_choices(built_in_books(), examples, first=last.book_version.key if last else ""),
        "listing": listing,
        "demo_is_coming": settings.DEMO_IS_COMING.exists(),
        "going_on": _going_on(listing) if listing else None,
    }
    return render(request, "scoring/score_card/start.html", context, status=status)


def _going_on(listing: KeptCardListing) -> GoingOnContext | None:
    keeper = listing.latest
    return going_on_context(keeper.card, listing.sheet(keeper)) if keeper else None


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """One tap begins a card under the chosen book; names can wait. The same tap twice is one card."""
    form = StartForm(request.POST)
    if not form.is_valid():
        return _start_page(request, form.fault, status=422)
    try:
        keeper, secret = _begun(request, form)
    except access.TooManyCards as refused:
        return _start_page(request, str(refused), status=429)
    response = redirect("score_card:card", keeper.card_id)
    access.remember_device(response, secret)
    return response


def _begun(request: HttpRequest, form: StartForm) -> tuple[DeviceCard, str | None]:
    """The card of this tap. Two workers may have the two taps of a double tap at the same time:
    the database lets one card through, and the other tap then finds it."""
    try:
        with queued_write():
            return _find_or_begin(request, form)
    except IntegrityError:
        with queued_write():
            return _find_or_begin(request, form)


def _find_or_begin(request: HttpRequest, form: StartForm) -> tuple[DeviceCard, str | None]:
    # Asked once: between two questions the other tap of a double tap could begin the card.
    begun = access.card_begun_by(form.start_hash)
    if begun is not None and access.is_open_to(request, begun):
        device, secret = access.ensure_device(request)
        return access.keep_card(device, begun), secret
    access.guard_new_card(request)
    access.drop_empty_cards()
    device, secret = access.ensure_device(request)
    card = _begin_card(request, device, form, start_hash=None if begun else form.start_hash)
    return access.keep_card(device, card), secret


def _begin_card(request: HttpRequest, device: Device, form: StartForm, *, start_hash: str | None) -> ScoreCard:
    """A new card; with the players of an earlier one where this device keeps that."""
    book = built_in_books()[form.cleaned_data["book"]]
    like = ScoreCard.objects.filter(
        pk=form.cleaned_data["like"],
        book_version__key=book.key,
        kept_by__device=device,
        kept_by__is_cut_off=False,
    ).first()
    same = {}
    if like is not None:
        same = {"player_names": like.player_names, "side_names": like.side_names, "hands_agreed": like.hands_agreed}
    return start_card(
        book,
        created_from=access.address_key(request),
        start_hash=start_hash,
        **same,
    )
