"""The same game on another device: a secret address to take it along. Opening the address changes nothing."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from pinochle_club.write_queue import queued_write
from scoring.models import CardLink
from scoring.play.access import get_keeper
from scoring.play.pages.joining import game_link
from scoring.score_card import access
from scoring.score_card.pages.card import names_of
from scoring.score_card.pages.summaries import players_text, state_context
from scoring.score_card.recording import read_sheet


@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Taking the game along: by POST a fresh address with its QR code, shown this once."""
    keeper = get_keeper(request, game_id)
    link = None
    if request.method == "POST":
        with queued_write():
            link = game_link(access.make_link(keeper.card, CardLink.Kind.WRITE))
    context = {"game": keeper.card.played_game, "players": players_text(names_of(keeper.card)), "link": link}
    return render(request, "scoring/play/share.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Asks whether to play on here; by POST this device has the game too."""
    card = access.get_card_by_link(token, CardLink.Kind.WRITE)
    if not card.kept_by_play:
        raise Http404("There is no game at this address.")
    if request.method != "POST":
        context = {
            "players": players_text(names_of(card)),
            "state": state_context(read_sheet(card)),
            "book": card.book_version.book,
        }
        return render(request, "scoring/play/join.html", context)
    with queued_write():
        device, secret = access.ensure_device(request)
        access.keep_card(device, card)
    response = redirect("play:table", card.played_game.pk)
    access.remember_device(response, secret)
    return response
