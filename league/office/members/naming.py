"""What a person is called, and to whom.

What everybody may read is kept: `Member.public_name` says it, and from there it goes to an evening's list, and from the
list to cards, screens and paper. So no page has to ask. Only where members themselves are shown, by `shown_name`, do
officials read the full name, and all members their own; and on the pages that officials run an evening by, `in_full`.
What tables, papers and files show stays as everybody may read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from league.acting.permissions import Acting, Action
from league.models import Entrant, Member

# `R. A.`, `R. A. (3)`: what stands in an evening's list for a member who is shown by initials only.
INITIALS: Final = re.compile(r"(?:(?:\w\. )*\w\.|–)(?: \(.+\))?")


def may_read(member: Member, acting: Acting) -> bool:
    """Whether they may read the full name of a member who is shown by initials only."""
    return not member.initials_only or acting.may(Action.SEE_NAMES) or acting.member_id == member.pk


def shown_name(member: Member, acting: Acting) -> str:
    """A member's name as the reader may see it."""
    return member.full_name if may_read(member, acting) else member.public_name


def in_full(entrants: Iterable[Entrant]) -> None:
    """Calls people of an evening by their full names, for a page that officials alone read: as they were read, not in
    the list (one query, none where nobody is shown by initials)."""
    shown = [one for one in entrants if one.member_id and INITIALS.fullmatch(one.name)]
    members = Member.objects.filter(initials_only=True).in_bulk({one.member_id for one in shown}) if shown else {}
    for one in shown:
        if one.member_id is not None and (member := members.get(one.member_id)) is not None:
            one.name, one.short_name = member.full_name, member.full_short_name
