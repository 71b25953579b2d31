"""The club's calendar as a page, and as a feed for people's own calendars."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import http_date

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.acting.unchanged import kept_for_strangers
from league.evening.calendar.ics import calendar_text
from league.evening.calendar.nights import calendar_nights, nights_coming, nights_played, series_dates, years_of
from league.evening.calendar.pages import by_month, coming_months, night_line, year_links
from league.evening.standing_tables.reading import meetings, tables_of
from league.models import Club
from league.office.clubs.pages.navigation import address_of

FOLDER: Final = "league/evening/calendar"


def _meetings(club: Club) -> object:
    at = meetings(tables_of(club), timezone.now())
    return [(one.table.pk, one.day, one.is_open, len(one.members)) for one in at]


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers("year", rests_on=_meetings)
def calendar(request: ClubRequest) -> HttpResponse:
    """The nights ahead, and those of a year: `?year=2025`."""
    club, today = request.club, timezone.localdate()
    years = sorted({*years_of(club), today.year}, reverse=True)
    asked = request.GET.get("year", "")
    year = int(asked) if asked.isdecimal() and len(asked) == 4 and int(asked) in years else today.year
    feed = f"{settings.PUBLIC_URL}{address_of('calendar_feed', club.slug)}"
    context = {
        "coming": coming_months(
            nights_coming(club, today), series_dates(club, today), meetings(tables_of(club), timezone.now())
        ),
        "played": by_month(night_line(night) for night in nights_played(club, today, year)),
        "year": year,
        "years": year_links(club, years, year),
        "feed": feed,
        "subscribe": f"webcal://{feed.partition('://')[2]}",
    }
    return render(request, f"{FOLDER}/calendar.html", context)


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers(rests_on=_meetings)
def feed(request: ClubRequest) -> HttpResponse:
    nights = calendar_nights(request.club, timezone.now())
    changed = int(max((night["changed_at"] for night in nights), default=request.club.created_at).timestamp())
    response = HttpResponse(calendar_text(request.club.name, nights), content_type="text/calendar; charset=utf-8")
    response["Last-Modified"], response["Cache-Control"] = http_date(changed), "no-cache"
    response["Content-Disposition"] = f'inline; filename="{request.club.slug}.ics"'
    return response
