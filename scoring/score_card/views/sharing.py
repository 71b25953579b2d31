"""Sharing a card: QR codes for tablets that write and phones that watch, and joining by a code. Opening an address
changes nothing. The write address shows a question; its key pairs the tablet and leads to the card, so that the secret
leaves the address bar."""

from __future__ import annotations

from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from pinochle_club.ground.write_queue import queued_write
from scoring.models import CardLink, DeviceCard, ScoreCard
from scoring.score_card import access
from scoring.score_card.pages.card import names_of, place_text
from scoring.score_card.pages.sharing import LinkContext, link_context
from scoring.score_card.pages.summaries import state_context
from scoring.score_card.recording import read_sheet

WRITE, READ = CardLink.Kind.WRITE, CardLink.Kind.READ


# -- at a tablet that keeps the card -----------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, card_id: UUID) -> HttpResponse:
    """Explain sharing; by POST make two fresh addresses with their QR codes."""
    keeper = _get_own_card(request, card_id)
    if request.method != "POST":
        return _share_page(request, keeper)
    with queued_write():
        links = [link_context(kind, access.make_link(keeper.card, kind)) for kind in (WRITE, READ)]
    return _share_page(request, keeper, links)


@require_http_methods(["GET", "HEAD", "POST"])
def new_address(request: HttpRequest, card_id: UUID) -> HttpResponse:
    """Make a new write address, on the tablet that began the card: asks first; by POST it cuts off the old codes and
    all other tablets."""
    keeper = _get_own_card(request, card_id)
    if not access.began(keeper):
        return _share_page(request, keeper, status=403)
    if request.method != "POST":
        others = keeper.card.kept_by.filter(is_cut_off=False).exclude(pk=keeper.pk).count()
        context = {**_page_of(keeper.card), "others": others}
        return render(request, "scoring/score_card/sharing/new_address.html", context)
    with queued_write():
        access.cut_off_others(keeper)
        links = [link_context(WRITE, access.make_link(keeper.card, WRITE))]
    return _share_page(request, keeper, links, is_cut_off=True)


def _get_own_card(request: HttpRequest, card_id: UUID) -> DeviceCard:
    """The card of this device; 404 for an evening's, whose tablets come by the passes of their tables."""
    keeper = access.get_keeper(request, card_id)
    if keeper.card.host:
        raise Http404("A club night’s card can’t be shared this way.")
    return keeper


def _share_page(
    request: HttpRequest,
    keeper: DeviceCard,
    links: list[LinkContext] | None = None,
    *,
    is_cut_off: bool = False,
    status: int = 200,
) -> HttpResponse:
    here, there = request.get_host(), urlsplit(settings.PUBLIC_URL).netloc
    context = {
        **_page_of(keeper.card),
        "links": links,
        "links_kept": access.LINKS_KEPT,
        "is_cut_off": is_cut_off,
        "may_cut_off": access.began(keeper),
        "here": here,
        "there": there,
        "leads_elsewhere": here.lower() != there.lower(),
    }
    return render(request, "scoring/score_card/sharing/share.html", context, status=status)


def _page_of(card: ScoreCard) -> dict[str, object]:
    """The card's part of every page in this file."""
    names = names_of(card)
    players = " – ".join(map(names.short_side, names.sides))
    return {"card": card, "players": players, "place": place_text(card)}


# -- at the tablet that joins ------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to keep score on this device; by POST pair it."""
    card = access.get_card_by_link(token, WRITE)
    if request.method != "POST":
        context = {**_page_of(card), "state": state_context(read_sheet(card)), "book": card.book_version.book}
        return render(request, "scoring/score_card/sharing/join.html", context)
    with queued_write():
        device, secret = access.ensure_device(request)
        access.keep_card(device, card)
    response = redirect("score_card:card", card.pk)
    access.remember_device(response, secret)
    return response
