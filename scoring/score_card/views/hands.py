"""One hand on its own page: explained, corrected, dealt again; and the history of the card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pinochle_club.ground.http import HtmxHttpRequest, or_404
from scoring.models import DeviceCard, ScoreCard
from scoring.score_card import access
from scoring.score_card.forms import CorrectionForm, EntryForm, RedealForm, RemarkForm
from scoring.score_card.hosts import hosting_of
from scoring.score_card.kept_sheets import sheet_of
from scoring.score_card.pages.card import line_name, names_at, names_of
from scoring.score_card.pages.corrections import correction_context
from scoring.score_card.pages.explanations import hand_context
from scoring.score_card.pages.history import events_of
from scoring.score_card.pages.panels import question_context
from scoring.score_card.pages.public import public_hand
from scoring.score_card.recording import Recorded
from scoring.score_card.remarks import quick_remarks
from scoring.score_card.sheet import Sheet

from .answers import (
    NoticeContext,
    above_the_card,
    card_address,
    deals_for,
    go_to,
    render_card,
    render_saved,
    save_form,
    sent_anew,
    sheet_for,
    to_card,
    write,
)

EVENTS_A_PAGE = 50


# -- one hand explained ------------------------------------------------------------------


@require_safe
def hand(request: HtmxHttpRequest, card_id: UUID, hand: int) -> HttpResponse:
    """The page behind a row of the card, with every number explained."""
    keeper = access.get_keeper(request, card_id)
    return render_hand(request, keeper.card, sheet_of(keeper), hand, base=card_address(keeper), can_write=True)


def render_hand(
    request: HttpRequest,
    card: ScoreCard,
    sheet: Sheet,
    number: int,
    *,
    base: str,
    can_write: bool,
    is_public: bool = False,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The page of a hand for writers and readers, or for htmx its content; `base` is the card's address (no
    queries)."""
    line = or_404(sheet.line(number), sheet.book.words.say("There is no such hand on this card."))
    shown = hand_context(card, sheet, line)
    context = {
        "card": card,
        "sheet": sheet,
        "hand": public_hand(shown) if is_public else shown,
        "base": base,
        "can_write": can_write,
        "is_public": is_public,
    }
    if can_write:
        context |= {**above_the_card(request, card), "can_change": _can_change(request, card, sheet)}
        context |= {"plain": EntryForm(seen=sheet.version, auto_id=False)}
        if context["can_change"] and number <= len(sheet.lines):
            partner = deals_for(request, card, sheet, line.dealer)
            quick = quick_remarks(sheet.book, names_at(card, sheet, line), line, partner)
            context |= {
                "form": RemarkForm(seen=sheet.version),
                "quick": [say for say in quick if say not in line.remarks],
            }
    return render(request, "scoring/score_card/hands/hand.html", {**context, **more}, status=status)


def _can_change(request: HttpRequest, card: ScoreCard, sheet: Sheet) -> bool:
    """Whether this browser may correct hands: until every side has signed, a director also after that."""
    hosting = hosting_of(request, card)
    if card.kept_by_play or (hosting is not None and hosting.why):
        return False
    return not sheet.is_closed or (hosting is not None and hosting.is_director)


@require_POST
def remark(request: HtmxHttpRequest, card_id: UUID, hand: int) -> HttpResponse:
    """Write a few words beside a hand."""
    keeper = access.get_keeper(request, card_id)
    base = card_address(keeper)

    def make(now: Sheet, typed: Mapping[str, Any]) -> RemarkForm:
        return RemarkForm(typed, seen=now.version)

    def show(now: Sheet, form: RemarkForm, *, notice: NoticeContext | None = None, status: int = 200) -> HttpResponse:
        return render_hand(
            request, keeper.card, now, hand, base=base, can_write=True, status=status, form=form, notice=notice
        )

    def then(done: Recorded) -> HttpResponse:
        return go_to(request, "score_card:hand", card_id, hand)

    return save_form(request, keeper, sheet_for(request, keeper), make, show, kind="remark", hand=hand, then=then)


@require_POST
def right(request: HtmxHttpRequest, card_id: UUID, hand: int) -> HttpResponse:
    """Confirm a hand with rare figures, then return to the key's place."""
    keeper = access.get_keeper(request, card_id)
    form, to = EntryForm(request.POST), request.POST.get("to", "")
    sheet = sheet_for(request, keeper)
    if not form.is_valid():
        return go_to(request, "score_card:hand", card_id, hand)

    def then(done: Recorded) -> HttpResponse:
        if to == "hand":
            return go_to(request, "score_card:hand", card_id, hand)
        return go_to(request, "score_card:review", card_id, to)

    after = then if to == "hand" or to in sheet.book.sides else None  # else it was tapped on the card
    return write(request, keeper, form, kind="checked", hand=hand, payload={}, known=sheet, then=after)


# -- corrections -------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HtmxHttpRequest, card_id: UUID, hand: int) -> HttpResponse:
    """Correct a done hand: first a preview, then the correction itself."""
    keeper = access.get_keeper(request, card_id)
    sheet = sheet_for(request, keeper)
    form = _correction_form(request, keeper, sheet, hand)
    if form is None or (not form.is_bound and not _can_change(request, keeper.card, sheet)):
        return redirect("score_card:hand", card_id, hand)
    if not form.is_bound:
        return _show_correction(request, keeper, form)
    if not form.is_valid():
        return _show_correction(request, keeper, form, looked=True, status=422)
    if request.POST.get("do") == "look":
        return _show_correction(request, keeper, form, looked=True)
    return _save_correction(request, keeper, form)


@require_POST
def preview_correction(request: HtmxHttpRequest, card_id: UUID, hand: int) -> HttpResponse:
    """Show the effect of the correction typed so far; writes nothing."""
    keeper = access.get_keeper(request, card_id)
    form = _correction_form(request, keeper, sheet_of(keeper), hand)
    context: dict[str, Any] = {"form": form, "swapped": True}
    if form is not None:
        form.is_valid()
        context |= correction_of(form)
    return render(request, "scoring/score_card/hands/_correction.html", context)


def _correction_form(request: HtmxHttpRequest, keeper: DeviceCard, sheet: Sheet, hand: int) -> CorrectionForm | None:
    """The form of a done hand; None for any other."""
    line = sheet.line(hand)
    if line is None or not line.is_done:
        return None
    data = request.POST if request.method == "POST" else None
    hosting = hosting_of(request, keeper.card)
    by_director = hosting is not None and hosting.is_director
    return CorrectionForm(
        data, sheet=sheet, line=line, names=names_at(keeper.card, sheet, line), by_director=by_director
    )


def _save_correction(request: HtmxHttpRequest, keeper: DeviceCard, form: CorrectionForm) -> HttpResponse:
    if not form.changes_anything:
        form.add_error(None, "Nothing has changed from what is on the card.")
        return _show_correction(request, keeper, form, looked=True, status=422)

    def to_its_line(done: Recorded) -> HttpResponse:
        address = card_address(keeper)
        if request.htmx and urlsplit(request.htmx.current_url_abs_path or "").path == address:
            return render_saved(request, keeper, done)  # sent from the card itself
        return go_to(request, f"{address}#hand-{form.line.number}")

    return write(
        request,
        keeper,
        form,
        kind="correct",
        hand=form.line.number,
        payload=form.own,
        known=form.sheet,
        refused=partial(_show_again, request, keeper, form),
        then=to_its_line,
    )


def _show_again(
    request: HtmxHttpRequest, keeper: DeviceCard, form: CorrectionForm, sheet: Sheet, notice: NoticeContext
) -> HttpResponse:
    """A refused correction, made again from the card as it is now, with the typed data."""
    line = sheet.line(form.line.number)
    if line is None or not line.is_done:
        line = form.line
    again = CorrectionForm(
        sent_anew(form, sheet), sheet=sheet, line=line, names=form.names, by_director=form.by_director
    )
    again.is_valid()
    return _show_correction(request, keeper, again, looked=True, notice=notice, status=409)


def _show_correction(
    request: HtmxHttpRequest,
    keeper: DeviceCard,
    form: CorrectionForm,
    *,
    looked: bool = False,
    notice: NoticeContext | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "form": form,
        "line": form.line,
        "name": line_name(form.book.words, form.line),
        "base": card_address(keeper),
        "action": f"{card_address(keeper)}hands/{form.line.number}/correct/",
        "looked": looked,
        "notice": notice,
        "show_errors": form.is_bound,
        **correction_of(form),
    }
    return render(request, "scoring/score_card/hands/correct.html", context, status=status)


def correction_of(form: CorrectionForm) -> dict[str, Any]:
    """The effect of the form, as far as it is known, its questions, and whether its names are long."""
    correction = None
    if form.is_bound and form.is_scored:
        compared = form.sheet, form.after, form.line.number, form.names
        correction = correction_context(*compared, signatures_stand=form.by_director)
    return {
        "correction": correction,
        "questions": [question_context(form, question) for question in form.asked],
    }


# -- dealing again -----------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def redeal(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """Deal the open hand again; where misdeals cost the deal it passes to the left."""
    keeper = access.get_keeper(request, card_id)
    sheet = sheet_for(request, keeper)
    hosting = hosting_of(request, keeper.card)
    is_shut = sheet.is_closed or (hosting is not None and bool(hosting.why))
    if sheet.open_line is None or (is_shut and request.method != "POST"):
        return go_to(request, "score_card:card", keeper.card_id)

    def make(now: Sheet, typed: Mapping[str, Any] | None) -> RedealForm:
        return RedealForm(typed, sheet=now, names=names_at(keeper.card, now))

    show = partial(_show_redeal, request, keeper)
    if request.method != "POST":
        return show(sheet, make(sheet, None))
    hand, then = sheet.open_line.number, partial(to_card, request)
    return save_form(request, keeper, sheet, make, show, kind="redeal", hand=hand, then=then)


def _show_redeal(
    request: HtmxHttpRequest,
    keeper: DeviceCard,
    sheet: Sheet,
    form: RedealForm,
    *,
    notice: NoticeContext | None = None,
    status: int = 200,
) -> HttpResponse:
    if sheet.open_line is None:
        return render_card(request, keeper, keeper.card, sheet, notice=notice, status=status)
    context = {"form": form, "line": sheet.open_line, "base": card_address(keeper), "notice": notice}
    return render(request, "scoring/score_card/hands/redeal.html", context, status=status)


# -- history -----------------------------------------------------------------------------


@require_safe
def history(request: HtmxHttpRequest, card_id: UUID) -> HttpResponse:
    """Every entry, newest first, with its time, tablet and changes."""
    keeper = access.get_keeper(request, card_id)
    sheet = sheet_of(keeper)
    events = events_of(sheet, names_of(keeper.card), keeper.card.date_style)
    context = {
        "base": card_address(keeper),
        "events": Paginator(events, EVENTS_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "scoring/score_card/hands/history.html", context)
