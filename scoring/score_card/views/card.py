"""A table's card: the page, the steps of a hand, and undo."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.ground.http import HtmxHttpRequest
from pinochle_club.ground.kept_pages import opens_without_line
from scoring.models import DeviceCard, ScoreCard
from scoring.score_card import access
from scoring.score_card.forms import EntryForm, HandForm
from scoring.score_card.hosts import hosting_of
from scoring.score_card.kept_sheets import sheet_of
from scoring.score_card.pages.card import line_name, names_at
from scoring.score_card.pages.details import details_panel
from scoring.score_card.pages.panels import preview_context, save_key
from scoring.score_card.sheet import Line, Sheet

from . import answers


@require_safe
def card(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """The card with the open hand beside it; `?step=bid` corrects an earlier step, `?saved=7` was just saved."""
    keeper = access.get_keeper(request, card_id)
    sheet = sheet_of(keeper)
    said = answers.said_of(keeper.card, sheet, request.GET.get("saved", ""))
    page = answers.render_card(request, keeper, keeper.card, sheet, step=request.GET.get("step"), said=said)
    return opens_without_line(page, "card") if _is_written_here(request, keeper.card, sheet) else page


def _is_written_here(request: HtmxHttpRequest, card: ScoreCard, sheet: Sheet) -> bool:
    hosting = hosting_of(request, card)
    return not (sheet.is_closed or card.kept_by_play or (hosting and hosting.why))


@require_safe
def changes(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """Poll with `?v=version`: 204 while nothing is new, else the card with its open panel. A tablet that was cut off is
    told."""
    try:
        keeper = access.get_keeper(request, card_id)
    except Http404:
        return answers.gone()
    if request.GET.get("v") == str(keeper.card.version):
        return HttpResponse(status=204)
    sheet = sheet_of(keeper)
    if request.GET.get("panel") == "details":
        return answers.render_card(request, keeper, keeper.card, sheet, details=details_panel(keeper.card, sheet))
    return answers.render_card(request, keeper, keeper.card, sheet, step=request.GET.get("step"))


@require_POST
def save_step(request: HtmxHttpRequest, card_id: UUID, hand: int, step: str) -> HttpResponse:
    keeper = access.get_keeper(request, card_id)
    sheet = answers.sheet_for(request, keeper)
    form = _step_form(request, keeper, sheet, hand, step)
    if form is None:
        return _not_open(request, keeper, sheet, hand, step)
    if form.is_valid():
        return answers.write(request, keeper, form, kind=step, hand=hand, payload=form.own, known=sheet)
    before = form.line.next_step
    if before is not None and step not in (*form.line.entered, before):  # another tablet has undone the step before
        notice = answers.NoticeContext(f"Enter the {before} first.", typed=answers.typed_in(form))
        return answers.render_card(request, keeper, keeper.card, sheet, notice=notice, status=409)
    return answers.render_card(request, keeper, keeper.card, sheet, step=step, form=form, status=422)


@require_POST
def preview(request: HtmxHttpRequest, card_id: UUID, hand: int, step: str) -> HttpResponse:
    """Show the effect of the figures typed so far; writes nothing."""
    keeper = access.get_keeper(request, card_id)
    sheet = sheet_of(keeper)
    form = _step_form(request, keeper, sheet, hand, step)
    context = {
        "preview": preview_context(form) if form else None,
        "form": form,
        "step": step,
        "save_key": save_key(line_name(sheet.book.words, form.line), step) if form else None,
    }
    return render(request, "scoring/score_card/_preview.html", context)


@require_POST
def undo(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """Take the last entry out; it stays in the history."""
    keeper = access.get_keeper(request, card_id)
    sheet = answers.sheet_for(request, keeper)
    form = EntryForm(request.POST)
    if not form.is_valid() or sheet.undoable is None:
        notice = answers.NoticeContext("There is nothing to undo.")
        return answers.render_card(request, keeper, keeper.card, sheet, notice=notice, status=409)
    last = sheet.undoable
    payload = {"undoes": last.number}
    return answers.write(request, keeper, form, kind="undo", hand=last.hand, payload=payload, known=sheet)


def _step_form(request: HtmxHttpRequest, keeper: DeviceCard, sheet: Sheet, hand: int, step: str) -> HandForm | None:
    line = sheet.open_line
    if line is None or line.number != hand:
        return None
    return _form_of(request, keeper, sheet, line, step)


def _not_open(request: HtmxHttpRequest, keeper: DeviceCard, sheet: Sheet, hand: int, step: str) -> HttpResponse:
    """Answer a step of a hand that another tablet finished or took back: both versions, or that tablet's entries and
    the typed data."""
    line = sheet.line(hand)
    form = _form_of(request, keeper, sheet, line, step) if line else None
    chosen = answers.between_two(request, keeper, form, sheet) if form and form.is_valid() else None
    if chosen is not None:
        return chosen
    sent = EntryForm(request.POST)
    changes = sheet.changes_since(sent.cleaned_data["seen"]) if sent.is_valid() else ()
    notice = answers.NoticeContext(
        f"{sheet.book.words.say('Hand')} {hand} is no longer open.",
        changes=answers.change_sentences(keeper, sheet, changes),
        typed=answers.typed_in(form) if form else (),
    )
    return answers.render_card(request, keeper, keeper.card, sheet, notice=notice, status=409)


def _form_of(request: HtmxHttpRequest, keeper: DeviceCard, sheet: Sheet, line: Line, step: str) -> HandForm:
    return HandForm(request.POST, sheet=sheet, line=line, names=names_at(keeper.card, sheet, line), steps=(step,))
