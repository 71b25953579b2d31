"""Names and details of a card: players, first dealer, date, table and round."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from pinochle_club.ground.http import HtmxHttpRequest
from scoring.models import DeviceCard
from scoring.rules.book import RuleBook
from scoring.score_card import access
from scoring.score_card.entries import DetailsGiven
from scoring.score_card.hosts import hosting_of
from scoring.score_card.kept_sheets import sheet_of
from scoring.score_card.pages.details import details_panel, draw_payload
from scoring.score_card.recording import Recorded
from scoring.score_card.sheet import Sheet

from .answers import go_to, render_card, write


@require_http_methods(["GET", "HEAD", "POST"])
def details(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """The card with its names beside it, to fill in; `draw` in the form draws for the first deal."""
    keeper = access.get_keeper(request, card_id)
    hosting = hosting_of(request, keeper.card)
    sheet = sheet_of(keeper)
    if hosting is not None and (sheet.before_repeat(request.POST.get("client_id", "")).lines or hosting.why):
        # The evening has filled in the names; only the first dealer can be drawn, before the first hand.
        return go_to(request, "score_card:card", card_id)
    if request.method == "POST":
        return _save(request, keeper)
    return render_card(request, keeper, keeper.card, sheet, details=details_panel(keeper.card, sheet))


def _save(request: HtmxHttpRequest, keeper: DeviceCard) -> HttpResponse:
    client_id = request.POST.get("client_id", "")
    now = sheet_of(keeper)
    sheet = now.before_repeat(client_id)
    form = details_panel(keeper.card, sheet, request.POST)["form"]
    if not form.is_valid():
        panel = details_panel(keeper.card, sheet, form=form)
        return render_card(request, keeper, keeper.card, sheet, details=panel, status=422)
    is_draw = "draw" in request.POST and not sheet.lines
    payload = {**form.payload, **(_draw(form.book, now, client_id) if is_draw else {})}
    then = partial(_after_draw, request, keeper) if is_draw else None
    return write(request, keeper, form, kind="details", payload=payload, known=now, then=then)


def _draw(book: RuleBook, now: Sheet, client_id: str) -> dict[str, Any]:
    """The drawn cards and the resulting dealer. A draw that is sent again is the same draw."""
    before = next((entry.said for entry in now.entries if entry.client_id == client_id), None)
    if isinstance(before, DetailsGiven) and before.drawn:
        return {"drawn": before.drawn, "first_dealer": before.first_dealer}
    return draw_payload(book, secrets.SystemRandom())


def _after_draw(request: HtmxHttpRequest, keeper: DeviceCard, done: Recorded) -> HttpResponse:
    """The panel with the drawn cards; the green key then starts the first hand."""
    if not request.htmx:
        return redirect("score_card:details", keeper.card_id)
    panel = details_panel(done.card, done.sheet)
    return render_card(request, keeper, done.card, done.sheet, details=panel)
