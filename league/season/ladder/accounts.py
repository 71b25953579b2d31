"""Answers to play's questions: a visitor's rules, names of accounts, their tables, and the boards of an evening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from league.acting.permissions import Action, may
from league.evening.coming.remembered import clubs_remembered
from league.evening.travelers.at_home import closed_boards, hall_of, title_of
from league.models import Club, HouseRulesVersion, Role
from league.office.clubs.pages.navigation import address_of
from league.office.house_rules.deeds import played_by
from scoring.play.membership import ClubBooks, Hall, player_of
from scoring.rules.book import RuleBook

MOST_EVENINGS: Final = 3


class MembersAccounts:
    def books(self, request: HttpRequest) -> list[ClubBooks]:
        """The books of a visitor's clubs, by club name, and the newest evenings with boards (three queries at most)."""
        evenings: Mapping[int, Mapping[str, str]] = {}
        if (player := player_of(request)) is None:
            clubs = dict.fromkeys(clubs_remembered(request), False)
        else:
            roles = _roles_of(player).annotate(has_boards=Exists(closed_boards(event__club=OuterRef("club"))))
            clubs = {role.club: role.member_id is not None for role in roles}
            evenings = _evenings([role.club for role in roles if role.has_boards])
        found = played_by(clubs) if clubs else {}
        return [
            ClubBooks(club.name, found[club.pk], is_member, evenings.get(club.pk, {}))
            for club, is_member in clubs.items()
        ]

    def book(self, name: str) -> RuleBook | None:
        """The newest version of a public club's book of that key; else the usual book of the club of that address."""
        rows = HouseRulesVersion.objects.filter(
            house_rules__key=name, house_rules__is_retired=False, house_rules__club__is_public=True
        )
        version = rows.select_related("book_version").order_by("-number").first()
        if version is not None:
            return version.book_version.book
        club = Club.objects.filter(slug=name, is_public=True).first()
        return played_by([club])[club.pk][0] if club else None

    def lets_try_rules(self, player: int | None) -> bool:
        """Whether a club of the account does; while there is none but examples, anybody may (two queries)."""
        roles = _roles_of(player) if player is not None else ()
        lets = any(
            may(kind, Action.TRY_RULES) and (kind != Role.Kind.MEMBER or role.club.members_try_rules)
            for role in roles
            for kind in [role.kind_in(None)]
        )
        return lets or not Club.objects.filter(is_example=False).exists()

    def names(self, players: Iterable[int], reader: int | None) -> dict[int, str]:
        """Public names of those who share a club with the reader (one query)."""
        clubs = Role.objects.filter(user=reader).exclude(kind=Role.Kind.HELPER).values("club")
        roles = Role.objects.filter(user__in=list(players), member__isnull=False, club__in=clubs)
        rows = roles.select_related("member").order_by("-club")
        return {role.user_id: role.member.public_name for role in rows if role.member is not None}

    def ladders(self, player: int) -> list[tuple[str, str]]:
        """The clubs of an account by name, each with its table of the deal of the day (one query)."""
        return [(role.club.name, address_of("ladder", role.club.slug)) for role in _roles_of(player)]

    def hall(self, source: str) -> Hall | None:
        """The boards of the event of that id, once it is final (ten queries at most)."""
        is_id = source.isascii() and source.isdigit() and len(source) < 10
        dealt = closed_boards(event=source).first() if is_id else None
        return hall_of(dealt) if dealt else None


def _evenings(clubs: Sequence[Club]) -> dict[int, dict[str, str]]:
    found: dict[int, dict[str, str]] = {}
    if clubs:
        newest = closed_boards(event__club__in=clubs).defer("book_version__data")[:MOST_EVENINGS]
        for dealt in (one for one in newest if one.event.is_final(timezone.now())):
            found.setdefault(dealt.event.club_id, {})[str(dealt.event_id)] = title_of(dealt.event)
    return found


def _roles_of(player: int) -> QuerySet[Role]:
    roles = Role.objects.filter(user=player).exclude(kind=Role.Kind.HELPER)
    return roles.select_related("club").order_by("club__name")
