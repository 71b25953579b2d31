"""Series: what repeats every week, and the next night made from it by one key."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.acting.answers import do_or_say, posted, who
from league.acting.forms import ClubForm
from league.acting.log import Refused
from league.acting.permissions import Action, ClubRequest, needs
from league.events.deeds import (
    change_series,
    create_series,
    end_series,
    events_of,
    get_series,
    next_date,
    next_of_series,
    rules_on_offer,
)
from league.events.forms import SeriesForm
from league.events.pages import event_line, series_line
from league.models import Series
from scoring.score_card.forms.base import new_client_id

from .events import FOLDER, GET_OR_POST, form_page, is_look, looked

SHOWN = 30


@require_safe
@needs(Action.PLAN_EVENTS)
def series(request: ClubRequest) -> HttpResponse:
    """The club's series, those that ended too."""
    rows = request.club.series.select_related("rules__book_version").order_by("is_over", "name")
    lines = [series_line(one, "") for one in rows]
    context = {"club": request.club, "series": lines, "client_id": new_client_id}
    return render(request, f"{FOLDER}/series_list.html", context)


@require_http_methods(GET_OR_POST)
@needs(Action.PLAN_EVENTS)
def new_series(request: ClubRequest) -> HttpResponse:
    """Plans a series; its first night is made by its key."""
    versions = rules_on_offer(request.club)
    form = SeriesForm(posted(request), versions=versions)
    if is_look(request):
        form = SeriesForm(versions=versions, initial=looked(request))
    elif form.is_valid():
        made = do_or_say(form, lambda: create_series(club=request.club, **who(request, form), **form.settings))
        if made is not None:
            return redirect("league:one_series", request.club.slug, made.pk)
    return form_page(request, form, "new_series.html")


@require_safe
@needs(Action.PLAN_EVENTS)
def one_series(request: ClubRequest, series_id: int) -> HttpResponse:
    """One series: the key that makes its next night, and the nights there are."""
    found = get_series(request.club, series_id)
    day = "" if found.is_over else date_format(next_date(found), "l, F j")
    nights = events_of(request.club).filter(series=found)[:SHOWN]
    context = {
        "club": request.club,
        "series": found,
        "line": series_line(found, day),
        "nights": [event_line(night) for night in nights],
        "client_id": new_client_id,
    }
    return render(request, f"{FOLDER}/series.html", context)


@require_http_methods(GET_OR_POST)
@needs(Action.PLAN_EVENTS)
def edit_series(request: ClubRequest, series_id: int) -> HttpResponse:
    """Changes what the nights to come are made from."""
    found = get_series(request.club, series_id)
    more: dict[str, Any] = {"versions": rules_on_offer(request.club), "row": found}
    form = SeriesForm(posted(request), **more)
    if is_look(request):
        form = SeriesForm(**more, initial=looked(request))
    elif form.is_valid() and _changed(request, form, found):
        return redirect("league:one_series", request.club.slug, found.pk)
    return form_page(request, form, "edit_series.html", series=found)


def _changed(request: ClubRequest, form: SeriesForm, series: Series) -> bool:
    return do_or_say(form, lambda: change_series(series=series, **who(request, form), **form.settings)) is not None


@require_POST
@needs(Action.PLAN_EVENTS)
def next_night(request: ClubRequest, series_id: int) -> HttpResponse:
    """Makes the next night, and goes there."""
    found = get_series(request.club, series_id)
    form = ClubForm(request.POST)
    if form.is_valid():
        try:
            made = next_of_series(series=found, **who(request, form))
        except Refused as refused:
            messages.warning(request, str(refused))
        else:
            return redirect("league:event", request.club.slug, made.pk)
    return redirect("league:one_series", request.club.slug, found.pk)


@require_POST
@needs(Action.PLAN_EVENTS)
def end(request: ClubRequest, series_id: int) -> HttpResponse:
    """Ends a series, or takes it up again."""
    found = get_series(request.club, series_id)
    form = ClubForm(request.POST)
    if form.is_valid():
        end_series(series=found, is_over="again" not in request.POST, **who(request, form))
    return redirect("league:one_series", request.club.slug, found.pk)
