"""The questions of the API, each with its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from decimal import Decimal
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from ninja import NinjaAPI, Query
from ninja.errors import ValidationError

from league.acting.permissions import NOBODY, ClubRequest
from league.evening.cards.pages import ResultLine, ResultsContext, RoundCell
from league.evening.events.deeds import events_of
from league.evening.events.results import kept_results
from league.evening.travelers.files import evening_for_file
from league.models import Club, Event, Publication, PublishedPlace, Season
from league.office.clubs.pages.navigation import address_of
from league.season.seasons.listings import StandingListing
from league.season.seasons.pages import figure_of, names_of, needs_words
from league.season.seasons.published import divisions_of, get_season, places_of
from league.words import place_words, settings_words
from pinochle_club.ground import __version__
from pinochle_club.ground.exports import figure_in
from pinochle_club.ground.http import or_404
from scoring.boards.comparison import Method
from scoring.boards.text import BoardText

from . import schemas as out
from .answers import fault
from .reading import shown_publication, shown_season, shown_seasons

_query: Final[Any] = Query  # generic for checkers alone
NOTHING_THERE: Final = "There is nothing at this address."
NOT_SHOWN: Final = "No standings are shown now."
PAGE: Final = _query(1, ge=1, le=100_000, description="Which page of the list")
PAGE_SIZE: Final = _query(50, ge=1, le=out.MOST_A_PAGE, description="How many on a page")
OF: Final = _query("", max_length=60, description="A category with standings of its own, one of `divisions`")
ANSWERS: Final[Mapping[int, Any]] = {404: out.Fault, 422: out.Fault}

api = NinjaAPI(
    title="Club results",
    version=__version__,
    description="Published standings, evenings, results and the calendar of one club, to read from its own website.",
    openapi_url="",
    docs_url=None,
    urls_namespace="club-results",
)


@api.exception_handler(Http404)
def not_found(request: HttpRequest, why: Http404) -> HttpResponse:
    return fault(str(why) or NOTHING_THERE, 404)


@api.exception_handler(ValidationError)
def not_understood(request: HttpRequest, why: ValidationError) -> HttpResponse:
    return fault("; ".join(f"{one['loc'][-1]}: {one['msg']}" for one in why.errors), 422)


def _full(name: str, *args: object) -> str:
    return settings.PUBLIC_URL + address_of(name, *args)


def _paged(request: HttpRequest, rows: Any, show: Callable[[Any], Any], page: int, page_size: int) -> dict[str, Any]:
    """One page of the rows, each as it is shown (two queries)."""
    pages = Paginator(rows, page_size)
    if page > pages.num_pages:
        raise Http404(f"There are {pages.num_pages} pages.")
    here, query = pages.page(page), request.GET.copy()
    query["page"] = str(page + 1)
    following = f"{settings.PUBLIC_URL}{request.path}?{query.urlencode()}" if here.has_next() else None
    items = [show(row) for row in here.object_list]
    return {"count": pages.count, "page": page, "pages": pages.num_pages, "next": following, "items": items}


@api.get("", response=out.ClubOut, url_name="api", summary="The club, and where everything else is")
def club(request: ClubRequest) -> dict[str, Any]:
    slug = request.club.slug
    here = {name: _full(f"api_{name}", slug) for name in ("seasons", "standings", "events", "calendar")}
    return {"name": request.club.name, "about": request.club.about, "address": _full("club", slug), **here}


# -- seasons -----------------------------------------------------------------------------


@api.get(
    "seasons/",
    response={200: out.SeasonsOut, **ANSWERS},
    url_name="api_seasons",
    summary="Seasons with standings, latest first",
)
def seasons(request: ClubRequest, page: int = PAGE, page_size: int = PAGE_SIZE) -> dict[str, Any]:
    return _paged(request, shown_seasons(request.club), partial(_season, request), page, page_size)


def _season(request: ClubRequest, season: Season) -> dict[str, Any]:
    return {
        "id": season.pk,
        "name": season.name,
        "opens_on": season.opens_on,
        "closes_on": season.closes_on,
        "is_closed": season.state == Season.State.CLOSED,
        "standings": _full("api_season_standings", request.club.slug, season.pk),
    }


@api.get(
    "standings/",
    response={200: out.StandingsOut, **ANSWERS},
    url_name="api_standings",
    summary="The standings of the latest season that has any",
)
def standings(request: ClubRequest, of: str = OF, page: int = PAGE, page_size: int = PAGE_SIZE) -> dict[str, Any]:
    found = or_404(shown_season(request.club), NOT_SHOWN)
    return _standings(request, *found, of, page, page_size)


@api.get(
    "seasons/{number:season_id}/standings/",
    response={200: out.StandingsOut, **ANSWERS},
    url_name="api_season_standings",
    summary="The newest published standings of a season",
)
def season_standings(
    request: ClubRequest, season_id: int, of: str = OF, page: int = PAGE, page_size: int = PAGE_SIZE
) -> dict[str, Any]:
    season = get_season(request.club, season_id)
    publication = or_404(shown_publication(season), NOT_SHOWN)
    return _standings(request, season, publication, of, page, page_size)


def _standings(
    request: ClubRequest, season: Season, publication: Publication, of: str, page: int, page_size: int
) -> dict[str, Any]:
    divisions = divisions_of(publication)
    if of and of not in divisions:
        raise Http404("This season has no such division.")
    lines = places_of(publication, of)
    listing = StandingListing(lines, publication, NOBODY)
    show = partial(_standing, listing)
    return {
        "season": _season(request, season),
        "publication": {
            "number": publication.number,
            "state": publication.state,
            "published_at": publication.at,
            "because": publication.because,
        },
        "divisions": divisions,
        "of": of,
        "goes_by": listing.points_by,
        **_paged(request, lines, show, page, page_size),
    }


def _standing(listing: StandingListing, line: PublishedPlace) -> dict[str, Any]:
    """A line as the list has it, but for what programs need otherwise."""
    return {
        **listing.values_of(line),
        "name": names_of(line, NOBODY),
        "figure": figure_of(line),
        "points": line.points / 10,
        "total": listing.value_total(line),
        "needs": needs_words(line),
    }


# -- evenings ----------------------------------------------------------------------------


@api.get(
    "events/", response={200: out.EventsOut, **ANSWERS}, url_name="api_events", summary="Evenings played, latest first"
)
def events(request: ClubRequest, page: int = PAGE, page_size: int = PAGE_SIZE) -> dict[str, Any]:
    closed = events_of(request.club).filter(state=Event.State.CLOSED).select_related("series")
    return _paged(request, closed, _closed_event, page, page_size)


def _event(event: Event) -> dict[str, Any]:
    return {
        "id": event.pk,
        "name": event.name,
        "played_on": event.played_on,
        "starts_at": event.starts_at,
        "place": place_words(event),
        "series": event.series.name if event.series else None,
        "plan": settings_words(event),
        "address": _full("event", event.club.slug, event.pk),
    }


def _closed_event(event: Event) -> dict[str, Any]:
    came: int = event.came  # type: ignore[attr-defined]  # read along by events_of
    here = {name: _full(f"api_{name}", event.club.slug, event.pk) for name in ("results", "boards")}
    return {**_event(event), "players": came, **here, **({} if event.is_duplicate else {"boards": None})}


@api.get(
    "events/{number:event_id}/results/",
    response={200: out.ResultsOut, **ANSWERS},
    url_name="api_results",
    summary="The results of an evening that is closed",
)
def results(request: ClubRequest, event_id: int) -> dict[str, Any]:
    event = _closed_of(request.club, event_id)
    return {"event": _closed_event(event), "results": [_table(one) for one in kept_results(event)]}


def _closed_of(club: Club, event_id: int) -> Event:
    ours = events_of(club).filter(state=Event.State.CLOSED).select_related("series")
    return or_404(ours.filter(pk=event_id).first(), "This club has no closed event of that number.")


def _table(results: ResultsContext) -> dict[str, Any]:
    note = " ".join(filter(None, (results.final, results.note)))
    return {"title": results.title, "note": note, "lines": [_line(line) for line in results.lines]}


def _line(line: ResultLine) -> dict[str, Any]:
    return {
        "place": int(line.rank),
        "name": line.name,
        "number": line.number,
        "rounds": [_round(cell) for cell in line.rounds],
        "won": line.won,
        "total": _figure(line.total),
    }


def _round(cell: RoundCell) -> dict[str, Any]:
    return {"title": cell.round, "points": _figure(cell.points), "is_credit": cell.points.startswith("(")}


def _figure(words: str) -> int | float | None:
    figure = figure_in(words)
    return None if isinstance(figure, str) else float(figure) if isinstance(figure, Decimal) else figure


@api.get(
    "events/{number:event_id}/boards/",
    response={200: out.BoardsOut, **ANSWERS},
    url_name="api_boards",
    summary="The boards of a duplicate that is closed",
)
def boards(request: ClubRequest, event_id: int, page: int = PAGE, page_size: int = PAGE_SIZE) -> dict[str, Any]:
    event = _closed_of(request.club, event_id)
    evening = or_404(evening_for_file(event), "This event has no boards.")
    return {
        "event": _closed_event(event),
        "scoring": evening.method,
        "unit": "percent" if evening.method is Method.MATCHPOINTS else "points",
        "digest": evening.digest,
        "seed": evening.seed,
        "places": [{**asdict(one), "place": one.rank} for one in evening.places],
        **_paged(request, evening.boards, _board, page, page_size),
    }


def _board(board: BoardText) -> dict[str, Any]:
    return {
        "number": board.number,
        "dealer": board.dealer,
        "hands": {seat: [*map(str, cards)] for seat, cards in board.hands.items()},
        "kitty": [*map(str, board.kitty)],
        "tables": [{**asdict(one), "round": one.round_number, "players": one.names} for one in board.tables],
    }


@api.get(
    "calendar/",
    response={200: out.CalendarOut, **ANSWERS},
    url_name="api_calendar",
    summary="Evenings under way and to come, the next first",
)
def calendar(request: ClubRequest, page: int = PAGE, page_size: int = PAGE_SIZE) -> dict[str, Any]:
    is_on = Q(state=Event.State.RUNNING) | Q(played_on__gte=timezone.localdate(), state=Event.State.PLANNED)
    coming = events_of(request.club).filter(is_on).select_related("series").order_by("starts_at", "pk")
    return _paged(request, coming, _night, page, page_size)


def _night(event: Event) -> dict[str, Any]:
    return {**_event(event), "is_under_way": event.state == Event.State.RUNNING}
