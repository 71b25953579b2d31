"""A member's page, for everybody who may read results: record, chart, marks, company; and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.acting.unchanged import unchanged_for_strangers
from league.models import Member, Season
from league.office.clubs.pages.navigation import address_of
from league.office.members.naming import shown_name
from league.season.grades.reading import grade_of
from league.season.players.listings import CompanyListing, MeetingListing, NightList
from league.season.players.pages import record as pages
from league.season.players.pdfs import print_sheet
from league.season.players.reading import get_known_member
from league.season.players.rounds import events_in, lifetime_of
from league.season.seasons.published import final_places, seasons_of
from pinochle_club.ground.listings import listing_page
from pinochle_club.ground.papers import answer_pdf

FOLDER = "league/season/players"


@needs(Action.READ_PUBLISHED, READ)
@unchanged_for_strangers
def player(request: ClubRequest, member_id: int) -> HttpResponse:
    """One member, over all time or in a season: `?season=3`."""
    member = get_known_member(request.club, member_id, request.acting)
    seasons = _played_seasons(request)
    page = _page(request, member, chosen_season(request, seasons))
    seasons_over = final_places(request.club).filter(Q(member=member) | Q(partner=member), division="")
    context = {
        "page": page,
        "choices": pages.seasons_to_choose(page, address_of("player", request.club.slug, member.pk), seasons),
        "parts": [(part, NightList(part, page)) for part in page.books],
        "listing": CompanyListing.paged(request, list(pages.company_lines(page))),
        "may_read_history": request.acting.may(Action.READ_HISTORY),
        "is_own": member.pk == request.acting.member_id,
        "seasons": pages.season_places(request.club, seasons_over),
        "grades": pages.grade_facts(grade_of(request.club, member) if request.acting.may(Action.READ_MEMBERS) else ()),
    }
    return listing_page(request, f"{FOLDER}/player.html", context, places=(request.club.slug, slugify(page.name)))


@needs(Action.READ_PUBLISHED, READ)
@unchanged_for_strangers
def player_with(request: ClubRequest, member_id: int, other_id: int) -> HttpResponse:
    """The rounds that two members played as partners."""
    return _meeting(request, member_id, other_id, is_together=True)


@needs(Action.READ_PUBLISHED, READ)
@unchanged_for_strangers
def player_against(request: ClubRequest, member_id: int, other_id: int) -> HttpResponse:
    """The rounds that two members played against one another."""
    return _meeting(request, member_id, other_id, is_together=False)


def _meeting(request: ClubRequest, member_id: int, other_id: int, *, is_together: bool) -> HttpResponse:
    member, other = (get_known_member(request.club, one, request.acting) for one in (member_id, other_id))
    if member == other:
        raise Http404("Nobody meets themselves.")
    seasons = _played_seasons(request)
    shown = _page(request, member, chosen_season(request, seasons))
    page = pages.meeting_page(shown, other, seasons, is_together=is_together)
    listing = MeetingListing.paged(request, page.lines)
    listing.columns["others"].column.called(page.others)
    context = {"page": page, "listing": listing}
    return listing_page(request, f"{FOLDER}/meeting.html", context, places=(request.club.slug, slugify(page.title)))


@needs(Action.READ_PUBLISHED, READ)
def player_sheet(request: ClubRequest, member_id: int) -> HttpResponse:
    """All of it on paper: one member, one season."""
    member = get_known_member(request.club, member_id, request.acting)
    season = chosen_season(request, _played_seasons(request))
    name = shown_name(member, request.acting)
    title = slugify(f"{name} {season.name if season else 'all time'}")
    asked = (member.pk, season.pk if season else None, name, request.acting.kind, request.club.paper)
    return answer_pdf(request, title, print_sheet, *asked, as_of=timezone.now())


def _played_seasons(request: ClubRequest) -> Sequence[Season]:
    """The seasons that have rounds: one from a file has none (one query)."""
    return list(seasons_of(request.club, request.acting).filter(past_file=None))


def chosen_season(request: HttpRequest, seasons: Sequence[Season]) -> Season | None:
    """The season of the address; None for all time. 404 for one that the club does not have."""
    asked = request.GET.get("season", "")
    found = next((one for one in seasons if str(one.pk) == asked), None)
    if asked and found is None:
        raise Http404("The club has no such season.")
    return found


def _page(request: ClubRequest, member: Member, season: Season | None) -> pages.RecordPage:
    life = lifetime_of(member)
    rounds = life.within(events_in(season) if season else None)
    return pages.RecordPage(request.club, member, life, rounds, season, partial(shown_name, acting=request.acting))
