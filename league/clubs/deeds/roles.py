"""Roles: changing them and taking them away. A club keeps at least one admin."""

from __future__ import annotations

from typing import Final

from league.accounts.deeds import end_resets
from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting, name_of
from league.models import Role

LAST_ADMIN: Final = "{name} is the last admin of the club. Make somebody else an admin first."


def change_role(*, role: Role, kind: Role.Kind, acting: Acting, client_id: str) -> Role:
    """Makes somebody another kind of user. Raises Refused for the last admin."""
    with deed(role.club, acting, client_id) as doing:
        before = Role.Kind(role.kind)
        if doing.was_done or before == kind:
            return role
        if kind != Role.Kind.ADMIN:
            _guard_last_admin(role)
        Role.objects.filter(pk=role.pk).update(kind=kind)
        role.kind = kind
        end_resets(role.user)
        doing.tell("changed the role", name_of(role.user), before=before.label, after=kind.label)
    return role


def remove_role(*, role: Role, acting: Acting, client_id: str) -> None:
    """Takes somebody's role away; the account stays, for other clubs. Raises Refused for the last admin."""
    with deed(role.club, acting, client_id) as doing:
        if doing.was_done:
            return
        _guard_last_admin(role)
        role.delete()
        end_resets(role.user)
        doing.tell("took the role away", name_of(role.user), before=Role.Kind(role.kind).label)


def _guard_last_admin(role: Role) -> None:
    if role.kind != Role.Kind.ADMIN:
        return
    # Locked, so that of two admins who demote each other at once one stays.
    admins = Role.objects.select_for_update().filter(club=role.club, kind=Role.Kind.ADMIN, user__is_active=True)
    if not [other for other in admins if other.pk != role.pk]:
        raise Refused(LAST_ADMIN.format(name=name_of(role.user)))
