"""Signing a card side by side, asking to reopen it, and the next game of the same players."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pinochle_club.http import HtmxHttpRequest
from pinochle_club.write_queue import queued_write
from scoring.models import DeviceCard
from scoring.rules.cards import Side
from scoring.score_card import access
from scoring.score_card.forms import EntryForm, ReopenForm, SigningForm
from scoring.score_card.hosts import hosting_of
from scoring.score_card.next_games import begin_next_game, next_game_begun
from scoring.score_card.pages.card import card_context, names_at
from scoring.score_card.pages.signing import can_sign, review_context, signatures
from scoring.score_card.recording import Recorded, read_sheet
from scoring.score_card.sheet import Sheet

from .answers import NoticeContext, above_the_card, card_address, go_to, sheet_for, write

FOLDER = "scoring/score_card/signing"


@require_safe
def sign(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """Who has signed, and whose turn it is to look the card over."""
    keeper = access.get_keeper(request, card_id)
    return _render(request, keeper, read_sheet(keeper.card), "sign")


@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HtmxHttpRequest, card_id: UUID, side: Side) -> HttpResponse:
    """The card from one side's own view; one key signs the version that is shown."""
    keeper = access.get_keeper(request, card_id)
    sheet = read_sheet(keeper.card)
    if side not in sheet.book.sides:
        raise Http404("Nobody sits there.")
    if request.method == "POST":
        return _sign(request, keeper, side)
    hosting = hosting_of(request, keeper.card)
    if not can_sign(sheet) or sheet.is_closed or (hosting is not None and hosting.why_not("sign")):
        return redirect("score_card:sign", keeper.card_id)
    return _render_review(request, keeper, sheet, side)


def _sign(request: HtmxHttpRequest, keeper: DeviceCard, side: Side) -> HttpResponse:
    sheet = sheet_for(request, keeper)
    if side in sheet.signed:
        return go_to(request, "score_card:sign", keeper.card_id)
    form = SigningForm(request.POST, side=side, names=names_at(keeper.card, sheet))
    if not form.is_valid():
        return _render_review(request, keeper, sheet, side, form=form, status=422)

    def refused(sheet: Sheet, notice: NoticeContext) -> HttpResponse:
        if not can_sign(sheet) or side in sheet.signed:
            return _render(request, keeper, sheet, "sign", notice=notice, status=409)
        return _render_review(request, keeper, sheet, side, notice=notice, status=409)

    payload = {"side": side, "version": sheet.content_version, "by": form.signer}
    done = write(request, keeper, form, kind="sign", payload=payload, refused=refused)
    if not isinstance(done, Recorded):
        return done
    if not done.sheet.is_closed:
        return go_to(request, "score_card:sign", keeper.card_id)
    hosting = hosting_of(request, keeper.card)
    return go_to(request, hosting.next_page if hosting else card_address(keeper))


@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """Each side agrees by itself to open a signed card again; the last one opens it."""
    keeper = access.get_keeper(request, card_id)
    sheet = sheet_for(request, keeper)
    if not sheet.is_closed or (keeper.card.host and request.method != "POST"):
        return go_to(request, "score_card:card", keeper.card_id)
    if request.method != "POST":
        return _render(request, keeper, sheet, "reopen")
    form = ReopenForm(request.POST, names=names_at(keeper.card, sheet))
    if not form.is_valid():
        return _render(request, keeper, sheet, "reopen", notice=NoticeContext("Tap the side that agrees."), status=422)

    def refused(sheet: Sheet, notice: NoticeContext) -> HttpResponse:
        is_asked = sheet.is_closed and not keeper.card.host
        return _render(request, keeper, sheet, "reopen" if is_asked else "sign", notice=notice, status=409)

    payload = {"side": form.cleaned_data["side"]}
    done = write(request, keeper, form, kind="reopen", payload=payload, refused=refused)
    if not isinstance(done, Recorded):
        return done
    return go_to(request, "score_card:reopen" if done.sheet.is_closed else "score_card:card", keeper.card_id)


@require_POST
def again(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """“Another game, same players”: one new card, however often the key is tapped."""
    keeper = access.get_keeper(request, card_id)
    form = EntryForm({**request.POST.dict(), "seen": 0})
    if keeper.card.host:
        messages.error(
            request, "This card belongs to an evening: the next one opens when the director starts the round."
        )
        return go_to(request, "score_card:card", keeper.card_id)
    if keeper.card.kept_by_play:
        messages.error(request, "This card belongs to a game: begin the next one at its table.")
        return go_to(request, "score_card:card", keeper.card_id)
    if not form.is_valid():
        messages.error(request, "Tap “Another game, same players” once more.")
        return go_to(request, "score_card:card", keeper.card_id)
    client_id = form.cleaned_data["client_id"]
    with queued_write():
        following = next_game_begun(keeper, client_id)
        if following is None:
            try:
                access.guard_new_card(request)
            except access.TooManyCards as refusal:
                messages.error(request, str(refusal))
                return go_to(request, "score_card:card", keeper.card_id)
            following = begin_next_game(keeper, client_id=client_id, address=access.address_key(request))
    return go_to(request, "score_card:card", following.card_id)


# -- answers -----------------------------------------------------------------------------


def _render(
    request: HtmxHttpRequest, keeper: DeviceCard, sheet: Sheet, name: str, *, status: int = 200, **more: Any
) -> HttpResponse:
    """A page of this folder, or for htmx what is inside it (no queries)."""
    view = card_context(keeper.card, sheet)
    signed = signatures(view)
    context = {
        "base": card_address(keeper),
        "view": view,
        "signatures": signed,
        "missing": [signature for signature in signed if signature.signed is None],
        "can_sign": can_sign(sheet),
        **above_the_card(request, keeper.card),
        "plain": EntryForm(seen=sheet.version, auto_id=False),
        **more,
    }
    page = f"{FOLDER}/_{name}.html" if request.htmx else f"{FOLDER}/{name}.html"
    return render(request, page, context, status=status)


def _render_review(
    request: HtmxHttpRequest,
    keeper: DeviceCard,
    sheet: Sheet,
    side: Side,
    *,
    form: SigningForm | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    names = names_at(keeper.card, sheet)
    view = card_context(keeper.card, sheet)
    form = form or SigningForm(seen=sheet.version, side=side, names=names)
    return _render(
        request, keeper, sheet, "review", status=status, review=review_context(view, side), form=form, **more
    )
