"""The card a table keeps: the page, the steps of a hand, and undo."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from pinochle_club.http import HtmxHttpRequest
from scoring.models import DeviceCard
from scoring.score_card import access
from scoring.score_card.contexts.card import names_at
from scoring.score_card.contexts.details import details_panel
from scoring.score_card.contexts.panels import preview_context, save_text
from scoring.score_card.forms import EntryForm, HandForm
from scoring.score_card.recording import Recorded, read_sheet
from scoring.score_card.sheet import Line, Sheet

from .answers import NoticeContext, card_or_redirect, change_sentences, gone, render_card, sheet_for, typed_in, write


@require_safe
def card(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """The card with the open hand beside it; `?step=bid` mends an earlier step."""
    kept = access.get_kept_card(request, card_id)
    return render_card(request, kept, kept.card, read_sheet(kept.card), step=request.GET.get("step"))


@require_safe
def changes(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """For polling with `?v=version`: 204 while nothing is new, else the card as it stands, with
    the panel that is open there. A tablet that was cut off is told so."""
    try:
        kept = access.get_kept_card(request, card_id)
    except Http404:
        return gone()
    if request.GET.get("v") == str(kept.card.version):
        return HttpResponse(status=204)
    sheet = read_sheet(kept.card)
    if request.GET.get("panel") == "details":
        return render_card(request, kept, kept.card, sheet, details=details_panel(kept.card, sheet))
    return render_card(request, kept, kept.card, sheet, step=request.GET.get("step"))


@require_POST
def save_step(request: HtmxHttpRequest, card_id: UUID, hand: int, step: str) -> HttpResponse:
    """One step of the open hand."""
    kept = access.get_kept_card(request, card_id)
    sheet = sheet_for(request, kept)
    form = _step_form(request, kept, sheet, hand, step)
    if form is None:
        return _not_open(request, kept, sheet, hand, step)
    if not form.is_valid():
        return _show_faults(request, kept, sheet, form, step)
    return _finish(
        request,
        kept,
        write(request, kept, form, kind=step, hand=hand, payload=form.own, known=sheet),
    )


@require_POST
def preview(request: HtmxHttpRequest, card_id: UUID, hand: int, step: str) -> HttpResponse:
    """What the figures typed so far come to; writes nothing."""
    kept = access.get_kept_card(request, card_id)
    sheet = read_sheet(kept.card)
    form = _step_form(request, kept, sheet, hand, step)
    context = {
        "preview": preview_context(form) if form else None,
        "form": form,
        "step": step,
        "save_text": save_text(step, hand),
    }
    return render(request, "scoring/score_card/_preview.html", context)


@require_POST
def undo(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """Takes the last entry out; it stays in the history."""
    kept = access.get_kept_card(request, card_id)
    sheet = sheet_for(request, kept)
    form = EntryForm(request.POST)
    if not form.is_valid() or sheet.undoable is None:
        notice = NoticeContext("There is nothing to undo.")
        return render_card(request, kept, kept.card, sheet, notice=notice, status=409)
    last = sheet.undoable
    return _finish(
        request,
        kept,
        write(request, kept, form, kind="undo", hand=last.hand, payload={"undoes": last.number}, known=sheet),
    )


def _step_form(request: HtmxHttpRequest, kept: DeviceCard, sheet: Sheet, hand: int, step: str) -> HandForm | None:
    line = sheet.open_line
    if line is None or line.number != hand:
        return None
    return _form_of(request, kept, sheet, line, step)


def _not_open(request: HtmxHttpRequest, kept: DeviceCard, sheet: Sheet, hand: int, step: str) -> HttpResponse:
    """Another tablet has finished the hand, or taken it back: what it entered, and what was typed here."""
    line = sheet.line(hand)
    sent = EntryForm(request.POST)
    changes = sheet.changes_since(sent.cleaned_data["seen"]) if sent.is_valid() else ()
    notice = NoticeContext(
        f"Hand {hand} is not being entered any more.",
        changes=change_sentences(kept, sheet, changes),
        typed=typed_in(_form_of(request, kept, sheet, line, step)) if line else (),
    )
    return render_card(request, kept, kept.card, sheet, notice=notice, status=409)


def _form_of(request: HtmxHttpRequest, kept: DeviceCard, sheet: Sheet, line: Line, step: str) -> HandForm:
    return HandForm(request.POST, sheet=sheet, line=line, names=names_at(kept.card, sheet, line), steps=(step,))


def _show_faults(request: HtmxHttpRequest, kept: DeviceCard, sheet: Sheet, form: HandForm, step: str) -> HttpResponse:
    """The step with its faults; where another tablet has undone the step before it, that one first."""
    before = form.line.next_step
    if before is not None and step not in (*form.line.entered, before):
        notice = NoticeContext(f"Enter the {before} first.", typed=typed_in(form))
        return render_card(request, kept, kept.card, sheet, notice=notice, status=409)
    return render_card(request, kept, kept.card, sheet, step=step, form=form, status=422)


def _finish(request: HtmxHttpRequest, kept: DeviceCard, done: Recorded | HttpResponse) -> HttpResponse:
    return card_or_redirect(request, kept, done) if isinstance(done, Recorded) else done
