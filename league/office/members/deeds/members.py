from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django.db.models import Max, Q

from league.acting.deed import deed
from league.acting.log import Refused, write_log
from league.acting.permissions import Acting
from league.models import Club, Event, Member, PairRule
from league.models.members import FACTS
from pinochle_club.ground.dates import calendar_day

from .names import call_anew, tell_apart

HIGHEST_NUMBER: Final = 999_999

GONE: Final = "Somebody made this member anonymous, or merged them with another entry of the list."
NAMING: Final = frozenset({"name", "short_name", "number", "initials_only"})


def next_number(club: Club) -> int:
    highest: int = club.members.aggregate(highest=Max("number"))["highest"] or 0
    return highest + 1


def enter_member(*, club: Club, acting: Acting, fields: Mapping[str, Any], client_id: str) -> Member:
    """Enter a member or guest. `fields` are those of `FACTS`."""
    with deed(club, acting, client_id) as doing:
        if doing.was_done:
            entered = club.members.filter(number=fields["number"], name=fields["name"]).first()
            if entered is None:
                raise Refused("This form was already sent with different entries. Open it again from the member list.")
            return entered
        guard_number(club, fields["number"])
        member = write_member(Member(club=club), fields)
        doing.tell("entered a guest" if member.is_guest else "entered a member", told(member))
    return member


def change_member(*, member: Member, acting: Acting, fields: Mapping[str, Any], client_id: str) -> Member:
    # Of a guest whom the hall met, it alone can put the name right.
    with deed(member.club, acting, client_id, while_moved=member.is_guest) as doing:
        if doing.was_done:
            return member
        member = Member.objects.select_for_update(of=("self",)).select_related("club").get(pk=member.pk)
        if member.is_anonymous or member.merged_into_id is not None:
            raise Refused(GONE)
        before = {name: getattr(member, name) for name in fields}
        changed = [name for name, value in fields.items() if before[name] != value]
        if "number" in changed:
            guard_number(member.club, fields["number"])
        if changed:
            write_member(member, {name: fields[name] for name in changed})
            log_change(member=member, before=before, changed=changed, acting=acting, client_id=client_id)
    return member


def write_member(member: Member, fields: Mapping[str, Any]) -> Member:
    save_fields(member, fields)
    if NAMING & set(fields):
        tell_apart(member.club)
        member.refresh_from_db(fields=["name_apart", "short_name_apart"])
    return member


def save_fields(member: Member, fields: Mapping[str, Any]) -> None:
    """Save the fields of one of many, who are told apart afterwards; `categories` are names that the club has."""
    columns = {name: value for name, value in fields.items() if name != "categories"}
    for name, value in columns.items():
        setattr(member, name, value)
    is_new = member.pk is None
    member.save(update_fields=None if is_new else list(columns))
    if "categories" in fields:
        member.carries.set(member.club.categories.filter(name__in=fields["categories"]))
    if "initials_only" in fields:
        call_anew(member)
    elif not is_new and {"name", "short_name"} & set(fields):
        call_anew(member, ~Q(event__state=Event.State.CLOSED))  # what is over tells the name of then


def log_change(
    *, member: Member, before: Mapping[str, Any], changed: list[str], acting: Acting, client_id: str = ""
) -> None:
    """Log a change; of notes and contacts without their words."""
    open_to_all = [name for name in changed if not FACTS[name].is_private]
    hidden = [f"{FACTS[name].label} changed" for name in changed if FACTS[name].is_private]
    write_log(
        club=member.club,
        acting=acting,
        action="changed a member",
        subject=told(member),
        before="; ".join(f"{FACTS[name].label}: {in_words(before[name])}" for name in open_to_all),
        after="; ".join(
            [*(f"{FACTS[name].label}: {in_words(getattr(member, name))}" for name in open_to_all), *hidden]
        ),
        client_id=client_id,
    )


def in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, date):
        return calendar_day(value)
    if isinstance(value, tuple):
        return ", ".join(value) or "–"
    return str(value) if value not in ("", None) else "–"


def told(member: Member) -> str:
    return f"{member.number} {member.bare_name}"


def guard_number(club: Club, number: int) -> None:
    holder = club.members.filter(number=number).first()
    if holder is not None:
        raise Refused(f"{holder.name} has number {number} already. The next free one is {next_number(club)}.", "number")


# -- two people --------------------------------------------------------------------------


def add_pair_rule(*, first: Member, second: Member, kind: PairRule.Kind, acting: Acting, client_id: str) -> PairRule:
    """Keep two members together or apart in seatings. Raises `Refused` where it would contradict another rule."""
    lower, higher = sorted((first, second), key=lambda member: member.pk)
    with deed(first.club, acting, client_id) as doing:
        there = PairRule.objects.filter(first=lower, second=higher).first()
        if there is not None and there.kind == kind:
            return there
        _guard_pair(lower, higher, kind, there)
        rule = PairRule.objects.create(club=first.club, first=lower, second=higher, kind=kind)
        doing.tell("entered a pair", pair_told(rule))
    return rule


def _guard_pair(first: Member, second: Member, kind: PairRule.Kind, there: PairRule | None) -> None:
    if first.pk == second.pk:
        raise Refused("Choose two different people.", "second")
    if first.club_id != second.club_id:
        raise Refused("They belong to different clubs.")
    if there is not None:
        raise Refused(f"You already have this: {pair_told(there)}. Delete that first.", "second")
    if kind != PairRule.Kind.PARTNERS:
        return
    for member in (first, second):
        bound = PairRule.objects.filter(club=member.club, kind=kind)
        other = bound.filter(first=member).first() or bound.filter(second=member).first()
        if other is not None:
            raise Refused(f"{pair_told(other)}. Nobody can always partner two people.", "second")


def remove_pair_rule(*, rule: PairRule, acting: Acting, client_id: str) -> None:
    with deed(rule.club, acting, client_id) as doing:
        if not doing.was_done:
            rule.delete()
            doing.tell("deleted a pair", pair_told(rule))


def pair_told(rule: PairRule) -> str:
    """`Ray Vance and Dolores Vance do not partner`"""
    return f"{rule.first.full_name} and {rule.second.full_name} {rule.get_kind_display()}"
