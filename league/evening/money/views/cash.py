"""The cash sheet of an evening: the page, every tap that moves money, and its papers."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify

from league.acting.answers import form_page, posted, tapped
from league.acting.forms import ReasonForm
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs, refuse
from league.evening.money.deeds import cash as deeds
from league.evening.money.forms import AmountForm, BoxForm, OtherForm, WinnerForm
from league.evening.money.listings import EntryListing
from league.evening.money.pages.cash import box_page, cash_context, cash_file, other_page, take_back_page, winner_page
from league.evening.money.pdfs import print_receipts, print_sheet
from league.evening.money.reading import seasons_around
from league.evening.money.sheet import payouts_of, pots_of, read_cash
from league.evening.paper.pages.choice import NO_RECEIPTS
from league.models import CashEntry, Entrant, Event, Prize
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.exports import file_asked
from pinochle_club.ground.papers import answer_pdf

FOLDER = "league/evening/money"


@needs(Action.KEEP_CASH, READ)
def cash(request: ClubRequest, event: Event) -> HttpResponse:
    """Everything that moved money tonight; a script that swaps it gets the sheet alone."""
    sheet, kind, asked = read_cash(event), file_asked(request), request.GET
    page = cash_context(sheet, request.acting, seasons_around(event))
    entries = EntryListing(page["entries"]).read(asked, 1)
    if kind is not None:
        file = entries.as_file(event.club.slug) if asked.get("part") == str(entries.part) else cash_file(sheet)
        return file.answer(kind)
    context = {
        "event": event,
        "page": {**page, "entries": entries},
        "query": f"?{asked.urlencode()}" if asked else "",  # a tap shows the same pages again
        "refused": request.refused,
    }
    return render(request, f"{FOLDER}/{'_cash' if request.htmx else 'cash'}.html", context)


@needs(Action.KEEP_CASH)
def box(request: ClubRequest, event: Event) -> HttpResponse:
    now = read_cash(event)
    form = BoxForm(posted(request), initial={"at_start": now.box.at_start, "counted": now.box.counted})
    return form_page(request, form, box_page(now), deed=deeds.keep_box, to=_sheet(event), event=event)


@needs(Action.KEEP_CASH)
def other(request: ClubRequest, event: Event) -> HttpResponse:
    form = OtherForm(posted(request), pots=pots_of(event))
    return form_page(request, form, other_page(event), deed=deeds.enter_other, to=_sheet(event), event=event)


@needs(Action.KEEP_CASH, TAP)
def take_one(request: ClubRequest, event: Event, entrant: Entrant) -> HttpResponse:
    return _tap(request, event.pk, deeds.take_set_money, entrant=entrant)


@needs(Action.KEEP_CASH, TAP)
def take_fee(request: ClubRequest, event: Event, entrant: Entrant) -> HttpResponse:
    return _tap(request, event.pk, deeds.take_rest_of_fee, entrant=entrant)


@needs(Action.KEEP_CASH, TAP)
def take_all(request: ClubRequest, event: Event) -> HttpResponse:
    return _tap(request, event.pk, deeds.take_all_set_money, event=event)


@needs(Action.PAY_PRIZES, TAP)
def pay(request: ClubRequest, event: Event, prize_id: int, entrant: Entrant) -> HttpResponse:
    prize = get_object_or_404(event.prizes.select_related("pot", "category"), pk=prize_id)
    return _tap(request, event.pk, deeds.pay_prize, prize=prize, entrant=entrant)


def _tap(request: ClubRequest, event_id: int, deed: Any, **about: Any) -> HttpResponse:
    return tapped(request, "cash", event_id, form=AmountForm(request.POST), deed=deed, **about)


@needs(Action.PAY_PRIZES)
def winner(request: ClubRequest, event: Event, prize_id: int) -> HttpResponse:
    prize = get_object_or_404(event.prizes, pk=prize_id, kind=Prize.Kind.NAMED)
    people = list(event.entrants.filter(is_house_player=False).order_by("name"))
    line = next(one for one in read_cash(event).prize_lines if one.prize == prize)
    left = max(0, line.amount - line.taken)
    form = WinnerForm(posted(request), people=people, initial={"amount": left})
    page = winner_page(event, prize, left)
    return form_page(request, form, page, deed=deeds.name_winner, to=_sheet(event), prize=prize)


@needs(Action.KEEP_CASH)
def take_back(request: ClubRequest, event: Event, entry_number: int) -> HttpResponse:
    entry = get_object_or_404(event.cash_entries.select_related("event__club"), number=entry_number)
    if entry.kind == CashEntry.Kind.PAYOUT and not request.acting.may(Action.PAY_PRIZES):
        return refuse(request, request.club, Action.PAY_PRIZES)
    form = ReasonForm(posted(request), is_needed=deeds.was_closed(event))
    page = take_back_page(event, entry)
    return form_page(request, form, page, deed=deeds.take_back, to=_sheet(event), entry=entry)


def _sheet(event: Event) -> str:
    return address_of("cash", event.club.slug, event.pk)


# -- paper -------------------------------------------------------------------------------


@needs(Action.KEEP_CASH, READ)
def sheet_pdf(request: ClubRequest, event: Event) -> HttpResponse:
    return answer_pdf(request, _file_name(event, "cash sheet"), print_sheet, event.pk, as_of=event.version)


@needs(Action.PAY_PRIZES, READ)
def receipts_pdf(request: ClubRequest, event: Event) -> HttpResponse:
    if not payouts_of(event).exists():
        messages.info(request, NO_RECEIPTS)
        return redirect(_sheet(event))
    return answer_pdf(request, _file_name(event, "receipts"), print_receipts, event.pk, as_of=event.version)


def _file_name(event: Event, what: str) -> str:
    return slugify(f"{event.name} {event.played_on.isoformat()} {what}")
