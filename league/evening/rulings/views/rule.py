"""A ruling is given: a page for each step, with what is chosen in the address, and what it would do before the last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render

from league.acting.answers import posted, tell
from league.acting.deed import IS_CLOSED
from league.acting.finding import get_call
from league.acting.log import Refused
from league.acting.permissions import Action, ClubRequest, needs, refuse
from league.evening.rulings.concerned import why_not_ruled_by
from league.evening.rulings.deeds.appeals import decide_appeal
from league.evening.rulings.deeds.ruling import give_ruling
from league.evening.rulings.effects import sheet_without
from league.evening.rulings.finding import StartedTable, get_ruling
from league.evening.rulings.forms.ruling import RulingForm
from league.evening.rulings.pages.effects import effect_context
from league.evening.rulings.pages.rule import (
    BOARDS_STAY,
    Step,
    board_step,
    closed_step,
    hands_step,
    kinds_step,
    question_step,
)
from league.evening.rulings.penalties import penalty_payload, words_of
from league.evening.rulings.steps import Chosen, rule_address
from league.evening.rulings.views.appeals import why_not_decided
from league.evening.tables.places import state_words, table_address
from league.models import DirectorCall, Event
from pinochle_club.ground.forms import new_client_id
from scoring.rules.rulings import Judgment, Proposal, judge, kind_title, offered
from scoring.score_card.pages.rule_links import rule_address as book_address
from scoring.score_card.rulings import CHANGED
from scoring.score_card.sheet import Line
from scoring.score_card.situations import situation_of

STEP: Final = "league/evening/rulings/step.html"
REVIEW: Final = "league/evening/rulings/review.html"
FRAGMENT: Final = "league/evening/rulings/_review.html"
NOW_SHOWN: Final = "Look at what it does with the penalties you chose. Then give it."
CHANGED_MEANWHILE: Final = "Something was entered on this hand first. Look again at what is asked."


@needs(Action.RULE)
def rule(request: ClubRequest, place: StartedTable) -> HttpResponse:
    """The next step on the way to a ruling: `?call=…&hand=…&kind=…&fact-…`; by POST it is given."""
    chosen = Chosen.of(request.POST if request.method == "POST" else request.GET)
    # The very form that gave this ruling, though its answer was lost.
    sent = request.POST.get("client_id")
    given = next((one for one in place.sheet.rulings if sent and one.entry.client_id == sent), None)
    if given is not None:
        return redirect(table_address("ruling", place.table, given.number))
    if chosen.decides is not None:
        appealed = get_ruling(place, chosen.decides)
        if refusal := why_not_decided(request, place.table, place.sheet, appealed):
            return refusal
        chosen, place = replace(chosen, hand=appealed.hand), replace(place, sheet=sheet_without(place.sheet, appealed))
    elif place.event.state == Event.State.CLOSED:
        step = closed_step(place, may_reopen=request.acting.may(Action.RUN_ROUNDS))
        return _show(request, place, step, IS_CLOSED if request.method == "POST" else "")
    elif why := why_not_ruled_by(request.acting, place.table):
        return refuse(request, request.club, Action.RULE, why=why)
    line = place.sheet.line(chosen.hand) if chosen.hand else None
    if line is None:
        return _show(request, place, hands_step(place, chosen.at_hand()))
    situation = situation_of(line, place.names(line))
    kinds = offered(place.sheet.book, situation)
    if chosen.kind not in kinds:
        return _show(request, place, kinds_step(place, chosen.at_hand(chosen.hand), kinds))
    judgment = judge(place.sheet.book, chosen.kind, situation, chosen.facts)
    if judgment.proposal is None:
        # Where answers do not fit together, the one with the sentence that says so is asked again.
        faulty = (asked for asked in judgment.questions if asked.code in judgment.faults)
        question = next(faulty, judgment.questions[-1])
        return _show(request, place, question_step(place, chosen, judgment, question))
    if line.board and "redeal" in judgment.proposal.effect:
        refused = f"{BOARDS_STAY}." if request.method == "POST" else ""
        return _show(request, place, board_step(place, chosen, line.board), refused)
    proposal = replace(judgment.proposal, penalties=()) if chosen.decides else judgment.proposal
    return _review(request, place, chosen, line, judgment, proposal)


def _show(request: ClubRequest, place: StartedTable, step: Step, refused: str = "") -> HttpResponse:
    refused = refused or (CHANGED_MEANWHILE if request.method == "POST" else "")
    request.refused = refused
    context = {"event": place.event, "step": step, "refused": refused}
    return render(request, STEP, context, status=409 if refused else 422 if step.fault else 200)


def _review(
    request: ClubRequest, place: StartedTable, chosen: Chosen, line: Line, judgment: Judgment, proposal: Proposal
) -> HttpResponse:
    """What the ruling would do, and the key that gives it."""
    ruled = {"kind": chosen.kind, "facts": dict(judgment.facts), "rule": proposal.rule, "effect": proposal.effect}
    call, refused = _call(place, chosen), ""
    form = _form(request, posted(request), place, line, proposal, call)
    if form.is_bound and form.is_valid() and not form.is_shown:
        refused = NOW_SHOWN
    elif form.is_bound and form.is_valid():
        try:
            given = _give(request, place, chosen, line.number, {**ruled, **form.words}, form)
        except Refused as refusal:
            refused = str(refusal)
            now = request.POST.copy()
            now["seen"] = str(place.stands.version)  # the next tap is for what is shown now
            form = _form(request, now, place, line, proposal, call)
        else:
            said = "The ruling is changed." if chosen.decides else "Ruling given."
            tell(request, None, f"{said}{state_words(place.table)}")
            return redirect(table_address("ruling", place.table, given))
    request.refused = refused
    after = place.sheet.with_entry("ruling", line.number, {**ruled, "decision": proposal.decision}, by_director=True)
    for penalty in form.penalties:
        after = after.with_entry("penalty", None, penalty_payload(place, penalty, line.number), by_director=True)
    context = {
        "event": place.event,
        "step": Step(place, chosen, kind_title(place.sheet.book, chosen.kind), judgment=judgment),
        "form": form,
        "refused": refused,
        "proposal": proposal,
        "effect": effect_context(place.effect(place.stands, after), line.number),
        "address": rule_address(place.table, chosen),
        "call": chosen.call if not proposal.effect and not proposal.penalties else None,
        "own_id": new_client_id(),
        "key": "Change the ruling into this" if chosen.decides else "Give this ruling",
        "book": place.sheet.book.name,
        "rule": book_address(place.sheet.book, proposal.rule),
    }
    status = 409 if refused else 422 if form.is_bound else 200
    return render(request, FRAGMENT if request.htmx else REVIEW, context, status=status)


def _give(
    request: ClubRequest, place: StartedTable, chosen: Chosen, hand: int, payload: Mapping[str, Any], form: RulingForm
) -> int:
    """Gives the ruling, or changes an appealed one into it; the ruling's number."""
    sent = {name: form.cleaned_data[name] for name in ("client_id", "seen")}
    who: dict[str, Any] = {"acting": request.acting, **sent}
    if chosen.decides is not None:
        changed = {name: payload[name] for name in ("effect", "facts", "decision")}
        note, number = payload["note"], chosen.decides
        decide_appeal(table=place.table, number=number, outcome=CHANGED, note=note, changed=changed, **who)
        return chosen.decides
    why = payload["decision"]
    penalties = [penalty_payload(place, one, hand, why) for one in form.penalties]
    call = _call(place, chosen)
    return give_ruling(table=place.table, hand=hand, payload=payload, penalties=penalties, call=call, **who)


def _form(
    request: ClubRequest,
    data: QueryDict | None,
    place: StartedTable,
    line: Line,
    proposal: Proposal,
    call: DirectorCall | None,
) -> RulingForm:
    picked = (request.GET if data is None else data).getlist("penalties")
    words = [words_of(place, penalty) for penalty in proposal.penalties]
    about: dict[str, Any] = {"proposal": proposal, "names": place.names(line), "penalties": words}
    about["picked"] = picked
    return RulingForm(data, **about, seen=place.stands.version, was_called=call is not None)


def _call(place: StartedTable, chosen: Chosen) -> DirectorCall | None:
    """The call that led here, where it is one of this table."""
    call = get_call(place.event, chosen.call) if chosen.call is not None else None
    return call if call and call.table_id == place.table.pk else None
