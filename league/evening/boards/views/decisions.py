"""Decisions about a board. Each page shows the effect first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.http import HttpResponse

from league.acting.answers import FormPage, form_page, posted, show_form
from league.acting.forms import ReasonForm
from league.acting.permissions import Action, ClubRequest, needs, refuse
from league.evening.boards.deeds.decisions import decide_board, take_back_decision, void_board
from league.evening.boards.effects import Deciding, read_deciding
from league.evening.boards.finding import guard_board_at, guard_board_of
from league.evening.boards.forms.decisions import DecideForm
from league.evening.boards.pages import decisions as pages
from league.evening.cards.boards import Kind
from league.evening.rounds.effects import CountingEffects
from league.evening.rulings.concerned import why_not_ruled_by
from league.evening.rulings.finding import StartedTable
from league.evening.tables.places import desk_address
from league.models import BoardDecision, Event
from league.office.clubs.pages.navigation import address_of

DECIDE: Final = "league/evening/boards/decide.html"


@needs(Action.RULE)
def decide(request: ClubRequest, place: StartedTable, board: int) -> HttpResponse:
    """Decide a board at one table; `?what=…` shows the effect of a choice."""
    guard_board_at(place.table, board)
    if why := why_not_ruled_by(request.acting, place.table):
        return refuse(request, request.club, Action.RULE, why=why)
    about: dict[str, Any] = {"table": place.table, "board": board}
    looked = {name: value for name, value in request.GET.items() if name == "what" or name.startswith("percent_")}
    form = DecideForm(posted(request), sides=place.sheet.book.sides, initial=looked, **about)
    page = pages.decide_page(place, board)

    def context() -> dict[str, object]:
        deciding, decision = read_deciding(place.event), form.decision
        effect = None
        if decision is not None:
            says = [*pages.decision_says(decision, deciding, place)]
            effect = _effect(request, deciding, board, lambda: deciding.with_one(decision), says)
        return {
            "event": place.event,
            "effect": effect,
            "standing": pages.standing_decisions(deciding, board, place.table.pk),
            "void": address_of("boards_void", request.club.slug, place.event.pk, board),
            "board": board,
        }

    if form.is_bound and form.is_valid() and not form.is_shown:
        return show_form(request, form, page, refused=pages.NOW_SHOWN, template=DECIDE, context=context)
    to = desk_address(place.table)
    return form_page(request, form, page, deed=decide_board, to=to, template=DECIDE, context=context, **about)


@needs(Action.RULE)
def void(request: ClubRequest, event: Event, board: int) -> HttpResponse:
    guard_board_of(event, board)
    decision = BoardDecision(event=event, number=board, kind=Kind.VOID)
    page = pages.void_page(event, board)
    return _confirmed(
        request, event, board, page, lambda now: now.with_one(decision), deed=void_board, board=board, event=event
    )


@needs(Action.RULE)
def take_back(request: ClubRequest, event: Event, decision: BoardDecision) -> HttpResponse:
    page = pages.take_back_page(decision)
    return _confirmed(
        request,
        event,
        decision.number,
        page,
        lambda now: now.without(decision),
        deed=take_back_decision,
        decision=decision,
    )


def _confirmed(
    request: ClubRequest,
    of: Event,
    number: int,
    page: FormPage,
    moved: Callable[[Deciding], CountingEffects],
    **about: Any,
) -> HttpResponse:

    def context() -> dict[str, object]:
        deciding = read_deciding(of)
        return {"event": of, "effect": _effect(request, deciding, number, lambda: moved(deciding), ())}

    to = address_of("desk", request.club.slug, of.pk)
    return form_page(request, ReasonForm(posted(request)), page, to=to, template=DECIDE, context=context, **about)


def _effect(
    request: ClubRequest,
    deciding: Deciding,
    number: int,
    moved: Callable[[], CountingEffects],
    says: Sequence[str],
) -> dict[str, Any]:
    if deciding.is_sealed_for(request.acting.member_id, number):
        return pages.sealed_effect(says)
    return pages.effect_context(moved(), says)
