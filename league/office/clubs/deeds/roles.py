"""Roles changed and taken away. A club keeps at least one admin."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import User

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting, name_of
from league.models import Club, Event, Member, Role
from league.office.accounts.deeds import end_resets
from league.office.clubs.reading import account_of
from league.office.second_steps.deeds import take_off_all
from pinochle_club.ground.commands import manage

LAST_ADMIN: Final = "{name} is the club’s only admin. Make somebody else an admin first."


def change_role(*, role: Role, kind: Role.Kind, acting: Acting, client_id: str) -> Role:
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
    """Take a person's role away; the account stays, for other clubs."""
    with deed(role.club, acting, client_id) as doing:
        if doing.was_done:
            return
        _guard_last_admin(role)
        role.delete()
        end_resets(role.user)
        doing.tell("took the role away", name_of(role.user), before=Role.Kind(role.kind).label)


def release_account(*, member: Member, acting: Acting, client_id: str) -> None:
    """Part a member from their account. One that helps to run the club keeps its role."""
    with deed(member.club, acting, client_id) as doing:
        role = account_of(member)
        if doing.was_done or role is None:
            return
        if role.kind == Role.Kind.MEMBER:
            role.delete()
            end_resets(role.user)
        else:
            role.member = None
            role.save(update_fields=["member"])
        doing.tell("took back a member’s account", member.full_name, before=name_of(role.user))


def take_off_evening(*, role: Role, event: Event, acting: Acting, client_id: str) -> None:
    with deed(event, acting, client_id, while_closed=True) as doing:
        if not doing.was_done:
            end_help(role)
            doing.tell("took off the second director", name_of(role.user))


def ask_second_step(*, club: Club, asks: bool, acting: Acting, client_id: str) -> None:
    """Ask those who run the club for a second step, or no longer. They set it up at their next sign-in."""
    with deed(club, acting, client_id) as doing:
        if doing.was_done or club.asks_second_step == asks:
            return
        club.asks_second_step = asks
        club.save(update_fields=["asks_second_step"])
        doing.tell("asked for a second step" if asks else "asked for no second step", "at sign-in")


def take_second_step_off(*, role: Role, acting: Acting, client_id: str) -> None:
    """Let the password alone sign the account in, unless that could do more than this admin may give."""
    guard_account(role.user, acting.user)
    with deed(role.club, acting, client_id) as doing:
        if doing.was_done:
            return
        take_off_all(role.user)
        doing.tell("took off the second step", name_of(role.user))


def guard_account(user: User, admin: User | None) -> None:
    """Raise `Refused` where the account opens more than the admin's own clubs."""
    if user.is_staff or user.is_superuser:
        raise Refused(f"{name_of(user)} runs the whole server. Only there can this be changed.")
    own = Role.objects.filter(user=admin, kind=Role.Kind.ADMIN).values("club_id")
    if user.club_roles.exclude(club_id__in=own).exists():
        raise Refused(
            f"{name_of(user)} also belongs to another club, where you are not an admin, and this would open that club "
            f"too. Ask the person who runs the server: {manage('set_admin_link', to_all=True)}"
        )


def end_help(role: Role) -> None:
    """Give a second director back their own role. An account made for the evening, without a password, goes."""
    if role.kind != Role.Kind.HELPER:
        role.evening = None
        role.save(update_fields=["evening"])
        return
    role.delete()
    user = role.user
    if not (user.has_usable_password() or user.is_staff or user.club_roles.exists()):
        user.delete()


def _guard_last_admin(role: Role) -> None:
    if role.kind != Role.Kind.ADMIN:
        return
    # Locked, so that of two admins who demote each other at once one stays.
    admins = Role.objects.select_for_update().filter(club=role.club, kind=Role.Kind.ADMIN, user__is_active=True)
    if not [other for other in admins if other.pk != role.pk]:
        raise Refused(LAST_ADMIN.format(name=name_of(role.user)))
