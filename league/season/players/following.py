"""A member beside those they follow: places in the season, and the last night."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, Sum

from league.acting.permissions import NOBODY
from league.evening.ledger.rows import HAS_ROWS
from league.models import Event, LedgerRow, Member, PublishedPlace, Season
from league.office.members.reading import followed_by
from league.season.seasons.published import may_read, seasons_of
from league.season.seasons.publishing import newest_publication


@dataclass(frozen=True, slots=True)
class Line:
    member: Member
    stands: PublishedPlace | None
    night: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Following:
    """The member first, then those they follow. `season` is None while its standings are not public."""

    lines: Sequence[Line]
    season: Season | None
    last: Event | None


def read_following(member: Member) -> Following | None:
    """A member and those they follow (six queries); None if they follow nobody."""
    people = [member, *followed_by(member.pk)]
    if len(people) == 1:
        return None
    season = seasons_of(member.club, NOBODY).filter(state=Season.State.OPEN).first()
    publication = newest_publication(season) if season else None
    if publication is not None and not may_read(publication, NOBODY):
        publication = None
    ids = [one.pk for one in people]
    lines = PublishedPlace.objects.filter(Q(member__in=ids) | Q(partner__in=ids), publication=publication, division="")
    stands = {who: line for line in lines for who in (line.member_id, line.partner_id)}
    last = Event.objects.filter(HAS_ROWS, club=member.club_id).order_by("-played_on", "-pk").first()
    nights = _nights(last, ids) if last else {}
    found = [Line(one, stands.get(one.pk), nights.get(one.pk)) for one in people]
    return Following(found, season if publication else None, last)


def _nights(event: Event, members: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Place and points in an evening by member; of a pair, the pair's."""
    rows = LedgerRow.objects.filter(event=event, is_pair=event.is_for_pairs).order_by()
    found: dict[int, tuple[int, int]] = {}
    for who in ("entrant", "partner")[: 1 + event.is_for_pairs]:
        own = rows.filter(**{f"{who}__member__in": members}).values_list(f"{who}__member", "place")
        found |= {member: (place, points) for member, place, points in own.annotate(Sum("points"))}
    return found
