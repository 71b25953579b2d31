"""Members following other members. The log says that this changed, and nobody reads whom."""

from __future__ import annotations

from typing import Final

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.models import Follow, Member

MOST_FOLLOWED: Final = 20


def follow(*, member: Member, other: Member, is_followed: bool, acting: Acting, client_id: str) -> Member:
    """Follow another member, or no longer."""
    with deed(member.club, acting, client_id) as doing:
        there = Follow.objects.filter(member=member, other=other)
        if doing.was_done or there.exists() == is_followed:
            return other
        if not is_followed:
            there.delete()
        elif member.follows.count() >= MOST_FOLLOWED:
            raise Refused(f"You follow {MOST_FOLLOWED} people already. Stop following somebody first.")
        else:
            Follow.objects.create(member=member, other=other)
        doing.tell("changed whom they follow")
    return other
