from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.acting.unchanged import kept_for_strangers
from league.evening.ledger.findings import BeingWorkedOut
from league.season.seasons.pages import SECONDS_TO_NEXT_TRY
from league.season.seasons.published import events_by_id, get_shown, places_of
from league.season.seasons.rules import SeasonRules
from pinochle_club.ground.listings import WORDS, listing_page

from .listings import RaceListing
from .pages import race_context
from .reading import nights_left, season_race

PAGE = "league/season/race/race.html"


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers(*WORDS)
def race(request: ClubRequest, season_id: int) -> HttpResponse:
    newest = get_shown(request.club, season_id, request.acting)
    season, rules = newest.season, SeasonRules.from_json(newest.rules.rules)
    if not request.club.has_race or not rules.has_race:
        raise Http404("There is no race to show of this season.")
    left, expected = nights_left(season, rules, timezone.localdate())
    context: dict[str, Any] = {"season": season, "listing": None}
    try:
        found = season_race(season, newest, left)
    except BeingWorkedOut as late:
        return render(request, PAGE, {**context, "seconds": SECONDS_TO_NEXT_TRY, "stands": late.stands}, status=202)
    lines, events = list(places_of(newest)), events_by_id(request.club, found.after)
    page = race_context(season, found, left, expected, lines, events, request.acting)
    context |= {"page": page, "listing": RaceListing.paged(request, page["rows"])}
    return listing_page(request, PAGE, context, places=(request.club.slug, slugify(season.name)))
