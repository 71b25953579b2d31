"""A tournament round: the skunk, penalties and lateness, and each player's round score."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.ground.http import HtmxHttpRequest
from scoring.models import DeviceCard
from scoring.score_card import access
from scoring.score_card.forms import EntryForm, LatenessForm, PageForm, PenaltyForm
from scoring.score_card.hosts import hosting_of
from scoring.score_card.kept_sheets import sheet_of
from scoring.score_card.pages.card import card_context, names_at
from scoring.score_card.pages.rule_links import rules_page
from scoring.score_card.people import pardon_of
from scoring.score_card.recording import Recorded
from scoring.score_card.sheet import Sheet

from .answers import NoticeContext, above_the_card, card_address, save_form, sheet_for, write

PAGE = "scoring/score_card/penalties/penalties.html"


@require_safe
def penalties(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """The round in working order: skunk, penalties, lateness, each player's score."""
    keeper = _get_round_card(request, card_id)
    return _render(request, keeper, sheet_of(keeper))


@require_POST
def penalty(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """Give one penalty from the book's list."""
    return _save(request, card_id, "penalty")


@require_POST
def lateness(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """Enter a player's lateness; no minutes take it back."""
    return _save(request, card_id, "late")


@require_POST
def pardon(request: HtmxHttpRequest, card_id: UUID, number: int) -> HttpResponse:
    """Take a penalty back; it stays in the history."""
    keeper = _get_round_card(request, card_id)
    sheet = sheet_for(request, keeper)
    form = EntryForm(request.POST)
    taken = next((entry for entry in sheet.penalties if entry.number == number), None)
    if taken is None or not form.is_valid():
        notice = NoticeContext("That penalty has already been taken back.")
        return _render(request, keeper, sheet, notice=notice, status=409)
    payload = pardon_of(taken)

    def refused(now: Sheet, notice: NoticeContext) -> HttpResponse:
        return _render(request, keeper, now, notice=notice, status=409)

    then = partial(_after, request, keeper)
    return write(request, keeper, form, kind="pardon", payload=payload, known=sheet, refused=refused, then=then)


@require_POST
def lateness_preview(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """Show the cost of the typed minutes; writes nothing."""
    keeper = _get_round_card(request, card_id)
    sheet = sheet_of(keeper)
    form = _late_form(request, keeper, sheet, request.POST)
    form.is_valid()
    form.errors.pop("substitute", None)  # it is being asked for the first time
    return render(request, "scoring/score_card/penalties/_lateness_preview.html", {"late": form})


# -- forms ------------------------------------------------------------------------------


def _penalty_form(
    request: HttpRequest, keeper: DeviceCard, sheet: Sheet, typed: Mapping[str, Any] | None = None
) -> PenaltyForm:
    return PenaltyForm(typed, seen=sheet.version, sheet=sheet, names=names_at(keeper.card, sheet))


def _late_form(
    request: HttpRequest, keeper: DeviceCard, sheet: Sheet, typed: Mapping[str, Any] | None = None
) -> LatenessForm:
    """The lateness form, with the evening's possible substitutes where this browser may enter it (a query of the
    host's)."""
    hosting = hosting_of(request, keeper.card)
    free = (hosting.substitutes() if hosting.may_judge else ()) if hosting else None
    return LatenessForm(typed, seen=sheet.version, sheet=sheet, names=names_at(keeper.card, sheet), free=free)


FORMS: Final = {"penalty": _penalty_form, "late": _late_form}


# -- answers ----------------------------------------------------------------------------


def _get_round_card(request: HtmxHttpRequest, card_id: UUID) -> DeviceCard:
    keeper = access.get_keeper(request, card_id)
    if keeper.card.book_version.book.round is None or keeper.card.boards:
        raise Http404("This card has no tournament round.")
    return keeper


def _save(request: HtmxHttpRequest, card_id: UUID, kind: str) -> HttpResponse:
    """Save one of the page's two forms."""
    keeper = _get_round_card(request, card_id)

    def make(sheet: Sheet, typed: Mapping[str, Any]) -> PageForm:
        return FORMS[kind](request, keeper, sheet, typed)

    def show(sheet: Sheet, form: PageForm, *, notice: NoticeContext | None = None, status: int = 200) -> HttpResponse:
        return _render(request, keeper, sheet, notice=notice, status=status, **{kind: form})

    then = partial(_after, request, keeper)
    return save_form(request, keeper, sheet_for(request, keeper), make, show, kind=kind, then=then)


def _after(request: HtmxHttpRequest, keeper: DeviceCard, done: Recorded) -> HttpResponse:
    return _render(request, keeper, done.sheet) if request.htmx else redirect("score_card:penalties", keeper.card_id)


def _render(
    request: HtmxHttpRequest, keeper: DeviceCard, sheet: Sheet, *, status: int = 200, **more: Any
) -> HttpResponse:
    """The page, or for htmx its content (no queries but its host's). `more` brings a sent form."""
    hosting = hosting_of(request, keeper.card)
    context = {
        "base": card_address(keeper),
        **above_the_card(request, keeper.card),
        "may_judge": hosting.may_judge if hosting else not sheet.is_closed,
        "rules": rules_page(sheet.book),
        "view": card_context(keeper.card, sheet),
        **{kind: make(request, keeper, sheet) for kind, make in FORMS.items() if kind not in more},
        "plain": EntryForm(seen=sheet.version, auto_id=False),
        **more,
    }
    return render(request, PAGE, context, status=status)
