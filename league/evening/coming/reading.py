"""The nights ahead, and the members' answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from django.db.models import Q, QuerySet
from django.http import Http404

from league.models import Club, Coming, Event, Member, PairRule
from league.office.members.links import OWN_PAGE, opens
from pinochle_club.ground.http import or_404

MOST_NIGHTS: Final = 6


def nights_ahead(club: Club, today: date, *, most: int = MOST_NIGHTS) -> list[Event]:
    """The next nights that have not begun, nearest first (one query)."""
    nights = club.events.filter(state=Event.State.PLANNED, played_on__gte=today).order_by("starts_at", "pk")
    found = list(nights[:most])
    for night in found:
        night.club = club
    return found


def answers_at(event: Event) -> list[Coming]:
    """All answers for a night, oldest first (one query)."""
    return list(event.coming.select_related("member", "partner").order_by("at", "pk"))


def words_of(member: Member, nights: Sequence[Event]) -> dict[int, Coming]:
    """A member's answers, by night (one query)."""
    answers = Coming.objects.select_related("partner").filter(member=member, event__in=nights)
    return {one.event_id: one for one in answers}


def counts_of(nights: Sequence[Event]) -> dict[int, int]:
    """The number of yeses for each of these nights (one query)."""
    counts: dict[int, int] = {}
    answers = Coming.objects.filter(event__in=nights).exclude(says=Coming.Says.NOT_COMING)
    for event_id in answers.order_by().values_list("event_id", flat=True):
        counts[event_id] = counts.get(event_id, 0) + 1
    return counts


def people_of(club: Club) -> QuerySet[Member]:
    """Active members and guests, who are asked for answers."""
    there = club.members.filter(is_active=True, is_anonymous=False, merged_into=None)
    return there.order_by("name", "number")


def get_person(club: Club, member_id: int) -> Member:
    """A member who is asked (one query), or 404."""
    found = or_404(people_of(club).filter(pk=member_id).first(), "This club has no such member.")
    found.club = club
    return found


def person_of_link(club: Club, member_id: int, token: str) -> Member:
    """The owner of a link for life (one query), or 404, also once removed, anonymous or merged."""
    person = club.members.filter(pk=member_id).first()
    if person is None or not opens(token, person, OWN_PAGE):
        raise Http404("This link doesn’t open anything. Ask the director for a new one.")
    if person.merged_into_id or person.is_anonymous or not person.is_active:
        raise Http404("This link no longer opens anything. Ask the director for a new one.")
    person.club = club
    return person


def kept_apart(club: Club) -> set[frozenset[int]]:
    """Pairs of members who are not to partner (one query)."""
    apart = PairRule.objects.filter(club=club).filter(~Q(kind=PairRule.Kind.PARTNERS))
    return {frozenset(pair) for pair in apart.values_list("first_id", "second_id")}
