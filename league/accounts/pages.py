"""One's own account, ready to print."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User

from league.acting.permissions import name_of
from league.models import Role


@dataclass(frozen=True, slots=True)
class ClubOfAccount:
    name: str
    slug: str
    role: str


@dataclass(frozen=True, slots=True)
class AccountContext:
    name: str
    sign_in_name: str
    email: str
    clubs: tuple[ClubOfAccount, ...]


def account_context(user: User) -> AccountContext:
    """An account and its clubs (one query)."""
    roles = user.club_roles.select_related("club").order_by("club__name")
    return AccountContext(
        name=name_of(user),
        sign_in_name=user.get_username(),
        email=user.email or "–",
        clubs=tuple(ClubOfAccount(role.club.name, role.club.slug, Role.Kind(role.kind).label) for role in roles),
    )
