"""Published standings, read for pages and paper, at the same cost for any number of hands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Case, Count, F, OuterRef, Q, QuerySet, Subquery, When, Window
from django.http import Http404

from league.acting.finding import found_as
from league.acting.permissions import Acting, Action
from league.models import Adjustment, Club, Event, Member, Publication, PublishedPlace, Season
from pinochle_club.ground.http import or_404

from .publishing import newest_publication, stood_in
from .standings import Move, changed

State = Publication.State


@found_as("season")
def get_season(club: Club, season_id: int) -> Season:
    """A season of this club (one query), or 404."""
    found = or_404(Season.objects.filter(club=club, pk=season_id).first(), "This club has no such season.")
    found.club = club
    return found


def seasons_of(club: Club, acting: Acting, *, states: Collection[str] = tuple(State)) -> QuerySet[Season]:
    """Seasons with a publication `shown` in one of these states, for directors also without one (one query)."""
    newest = Publication.objects.filter(season=OuterRef("pk")).order_by("-number")
    found = club.seasons.annotate(shown=Subquery(newest.values("state")[:1]))
    return found if acting.may(Action.MANAGE_SEASONS) else found.filter(shown__in=states)


def may_read(publication: Publication, acting: Acting) -> bool:
    return publication.state != State.HIDDEN or acting.may(Action.MANAGE_SEASONS)


def get_publication(season: Season, number: int, acting: Acting) -> Publication:
    """A publication by number (one query); 404 for none, or a hidden one."""
    found = season.publications.select_related("rules").filter(number=number).first()
    if found is None or not may_read(found, acting):
        raise Http404("Nothing was published under that number.")
    found.season = season
    return found


def get_shown(club: Club, season_id: int, acting: Acting) -> Publication:
    """The newest publication of a season (two queries); 404 where this reader may not see it."""
    season = get_season(club, season_id)
    newest = newest_publication(season)
    if newest is None or not may_read(newest, acting):
        raise Http404("These standings are not shown.")
    newest.season = season
    return newest


def publications_of(season: Season, acting: Acting) -> QuerySet[Publication]:
    found = season.publications.select_related("rules")
    return found if acting.may(Action.MANAGE_SEASONS) else found.exclude(state=State.HIDDEN)


def told_since(publication: Publication) -> list[Publication]:
    """The publication that first had the newest night, and those after it, as far as it knows (one query)."""
    if publication.moved_since is None:
        return []
    since = Publication.objects.filter(
        season=publication.season_id, number__gt=publication.moved_since, number__lte=publication.number
    )
    return list(since.exclude(state=State.HIDDEN).select_related("rules").order_by("number"))


def divisions_of(publication: Publication) -> list[str]:
    """The categories with standings of their own, by name (one query)."""
    found = publication.places.exclude(division="").order_by("division").values_list("division", flat=True)
    return list(found.distinct())


def places_of(publication: Publication, division: str = "") -> QuerySet[PublishedPlace]:
    """The lines of a division in order; once members were merged, with the `times` each stands there (one query)."""
    lines = _lines_of(publication, division)
    if not Member.objects.filter(club__seasons=publication.season_id).exclude(merged_into=None).exists():
        return lines  # to count them takes longer than all the rest of the query
    return lines.annotate(times=Window(Count("pk"), partition_by=[_ONE, _OTHER]))


def _lines_of(publication: Publication, division: str = "") -> QuerySet[PublishedPlace]:
    return publication.places.filter(division=division).select_related("member", "partner").order_by("order")


# Whose a line is: the two of a pair in one order.
_ONE: Final = Case(When(partner__lt=F("member"), then=F("partner")), default=F("member"))
_OTHER: Final = Case(When(partner__lt=F("member"), then=F("member")), default=F("partner"))


# A line with those above and below it.
Around = tuple[PublishedPlace, PublishedPlace | None, PublishedPlace | None]


def get_place(publication: Publication, member_id: int, partner_id: int | None) -> Around:
    """The line of a member or pair, and those above and below (two queries), or 404."""
    lines = _lines_of(publication)
    ids = [one for one in (member_id, partner_id) if one is not None]
    if max(ids) >= 2**63:
        raise Http404("Nobody of that number is in these standings.")
    theirs = Q(member=member_id) | Q(partner=member_id)
    if partner_id is not None:
        theirs &= Q(member=partner_id) | Q(partner=partner_id)
    line = or_404(lines.filter(theirs).first(), "Nobody of that number is in these standings.")
    beside = {one.order: one for one in lines.filter(order__in=[line.order - 1, line.order + 1])}
    return line, beside.get(line.order - 1), beside.get(line.order + 1)


def final_places(club: Club) -> QuerySet[PublishedPlace]:
    """All lines of closed seasons, by the publication that holds, latest season first (one query)."""
    newest = Publication.objects.filter(season=OuterRef("publication__season")).order_by("-number").values("pk")[:1]
    found = PublishedPlace.objects.filter(
        publication=Subquery(newest),
        publication__state=State.FINAL,
        publication__season__club=club,
        publication__season__state=Season.State.CLOSED,
    ).select_related("member", "partner", "publication__season")
    return found.order_by("-publication__season__closes_on", "-publication__season", "division", "order")


def adjustments_of(season: Season) -> QuerySet[Adjustment]:
    return season.adjustments.select_related("member", "partner").order_by("-pk")


def moves_between(first: Publication, second: Publication) -> dict[str, tuple[Move, ...]]:
    """Lines with another place or figure in the second, by division (two queries)."""
    before, after = stood_in(first), stood_in(second)
    found = {name: changed(before.get(name, ()), after.get(name, ())) for name in dict.fromkeys([*after, *before])}
    return {name: moves for name, moves in found.items() if moves}


@dataclass(frozen=True, slots=True)
class Named:
    people: Mapping[int, Member]
    events: Mapping[int, Event]


def moved_people(club: Club, moves: Mapping[str, Sequence[Move]]) -> Named:
    """The people and evenings that moves refer to (two queries)."""
    every = [move for group in moves.values() for move in group]
    people = Member.objects.in_bulk({one for move in every for one in move.who})
    return Named(people, events_by_id(club, {event for move in every for event in move.nights}))


def events_by_id(club: Club, ids: Iterable[int]) -> Mapping[int, Event]:
    """Evenings of the club that are still there (one query)."""
    found = Event.objects.filter(club=club).in_bulk(list(ids))
    for event in found.values():
        event.club = club
    return found
