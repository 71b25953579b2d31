from __future__ import annotations

from datetime import date

from django.core.paginator import Paginator
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.acting.unchanged import state_of
from league.evening.cards.judged import read_judged
from league.office.clubs.pages.navigation import address_of
from league.office.members.reading import get_member
from league.season.players.forms import ReportForm
from league.season.players.pages.history import HEADER, by_evening, judged_rows, range_words
from league.season.players.pdfs import print_report
from league.season.players.reading import evenings_judged, history_tables, tables_between, tables_in
from pinochle_club.ground.exports import csv_response
from pinochle_club.ground.papers import answer_pdf

TABLES_A_PAGE = 20
EVENINGS_A_PAGE = 6
FOLDER = "league/season/players"


@needs(Action.READ_HISTORY, READ)
def history(request: ClubRequest, member_id: int) -> HttpResponse:
    person = get_member(request.club, member_id)
    tables = history_tables(person.pk)
    page = Paginator(tables.values_list("pk", flat=True), TABLES_A_PAGE).get_page(request.GET.get("page"))
    found = read_judged(tables.filter(pk__in=list(page)))
    context = {
        "person": person,
        "page": page,
        "evenings": by_evening(one for one in found if one.concerns(person.pk)),
        "may_manage": request.acting.may(Action.MANAGE_MEMBERS),
        "is_own": person.pk == request.acting.member_id,
    }
    return render(request, f"{FOLDER}/history.html", context)


@needs(Action.READ_HISTORY, READ)
def report(request: ClubRequest) -> HttpResponse:
    """Rulings and penalties by evening, latest first; `?since=2026-09-01&until=2026-11-30`."""
    today = timezone.localdate()
    form = ReportForm(request.GET, today=today)
    if not form.is_valid():
        return render(request, f"{FOLDER}/report.html", {"form": form}, status=422)
    since, until = form.cleaned_data["since"], form.cleaned_data["until"]
    page = Paginator(evenings_judged(request.club, since, until), EVENINGS_A_PAGE).get_page(request.GET.get("page"))
    query = urlencode({"since": since.isoformat(), "until": until.isoformat()})
    context = {
        "form": ReportForm(initial={"since": since, "until": until}, today=today),
        "range": range_words(request.club, since, until),
        "page": page,
        "query": query,
        "evenings": by_evening(read_judged(tables_in(list(page)))),
        "csv_address": f"{address_of('rulings_csv', request.club.slug)}?{query}",
        "pdf_address": f"{address_of('rulings_pdf', request.club.slug)}?{query}",
    }
    return render(request, f"{FOLDER}/report.html", context)


@needs(Action.READ_HISTORY, READ)
def report_csv(request: ClubRequest) -> HttpResponse:
    since, until = _range(request)
    found = read_judged(tables_between(request.club, since, until))
    return csv_response(f"rulings-{request.club.slug}-{since}-{until}.csv", HEADER, judged_rows(found))


@needs(Action.READ_HISTORY, READ)
def report_pdf(request: ClubRequest) -> HttpResponse:
    since, until = _range(request)
    club = request.club
    name = f"rulings-{club.slug}-{since}-{until}"
    return answer_pdf(request, name, print_report, club.pk, since, until, club.paper, as_of=state_of(club))


def _range(request: ClubRequest) -> tuple[date, date]:
    """The days of the address, or the usual ones where they cannot be read."""
    today = timezone.localdate()
    forms = (ReportForm(asked, today=today) for asked in (request.GET, QueryDict()))
    form = next(one for one in forms if one.is_valid())
    return form.cleaned_data["since"], form.cleaned_data["until"]
