"""The description of the API, for programs and for people, and the standings to embed."""

from __future__ import annotations

from functools import partial
from typing import Any

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.clickjacking import xframe_options_exempt

from league.acting.permissions import NOBODY, READ, Action, ClubRequest, needs
from league.acting.unchanged import kept_for_strangers
from league.models import Club
from league.office.clubs.pages.navigation import address_of
from league.season.seasons.listings import StandingListing
from league.season.seasons.pages import publication_head
from league.season.seasons.published import places_of

from . import pages
from .answers import fault, for_strangers
from .operations import NOTHING_THERE, api
from .reading import shown_season
from .schemas import MOST_A_PAGE

FOLDER = "league/outside/api"
FRAME = f"{FOLDER}/embed_standings.html"
# Only this page may stand in a frame, on any site: it shows what strangers read, has no key and runs no script.
IN_A_FRAME = {"frame-ancestors": ["*"], "script-src": [NONE]}


def description_of(club: Club) -> dict[str, Any]:
    described: dict[str, Any] = api.get_openapi_schema(path_prefix=address_of("api", club.slug))
    return {**described, "servers": [{"url": settings.PUBLIC_URL}]}


@for_strangers
def description(request: ClubRequest) -> HttpResponse:
    return JsonResponse(description_of(request.club))


@for_strangers
def nothing(request: ClubRequest, rest: str) -> HttpResponse:
    return fault(NOTHING_THERE, 404)


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def docs(request: ClubRequest) -> HttpResponse:
    described = description_of(request.club)
    context = {
        "asked": pages.asked_of(described),
        "shapes": pages.shapes_of(described),
        "frame_code": pages.frame_code(request.club),
        "server": settings.PUBLIC_URL,
    }
    return render(request, f"{FOLDER}/docs.html", context)


def _in_the_frame(says: str, status: int) -> HttpResponse:
    return HttpResponse(render_to_string(FRAME, {"says": says}), status=status)


@xframe_options_exempt
@csp_replace(IN_A_FRAME)
@partial(for_strangers, says=_in_the_frame)
def embed_standings(request: ClubRequest) -> HttpResponse:
    """The standings of the latest season to embed in a page of the club's own; `?of=Women&lines=10&theme=dark`."""
    found = shown_season(request.club)
    asked, theme = request.GET.get("lines", ""), request.GET.get("theme", "")
    most = min(int(asked), MOST_A_PAGE) if asked.isdecimal() and len(asked) < 6 else MOST_A_PAGE
    context: dict[str, Any] = {"server": settings.PUBLIC_URL}
    context["theme"] = theme if theme in ("light", "dark") else ""
    if found is not None:
        season, publication = found
        division = request.GET.get("of", "").replace("\0", "")[:60]
        context |= {
            "head": publication_head(season, publication),
            "division": division,
            "address": address_of("season", request.club.slug, season.pk),
            "listing": StandingListing(list(places_of(publication, division)[:most]), publication, NOBODY),
        }
    return render(request, FRAME, context)
