"""Who runs a club, ready to print: people with roles, and links that wait to be used."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from league.acting.permissions import name_of
from league.models import Club, OneTimeLink, Role


@dataclass(frozen=True, slots=True)
class RoleLine:
    pk: int
    name: str
    sign_in_name: str
    role: str
    member: str


@dataclass(frozen=True, slots=True)
class LinkLine:
    pk: int
    name: str
    what: str
    until: str


@dataclass(frozen=True, slots=True)
class RolesContext:
    roles: tuple[RoleLine, ...]
    links: tuple[LinkLine, ...]


def roles_context(club: Club) -> RolesContext:
    """Two queries. Admins first, then by name."""
    order = {kind.value: at for at, kind in enumerate(Role.Kind)}
    roles = sorted(
        club.roles.select_related("user", "member"), key=lambda role: (order[role.kind], name_of(role.user).casefold())
    )
    links = club.one_time_links.filter(used_at__isnull=True, revoked_at__isnull=True, expires_at__gt=timezone.now())
    return RolesContext(
        roles=tuple(
            RoleLine(
                pk=role.pk,
                name=name_of(role.user),
                sign_in_name=role.user.get_username(),
                role=Role.Kind(role.kind).label,
                member=f"member {role.member.number}" if role.member else "",
            )
            for role in roles
        ),
        links=tuple(_link_line(link) for link in links.order_by("pk")),
    )


def _link_line(link: OneTimeLink) -> LinkLine:
    what = "New password"
    if link.kind == OneTimeLink.Kind.INVITATION:
        what = f"Invitation as {Role.Kind(link.role).label.lower()}"
    until = timezone.localtime(link.expires_at)
    return LinkLine(link.pk, link.name, what, f"works until {until:%B} {until.day}")
