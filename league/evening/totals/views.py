"""The grid of all totals, typed over or pasted into."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt

from league.acting.answers import form_page, posted
from league.acting.lists import MOST_BYTES, FileFault
from league.acting.permissions import TAP, Action, ClubRequest, needs
from league.evening.rounds.pages import effect_context
from league.evening.totals.deeds import NotTaken, type_over
from league.evening.totals.forms import GridForm, PasteForm, shown_name, shown_text
from league.evening.totals.grid import Grid, read_grid, what_changes_do
from league.evening.totals.pages import grid_context, undo_context, undo_query, why_context
from league.models import Event
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.uploads import OneSmallFile, takes_a_file
from scoring.rules.notation import counted
from scoring.score_card.forms import new_client_id

PAGE: Final = "league/evening/totals/grid.html"
WHY: Final = "league/evening/totals/_why.html"


@needs(Action.TYPE_PAPER)
def grid(request: ClubRequest, event: Event) -> HttpResponse:
    """All totals; by POST the differences are saved, at all tables or none. `?why=` explains a cell."""
    there = read_grid(event)
    if request.htmx and "why" in request.GET:
        return render(request, WHY, {"why": why_context(there, request.GET["why"])})
    form = GridForm(posted(request), grid=there)
    address = address_of("grid", request.club.slug, event.pk)

    def done(**about: Any) -> Event:
        try:
            return type_over(**about)
        except NotTaken as refusal:
            form.refuse(refusal.table, refusal.why)
            raise

    return form_page(
        request,
        form,
        None,
        deed=done,
        to=lambda _: f"{address}?{undo_query(form.changes)}" if form.changes else address,
        said=lambda _: _saved_words(form),
        template=PAGE,
        context=lambda: _context(request, _known(request, event, form) if request.refused else form),
        event=event,
    )


def _saved_words(form: GridForm) -> str:
    tables = counted(len(form.changes), "table")
    return f"Saved the totals of {tables}." if form.changes else "Nothing was changed."


def _known(request: ClubRequest, event: Event, sent: GridForm) -> GridForm:
    form = _laid(read_grid(event), {**sent.typed, "reason": request.POST.get("reason", "")})
    form.faults |= sent.faults
    return form


def _laid(there: Grid, typed: dict[str, str]) -> GridForm:
    shown = {shown_name(table): shown_text(table) for table in there.tables.values()}
    form = GridForm({**typed, **shown, "client_id": new_client_id()}, grid=there)
    form.is_valid()
    return form


@csrf_exempt
@needs(Action.TYPE_PAPER, TAP, writes=False)
@takes_a_file(MOST_BYTES)
def paste(request: ClubRequest, event: Event) -> HttpResponse:
    """Lay a pasted list into the grid for a look."""
    there = read_grid(event)
    form = PasteForm(request.POST, request.FILES, is_too_large=OneSmallFile.refused(request))
    if form.is_valid():
        try:
            typed, left = form.lay_into(there)
        except FileFault as fault:
            form.add_fault(str(fault))
        else:
            return render(request, PAGE, _context(request, _laid(there, typed), laid=len(typed), left=left))
    context = _context(request, GridForm(grid=there), paste_form=form)
    return render(request, PAGE, context, status=422)


def _context(request: ClubRequest, form: GridForm, **more: Any) -> dict[str, Any]:
    event, is_looked_at = form.grid.event, form.changes and not form.faults
    return {
        "event": event,
        "form": form,
        "grid": grid_context(form, may_type=event.state != Event.State.CLOSED),
        "effect": effect_context(what_changes_do(form.grid, form.changes)) if is_looked_at else None,
        "why": why_context(form.grid, request.GET.get("why", "")),
        "undo": undo_context(form.grid, request.GET.getlist("was")),
        "undo_id": new_client_id(),
        "desk": address_of("desk", request.club.slug, event.pk),
        "paste_form": PasteForm(),
        **more,
    }
