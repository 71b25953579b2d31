"""Roles: changing them and taking them away. A club keeps at least one admin."""

from __future__ import annotations

from league.acting.log import Refused, was_done, write_log
from league.acting.permissions import Acting, name_of
from league.models import Role
from pinochle_club.write_queue import queued_write

LAST_ADMIN = "{name} is the last admin of the club. Make somebody else an admin first."


def change_role(*, role: Role, kind: Role.Kind, acting: Acting, client_id: str) -> None:
    """Makes somebody another kind of user. Raises Refused for the last admin."""
    with queued_write():
        if was_done(role.club, client_id):
            return
        before = Role.Kind(role.kind)
        if before == kind:
            return
        if kind != Role.Kind.ADMIN:
            _guard_last_admin(role)
        Role.objects.filter(pk=role.pk).update(kind=kind)
        write_log(
            club=role.club,
            acting=acting,
            action="changed the role",
            subject=name_of(role.user),
            before=before.label,
            after=kind.label,
            client_id=client_id,
        )


def remove_role(*, role: Role, acting: Acting, client_id: str) -> None:
    """Takes somebody's role away; the account stays, for other clubs. Raises Refused for the last admin."""
    with queued_write():
        if was_done(role.club, client_id):
            return
        _guard_last_admin(role)
        role.delete()
        write_log(
            club=role.club,
            acting=acting,
            action="took the role away",
            subject=name_of(role.user),
            before=Role.Kind(role.kind).label,
            client_id=client_id,
        )


def _guard_last_admin(role: Role) -> None:
    if role.kind != Role.Kind.ADMIN:
        return
    # Locked, so that of two admins who demote each other at once one stays.
    admins = Role.objects.select_for_update().filter(club=role.club, kind=Role.Kind.ADMIN, user__is_active=True)
    if not [other for other in admins if other.pk != role.pk]:
        raise Refused(LAST_ADMIN.format(name=name_of(role.user)))
