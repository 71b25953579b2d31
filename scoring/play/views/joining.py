"""The same game on another device, by a secret address. Opening it changes nothing."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from pinochle_club.ground.write_queue import queued_write
from scoring.models import CardLink, PlayedGame, PlaySeat
from scoring.play import together
from scoring.play.access import get_keeper
from scoring.play.games import Refused
from scoring.play.pages.joining import game_link, seat_link
from scoring.score_card import access
from scoring.score_card.pages.card import names_of
from scoring.score_card.pages.summaries import players_text, state_context
from scoring.score_card.recording import read_sheet

from .answers import on_with


@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A fresh address with its QR code, by POST, shown once."""
    keeper = get_keeper(request, game_id)
    link = None
    game = keeper.card.played_game
    if request.method == "POST" and game.people is not None:
        link = seat_link(together.make_link(game.people.people.get(device=keeper.device_id)))
    elif request.method == "POST":
        with queued_write():
            link = game_link(access.make_link(keeper.card, CardLink.Kind.WRITE))
    context = {"game": game, "players": players_text(names_of(keeper.card)), "link": link}
    return render(request, "scoring/play/share.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to play on here; by POST this device has the game too. A seat among people moves here."""
    person = together.person_of_link(token)
    if person is not None:
        game = together.game_of(person.table)
    else:
        card = access.get_card_by_link(token, CardLink.Kind.WRITE)
        game = card.played_game if card.kept_by_play and not card.played_game.people_id else None
    if game is None:
        raise Http404("There is no game at this address.")
    if request.method != "POST":
        return _join_page(request, game, person)
    try:
        with queued_write():
            device, secret = access.ensure_device(request)
            if person is not None:
                together.move_to(person, device)
            else:
                access.keep_card(device, game.card)
    except Refused as refused:
        return _join_page(request, game, person, str(refused), status=409)
    return on_with(secret, "play:table", game.pk)


def _join_page(
    request: HttpRequest, game: PlayedGame, person: PlaySeat | None, refused: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "players": players_text(names_of(game.card)),
        "state": state_context(read_sheet(game.card)),
        "book": game.card.book_version.book,
        "person": person,
        "refused": refused,
    }
    return render(request, "scoring/play/join.html", context, status=status)
