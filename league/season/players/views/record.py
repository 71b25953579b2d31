from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify

from league.acting.permissions import READ, Action, ClubRequest, needs
from league.acting.unchanged import kept_for_strangers, state_of
from league.evening.ledger.findings import SHORT, BeingWorkedOut
from league.models import Entrant, Event, Member, Season
from league.office.clubs.pages.navigation import Choice, address_of
from league.office.members.naming import shown_name
from league.office.members.reading import followed_by, get_member
from league.season.grades.reading import grade_of
from league.season.players.club import club_sums
from league.season.players.hands import (
    HANDS,
    OF_CLUB,
    OPEN,
    Count,
    Slot,
    counted_at,
    counted_by,
    hand_count,
    read_hands,
)
from league.season.players.listings import CompanyListing, HandList, MeetingListing, NightList
from league.season.players.pages import record as pages
from league.season.players.pages.company import (
    MOST_PARTNERS,
    between,
    company_lines,
    meeting_page,
    meetings,
    partner_lines,
)
from league.season.players.pages.hands import hand_lines, hands_page, is_asked, people_of
from league.season.players.pdfs import print_sheet
from league.season.players.reading import get_known_member
from league.season.players.rounds import events_in, lifetime_of, names_of
from league.season.seasons.published import final_places, seasons_of
from pinochle_club.ground.http import number_in
from pinochle_club.ground.listings import WORDS, listing_page
from pinochle_club.ground.papers import answer_pdf

FOLDER = "league/season/players"


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers("season")
def player(request: ClubRequest, member_id: int) -> HttpResponse:
    """One member beside the club, over all time or in a season: `?season=3`."""
    member = get_known_member(request.club, member_id, request.acting)
    seasons = _played_seasons(request)
    page = _page(request, member, chosen_season(request, seasons), beside_club=True)
    partners = (other for record in page.record.books.values() for other in islice(record.by_partner, MOST_PARTNERS))
    page = _named(page, partners, (mark.played.event for mark in pages.marks_in(page)))
    seasons_over = final_places(request.club).filter(Q(member=member) | Q(partner=member), division="")
    may_see_grade = page.season is None and request.acting.may(Action.READ_MEMBERS)  # a grade is one of today
    context = {
        "page": page,
        "choices": pages.seasons_to_choose(page, address_of("player", request.club.slug, member.pk), seasons),
        "parts": [(part, partner_lines(page, part)) for part in page.books],
        "tools": pages.tools_of(page, request.acting),
        "between": _between(request, member, page.season),
        "is_followed": followed_by(request.acting.member_id).filter(pk=member.pk).exists(),
        "seasons": pages.season_places(request.club, seasons_over),
        "grades": pages.grade_facts(grade_of(request.club, member) if may_see_grade else ()),
    }
    # What lacks the club's figures is not the page that holds until something is done.
    return render(request, f"{FOLDER}/player.html", context, status=202 if page.beside is None else 200)


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers("season", "page", "part")
def player_nights(request: ClubRequest, member_id: int) -> HttpResponse:
    page, choices = _chosen(request, member_id, "player_nights")
    page = _named(page, (), (one.event for one in page.record.rounds))
    parts = [(part, NightList(part, page), *pages.night_chart(page, part.record)) for part in page.books]
    for part, (_, nights, *_) in enumerate(parts, start=1 if len(parts) > 1 else 0):
        nights.turn(request.GET, part)
    return render(request, f"{FOLDER}/nights.html", {"page": page, "choices": choices, "parts": parts})


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers(*WORDS, "season")
def player_company(request: ClubRequest, member_id: int) -> HttpResponse:
    page, choices = _chosen(request, member_id, "player_company")
    page = _named(page, page.record.met, ())
    listing = CompanyListing.paged(request, list(company_lines(page)))
    context = {"page": page, "choices": choices, "listing": listing}
    return listing_page(request, f"{FOLDER}/company.html", context, places=(request.club.slug, slugify(page.name)))


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers(*WORDS, "season")
def player_with(request: ClubRequest, member_id: int, other_id: int) -> HttpResponse:
    return _meeting(request, member_id, other_id, is_together=True)


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers(*WORDS, "season")
def player_against(request: ClubRequest, member_id: int, other_id: int) -> HttpResponse:
    return _meeting(request, member_id, other_id, is_together=False)


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers("season", "book", "event", "with", "against", "first", "of", "page")
def player_hands(request: ClubRequest, member_id: int, fact: str) -> HttpResponse:
    """What a figure of a member's record counts: `?season=3&book=npa`, of one event, with or against one player, the
    `first` so many; or what the club's figure beside it counts, `of=club`."""
    of_club = request.GET.get("of") == "club"
    if fact not in (OF_CLUB if of_club else OPEN):
        raise Http404("Nothing is counted by that name.")
    member = get_known_member(request.club, member_id, request.acting)
    page = _page(request, member, chosen_season(request, _played_seasons(request)))
    if of_club:
        return _club_hands(request, page, fact)
    page = replace(page, record=page.record.of_those(lambda one: is_asked(request.GET, one)))
    slots = counted_by(page.record, fact)[: number_in(request.GET.get("first"), 6)][::-1]
    listing = HandList(slots, fact).turn(request.GET)
    shown = [row.record for row in listing.paginated_rows]
    about = hands_page(page, fact, request.GET, len(slots))
    return _hands_shown(request, page, listing, fact, shown, hand_count(page.record, fact), about)


def _club_hands(request: ClubRequest, page: pages.RecordPage, fact: str) -> HttpResponse:
    """The same of everybody in the club: only the evenings of one page are read."""
    try:
        sums = club_sums(request.club, at_most=SHORT)
    except BeingWorkedOut:
        context = {
            "page": hands_page(page, fact, request.GET, None, of=request.club.name),
            "listing": HandList((), fact),
            "is_late": True,
        }
        return render(request, f"{FOLDER}/meeting.html", context, status=202)
    events = events_in(page.season) if page.season else None
    adds = sums.counts(OF_CLUB[fact], request.GET.get("book", ""), events)
    latest_first = Event.objects.filter(pk__in=adds).order_by("-played_on", "-pk").values_list("pk", flat=True)
    counts = [(event, adds[event]) for event in latest_first]
    listing = HandList(range(sum(adds.values())), fact, of_club=True).turn(request.GET)
    at = [row.record for row in listing.paginated_rows]
    shown = counted_at(counts, range(at[0], at[-1] + 1), fact) if at else []
    about = hands_page(page, fact, request.GET, len(listing.rows), of=request.club.name)
    return _hands_shown(request, page, listing, fact, shown, HANDS[fact][1] if fact in HANDS else None, about)


def _hands_shown(
    request: ClubRequest,
    page: pages.RecordPage,
    listing: HandList,
    fact: str,
    shown: Sequence[Slot],
    count: Count | None,
    about: Mapping[str, object],
) -> HttpResponse:
    """The page of a list with the hands that it shows: cards are read for these alone."""
    hands = read_hands(shown, count) if count else [None] * len(shown)
    players = Entrant.objects.in_bulk({one.entrant for one, _ in shown}) if "player" in listing.columns.names() else {}
    members = (one.member_id for one in players.values() if one.member_id)
    page = _named(page, chain(people_of(hands, shown), members), (one.event for one, _ in shown))
    listing.paginated_rows.data[:] = hand_lines(page, fact, shown, hands, players)
    response = render(request, f"{FOLDER}/meeting.html", {"page": about, "listing": listing})
    response["X-Robots-Tag"] = "noindex"  # as of the cards it leads to
    return response


def _meeting(request: ClubRequest, member_id: int, other_id: int, *, is_together: bool) -> HttpResponse:
    member, other = (get_known_member(request.club, one, request.acting) for one in (member_id, other_id))
    if member == other:
        raise Http404("Nobody meets themselves.")
    seasons = _played_seasons(request)
    shown = _page(request, member, chosen_season(request, seasons))
    met = meetings(shown, other, is_together=is_together)
    people = (one for played in met for one in (*played.partners, *played.opponents))
    shown = _named(shown, people, (played.event for played in met))
    page = meeting_page(shown, other, seasons, is_together=is_together)
    listing = MeetingListing.paged(request, page["lines"])
    listing.columns["others"].column.called(page["others"])
    context = {"page": page, "listing": listing}
    return listing_page(request, f"{FOLDER}/meeting.html", context, places=(request.club.slug, slugify(page["title"])))


@needs(Action.READ_PUBLISHED, READ)
def player_sheet(request: ClubRequest, member_id: int) -> HttpResponse:
    member = get_known_member(request.club, member_id, request.acting)
    season = chosen_season(request, _played_seasons(request))
    name = shown_name(member, request.acting)
    title = slugify(f"{name} {season.name if season else 'all time'}")
    asked = (member.pk, season.pk if season else None, name, request.acting.kind, request.club.paper)
    return answer_pdf(request, title, print_sheet, *asked, as_of=state_of(request.club))


def _played_seasons(request: ClubRequest) -> Sequence[Season]:
    """The seasons that have rounds: one from a file has none (one query)."""
    return list(seasons_of(request.club, request.acting).filter(past_file=None))


def chosen_season(request: HttpRequest, seasons: Sequence[Season]) -> Season | None:
    """The season of the address, None for all time, or 404."""
    asked = request.GET.get("season", "")
    found = next((one for one in seasons if str(one.pk) == asked), None)
    if asked and found is None:
        raise Http404("The club has no such season.")
    return found


def _page(
    request: ClubRequest, member: Member, season: Season | None, *, beside_club: bool = False
) -> pages.RecordPage:
    """A member's rounds, and the club's if asked for (two queries each while nothing is new, and two for a season)."""
    life, events = lifetime_of(member), events_in(season) if season else None
    name_of = partial(shown_name, acting=request.acting)
    beside = _club_within(request, events) if beside_club else None
    return pages.RecordPage(request.club, member, life, life.within(events), season, name_of, beside)


def _club_within(request: ClubRequest, events: frozenset[int] | None) -> Mapping[str, Counter[str]] | None:
    try:
        return club_sums(request.club, at_most=SHORT).within(events)
    except BeingWorkedOut:  # who looks again has them
        return None


def _chosen(request: ClubRequest, member_id: int, here: str) -> tuple[pages.RecordPage, list[Choice]]:
    member, seasons = get_known_member(request.club, member_id, request.acting), _played_seasons(request)
    page = _page(request, member, chosen_season(request, seasons))
    return page, pages.seasons_to_choose(page, address_of(here, request.club.slug, member.pk), seasons)


def _named(page: pages.RecordPage, people: Iterable[int], events: Iterable[int]) -> pages.RecordPage:
    """The page with today's names of people and events (two queries)."""
    return replace(page, people=Member.objects.in_bulk(set(people)), events=names_of(events))


def _between(request: ClubRequest, other: Member, season: Season | None) -> dict[str, str] | None:
    """The rounds of the signed-in player and another (three queries while nothing is new)."""
    member_id = request.acting.member_id
    if member_id is None or member_id == other.pk:
        return None
    return between(_page(request, get_member(request.club, member_id), season), other)
