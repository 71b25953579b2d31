"""A person's name, and for whom. `Member.public_name` is kept, and goes to an evening's list, cards, screens and paper.
Officials read the full name, and all members their own, where members are shown (`shown_name`) and where people are
`read_in_full` (pages that officials run an evening by; `needs` sees to that)."""

from __future__ import annotations

from league.acting.permissions import Acting, Action
from league.models import Member


def may_read(member: Member, acting: Acting) -> bool:
    return not member.initials_only or acting.may(Action.SEE_NAMES) or acting.member_id == member.pk


def shown_name(member: Member, acting: Acting) -> str:
    return member.full_name if may_read(member, acting) else member.public_name
