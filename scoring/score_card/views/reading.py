"""Reading a card without writing: live at its secret reading address, and the example cards. Nothing here leads to a
page that writes, and a device needs no cookie. Other rooms that let people read a card give a `Reader` to `read_card`
and the others, at addresses with the same endings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from pinochle_club.ground.http import HtmxHttpRequest
from scoring.models import CardLink, ScoreCard
from scoring.score_card import access
from scoring.score_card.pages.card import card_context
from scoring.score_card.pages.public import public_card
from scoring.score_card.recording import read_sheet

from .answers import FRAGMENT, gone, marks_shown
from .hands import render_hand
from .papers import card_paper_page, pdf_response

STOP_POLLING = 286  # htmx's own status: swap this in, and ask no more


@dataclass(frozen=True, slots=True)
class Reader:
    """A card for a reader: its address (`base`), and whether it may still change. `back` is the text and address of the
    key that leads away. `is_public`: anybody may read it, so nothing judged or said is shown."""

    card: ScoreCard
    base: str
    is_live: bool
    back: tuple[str, str] | None = None
    is_public: bool = False


def _reader(token: str = "", example_id: UUID | None = None) -> Reader:
    """The reader at a secret reading address, or of an example card, which is public (one query); 404 for any other
    address."""
    if example_id is None:
        card = access.get_card_by_link(token, CardLink.Kind.READ)
        return Reader(card, reverse("score_card:read", args=[token]), is_live=True)
    examples = ScoreCard.objects.select_related("book_version").filter(is_example=True)
    card = get_object_or_404(examples, pk=example_id)
    return Reader(card, reverse("score_card:example", args=[example_id]), is_live=False)


@require_safe
def card(request: HtmxHttpRequest, **where: Any) -> HttpResponse:
    """The card, live; an example stands still."""
    return read_card(request, _reader(**where))


@require_safe
def changes(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Poll with `?v=version`: 204 while nothing is new, else the card."""
    try:
        reader = _reader(token)
    except Http404:
        return gone()
    return read_changes(request, reader)


@require_safe
def hand(request: HtmxHttpRequest, hand: int, **where: Any) -> HttpResponse:
    return read_hand(request, _reader(**where), hand)


@require_safe
def paper(request: HtmxHttpRequest, **where: Any) -> HttpResponse:
    reader = _reader(**where)
    return card_paper_page(request, reader.card, base=reader.base)


@require_safe
def pdf(request: HtmxHttpRequest, **where: Any) -> HttpResponse:
    return pdf_response(request, _reader(**where).card)


# -- for every address at which a card is read -----------------------------------------------


def read_changes(request: HtmxHttpRequest, reader: Reader) -> HttpResponse:
    """The card, where the page has an older one (`?v=version`)."""
    if request.GET.get("v") == str(reader.card.version):
        return HttpResponse(status=204)
    return read_card(request, reader)


def read_hand(request: HtmxHttpRequest, reader: Reader, hand: int) -> HttpResponse:
    access.speak(request, reader.card.book_version.book)
    sheet = read_sheet(reader.card)
    return render_hand(request, reader.card, sheet, hand, base=reader.base, can_write=False, is_public=reader.is_public)


def read_card(request: HtmxHttpRequest, reader: Reader) -> HttpResponse:
    """The card, whole or as the fragment that a live page asks for."""
    access.speak(request, reader.card.book_version.book)
    sheet = read_sheet(reader.card)
    is_live = reader.is_live and not sheet.is_closed
    view = card_context(reader.card, sheet)
    context = {
        "base": reader.base,
        "view": public_card(view) if reader.is_public else view,
        "can_write": False,
        "is_live": is_live,
        "is_example": reader.card.is_example,
        "back": reader.back,
        "is_public": reader.is_public,
        "marks_shown": marks_shown(request),
    }
    if reader.is_public or not request.htmx:
        return render(request, "scoring/score_card/reading/card.html", context)
    return render(request, FRAGMENT, context, status=200 if is_live else STOP_POLLING)
