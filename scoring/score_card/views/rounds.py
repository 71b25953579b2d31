"""A tournament round: the skunk, penalties and lateness, and each player's round score."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.http import HtmxHttpRequest
from scoring.models import DeviceCard
from scoring.score_card import access
from scoring.score_card.contexts.card import card_context, names_at, rules_page
from scoring.score_card.forms import EntryForm, LatenessForm, PenaltyForm
from scoring.score_card.hosts import hosting_of
from scoring.score_card.recording import Recorded, read_sheet
from scoring.score_card.sheet import Sheet

from .answers import NoticeContext, Refused, above_the_card, card_address, sent_anew, sheet_for, write

PAGE = "scoring/score_card/rounds/round.html"
FRAGMENT = "scoring/score_card/rounds/_round.html"


@require_safe
def event_round(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """The round in the order of the work: skunk, penalties, lateness, each player's score."""
    kept = _get_round_card(request, card_id)
    return _render(request, kept, read_sheet(kept.card))


@require_POST
def penalty(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """One penalty from the book's list."""
    kept = _get_round_card(request, card_id)
    sheet = sheet_for(request, kept)
    form = PenaltyForm(request.POST, sheet=sheet, names=names_at(kept.card, sheet))
    if not form.is_valid():
        return _render(request, kept, sheet, penalty_form=form, status=422)
    refused = _refused(request, kept, penalty_form=form)
    return _finish(request, kept, write(request, kept, form, kind="penalty", payload=form.payload, refused=refused))


@require_POST
def pardon(request: HtmxHttpRequest, card_id: UUID, number: int) -> HttpResponse:
    """Takes a penalty back; it stays in the history."""
    kept = _get_round_card(request, card_id)
    sheet = sheet_for(request, kept)
    form = EntryForm(request.POST)
    taken = next((entry for entry in sheet.penalties if entry.number == number), None)
    if taken is None or not form.is_valid():
        notice = NoticeContext("That penalty has been taken back already.")
        return _render(request, kept, sheet, notice=notice, status=409)
    payload = {"pardons": number, "seat": taken.payload["seat"], "code": taken.payload["code"]}
    refused = _refused(request, kept)
    return _finish(request, kept, write(request, kept, form, kind="pardon", payload=payload, refused=refused))


@require_POST
def lateness(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """How many minutes late somebody came; no minutes take it back."""
    kept = _get_round_card(request, card_id)
    sheet = sheet_for(request, kept)
    form = LatenessForm(request.POST, sheet=sheet, names=names_at(kept.card, sheet))
    if not form.is_valid():
        return _render(request, kept, sheet, late_form=form, status=422)
    refused = _refused(request, kept, late_form=form)
    return _finish(request, kept, write(request, kept, form, kind="late", payload=form.payload, refused=refused))


@require_POST
def lateness_preview(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """What the typed minutes cost; writes nothing."""
    kept = _get_round_card(request, card_id)
    sheet = read_sheet(kept.card)
    form = LatenessForm(request.POST, sheet=sheet, names=names_at(kept.card, sheet))
    form.is_valid()
    form.errors.pop("substitute", None)  # it is being asked for the first time
    return render(request, "scoring/score_card/rounds/_lateness_preview.html", {"late": form})


# -- answers -----------------------------------------------------------------------------


def _get_round_card(request: HtmxHttpRequest, card_id: UUID) -> DeviceCard:
    kept = access.get_kept_card(request, card_id)
    if kept.card.book_version.book.round is None:
        raise Http404("This rule book has no tournament rounds.")
    return kept


def _render(
    request: HtmxHttpRequest,
    kept: DeviceCard,
    sheet: Sheet,
    *,
    penalty_form: PenaltyForm | None = None,
    late_form: LatenessForm | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The page, or for htmx what is inside it (no queries)."""
    names = names_at(kept.card, sheet)
    hosting = hosting_of(request, kept.card)
    context = {
        "base": card_address(kept),
        **above_the_card(request, kept.card),
        "may_judge": hosting.may_judge if hosting else not sheet.is_closed,
        "rules": rules_page(sheet.book),
        "view": card_context(kept.card, sheet),
        "penalty": penalty_form or PenaltyForm(seen=sheet.version, sheet=sheet, names=names),
        "late": late_form or LatenessForm(seen=sheet.version, sheet=sheet, names=names),
        "plain": EntryForm(seen=sheet.version, auto_id=False),
        **more,
    }
    return render(request, FRAGMENT if request.htmx else PAGE, context, status=status)


def _refused(request: HtmxHttpRequest, kept: DeviceCard, **forms: PenaltyForm | LatenessForm) -> Refused:
    """Shows a refusal on this page; what was typed stands in its form, ready to be sent anew."""

    def answer(sheet: Sheet, notice: NoticeContext) -> HttpResponse:
        names = names_at(kept.card, sheet)
        again: dict[str, Any] = {
            place: type(form)(sent_anew(form, sheet), sheet=sheet, names=names) for place, form in forms.items()
        }
        return _render(request, kept, sheet, notice=notice, status=409, **again)

    return answer


def _finish(request: HtmxHttpRequest, kept: DeviceCard, done: Recorded | HttpResponse) -> HttpResponse:
    if not isinstance(done, Recorded):
        return done
    if request.htmx:
        return _render(request, kept, done.sheet)
    return redirect("score_card:round", kept.card_id)
