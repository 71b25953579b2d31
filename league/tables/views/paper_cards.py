"""Paper tables: a finished card typed in one grid, or its totals alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from league.acting.log import Refused
from league.acting.permissions import Action, ClubRequest, needs
from league.cards.pages import totals_alone_text
from league.cards.reading import TableReading
from league.clubs.pages.navigation import address_of
from league.models import RoundTable
from league.tables.deeds.paper_cards import enter_totals, needs_reason, switch_paper, type_card
from league.tables.forms.paper_cards import PaperCardForm, SwitchForm, TotalsForm
from league.tables.pages.paper_cards import grid_context
from scoring.models import ScoreCard
from scoring.score_card.forms import new_client_id
from scoring.score_card.pages.card import names_at
from scoring.score_card.recording import NotRecorded, Stale, read_sheet
from scoring.score_card.sheet import Sheet

FOLDER = "league/tables"
STALE: Final = "Something was entered or signed here meanwhile. Nothing was changed: look at it, then send it again."


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.TYPE_PAPER)
def paper_card(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    """The grid: what stands on the card, to type on; by POST all of it is written, or nothing."""
    found = _table(request, event_id, number, table)
    if found.card is None:
        return _page(request, found, None)
    form = _form(request, found.card)
    if request.method != "POST":
        return _page(request, found, form)
    if not form.is_valid():
        return _page(request, found, form, status=422)
    try:
        type_card(
            table=found,
            lines=form.lines,
            acting=request.acting,
            client_id=form.cleaned_data["client_id"],
            seen=form.cleaned_data["seen"],
            reason=form.cleaned_data["reason"],
        )
    except Stale as stale:
        return _page(request, found, _anew(request, found.card, stale.sheet), refusal=str(stale), status=409)
    except (Refused, NotRecorded) as refusal:
        return _page(request, found, form, refusal=str(refusal), status=409)
    messages.success(request, f"{found}: the card is saved.")
    return redirect(request.path)


@require_POST
@needs(Action.TYPE_PAPER)
def preview(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    """What the grid as typed so far comes to, row by row; writes nothing."""
    found = _table(request, event_id, number, table)
    if found.card is None:
        return HttpResponse(status=204)
    form = _form(request, found.card)
    form.is_valid()
    return render(request, f"{FOLDER}/_preview.html", {"grid": grid_context(form, says_all=False)})


@require_POST
@needs(Action.TYPE_PAPER)
def totals(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    """The sums of a card alone; with `take_back` they go again."""
    found = _table(request, event_id, number, table)
    if found.card is None:
        return _page(request, found, None, status=409)
    sheet = read_sheet(found.card)
    form = _totals_form(found, sheet, request.POST, is_back="take_back" in request.POST)
    if not form.is_valid():
        return _totals_page(request, found, sheet, status=422)
    try:
        enter_totals(
            table=found,
            totals=form.totals,
            acting=request.acting,
            client_id=form.cleaned_data["client_id"],
            seen=form.cleaned_data["seen"],
            reason=form.cleaned_data.get("reason", ""),
        )
    except Stale as stale:
        return _totals_page(request, found, stale.sheet, refusal=STALE, status=409)
    except Refused as refusal:
        return _totals_page(request, found, sheet, refusal=str(refusal), status=409)
    return redirect(_address(request, found))


@require_POST
@needs(Action.TYPE_PAPER)
def switch(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    """The table goes on on paper (`is_paper=1`), or back on its tablets."""
    found = _table(request, event_id, number, table)
    form = SwitchForm(request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, str(errors[0]))
        return redirect(_address(request, found))
    try:
        switch_paper(
            table=found,
            is_paper=request.POST.get("is_paper") == "1",
            acting=request.acting,
            client_id=form.cleaned_data["client_id"],
            seen=form.cleaned_data["seen"],
            reason=form.cleaned_data["reason"],
        )
    except Stale:
        messages.error(request, STALE)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(_address(request, found))


# -- answers -----------------------------------------------------------------------------


def _table(request: ClubRequest, event_id: int, number: int, table: int) -> RoundTable:
    tables = RoundTable.objects.select_related("event_round__event", "card__book_version")
    found = get_object_or_404(
        tables,
        number=table,
        event_round__number=number,
        event_round__event=event_id,
        event_round__event__club=request.club,
    )
    found.event_round.event.club = request.club
    return found


def _form(request: ClubRequest, card: ScoreCard, *, bound: bool = True) -> PaperCardForm:
    sheet = read_sheet(card)
    if request.method != "POST" or not bound:
        return PaperCardForm(sheet=sheet, names=names_at(card, sheet))
    return PaperCardForm(request.POST.dict(), sheet=sheet, names=names_at(card, sheet))


def _anew(request: ClubRequest, card: ScoreCard, sheet: Sheet) -> PaperCardForm:
    """What was typed, to be looked at and sent once more: it knows the card as it stands now."""
    blank = PaperCardForm(sheet=sheet, names=names_at(card, sheet))
    fresh = {"seen": str(sheet.version), "client_id": str(blank.initial["client_id"])}
    return PaperCardForm({**request.POST.dict(), **fresh}, sheet=sheet, names=names_at(card, sheet))


def _address(request: ClubRequest, found: RoundTable) -> str:
    event_round = found.event_round
    return address_of("paper_card", request.club.slug, event_round.event_id, event_round.number, found.number)


def _totals_form(
    found: RoundTable, sheet: Sheet, data: Mapping[str, Any] | None = None, *, is_back: bool = False
) -> TotalsForm:
    assert found.card is not None, "totals are those of a card"
    given = {f"total_{side}": points for side, points in (found.totals or {}).items()}
    return TotalsForm(
        data,
        names=names_at(found.card, sheet),
        seen=sheet.version,
        is_needed=needs_reason(found, sheet),
        is_back=is_back,
        initial=given,
    )


def _totals_page(
    request: ClubRequest, found: RoundTable, sheet: Sheet, *, refusal: str = "", status: int
) -> HttpResponse:
    """What was typed as totals once more; after a refusal it knows the card as it stands now."""
    data = request.POST.dict()
    if refusal:
        data |= {"seen": str(sheet.version), "client_id": new_client_id()}
    form = _form(request, found.card, bound=False) if found.card else None
    shown = _totals_form(found, sheet, data)
    return _page(request, found, form, totals_form=shown, refusal=refusal, status=status)


def _page(
    request: ClubRequest,
    found: RoundTable,
    form: PaperCardForm | None,
    *,
    totals_form: TotalsForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    event = found.event_round.event
    context: dict[str, Any] = {
        "club": request.club,
        "acting": request.acting,
        "event": event,
        "table": found,
        "event_round": found.event_round,
        "board": address_of("board", request.club.slug, event.pk),
        "form": form,
        "refusal": refusal,
        "address": _address(request, found),
    }
    if form is not None and found.card is not None:
        reading = TableReading(found, {}, form.sheet)
        context |= {
            "grid": grid_context(form, says_all=True),
            "has_faults": form.is_bound and not form.is_valid(),
            "totals_form": totals_form or _totals_form(found, form.sheet),
            "may_enter_totals": request.acting.may(Action.CORRECT_CARDS) or not needs_reason(found, form.sheet),
            "totals_alone": totals_alone_text(reading, names_at(found.card, form.sheet)),
            "switch_form": SwitchForm(seen=form.sheet.version),
            "is_signed": form.sheet.is_closed,
        }
    return render(request, f"{FOLDER}/paper_card.html", context, status=status)
