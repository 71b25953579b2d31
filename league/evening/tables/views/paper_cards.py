"""Paper cards typed in a grid, or as totals alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from league.acting.answers import form_page
from league.acting.log import Refused
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.evening.cards.pages import names_on, totals_alone_text
from league.evening.cards.reading import TableReading, read_round
from league.evening.clock.views import tap_on_round
from league.evening.tables.deeds.paper_cards import enter_totals, needs_reason, play_on_paper, switch_paper, type_card
from league.evening.tables.forms.paper_cards import PaperCardForm, SwitchForm, TotalsForm
from league.evening.tables.pages.paper_cards import STALE, grid_context
from league.evening.tables.places import desk_address, state_words, table_address
from league.models import Event, EventRound, RoundTable
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.http import number_in
from scoring.models import ScoreCard
from scoring.rules.notation import listed
from scoring.score_card.forms import new_client_id
from scoring.score_card.recording import NotRecorded, Stale, read_sheet
from scoring.score_card.sheet import Sheet

PAGE: Final = "league/evening/tables/paper_card.html"
QUEUE: Final = "queue"  # in the address of a card that others follow


@needs(Action.TYPE_PAPER, READ)
def next_paper_card(request: ClubRequest, event: Event, event_round: EventRound) -> HttpResponse:
    """Go to the round's next untyped paper card by table number, after `?after=`; in the end to the desk."""
    waiting, last = _waiting(event_round), number_in(request.GET.get("after"), 4) or 0
    following = next((table for table in waiting if table > last), next(iter(waiting), None))
    if following is None:
        messages.success(request, f"No paper card of {str(event_round).lower()} is left to type.")
        return redirect(address_of("desk", request.club.slug, event.pk))
    return redirect(f"{address_of('paper_card', request.club.slug, event.pk, event_round.number, following)}?{QUEUE}=1")


def _waiting(event_round: EventRound) -> list[int]:
    return [table.number for table in read_round(event_round).tables if table.awaits_typing]


rest_on_paper = tap_on_round(Action.TYPE_PAPER, play_on_paper)  # the tables without a tablet


@needs(Action.TYPE_PAPER)
def paper_card(request: ClubRequest, round_table: RoundTable) -> HttpResponse:
    """The card's grid; by POST all is written, or nothing, and the next of a queue follows."""
    if round_table.card is None:
        return render(request, PAGE, _context(request, round_table))
    sheet = read_sheet(round_table.card)
    form = _grid(round_table.card, sheet, request.POST.dict() if request.method == "POST" else None)
    return form_page(
        request,
        form,
        None,
        deed=_or_refused(type_card),
        to=_next_address(request, round_table) if QUEUE in request.GET else request.path,
        said=f"{round_table}: card saved.{state_words(round_table)}",
        template=PAGE,
        context=lambda: _context(request, round_table, grid=_known(request, round_table) if request.refused else form),
        table=round_table,
    )


@needs(Action.TYPE_PAPER, TAP, writes=False)
def preview(request: ClubRequest, round_table: RoundTable) -> HttpResponse:
    """The figures of the grid so far. It may arrive after the card was saved."""
    if round_table.card is None:
        return HttpResponse(status=204)
    form = _grid(round_table.card, read_sheet(round_table.card), request.POST.dict())
    form.is_valid()
    return render(request, "league/evening/tables/_preview.html", {"grid": grid_context(form, says_all=False)})


@needs(Action.TYPE_PAPER, TAP)
def totals(request: ClubRequest, round_table: RoundTable) -> HttpResponse:
    """Enter totals alone, or take them back; the next card of a queue follows."""
    if round_table.card is None:
        return render(request, PAGE, _context(request, round_table), status=409)
    card = round_table.card
    goes_on = QUEUE in request.GET and "take_back" not in request.POST

    def shown() -> dict[str, Any]:
        """The typed figures again; after a refusal with the card as it stands now."""
        sheet = read_sheet(card)
        data = request.POST.dict() | (_fresh(sheet) if request.refused else {})
        return _context(request, round_table, totals_form=_totals(round_table, sheet, data))

    return form_page(
        request,
        _totals(round_table, read_sheet(card), request.POST.dict(), is_back="take_back" in request.POST),
        None,
        deed=_or_refused(enter_totals, STALE),
        to=_next_address(request, round_table) if goes_on else table_address("paper_card", round_table),
        template=PAGE,
        context=shown,
        table=round_table,
    )


@needs(Action.TYPE_PAPER, TAP)
def switch(request: ClubRequest, round_table: RoundTable) -> HttpResponse:
    form = SwitchForm(request.POST)
    return form_page(
        request,
        form,
        None,
        deed=_or_refused(switch_paper, STALE),
        to=table_address("paper_card", round_table),
        template=PAGE,
        context=lambda: _context(request, round_table, switch_form=None if request.refused else form),
        table=round_table,
    )


def _or_refused(deed: Callable[..., Any], stale: str = "") -> Callable[..., Any]:

    @wraps(deed)
    def done(**about: Any) -> Any:
        try:
            return deed(**about)
        except NotRecorded as refusal:
            raise Refused(stale if stale and isinstance(refusal, Stale) else str(refusal)) from refusal

    return done


# -- the page ----------------------------------------------------------------------------


def _grid(card: ScoreCard, sheet: Sheet, data: Mapping[str, str] | None = None) -> PaperCardForm:
    return PaperCardForm(data, sheet=sheet, names=names_on(card, sheet))


def _known(request: ClubRequest, found: RoundTable) -> PaperCardForm:
    assert found.card is not None, "what was refused is of a card"
    sheet = read_sheet(found.card)
    return _grid(found.card, sheet, request.POST.dict() | _fresh(sheet))


def _fresh(sheet: Sheet) -> dict[str, str]:
    return {"seen": str(sheet.version), "client_id": new_client_id()}


def _totals(
    found: RoundTable, sheet: Sheet, data: Mapping[str, str] | None = None, *, is_back: bool = False
) -> TotalsForm:
    assert found.card is not None, "totals are those of a card"
    given = {f"total_{side}": points for side, points in (found.totals or {}).items()}
    return TotalsForm(
        data,
        names=names_on(found.card, sheet),
        seen=sheet.version,
        is_needed=needs_reason(found, sheet),
        is_back=is_back,
        initial=given,
    )


def _next_address(request: ClubRequest, found: RoundTable) -> str:
    event_round = found.event_round
    address = address_of("next_paper_card", request.club.slug, event_round.event_id, event_round.number)
    return f"{address}?after={found.number}"


def _context(
    request: ClubRequest,
    found: RoundTable,
    *,
    grid: PaperCardForm | None = None,
    totals_form: TotalsForm | None = None,
    switch_form: SwitchForm | None = None,
) -> dict[str, Any]:
    event = found.event_round.event
    context = {
        "event": event,
        "table": found,
        "event_round": found.event_round,
        "desk": desk_address(found),
        "address": table_address("paper_card", found),
    }
    if found.card is None:
        return context
    if QUEUE in request.GET:
        others = [str(number) for number in _waiting(found.event_round) if number != found.number]
        context |= {
            "queue": f"?{QUEUE}=1",
            "others": others,
            "others_named": listed(others),
            "next": _next_address(request, found),
        }
    form = grid or _grid(found.card, read_sheet(found.card))
    return context | {
        "form": form,
        "grid": grid_context(form, says_all=True),
        "has_faults": form.is_bound and not form.is_valid(),
        "totals_form": totals_form or _totals(found, form.sheet),
        "may_enter_totals": request.acting.may(Action.CORRECT_CARDS) or not needs_reason(found, form.sheet),
        "totals_alone": totals_alone_text(TableReading(found, {}, form.sheet), names_on(found.card, form.sheet)),
        "switch_form": switch_form or SwitchForm(seen=form.sheet.version),
        "is_signed": form.sheet.is_closed,
    }
