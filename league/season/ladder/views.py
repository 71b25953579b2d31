from __future__ import annotations

from datetime import date, timedelta

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.season.ladder.listings import LadderListing, WeekList
from league.season.ladder.pages import (
    DAYS_A_WEEK,
    HOW,
    LADDER_DAYS,
    LADDER_WEEKS,
    WEEK_DAYS,
    ladder_rows,
    monday_of,
    people_words,
    week_context,
    without_par,
)
from league.season.ladder.points import standings, with_expert
from league.season.ladder.reading import beside_the_expert, members_by_id, own_book, results_between
from pinochle_club.ground.listings import listing_page

EARLIEST = date(2000, 1, 3)


@needs(Action.READ_MEMBERS, READ)
def ladder(request: ClubRequest) -> HttpResponse:
    """One week's table (`?week=` any day of it) and the ladder of the last weeks."""
    club, acting, today = request.club, request.acting, timezone.localdate()
    first = monday_of(_day_asked(request.GET.get("week", ""), today))
    begun = monday_of(today) - timedelta(weeks=LADDER_WEEKS - 1)
    own = own_book(club)
    week = results_between(club, first, first + timedelta(days=DAYS_A_WEEK - 1), own)
    weeks = results_between(club, begun, today, own)
    members = members_by_id(club, {result.member for result in (*week, *weeks)})
    ranked = with_expert(standings(weeks, LADDER_DAYS), LADDER_DAYS)
    context = {
        "how": HOW,
        "weeks": LADDER_WEEKS,
        "play": reverse("play:day", args=[own.key]) if acting.member_id is not None else "",
        "week": week_context(club, first, today),
        "week_list": WeekList(
            ladder_rows(club, standings(week, WEEK_DAYS), members, acting, today), first, club.date_style
        ).turn(request.GET, 2),
        "listing": LadderListing.paged(request, ladder_rows(club, ranked, members, acting, today)),
        "without_par": without_par(weeks),
        "people": people_words(beside_the_expert(club, own)),
    }
    return listing_page(request, "league/season/ladder/ladder.html", context, places=(club.slug,))


def _day_asked(asked: str, today: date) -> date:
    """The day in the address; today for none, or one ahead."""
    try:
        day = date.fromisoformat(asked)
    except ValueError:
        return today
    return min(max(day, EARLIEST), today)
