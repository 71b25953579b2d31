"""Paper tables: a finished card typed in one grid, or its totals alone."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from league.contexts.navigation import address_of
from league.contexts.paper_cards import grid_context
from league.domain.log import Refused
from league.domain.paper_cards import enter_totals, switch_paper, type_card
from league.forms.base import ClubForm
from league.forms.paper_cards import PaperCardForm, TotalsForm
from league.models import RoundTable
from league.permissions import Action, ClubRequest, needs
from scoring.models import ScoreCard
from scoring.score_card.contexts.card import names_of
from scoring.score_card.recording import NotRecorded, Stale, read_sheet
from scoring.score_card.sheet import Sheet

FOLDER = "league/paper_cards"


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
    is_back = "take_back" in request.POST
    form = TotalsForm(request.POST, names=names_of(found.card)) if not is_back else ClubForm(request.POST)
    if not form.is_valid():
        shown = form if isinstance(form, TotalsForm) else None
        return _page(request, found, _form(request, found.card, bound=False), totals_form=shown, status=422)
    figures = form.totals if isinstance(form, TotalsForm) else {}
    return _done(
        request,
        found,
        lambda: enter_totals(
            table=found, totals=figures, acting=request.acting, client_id=form.cleaned_data["client_id"]
        ),
    )


@require_POST
@needs(Action.TYPE_PAPER)
def switch(request: ClubRequest, event_id: int, number: int, table: int) -> HttpResponse:
    """The table goes on on paper (`is_paper=1`), or back on its tablets."""
    found = _table(request, event_id, number, table)
    form = ClubForm(request.POST)
    if not form.is_valid():
        return redirect(_address(request, found))
    is_paper = request.POST.get("is_paper") == "1"
    return _done(
        request,
        found,
        lambda: switch_paper(
            table=found, is_paper=is_paper, acting=request.acting, client_id=form.cleaned_data["client_id"]
        ),
    )


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
        return PaperCardForm(sheet=sheet, names=names_of(card))
    return PaperCardForm(request.POST.dict(), sheet=sheet, names=names_of(card))


def _anew(request: ClubRequest, card: ScoreCard, sheet: Sheet) -> PaperCardForm:
    """What was typed, to be looked at and sent once more: it knows the card as it stands now."""
    blank = PaperCardForm(sheet=sheet, names=names_of(card))
    fresh = {"seen": str(sheet.version), "client_id": str(blank.initial["client_id"])}
    return PaperCardForm({**request.POST.dict(), **fresh}, sheet=sheet, names=names_of(card))


def _address(request: ClubRequest, found: RoundTable) -> str:
    event_round = found.event_round
    return address_of("paper_card", request.club.slug, event_round.event_id, event_round.number, found.number)


def _done(request: ClubRequest, found: RoundTable, write: Any) -> HttpResponse:
    try:
        write()
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(_address(request, found))


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
        "plain": ClubForm(),
        "refusal": refusal,
        "address": _address(request, found),
    }
    if form is not None and found.card is not None:
        names = names_of(found.card)
        given = {f"total_{side}": points for side, points in (found.totals or {}).items()}
        context |= {
            "grid": grid_context(form, says_all=True),
            "has_faults": form.is_bound and not form.is_valid(),
            "totals_form": totals_form or TotalsForm(names=names, initial=given),
            "is_signed": form.sheet.is_closed,
        }
    return render(request, f"{FOLDER}/paper_card.html", context, status=status)
