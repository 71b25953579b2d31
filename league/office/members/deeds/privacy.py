"""A member's name hidden behind initials, or gone for good."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.db.models import Q

from league.acting.deed import deed
from league.acting.log import Refused, write_log
from league.acting.permissions import Acting, Kind
from league.acting.seals import REWRITTEN, rewriting
from league.models import (
    Club,
    Coming,
    ConductNote,
    DuesPart,
    DuesPayment,
    Entrant,
    Event,
    Follow,
    Letter,
    LogLine,
    Member,
    Merge,
    OneTimeLink,
    PairRule,
    PastRow,
    Role,
    StandingAnswer,
)
from league.models.members import FACTS
from league.office.clubs.deeds.roles import release_account
from league.office.clubs.reading import account_of

from .members import change_member
from .names import call_anew, tell_apart, write_over, write_over_short


def show_initials(*, member: Member, initials_only: bool, acting: Acting, client_id: str) -> Member:
    """Show a member to all but officials by initials only, or by name again."""
    return change_member(member=member, fields={"initials_only": initials_only}, acting=acting, client_id=client_id)


def make_anonymous(*, member: Member, acting: Acting, client_id: str) -> Member:
    """Forget for good who a member was: name, contact, notes, account; their results stay. Raises `Refused` for a
    member who helps to run the club, or is on the list of an evening that is not over."""
    with deed(member.club, acting, client_id) as doing:
        there = Member.objects.select_for_update(of=("self",)).select_related("club").get(pk=member.pk)
        if doing.was_done or there.is_anonymous:
            return there
        role = account_of(there)
        if role is not None and role.kind != Role.Kind.MEMBER:
            raise Refused(f"{there.name} is {Kind(role.kind).label.lower()} here. Take the account back first.")
        event = Event.objects.filter(entrants__member=there).exclude(state=Event.State.CLOSED).first()
        if event is not None:
            raise Refused(f"{there.name} is on the list of {event}. Take them off it, or wait until it is closed.")
        entries = [there]
        for one in entries:  # with all that were merged into it
            entries += one.merged.select_related("club")
        with _forgetting(there.club, acting):
            for one in entries:
                _forget(one, acting)
        tell_apart(there.club)
        doing.tell("made a member anonymous for good", there.name)
    return there


def forget_again(names: Mapping[Member, tuple[set[str], set[str]]], acting: Acting) -> None:
    """Take names of members who are anonymous here out of texts that came from elsewhere."""
    for member, (full, short) in names.items():
        with _forgetting(member.club, acting):
            write_over(member.club, full, member.name)
            write_over_short(member, short)


@contextmanager
def _forgetting(club: Club, acting: Acting) -> Iterator[None]:
    with rewriting(club) as rewritten:
        yield
    for evening, lines in rewritten:
        write_log(club=club, event=evening, acting=acting, action=REWRITTEN, after=lines)


def _forget(member: Member, acting: Acting) -> None:
    names, short_names = {member.name}, {member.short_name}
    for name, short_name in Entrant.objects.filter(member=member).values_list("name", "short_name"):
        names.add(name)
        short_names.add(short_name)
    anonymous = f"Former member {member.number}"
    _end_account(member, anonymous, acting)
    for model in (ConductNote, DuesPart, Letter, OneTimeLink, StandingAnswer):
        model.objects.filter(member=member).delete()
    PairRule.objects.filter(Q(first=member) | Q(second=member)).delete()
    Follow.objects.filter(Q(member=member) | Q(other=member)).delete()
    Merge.objects.filter(Q(kept=member) | Q(gone=member)).delete()  # they hold contacts; they can't be split later
    Coming.objects.filter(member=member).update(note="")
    PastRow.objects.filter(member=member).update(name="")
    PastRow.objects.filter(partner=member).update(partner_name="")
    DuesPayment.objects.filter(member=member).update(note="")
    member.name, member.is_anonymous, member.is_active = anonymous, True, False
    member.name_apart = member.short_name_apart = ""
    member.link_nonce = secrets.token_hex(16)
    for each in FACTS.values():
        if each.is_personal:
            setattr(member, each.field.name, each.field.get_default())
    member.save()
    call_anew(member)
    write_over(member.club, names, anonymous)
    write_over_short(member, short_names)


def _end_account(member: Member, anonymous: str, acting: Acting) -> None:
    """Delete the account with the member, unless it has a role in another club too."""
    role = account_of(member)
    if role is None:
        return
    user = role.user
    LogLine.objects.filter(club=member.club, user=user).update(who=anonymous)
    release_account(member=member, acting=acting, client_id="")
    if not user.club_roles.exists() and not user.is_staff:
        user.delete()
