"""An event's list: found, counted, compared with the seating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from django.db.models import Q

from league.acting.finding import found_as
from league.evening.seating.before_round import is_whole
from league.evening.seating.field import forms_by_hand
from league.evening.seating.made_of import not_there
from league.models import Club, Coming, Entrant, Event, EventRound, Member, PairRule, RoundSeat, SitOut
from league.models.members import LONGEST_NAME, told_apart, with_number
from league.models.rounds import STARTED
from pinochle_club.ground.http import or_404

NIGHTS_LOOKED_AT: Final = 4

State = Entrant.State


class KnownMember(NamedTuple):
    pk: int
    number: int
    full_name: str
    is_guest: bool
    is_active: bool
    cannot_move: bool


def known_members(club: Club) -> list[KnownMember]:
    """All named people of the club (one query)."""
    members = Member.objects.filter(club=club, is_anonymous=False, merged_into=None).order_by()
    rows = members.values_list("pk", "number", "name", "name_apart", "is_guest", "is_active", "cannot_move")
    return [
        KnownMember(pk, number, told_apart(name, apart, LONGEST_NAME), *rest) for pk, number, name, apart, *rest in rows
    ]


def usual_players(event: Event) -> dict[int, int]:
    """Visits to the last four nights by member id, of the same series or else of the club (one query)."""
    earlier = Event.objects.filter(club=event.club_id, played_on__lte=event.played_on).exclude(pk=event.pk)
    if event.series_id is not None:
        earlier = earlier.filter(series=event.series_id)
    nights = earlier.order_by("-played_on", "-pk")[:NIGHTS_LOOKED_AT]
    came = Entrant.objects.filter(event__in=nights.values("pk"), member__is_active=True).exclude(
        state=Entrant.State.EXPECTED
    )
    counts: dict[int, int] = {}
    for member_id in came.order_by().values_list("member_id", flat=True):
        counts[member_id] = counts.get(member_id, 0) + 1
    return counts


def answers_of(event: Event, only: Iterable[int] | None = None) -> dict[int, Coming]:
    """Answers about the night by member, perhaps of `only` some (one query)."""
    answers = Coming.objects.filter(event=event)
    if only is not None:
        answers = answers.filter(member__in=only)
    return {one.member_id: one for one in answers.order_by()}


@found_as("entrant")
def get_entrant(event: Event, entrant_id: int) -> Entrant:
    return or_404(
        event.entrants.select_related("member", "partner").filter(pk=entrant_id).first(),
        "This event has no such player.",
    )


def entrant_of(event: Event, member: Member | None, entrant: Entrant | None) -> Entrant | None:
    people = event.entrants.select_related("member", "partner")
    if member is not None:
        return people.filter(member=member).first()
    return people.filter(pk=entrant.pk).first() if entrant is not None and entrant.pk else None


def standing_partner(event: Event, member: Member | None) -> Member | None:
    """A member's partner by the club's list of pairs (two queries)."""
    if member is None:
        return None
    mate = standing_partners(event.club_id, [member.pk]).get(member.pk, 0)
    return Member.objects.filter(pk=mate).first() if mate else None


def mate_to_come(event: Event, member: Member) -> Entrant | Member | None:
    """At an evening of pairs, a partner not here yet either (three queries at most)."""
    if not event.is_for_pairs:
        return None
    there = entrant_of(event, member, None)
    mate = there.partner if there and there.partner else standing_partner(event, member)
    if isinstance(mate, Member):
        known = entrant_of(event, mate, None)
        if known is not None and known.partner_id not in (None, there and there.pk):
            return None
        mate = known or mate
    return None if isinstance(mate, Entrant) and mate.state != State.EXPECTED else mate


def standing_partners(club_id: int, only: Iterable[int] | None = None) -> dict[int, int]:
    """Standing partners, each by the other's id (one query)."""
    rules = PairRule.objects.filter(club=club_id, kind=PairRule.Kind.PARTNERS)
    if only is not None:
        rules = rules.filter(Q(first__in=only) | Q(second__in=only))
    pairs = list(rules.values_list("first_id", "second_id"))
    return dict(pairs) | {second: first for first, second in pairs}


def wants_partner(one: Entrant) -> bool:
    """Whether an entrant of an evening of pairs has no partner here or expected."""
    return one.state != State.LEFT and not one.is_house_player and not _has_partner(one)


def _has_partner(one: Entrant) -> bool:
    return one.partner is not None and one.partner.state != State.LEFT


def free_partners(entrant: Entrant) -> list[Entrant]:
    """Possible partners: the present one, and all without one (one query)."""
    others = entrant.event.entrants.exclude(pk=entrant.pk).select_related("partner").order_by("name", "number")
    left = State.LEFT
    return [one for one in others if one.pk == entrant.partner_id or (one.state != left and not _has_partner(one))]


def get_member(event: Event, member_id: int) -> Member:
    return or_404(Member.objects.filter(club=event.club_id, pk=member_id).first(), "This club has no such member.")


def count_people(event: Event) -> dict[str, int]:
    return headcount(event.entrants.with_late_fees())


def headcount(people: Iterable[Entrant]) -> dict[str, int]:
    """People on the list by state, without house players; fees in cents, `due` from those who came."""
    counted = [one for one in people if not one.is_house_player]
    came = [one for one in counted if one.state != State.EXPECTED]
    return {
        "here": sum(one.state == State.HERE for one in counted),
        "expected": sum(one.state == State.EXPECTED for one in counted),
        "left": sum(one.state == State.LEFT for one in counted),
        "due": sum(one.to_pay for one in came),
        "paid": sum(one.paid_in_all for one in counted),
    }


def missing_seat(entrant: Entrant) -> RoundSeat | None:
    """The seat of the running round that waits for an entrant (one query)."""
    return (
        RoundSeat.objects.filter(entrant=entrant, is_missing=True, table__event_round__state=EventRound.State.RUNNING)
        .select_related("table__event_round", "entrant")
        .first()
    )


def missing_seats(event: Event) -> dict[int, RoundSeat]:
    """Seats of the running round with missing players, by entrant (one query)."""
    seats = RoundSeat.objects.filter(
        table__event_round__event=event, table__event_round__state=EventRound.State.RUNNING, is_missing=True
    )
    return {seat.entrant_id: seat for seat in seats.select_related("table__event_round", "entrant")}


def absent_in(event_round: EventRound) -> list[Entrant]:
    """Players seated in a round who aren't here (one query)."""
    seated = Entrant.objects.filter(seats__table__event_round=event_round, is_house_player=False)
    return list(seated.exclude(state=State.HERE).order_by("number"))


def seating_is_stale(event: Event) -> bool:
    """Whether the next planned round leaves out a player here, or seats one who left (three queries)."""
    planned = event.rounds.exclude(state__in=STARTED).order_by("number").first()
    if planned is None:
        return False
    seats = RoundSeat.objects.filter(table__event_round=planned).order_by()
    seated = set(
        seats.values_list("entrant_id", flat=True).union(
            SitOut.objects.filter(event_round=planned).order_by().values_list("entrant_id", flat=True)
        )
    )
    if event.keeps_partners:
        return _sides_are_stale(event, planned, seated)
    columns = ("event", "state", "first_round", "last_round", "is_house_player", "waited_for_in")
    people = list(event.entrants.order_by().only(*columns))
    players = [one for one in people if one.plays_in(planned.number) and not one.is_house_player]
    here = {one.pk for one in players if one.state == State.HERE}
    left = {one.pk for one in not_there(event, people, planned.number)}
    may_be_without = forms_by_hand(event) or planned.is_extra_hand
    return bool(left & seated) or bool(here - seated and not may_be_without)


def _sides_are_stale(event: Event, planned: EventRound, seated: set[int]) -> bool:
    """Whether a pair or team here has no place, or a seated player no partners (one query)."""
    people, number = {one.pk: one for one in event.entrants.order_by()}, planned.number
    gone = {one.pk for one in not_there(event, people.values(), number)}
    coming = {
        pk
        for pk, one in people.items()
        if (one.state == State.HERE and one.plays_in(number))
        or (pk in seated - gone and (one.state == State.EXPECTED or one.waited_for_in >= number))
    }
    teams = Counter(people[pk].team for pk in coming)
    paired = {
        pk
        for pk in coming
        if (people[pk].partner_id in coming if event.is_for_pairs else is_whole(event, people[pk].team, teams))
    }
    return bool(seated - paired) or (not planned.is_extra_hand and any(pk not in seated for pk in paired))


def called(entrant: Entrant) -> str:
    """Name and number, since two may share a name."""
    return with_number(entrant.name, entrant.number)


def usual_of(counts: Mapping[int, int]) -> set[int]:
    """Members with at least half as many visits as the most frequent one (`usual_players`)."""
    needed = max(counts.values(), default=0) / 2
    return {member_id for member_id, nights in counts.items() if nights >= needed}


def usual_members(event: Event) -> list[Member]:
    """Active usual members who haven't said no to this night (two queries)."""
    usual = Member.objects.filter(club=event.club_id, pk__in=usual_of(usual_players(event)))
    return list(usual.exclude(coming__event=event, coming__says=Coming.Says.NOT_COMING))
