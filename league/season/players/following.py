"""A member beside those they follow: places in the season, and the last night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from django.db.models import Q, Sum

from league.acting.permissions import NOBODY
from league.evening.ledger.rows import HAS_ROWS
from league.models import Club, Event, LedgerRow, PublishedPlace, Season
from league.season.seasons.published import may_read, seasons_of
from league.season.seasons.publishing import newest_publication

# Lines of standings by member.
Places: TypeAlias = Mapping[int | None, PublishedPlace]


def in_season(club: Club, members: Sequence[int]) -> tuple[Season | None, Places]:
    """The open season and these members' lines in it (three queries); None while its standings are not public."""
    season = seasons_of(club, NOBODY).filter(state=Season.State.OPEN).first()
    publication = newest_publication(season) if season else None
    if publication is None or not may_read(publication, NOBODY):
        return None, {}
    theirs = Q(member__in=members) | Q(partner__in=members)
    lines = PublishedPlace.objects.filter(theirs, publication=publication, division="")
    return season, {who: line for line in lines for who in (line.member_id, line.partner_id)}


def last_night(club: Club, members: Sequence[int]) -> Mapping[int, tuple[int, int]] | None:
    """Place and points in the club's last evening by member, of a pair the pair's (three queries at most)."""
    event = Event.objects.filter(HAS_ROWS, club=club).order_by("-played_on", "-pk").first()
    if event is None:
        return None
    rows = LedgerRow.objects.filter(event=event, is_pair=event.is_for_pairs).order_by()
    found: dict[int, tuple[int, int]] = {}
    for who in ("entrant", "partner")[: 1 + event.is_for_pairs]:
        own = rows.filter(**{f"{who}__member__in": members}).values_list(f"{who}__member", "place")
        found |= {member: (place, points) for member, place, points in own.annotate(Sum("points"))}
    return found
