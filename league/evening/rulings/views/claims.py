"""Claims: a player corrects a hand; the other side or a director answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from league.acting.answers import FormPage, form_page, posted, tell
from league.acting.forms import ClubForm
from league.acting.log import Refused
from league.acting.permissions import FORM, TAP, Action, ClubRequest, needs, refuse
from league.evening.rulings import claims
from league.evening.rulings.concerned import sat_at
from league.evening.rulings.deeds import claims as deeds
from league.evening.rulings.effects import read_effects
from league.evening.rulings.finding import StartedTable
from league.evening.rulings.forms.claims import AGAINST, ClaimForm, ConfirmForm, DecideClaimForm
from league.evening.rulings.pages.claims import confirm_page, decide_claim_page, waiting_page, withdraw_page
from league.evening.rulings.pages.effects import effect_context
from league.evening.rulings.views.appeals import place_at_tablet
from league.evening.rulings.views.holds import NOT_THERE
from league.evening.tables.places import desk_address, table_address
from league.models import RoundTable
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.http import or_404
from scoring.score_card.entries import EntryData, Held, Remarked, those
from scoring.score_card.pages.corrections import correction_context
from scoring.score_card.views.answers import sent_anew
from scoring.score_card.views.hands import correction_of

CLAIM: Final = "league/evening/rulings/claim.html"
AT_TABLE: Final = "league/evening/rulings/claim_at_table.html"
NOTHING_CHANGED: Final = "This is what is on the card. Change what is wrong."
SENT: Final = "Sent. It counts as soon as a player of the other side or a director agrees."
CORRECTED: Final = "The hand is corrected."
# The message after each answer.
SAID: Final = {
    deeds.confirm_claim: CORRECTED,
    deeds.grant_claim: CORRECTED,
    deeds.contest_claim: "A director decides.",
    deeds.refuse_claim: "The claim is refused. The hand stands.",
    deeds.withdraw_claim: "The claim is withdrawn. The hand stands.",
}


def _of_those_there(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Admit people who played at the table, and a director who did not."""

    @wraps(view)
    def asked(request: ClubRequest, place: StartedTable, **about: int) -> HttpResponse:
        seats = sat_at(request.acting, place.table)
        if not seats and not claims.may_decide(request.acting, seats):
            return refuse(request, request.club, Action.APPEAL, why=NOT_THERE)
        return view(request, place=place, **about)

    return asked


# -- what a hand should be ---------------------------------------------------------------


@needs(Action.APPEAL)
@_of_those_there
def claim_hand(request: ClubRequest, place: StartedTable, hand: int) -> HttpResponse:
    """Claim figures for a finished hand in the form of its correction: a preview, then sent."""
    # The very form that made this claim, though its answer was lost.
    sent = request.POST.get("client_id")
    entry = next((one for one in place.sheet.entries if sent and one.client_id == sent), None)
    if entry is not None and claims.find_claim(place.sheet, entry.number):
        return redirect(table_address("claim", place.table, entry.number))
    form, looked = _claim_form(request, place, hand), request.method == "POST"
    if not form.is_bound:
        return _show_hand(request, place, form)
    if not form.is_valid():
        return _show_hand(request, place, form, looked=looked, status=422)
    if request.POST.get("do") == "look":
        return _show_hand(request, place, form, looked=looked)
    if not form.changes_anything:
        form.add_error(None, NOTHING_CHANGED)
        return _show_hand(request, place, form, looked=looked, status=422)
    seats = sat_at(request.acting, place.table)
    said = {"line": form.own, "why": form.cleaned_data["reason"], "seen": form.cleaned_data["seen"]}
    who = {"by": seats[0] if seats else "", "acting": request.acting, "client_id": form.cleaned_data["client_id"]}
    try:
        deeds.claim_hand(table=place.table, hand=hand, **said, **who)
    except Refused as refusal:
        again = ClaimForm(sent_anew(form, place.sheet), sheet=place.sheet, line=form.line, names=form.names)
        again.is_valid()
        again.add_error(None, str(refusal))
        return _show_hand(request, place, again, looked=looked, status=409)
    tell(request, None, SENT)
    return redirect(_back(request, place.table)[1])


@needs(Action.APPEAL, TAP, writes=False)
@_of_those_there
def preview_claim(request: ClubRequest, place: StartedTable, hand: int) -> HttpResponse:
    """Show the effect of the claim typed so far."""
    form = _claim_form(request, place, hand)
    form.is_valid()
    context = {"form": form, "swapped": True, **correction_of(form)}
    return render(request, "scoring/score_card/hands/_correction.html", context)


def _claim_form(request: ClubRequest, place: StartedTable, hand: int) -> ClaimForm:
    line = place.sheet.line(hand)
    if line is None or not line.is_done:
        raise Http404("That hand isn’t finished.")
    return ClaimForm(posted(request), sheet=place.sheet, line=line, names=place.names(line))


def _show_hand(
    request: ClubRequest, place: StartedTable, form: ClaimForm, *, looked: bool = False, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "line": form.line,
        "action": table_address("claim_hand", place.table, form.line.number),
        "cancel": table_address("claim_wrong", place.table),
        "looked": looked,
        "show_errors": form.is_bound,
        **correction_of(form),
    }
    return render(request, "league/evening/rulings/claim_hand.html", context, status=status)


# -- what others say to it ---------------------------------------------------------------


@needs(Action.APPEAL)
@_of_those_there
def claim(request: ClubRequest, place: StartedTable, entry: int) -> HttpResponse:
    return _answer(request, place, _find(place, entry), _back(request, place.table))


@require_http_methods(FORM)
def claim_at_table(request: HttpRequest, event_id: int, entry: int) -> HttpResponse:
    ours, place = place_at_tablet(request, event_id)
    back = ("Back", reverse("league:table_rulings", args=[event_id]))
    return _answer(ours, place, _find(place, entry), back, template=AT_TABLE)


def _find(place: StartedTable, number: int) -> EntryData[Held]:
    return or_404(claims.find_claim(place.sheet, number), "This card has no such claim.")


def _back(request: ClubRequest, table: RoundTable) -> tuple[str, str]:
    if request.acting.may(Action.SEE_DESK):
        return "To the board", desk_address(table)
    return "Back to my evening", address_of("my_evening", request.club.slug, table.event_round.event_id)


# The page that asks, its form, and the deed of the key that was tapped.
Answer: TypeAlias = tuple[FormPage, ClubForm, Callable[..., RoundTable]]


def _answers(request: ClubRequest, place: StartedTable, found: EntryData[Held], back: tuple[str, str]) -> Answer | None:
    """The page, form and deed with which this account can answer a claim; None where it can't."""
    table, acting, seen = place.table, request.acting, {"seen": place.sheet.version}
    is_no = AGAINST in request.POST
    if seats := claims.confirming(acting, table, place.sheet, found):
        form = ConfirmForm(posted(request), players=place.players(seats), initial=seen)
        return confirm_page(table, found, back), form, deeds.contest_claim if is_no else deeds.confirm_claim
    own = sat_at(acting, table)
    if found.said.by in own:
        return withdraw_page(table, found, back), ClubForm(posted(request)), deeds.withdraw_claim
    if claims.may_decide(acting, own) and found.said.line is not None:
        decide = DecideClaimForm(posted(request), initial=seen)
        return decide_claim_page(table, found, back), decide, deeds.refuse_claim if is_no else deeds.grant_claim
    return None


def _answer(
    request: ClubRequest, place: StartedTable, found: EntryData[Held], back: tuple[str, str], *, template: str = CLAIM
) -> HttpResponse:
    is_open = found in place.sheet.holds
    answer = _answers(request, place, found, back)
    if answer is None or (not is_open and not answer[1].is_bound):
        page = waiting_page(place.table, found, back, is_open=is_open)
        if request.method == "POST" and answer is None:
            return refuse(request, request.club, Action.APPEAL, why=page.says[0])
        return render(request, template, {"page": page, **_context(request, place, found)})
    page, form, deed = answer

    def drawn() -> dict[str, Any]:
        if form.is_bound:  # the next tap is for the card as shown now
            form.data = {**form.data, "seen": str(place.sheet.version)}
        return _context(request, place, found)

    about: dict[str, Any] = {"table": place.table, "number": found.number, "said": SAID[deed], "to": back[1]}
    return form_page(request, form, page, deed=deed, template=template, context=drawn, **about)


def _context(request: ClubRequest, place: StartedTable, found: EntryData[Held]) -> dict[str, Any]:
    """The claim, with its effect while it waits."""
    context = {"event": place.event, "about": found.said.about}
    after = claims.as_claimed(place.sheet, found) if found in place.sheet.claims else None
    if after is None or found.hand is None:
        return context
    names = place.names(place.sheet.line(found.hand))
    compared = correction_context(place.sheet, after, found.hand, names, signatures_stand=True)
    effects = read_effects(place.reading, place.sheet, after)
    remarks = [
        one.said.text for one in those(place.sheet.changes_since(found.number), Remarked) if one.hand == found.hand
    ]
    effect = effect_context(effects, found.hand)
    return {**context, "figures": compared.figures, "effect": effect, "remarks": remarks}
