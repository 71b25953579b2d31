from __future__ import annotations

from itertools import chain
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.text import slugify

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.acting.unchanged import kept_for_strangers
from league.evening.ledger.findings import BeingWorkedOut
from league.office.house_rules.deeds import newest_versions
from league.season.seasons.pages import SECONDS_TO_NEXT_TRY
from league.season.seasons.published import get_shown
from pinochle_club.ground.papers import PaperForm, answer_pdf
from pinochle_club.ground.pdfs import STACK_PRINTER

from . import pdfs
from .pages import NONE_YET, record_groups, years_of
from .reading import champions_of, club_records, holders_of

FOLDER: Final = "league/season/records"


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def records(request: ClubRequest) -> HttpResponse:
    club = request.club
    context: dict[str, Any] = {"none_yet": NONE_YET}
    try:
        bests = club_records(club)
    except BeingWorkedOut as late:
        context |= {"seconds": SECONDS_TO_NEXT_TRY, "stands": late.stands}
        return render(request, f"{FOLDER}/records.html", context, status=202)
    people = holders_of(chain(*bests.values()))
    groups = record_groups(club, bests, people, newest_versions(club), request.acting)
    return render(request, f"{FOLDER}/records.html", {**context, "groups": groups})


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def champions(request: ClubRequest) -> HttpResponse:
    years = years_of(request.club, list(champions_of(request.club)), request.acting)
    return render(request, f"{FOLDER}/champions.html", {"years": years})


@needs(Action.READ_PUBLISHED, READ)
def book_pdf(request: ClubRequest, season_id: int) -> HttpResponse:
    shown = get_shown(request.club, season_id, request.acting)
    form = PaperForm(request.GET)
    paper = (form.cleaned_data["paper"] if form.is_valid() else "") or request.club.paper
    key = pdfs.book_key(shown, paper)
    may_print = request.acting.may(Action.PRINT)
    name = slugify(f"{shown.season.name} book")
    asked = (shown.pk, key, paper)
    return answer_pdf(
        request, name, pdfs.print_book, *asked, key=key, comes_first=may_print, printer=STACK_PRINTER, what="book"
    )  # fmt: skip
