from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt

from league.acting.answers import form_page, posted, show_form
from league.acting.forms import ClubForm
from league.acting.lists import MOST_BYTES, MOST_ROWS, FileFault
from league.acting.log import Refused
from league.acting.permissions import READ, TAP, Action, ClubRequest, needs
from league.acting.submissions import LOOK
from league.models import Season
from league.office.clubs.pages.navigation import address_of
from league.season.seasons.listings import UnpublishedList
from pinochle_club.ground.exports import csv_response
from pinochle_club.ground.forms import new_client_id
from pinochle_club.ground.uploads import OneSmallFile, takes_a_file

from . import pages
from .deeds import NO_DAYS, TAKEN_NAME, bring_in, take_out
from .forms import PastFileForm, PreviewForm
from .listings import RowList
from .planning import PastPlan, plan_past

FOLDER = "league/season/past"


@csrf_exempt
@needs(Action.BRING_IN_SEASONS, writes=False)
@takes_a_file(MOST_BYTES)
def past_season(request: ClubRequest) -> HttpResponse:
    files = request.FILES if request.method == "POST" else None
    form = PastFileForm(posted(request), files, is_too_large=OneSmallFile.refused(request))
    if not form.is_valid():
        return _file_page(request, form)
    asked = form.asked
    try:
        plan = plan_past(request.club, asked)
    except FileFault as fault:
        form.add_fault(str(fault))
        return _file_page(request, form)
    if plan.already is None:
        if plan.days is None:
            form.add_error("opens_on", NO_DAYS)
        if request.club.seasons.filter(name=asked.name).exists():
            form.add_error("name", TAKEN_NAME)
        if form.errors:
            return _file_page(request, form)
    names = ("name", "opens_on", "closes_on", "best", "text", "file_name")
    initial = {name: getattr(asked, name) for name in names}
    return _preview_page(request, plan, PreviewForm(initial={**initial, "fingerprint": plan.fingerprint}))


@needs(Action.BRING_IN_SEASONS, TAP)
def bring_in_season(request: ClubRequest) -> HttpResponse:
    """Do as the preview said, unless members have changed; sent only to `look`, it shows the preview again."""
    form = PreviewForm(request.POST)
    is_whole = form.is_valid() or not set(form.errors) & {"text", "fingerprint", "client_id", "file_name"}
    try:
        if not is_whole:
            raise FileFault(pages.NOT_WHOLE)
        if LOOK in request.POST or form.errors:
            return _again(request, form, status=422 if form.errors and LOOK not in request.POST else 200)
        season = bring_in(club=request.club, acting=request.acting, **form.deed_fields)
    except Refused as refused:
        if refused.field in form.fields:
            form.add_error(refused.field, str(refused))
            return _again(request, form, status=409)
        return _again(request, form, str(refused), status=409)
    except FileFault as fault:
        if is_whole:  # such as days in which the dates of the headings no longer lie
            return _file_again(request, form, str(fault))
        messages.error(request, str(fault))
        return redirect("league:past_season", request.club.slug)
    messages.success(request, pages.brought_in(season))
    return redirect("league:season", request.club.slug, season.pk)


def _file_again(request: ClubRequest, form: PreviewForm, fault: str) -> HttpResponse:
    """The file to be chosen again, with its text and all else that was typed."""
    typed = {name: request.POST.get(name, "") for name in ("name", "opens_on", "closes_on", "best")}
    again = PastFileForm({**typed, "pasted": request.POST.get("text", ""), "client_id": new_client_id()})
    again.is_valid()
    again.add_fault(fault)
    return _file_page(request, again)


def _again(request: ClubRequest, form: PreviewForm, refused: str = "", status: int = 200) -> HttpResponse:
    plan = plan_past(request.club, form.asked)
    typed = request.POST.copy()
    typed["fingerprint"], typed["client_id"] = plan.fingerprint, new_client_id()
    again = PreviewForm(typed)
    again.is_valid()
    for field in set(form.errors) - set(again.errors):
        again.add_error(field, form.errors[field])
    return _preview_page(request, plan, again, refused, status)


def _file_page(request: ClubRequest, form: PastFileForm) -> HttpResponse:
    context = {"most_rows": f"{MOST_ROWS:,}"}
    return show_form(request, form, pages.file_page(request.club), template=f"{FOLDER}/file.html", context=context)


def _preview_page(
    request: ClubRequest, plan: PastPlan, form: PreviewForm, refused: str = "", status: int = 200
) -> HttpResponse:
    request.refused = refused
    context = {
        "preview": pages.preview_of(plan),
        "form": form,
        "look": LOOK,
        "places": UnpublishedList(plan.places, lambda who: pages.called_all(plan, who)),
        "rows": RowList(pages.rows_of(plan), exclude=() if plan.past.kind == "nights" else ("day",)),
    }
    return render(request, f"{FOLDER}/preview.html", context, status=status)


@needs(Action.BRING_IN_SEASONS, READ)
def past_file(request: ClubRequest, kind: str) -> HttpResponse:
    header, rows = pages.COLUMNS[kind]
    return csv_response(
        {"table": "final-table.csv", "nights": "night-by-night.csv", "weeks": "week-by-week.csv"}[kind], header, rows
    )


@needs(Action.BRING_IN_SEASONS)
def take_out_season(request: ClubRequest, season: Season) -> HttpResponse:
    return form_page(
        request,
        ClubForm(posted(request)),
        pages.take_out_page(season),
        deed=take_out,
        to=address_of("seasons", request.club.slug),
        said=pages.TAKEN_OUT,
        season=season,
    )
