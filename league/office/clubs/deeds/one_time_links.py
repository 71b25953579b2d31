"""Links that work once. The secret follows from the server's key and the submission, so a repeated tap shows the same
link, and only its hash is kept."""

from __future__ import annotations

import base64
import hmac
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from league.acting.deed import deed, hold_club
from league.acting.log import Refused, write_log
from league.acting.permissions import Acting, Action, may, name_of
from league.acting.security import What, note
from league.models import Club, Event, Member, OneTimeLink, Role
from league.office.accounts.deeds import change_password, end_resets, open_links
from league.office.clubs.reading import read_roles
from league.office.second_steps.deeds import take_off_all
from league.words import month_and_day
from pinochle_club.ground.write_queue import queued_write
from scoring.score_card.access import hash_of, new_secret

from .clubs import make_club
from .roles import end_help, guard_account

Kind = OneTimeLink.Kind
TAKEN_MEANWHILE: Final = "Somebody just took that sign-in name. Choose another."
LASTS: Final = {
    Kind.SETUP: timedelta(days=14),
    Kind.INVITATION: timedelta(days=14),
    Kind.RESET: timedelta(days=2),
    Kind.APPEAL: timedelta(days=2),
    Kind.EVENING: timedelta(hours=1),
}
AN_EVENING: Final = timedelta(days=7)  # where it is never closed

CLAIMED: Final = "claimed a member’s account"
CHOSE: Final = "chose a new password"
CHOSE_BY_SERVER: Final = f"{CHOSE} by a link from the server"
NOT_BY_LINK: Final = "A club’s link can no longer change the password of this account."


# -- making ------------------------------------------------------------------------------


def make_invitation(
    *,
    club: Club,
    acting: Acting,
    kind: Role.Kind,
    name: str,
    email: str = "",
    member: Member | None = None,
    client_id: str,
) -> tuple[OneTimeLink, str]:
    """A link by which a person gets a role in the club, and its secret. With a `member`, the account will be theirs."""
    secret = secret_of(acting, f"invite {club.pk}", client_id)
    if member is not None and member.club_id != club.pk:
        raise Refused("That member belongs to another club.")
    with deed(club, acting, client_id) as doing:
        there = made_before(secret)
        if there is not None:
            return there, secret
        if member is not None:
            if why := _why_not_free(member):
                raise Refused(why, "member")
            open_links(kind=Kind.INVITATION, member=member).update(revoked_at=timezone.now())
        about = {"club": club, "role": kind, "name": name, "email": email, "member": member}
        link = keep_link(Kind.INVITATION, secret, made_by=acting.user, **about)
        doing.tell("invited", name, after=kind.label)
    return link, secret


def make_reset(*, role: Role, acting: Acting, client_id: str) -> tuple[OneTimeLink, str]:
    """A link by which the owner of a role chooses a new password, unless the account could do more than this admin."""
    secret = secret_of(acting, f"reset {role.pk}", client_id)
    guard_account(role.user, acting.user)
    with deed(role.club, acting, client_id) as doing:
        there = made_before(secret)
        if there is not None:
            return there, secret
        end_resets(role.user)
        about = {"club": role.club, "user": role.user, "name": name_of(role.user)[:80], "email": role.user.email}
        link = keep_link(Kind.RESET, secret, made_by=acting.user, **about)
        doing.tell("made a link for a new password", name_of(role.user))
    return link, secret


def invite_member(*, member: Member, acting: Acting, client_id: str) -> tuple[OneTimeLink, str]:
    """A link by which a member gets an account. Raises `Refused` for one who has one, a guest, and an inactive one."""
    return make_invitation(
        club=member.club,
        acting=acting,
        kind=Role.Kind.MEMBER,
        name=member.name,
        email=member.email,
        member=member,
        client_id=client_id,
    )


def invite_for_evening(*, event: Event, acting: Acting, client_id: str) -> tuple[OneTimeLink, str]:
    """A link by which a helper directs this event too, and its secret. It replaces an older one."""
    secret = secret_of(acting, f"evening {event.pk}", client_id)
    with deed(event, acting, client_id) as doing:
        there = made_before(secret)
        if there is not None:
            return there, secret
        open_links(kind=Kind.EVENING, event=event).update(revoked_at=timezone.now())
        for role in Role.objects.select_related("user", "evening__club").filter(club=doing.club, kind=Role.Kind.HELPER):
            if not role.is_on:
                end_help(role)
        about = {"club": doing.club, "event": event, "role": Role.Kind.HELPER, "name": Role.Kind.HELPER.label}
        link = keep_link(Kind.EVENING, secret, made_by=acting.user, **about)
        doing.tell("made a code for a second director")
    return link, secret


def keep_link(kind: Kind, secret: str, **about: Any) -> OneTimeLink:
    ends = timezone.now() + LASTS[kind]
    return OneTimeLink.objects.create(kind=kind, token_hash=hash_of(secret), expires_at=ends, **about)


def _why_not_free(member: Member) -> str:
    if not member.is_active:
        return f"{member.full_name} is inactive in the member list."
    if member.is_guest:
        return f"{member.full_name} is a guest. Accounts are for members."
    if Role.objects.filter(member=member).exists():
        return f"{member.full_name} already has an account."
    return ""


def made_before(secret: str) -> OneTimeLink | None:
    return OneTimeLink.objects.filter(token_hash=hash_of(secret)).first()


def make_setup(*, user: User | None = None) -> str:
    """The secret of a link for the first admin, or a new password of `user`. Older ones stop working."""
    secret = new_secret()
    kind = Kind.RESET if user else Kind.SETUP
    with queued_write():
        open_links(kind=kind, user=user, club__isnull=True).update(revoked_at=timezone.now())
        keep_link(kind, secret, user=user)
    return secret


def needs_first_admin() -> bool:
    own = Role.objects.filter(kind=Role.Kind.ADMIN, user__is_active=True, club__is_example=False, club__is_public=True)
    return not own.exists()


def secret_of(acting: Acting, purpose: str, client_id: str) -> str:
    """32 characters of 192 bits that only this server can work out."""
    purpose = f"one-time link: {acting.user.pk if acting.user else 0} {purpose} {client_id}"
    digest = hmac.new(settings.SECRET_KEY.encode(), purpose.encode(), "sha256").digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


# -- finding -----------------------------------------------------------------------------


def find_link(secret: str) -> OneTimeLink | None:
    about = ("club", "user", "member", "made_by", "event", "table__event_round__event__club")
    links = OneTimeLink.objects.select_related(*about)
    return links.filter(token_hash=hash_of(secret)).first()


def why_dead(link: OneTimeLink, now: datetime) -> str:
    if link.used_at is not None:
        return f"This link was used on {month_and_day(link.used_at, link.club)}. Each link works only once."
    if link.revoked_at is not None:
        return "This link was canceled, or a newer one replaced it."
    if link.expires_at < now:
        return f"This link expired on {month_and_day(link.expires_at, link.club)}."
    if link.kind == Kind.SETUP and not needs_first_admin():
        return "The club has already been set up."
    return _why_not_any_more(link) if link.club_id else ""


def _why_not_any_more(link: OneTimeLink) -> str:
    """Why its maker could no longer give this link today, if so."""
    if link.made_by is not None and link.made_by.is_superuser and link.made_by.is_active and link.role == "admin":
        return ""  # the host's, for a club whose last admin is gone
    maker = Role.objects.filter(user=link.made_by, user__is_active=True, club=link.club).first()
    event_id = link.table.event_round.event_id if link.table else link.event_id  # where it is for one alone
    if link.made_by is None or maker is None or not may(maker.kind_in(event_id), _asked_of_maker(link)):
        return "The person who made this link no longer runs the club."
    if link.member is not None and (why := _why_not_free(link.member)):
        return why
    if link.user is None:
        return ""
    if not link.user.is_active or not link.user.club_roles.filter(club=link.club).exists():
        return f"{name_of(link.user)} no longer belongs to the club."
    try:
        guard_account(link.user, link.made_by)
    except Refused:  # said to an admin; the person with the link is not told what else the account may do
        return NOT_BY_LINK
    return ""


def _asked_of_maker(link: OneTimeLink) -> Action:
    """The right a link's maker needs, by its purpose."""
    if link.kind == Kind.APPEAL:
        return Action.HAVE_DECIDED
    if link.kind == Kind.EVENING:
        return Action.SHARE_DESK
    is_members_own = link.kind == Kind.INVITATION and link.member_id and link.role == Role.Kind.MEMBER
    return Action.MANAGE_MEMBERS if is_members_own else Action.MANAGE_CLUB


# -- using -------------------------------------------------------------------------------


def use_up(link: OneTimeLink, client_id: str) -> OneTimeLink:
    """Use a link up, in the transaction of its purpose: of two people who hold it, one gets through."""
    fresh = (
        OneTimeLink.objects.select_for_update(of=("self",))
        .select_related("club", "member", "user", "made_by", "event", "table__event_round")
        .get(pk=link.pk)
    )
    dead = why_dead(fresh, timezone.now())
    if dead:
        raise Refused(dead)
    fresh.used_at, fresh.used_with = timezone.now(), client_id
    fresh.save(update_fields=["used_at", "used_with"])
    note(What.LINK, user=fresh.user, club=fresh.club, about=fresh.get_kind_display())
    return fresh


def create_account(*, name: str, sign_in_name: str, email: str, password: str | None) -> User:
    """A new account; without a password it has no sign-in. Raises `Refused` where the name was taken."""
    first, _, last = name.rpartition(" ")
    try:
        with transaction.atomic():
            return User.objects.create_user(
                username=sign_in_name,
                email=email,
                password=password,
                first_name=(first or last)[:150],
                last_name=last[:150] if first else "",
            )
    except IntegrityError as taken:
        raise Refused(TAKEN_MEANWHILE, field="sign_in_name") from taken


def use_setup(*, link: OneTimeLink, account: dict[str, str], club_name: str, client_id: str) -> tuple[User, Club]:
    """The first account, admin of the clubs there are, or of a new one named `club_name`."""
    with queued_write():
        use_up(link, client_id)
        user = create_account(**account)
        acting = Acting(user=user, kind=Role.Kind.ADMIN, name=name_of(user))
        clubs = list(Club.objects.select_for_update(no_key=True).filter(is_example=False, is_public=True))
        if not clubs:
            return user, make_club(name=club_name, acting=acting, client_id=client_id)
        for club in clubs:
            _join(club, user, Role.Kind.ADMIN, None, acting)
        return user, clubs[0]


def use_invitation(
    *, link: OneTimeLink, user: User | None, account: dict[str, str] | None, device: str, client_id: str
) -> tuple[User, Club]:
    """Give the role to `user`, or to a new account, and make it the member's where the link is for one. An account
    keeps the role it has. Raises `Refused` where there is nothing to add to it."""
    assert link.club is not None
    with queued_write():
        elsewhere = hold_club(link.club)
        if elsewhere and link.kind != Kind.EVENING:
            raise Refused(elsewhere)
        link = use_up(link, client_id)
        assert link.club is not None
        if user is None:
            assert account is not None
            user = _helper(link, **account) if link.kind == Kind.EVENING else create_account(**account)
        here = Role.objects.select_related("member").filter(club=link.club, user=user).first()
        kind = Role.Kind(here.kind if here else link.role)
        acting = Acting(user=user, kind=kind, name=name_of(user), device=device)
        if here is None:
            _join(link.club, user, kind, link.member, acting)
        elif link.kind == Kind.INVITATION:
            _claim(link, here, acting)
        if link.kind == Kind.EVENING:
            _help_tonight(link, acting)
    return user, link.club


def _helper(link: OneTimeLink, *, name: str) -> User:
    """An account for this browser. Raises `Refused` for a name that has a role already, since the log goes by names."""
    assert link.club is not None
    if any(name_of(role.user).casefold() == name.casefold() for role in read_roles(link.club)):
        raise Refused(f"Somebody here is called {name} already. Add a letter, so the log can tell you apart.", "name")
    link.user = create_account(name=name, sign_in_name=f"tonight-{new_secret()}", email="", password=None)
    link.save(update_fields=["user"])
    return link.user


def _help_tonight(link: OneTimeLink, acting: Acting) -> None:
    """Let the account direct the link's evening. Raises `Refused` for one that may anyway."""
    role = Role.objects.select_related("club").get(club=link.club_id, user=acting.user)
    if role.kind in (Role.Kind.ADMIN, Role.Kind.DIRECTOR):
        raise Refused(f"You are {role.get_kind_display().lower()} of {role.club.name} already.")
    role.evening, role.evening_until = link.event, timezone.now() + AN_EVENING
    role.save(update_fields=["evening", "evening_until"])
    write_log(club=role.club, event=link.event, acting=acting, action="directs this evening too", subject=acting.name)


def _claim(link: OneTimeLink, role: Role, acting: Acting) -> None:
    if link.member is None or link.role not in (Role.Kind.MEMBER, role.kind):
        raise Refused(f"You already belong to {role.club.name}, as {role.get_kind_display().lower()}.")
    if role.member is not None:
        raise Refused(
            f"Your account is {member_told(role.member)}’s. An account is for one person. "
            "If you are in the member list twice, tell a director."
        )
    role.member = link.member
    role.save(update_fields=["member"])
    write_log(club=role.club, acting=acting, action=CLAIMED, subject=name_of(role.user), after=member_told(link.member))


def member_told(member: Member) -> str:
    """`Ruth Abernathy (12)`"""
    return f"{member.name} ({member.number})"


def _join(club: Club, user: User, kind: Role.Kind, member: Member | None, acting: Acting) -> None:
    Role.objects.create(club=club, user=user, kind=kind, member=member)
    after = f"{kind.label}: {member_told(member)}" if member else kind.label
    write_log(club=club, acting=acting, action="joined by a one-time link", subject=name_of(user), after=after)


def use_reset(*, link: OneTimeLink, password: str, device: str, client_id: str) -> User:
    """Set the new password of a link's account. A link made at the server takes the second step off, too."""
    with queued_write():
        if link.club is not None:
            hold_club(link.club)
        link = use_up(link, client_id)
        assert link.user is not None
        change_password(user=link.user, password=password)
        if link.club is None:
            take_off_all(link.user)
        acting = Acting(user=link.user, kind=None, name=name_of(link.user), device=device)
        how = CHOSE if link.club else CHOSE_BY_SERVER  # which opens each of its clubs
        for club in [link.club] if link.club else Club.objects.filter(roles__user=link.user):
            write_log(club=club, acting=acting, action=how, subject=name_of(link.user))
    return link.user


def revoke_link(*, link: OneTimeLink, acting: Acting, client_id: str) -> None:
    assert link.club is not None
    with deed(link.club, acting, client_id) as doing:
        if open_links(pk=link.pk).update(revoked_at=timezone.now()):
            doing.tell("took back a one-time link", link.name, before=link.get_kind_display())
