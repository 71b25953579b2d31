from __future__ import annotations

from datetime import date, datetime
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import BooleanField, Exists, ExpressionWrapper, Q, QuerySet

from league.acting.permissions import OFFICIALS, Action, kinds_that_may, name_of
from league.models import (
    Club,
    ClubPicture,
    Event,
    Member,
    OneTimeLink,
    Role,
    SecondStep,
    SecurityLine,
    TableTablet,
)

EVENTS_AHEAD: Final = 12
EVENTS_PAST: Final = 6
A_TABLE: Final = 4
MOST_SHOWN: Final = 60


def read_evenings(club: Club, today: date) -> tuple[list[Event], list[Event]]:
    """Events to come, those running and of today first, and past ones, the nearest first (two queries)."""
    is_coming = Q(state=Event.State.RUNNING) | Q(played_on__gte=today) & ~Q(state=Event.State.CLOSED)
    coming = club.events.filter(is_coming).order_by("starts_at", "pk")[:EVENTS_AHEAD]
    was_played = Q(state=Event.State.CLOSED) | Q(played_on__lt=today)
    past = club.events.filter(was_played).exclude(state=Event.State.RUNNING).order_by("-starts_at", "-pk")[:EVENTS_PAST]
    return list(coming), list(past)


def public_names(known_as: str = "") -> list[str]:
    """The names of clubs that everybody sees, but for the one `known_as` that."""
    return list(Club.objects.filter(is_public=True).exclude(name=known_as).values_list("name", flat=True))


def first_steps_done(club: Club) -> tuple[bool, ...]:
    """Whether a club has members for a table, rules, an event, a second person who runs it or an open invitation, and
    a tablet that was paired, with the example's too (one query)."""
    members = Member.objects.filter(club=club, is_guest=False).values("pk")
    invited = club.one_time_links.filter(
        kind=OneTimeLink.Kind.INVITATION, role__in=OFFICIALS, used_at=None, revoked_at=None
    )
    second = club.roles.filter(kind__in=OFFICIALS).values("pk")[1:2]
    found = Club.objects.filter(pk=club.pk).values_list(
        Exists(members[A_TABLE - 1 : A_TABLE]),
        Exists(club.house_rules.all()),
        Exists(club.events.all()),
        ExpressionWrapper(Exists(invited) | Exists(second), BooleanField()),
        Exists(TableTablet.objects.filter(Q(event__club=club) | Q(event__club__example_of=club))),
    )
    return tuple(map(bool, found[0]))


def picture_of(club: Club) -> ClubPicture | None:
    """The club's picture without its content, if there is one (one query)."""
    return ClubPicture.objects.filter(club=club).defer("content").first()


def read_roles(club: Club) -> list[Role]:
    """The people with a role, admins first, then by name; second directors only while they are (one query)."""
    order = {kind.value: at for at, kind in enumerate(Role.Kind)}
    roles = club.roles.select_related("user", "member", "evening__club")
    there = (role for role in roles if role.kind != Role.Kind.HELPER or role.is_on)
    return sorted(there, key=lambda role: (order[role.kind], name_of(role.user).casefold()))


def read_helpers(event: Event) -> list[Role]:
    """The second directors of this evening (one query)."""
    return [role for role in Role.objects.select_related("user", "evening__club").filter(evening=event) if role.is_on]


def read_safer(club: Club) -> frozenset[int]:
    """The accounts with a role here that sign in with a second step (one query)."""
    return frozenset(SecondStep.objects.filter(user__club_roles__club=club).values_list("user_id", flat=True))


def read_security(club: Club) -> QuerySet[SecurityLine]:
    """Security lines of this club, of accounts with a role here, and of unknown names."""
    here = Q(club=club) | Q(club=None, user__in=club.roles.values("user")) | Q(club=None, user=None)
    return SecurityLine.objects.filter(here).select_related("user").order_by("-at", "-pk")


def count_who_may(club: Club, action: Action) -> int:
    """The number of accounts that may do something in a club (one query)."""
    return club.roles.filter(kind__in=kinds_that_may(action)).count()


def read_open_links(club: Club, now: datetime, **which: object) -> list[OneTimeLink]:
    """The unused links, of a member or of all (one query)."""
    links = club.one_time_links.filter(used_at__isnull=True, revoked_at__isnull=True, expires_at__gt=now, **which)
    return list(links.order_by("pk"))


def account_of(member: Member) -> Role | None:
    """The role of a member's account (one query)."""
    return Role.objects.select_related("user").filter(member=member).first()


def may_fetch(user: User | AnonymousUser) -> bool:
    """Whether an account may fetch a lent evening: a person who runs a club here; on a computer without one anybody; on
    a server in the internet nobody, since it is no hall's computer and asks for no typed address."""
    if settings.IS_PUBLIC:
        return False
    if isinstance(user, User) and user.club_roles.filter(kind__in=OFFICIALS).exists():
        return True
    return not Club.objects.filter(is_example=False).exists()


def may_found(user: User | AnonymousUser) -> bool:
    """Whether an account may found another club here: an admin of one that everybody sees may, or of the server."""
    if not isinstance(user, User):
        return False
    return user.is_superuser or user.club_roles.filter(kind=Role.Kind.ADMIN, club__is_public=True).exists()


def clubs_for(user: User | AnonymousUser) -> QuerySet[Club]:
    """The clubs that a reader may know of: those everybody sees, and their own."""
    known = Q(is_public=True)
    if isinstance(user, User):
        known |= Q(pk__in=user.club_roles.values("club"))
    return Club.objects.filter(known)


def some_of(clubs: QuerySet[Club], words: str) -> tuple[list[Club], int]:
    """Those with these words in their names, as many as a page shows, and how many there are."""
    found = clubs.filter(name__icontains=words) if words else clubs
    shown = list(found[: MOST_SHOWN + 1])
    return shown[:MOST_SHOWN], len(shown) if len(shown) <= MOST_SHOWN else found.count()
