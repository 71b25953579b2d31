"""A person's name, and for whom.

What everybody may read is kept: `Member.public_name` says it, and from there it goes to an evening's list, and from the
list to cards, screens and paper. So no page has to ask. Only where members themselves are shown, by `shown_name`, do
officials read the full name, and all members their own; and on the pages that officials run an evening by, for which
people are `read_in_full` (`needs` sees to that). Tables, papers, files and the log stay as everybody may read them.
"""

from __future__ import annotations

from league.acting.permissions import Acting, Action
from league.models import Member


def may_read(member: Member, acting: Acting) -> bool:
    return not member.initials_only or acting.may(Action.SEE_NAMES) or acting.member_id == member.pk


def shown_name(member: Member, acting: Acting) -> str:
    """A member's name as the reader may see it."""
    return member.full_name if may_read(member, acting) else member.public_name
