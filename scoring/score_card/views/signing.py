"""Signing a card side by side, and asking to reopen it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from pinochle_club.ground.http import HtmxHttpRequest
from scoring.models import DeviceCard
from scoring.rules.cards import Side
from scoring.rules.notation import listed
from scoring.score_card import access
from scoring.score_card.forms import EntryForm, ReopenForm, SigningForm
from scoring.score_card.hosts import hosting_of
from scoring.score_card.kept_sheets import sheet_of
from scoring.score_card.pages.card import card_context, names_at
from scoring.score_card.pages.signing import can_sign, review_context, signatures, unfinished_words
from scoring.score_card.recording import Recorded
from scoring.score_card.sheet import Sheet

from .answers import NoticeContext, above_the_card, card_address, go_to, save_form, sheet_for

FOLDER = "scoring/score_card/signing"
WHO_AGREES = NoticeContext("Tap the side that agrees.")


@require_safe
def sign(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """The sides that have signed, and the next one to review the card."""
    keeper = access.get_keeper(request, card_id)
    return _render(request, keeper, sheet_of(keeper), "sign")


@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HtmxHttpRequest, card_id: UUID, side: Side) -> HttpResponse:
    """The card from one side's view; one key signs the version shown."""
    keeper = access.get_keeper(request, card_id)
    sheet = sheet_of(keeper)
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

    def make(now: Sheet, typed: Mapping[str, Any]) -> SigningForm:
        return SigningForm(typed, sheet=now, side=side, names=names_at(keeper.card, now))

    def show(now: Sheet, form: SigningForm, *, notice: NoticeContext | None = None, status: int = 200) -> HttpResponse:
        if not can_sign(now) or side in now.signed:
            return _render(request, keeper, now, "sign", notice=notice, status=status)
        return _render_review(request, keeper, now, side, form=form, notice=notice, status=status)

    def then(done: Recorded) -> HttpResponse:
        if not done.sheet.is_closed:
            return go_to(request, "score_card:sign", keeper.card_id)
        hosting = hosting_of(request, keeper.card)
        return go_to(request, hosting.next_page if hosting else card_address(keeper))

    return save_form(request, keeper, sheet, make, show, kind="sign", then=then)


@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """Record a side's agreement to reopen a signed card; the last one opens it."""
    keeper = access.get_keeper(request, card_id)
    sheet = sheet_for(request, keeper)
    if not sheet.is_closed or (keeper.card.host and request.method != "POST"):
        return go_to(request, "score_card:card", keeper.card_id)
    if request.method != "POST":
        return _render(request, keeper, sheet, "reopen")

    def make(now: Sheet, typed: Mapping[str, Any]) -> ReopenForm:
        return ReopenForm(typed, names=names_at(keeper.card, now))

    def show(now: Sheet, form: ReopenForm, *, notice: NoticeContext | None = None, status: int = 200) -> HttpResponse:
        name = "reopen" if now.is_closed and not keeper.card.host else "sign"
        return _render(request, keeper, now, name, notice=notice or WHO_AGREES, status=status)

    def then(done: Recorded) -> HttpResponse:
        return go_to(request, "score_card:reopen" if done.sheet.is_closed else "score_card:card", keeper.card_id)

    return save_form(request, keeper, sheet, make, show, kind="reopen", then=then)


# -- answers -----------------------------------------------------------------------------


def _render(
    request: HtmxHttpRequest, keeper: DeviceCard, sheet: Sheet, name: str, *, status: int = 200, **more: Any
) -> HttpResponse:
    """A page of this folder, or for htmx its content (no queries)."""
    view = card_context(keeper.card, sheet)
    signed = signatures(view)
    context = {
        "base": card_address(keeper),
        "view": view,
        "signatures": signed,
        "missing": [signature for signature in signed if signature["signed"] is None],
        "sign_next": _any_of(signature for signature in signed if signature["signed"] is None),
        "asked_next": _any_of(signature for signature in signed if not signature["wants_reopening"]),
        "can_sign": can_sign(sheet),
        "unfinished": unfinished_words(sheet),
        **above_the_card(request, keeper.card),
        "plain": EntryForm(seen=sheet.version, auto_id=False),
        **more,
    }
    return render(request, f"{FOLDER}/{name}.html", context, status=status)


def _any_of(asked: Iterable[Mapping[str, Any]]) -> str:
    return listed([signature["name"] for signature in asked], "or")


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
    form = form or SigningForm(seen=sheet.version, sheet=sheet, side=side, names=names)
    return _render(
        request, keeper, sheet, "review", status=status, review=review_context(view, side), form=form, **more
    )
