"""The meld helper: tap melds or cards for each player of the open hand, and use the totals."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from pinochle_club.ground.http import HtmxHttpRequest
from scoring.models import DeviceCard
from scoring.rules.claims import aces_reminder
from scoring.score_card import access
from scoring.score_card.forms import HandForm
from scoring.score_card.forms.melds import MeldsForm
from scoring.score_card.kept_sheets import sheet_of
from scoring.score_card.pages.card import names_at
from scoring.score_card.sheet import Line, Sheet

from .answers import NoticeContext, between_two, card_address, render_card, sent_anew, sheet_for, to_card, write

PAGE = "scoring/score_card/melds/melds.html"
COUNTS = "scoring/score_card/melds/_counts.html"


@require_http_methods(["GET", "HEAD", "POST"])
def melds(request: HtmxHttpRequest, card_id: UUID, hand: int) -> HttpResponse:
    """Every player's melds; the green key puts the sides' totals on the card."""
    keeper = access.get_keeper(request, card_id)
    if request.method == "POST":
        return _save(request, keeper, hand)
    sheet = sheet_of(keeper)
    line = _open_line(sheet, hand)
    if line is None:
        messages.warning(request, _not_open(sheet, hand))
        return redirect("score_card:card", card_id)
    return _render(request, keeper, _form(keeper, sheet, line, typed=request.GET.dict()))


@require_POST
def count(request: HtmxHttpRequest, card_id: UUID, hand: int) -> HttpResponse:
    """Count the taps so far; writes nothing."""
    keeper = access.get_keeper(request, card_id)
    sheet = sheet_of(keeper)
    line = _open_line(sheet, hand)
    if line is None:
        return _card_with(request, keeper, sheet, NoticeContext(_not_open(sheet, hand)))
    form = _form(keeper, sheet, line, request.POST)
    form.is_valid()
    if request.htmx:
        return render(request, COUNTS, {**_context(keeper, form), "is_update": True})
    return _render(request, keeper, form)


def _save(request: HtmxHttpRequest, keeper: DeviceCard, hand: int) -> HttpResponse:
    sheet = sheet_for(request, keeper)
    line = _open_line(sheet, hand)
    if line is None:
        return _card_with(request, keeper, sheet, NoticeContext(_not_open(sheet, hand)))
    form = _form(keeper, sheet, line, request.POST)
    if not form.is_valid() or not form.count.is_ready:
        return _render(request, keeper, form, status=422)
    step = HandForm(
        form.step_data,
        sheet=sheet,
        line=line,
        names=form.names,
        steps=("meld",),
        known=form.known,
        counted=form.counted,
    )
    if not step.is_valid() and step.asks_about_rare:
        return _render(request, keeper, form, rare=step, status=422)
    if not step.is_valid():
        # The totals were judged already, so it is the moon or the throw-in: those stand in the meld step.
        return render_card(request, keeper, keeper.card, sheet, step="meld", form=step, status=422)

    return write(
        request,
        keeper,
        step,
        kind="meld",
        hand=hand,
        payload={**step.own, **form.payload},
        known=sheet,
        refused=partial(_refused, request, keeper, form, step),
        then=partial(to_card, request),
    )


def _refused(
    request: HtmxHttpRequest, keeper: DeviceCard, form: MeldsForm, step: HandForm, sheet: Sheet, notice: NoticeContext
) -> HttpResponse:
    """Both melds where others entered it too; else the changes, above the same taps."""
    address = reverse("score_card:melds", args=[keeper.card_id, form.line.number])
    chosen = between_two(request, keeper, step, sheet, sent=(address, sent_anew(form, sheet)))
    if chosen is not None:
        return chosen
    line = _open_line(sheet, form.line.number)
    if line is None:
        return _card_with(request, keeper, sheet, notice)
    again = _form(keeper, sheet, line, sent_anew(form, sheet))
    again.is_valid()
    return _render(request, keeper, again, notice=notice, status=409)


def _open_line(sheet: Sheet, hand: int) -> Line | None:
    """The hand, if its meld can be entered: the open one, once the bid is in."""
    line = sheet.open_line
    if line is None or line.number != hand or line.record is None or sheet.is_closed:
        return None
    return line


def _not_open(sheet: Sheet, hand: int) -> str:
    line = sheet.open_line
    if line is not None and line.number == hand and not sheet.is_closed:
        first = "the bid" if sheet.book.auction.is_held else "trump"
        return f"Enter {first} first. Trump decides which melds count."
    return f"{sheet.book.words.say('Hand')} {hand} is no longer open."


def _form(
    keeper: DeviceCard,
    sheet: Sheet,
    line: Line,
    data: Mapping[str, Any] | None = None,
    *,
    typed: Mapping[str, str] | None = None,
) -> MeldsForm:
    return MeldsForm(data, sheet=sheet, line=line, names=names_at(keeper.card, sheet, line), typed=typed or {})


def _render(
    request: HtmxHttpRequest,
    keeper: DeviceCard,
    form: MeldsForm,
    *,
    notice: NoticeContext | None = None,
    rare: HandForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        **_context(keeper, form),
        "reminder": aces_reminder(form.book),
        "notice": notice,
        "rare": rare,
    }
    return render(request, PAGE, context, status=status)


def _context(keeper: DeviceCard, form: MeldsForm) -> dict[str, Any]:
    """The content of both the page and the answer to a tap."""
    return {"base": card_address(keeper), "hand": form.line.number, "form": form, "count": form.count}


def _card_with(request: HtmxHttpRequest, keeper: DeviceCard, sheet: Sheet, notice: NoticeContext) -> HttpResponse:
    return render_card(request, keeper, keeper.card, sheet, notice=notice, status=409)
