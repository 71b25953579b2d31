"""Who runs a club: what the pages of roles and invitations say. No queries."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from league.acting.answers import FormPage
from league.acting.permissions import name_of
from league.models import Club, OneTimeLink, Role

from .navigation import address_of


def role_lines(roles: Sequence[Role]) -> list[dict[str, object]]:
    """People with a role, a line each."""
    return [
        {
            "pk": role.pk,
            "name": name_of(role.user),
            "sign_in_name": role.user.get_username(),
            "role": role.get_kind_display(),
            "member": f"member {role.member.number}" if role.member else "",
        }
        for role in roles
    ]


def link_lines(links: Sequence[OneTimeLink]) -> list[dict[str, object]]:
    """Links that wait to be used, a line each."""
    return [
        {"pk": link.pk, "name": link.name, "what": _what(link), "until": f"works until {until:%B} {until.day}"}
        for link in links
        for until in [timezone.localtime(link.expires_at)]
    ]


def _what(link: OneTimeLink) -> str:
    if link.kind == OneTimeLink.Kind.INVITATION:
        return f"Invitation as {Role.Kind(link.role).label.lower()}"
    return "New password"


def _back(club: Club) -> tuple[str, str]:
    return "Back to the roles", address_of("roles", club.slug)


def invite_page(club: Club) -> FormPage:
    says = "You get a link and a code to scan. Whoever opens it chooses a sign-in name and a password."
    return FormPage("Invite somebody", "Make the link", _back(club), says=(says,), is_plain=True)


def role_page(role: Role) -> FormPage:
    """One person with a role."""
    place = f"signs in as {role.user.get_username()}"
    return FormPage(name_of(role.user), "Save", _back(role.club), place=place, is_plain=True)


def changed_role(role: Role) -> str:
    return f"{name_of(role.user)} is {Role.Kind(role.kind).label.lower()} now."


def removed_role(role: Role) -> str:
    return f"{name_of(role.user)} has no role here any more."


def revoked_link(link: OneTimeLink) -> str:
    return f"The link for {link.name} works no more."
