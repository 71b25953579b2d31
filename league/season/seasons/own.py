"""One member's place in published standings, beside the neighbors. It costs the same for any season."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q

from league.acting.permissions import NOBODY
from league.models import Club, Member, Publication, PublishedPlace, Season

from .published import may_read, seasons_of
from .publishing import newest_publication

MOST_SEASONS: Final = 3
MOST_LEVEL: Final = 3


@dataclass(frozen=True, slots=True)
class Own:
    """A member's best line among all, and ids of `every` line of theirs. `of` lines have a place; `above` and `below`
    are the nearest of another place, `level` some who share it. `divisions`: their lines there, and of how many."""

    season: Season
    line: PublishedPlace
    every: Sequence[int]
    of: int = 0
    above: PublishedPlace | None = None
    below: PublishedPlace | None = None
    level: Sequence[PublishedPlace] = ()
    divisions: Sequence[tuple[PublishedPlace, int]] = ()


def own_standings(club: Club, person: Member) -> list[Own]:
    """A member's place in each open season (two queries a season, and four more with a place). Hidden standings stay
    hidden from officials too: their screen may be on the projector."""
    seasons = seasons_of(club, NOBODY).filter(state=Season.State.OPEN)[:MOST_SEASONS]
    found = []
    for season in seasons:
        season.club = club
        publication = newest_publication(season)
        if publication is not None and may_read(publication, NOBODY):
            publication.season = season
            found.append(own_standing(publication, person))
    return [one for one in found if one is not None]


def own_standing(publication: Publication, person: Member) -> Own | None:
    """A member's place in a publication (one query, and four more with a place)."""
    lines = publication.places.select_related("member", "partner").order_by("division", "order")
    ids = Member.objects.filter(Q(pk=person.pk) | Q(merged_into=person)).values("pk")
    theirs = list(lines.filter(Q(member__in=ids) | Q(partner__in=ids)))
    line = next((one for one in theirs if not one.division), None)
    if line is None:
        return None
    every = tuple(one.pk for one in theirs)
    if line.place is None:
        return Own(publication.season, line, every)
    placed = lines.exclude(place=None)
    counts = dict(placed.order_by().values_list("division").annotate(lines=Count("pk")))
    others = placed.filter(division="")
    return Own(
        season=publication.season,
        line=line,
        every=every,
        of=counts[""],
        above=others.filter(place__lt=line.place).last(),
        below=others.filter(place__gt=line.place).first(),
        level=list(others.filter(place=line.place).exclude(pk=line.pk)[:MOST_LEVEL]),
        divisions=[(one, counts[one.division]) for one in theirs if one.division and one.place is not None],
    )
