"""What play asks the clubs of an account: whether it is a member's, what it is called, where its tables are."""

from __future__ import annotations

from collections.abc import Iterable

from league.models import Role
from league.office.clubs.pages.navigation import address_of


class MembersAccounts:
    """Accounts that members have claimed."""

    def is_member(self, player: int) -> bool:
        """Whether the account is a member's, in any club (one query)."""
        return Role.objects.filter(user=player, member__isnull=False).exists()

    def names(self, players: Iterable[int], reader: int | None) -> dict[int, str]:
        """What everybody may read of the names of those who share a club with the reader (one query)."""
        clubs = Role.objects.filter(user=reader).exclude(kind=Role.Kind.HELPER).values("club")
        roles = Role.objects.filter(user__in=list(players), member__isnull=False, club__in=clubs)
        rows = roles.select_related("member").order_by("-club")
        return {role.user_id: role.member.public_name for role in rows if role.member is not None}

    def ladders(self, player: int) -> list[tuple[str, str]]:
        """The clubs of an account by name, each with its table of the deal of the day (one query)."""
        roles = Role.objects.filter(user=player).exclude(kind=Role.Kind.HELPER)
        roles = roles.select_related("club").order_by("club__name")
        return [(role.club.name, address_of("ladder", role.club.slug)) for role in roles]
