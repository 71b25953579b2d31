"""What the pages of members are made of, read from the database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db.models import Count, Q, QuerySet

from league.models import Club, Member, PairRule

# Which members a list can show, and the rule.
SHOWN: Final = {
    "active": Q(is_active=True),
    "guests": Q(is_active=True, is_guest=True),
    "inactive": Q(is_active=False),
    "all": Q(),
}


def members_shown(club: Club, shown: str, wanted: str) -> QuerySet[Member]:
    """The members of a filter of `SHOWN` whose name or number begins or holds what is wanted, by number."""
    members = club.members.filter(SHOWN[shown])
    if wanted.isdecimal() and wanted.isascii() and len(wanted) < 10:
        return members.filter(number=int(wanted))
    for word in wanted.split():
        members = members.filter(Q(name__icontains=word) | Q(short_name__icontains=word))
    return members


def count_shown(club: Club) -> Mapping[str, int]:
    """How many members each filter of `SHOWN` has (one query)."""
    counted: Mapping[str, int] = club.members.aggregate(
        **{key: Count("pk", filter=rule) for key, rule in SHOWN.items()}
    )
    return counted


def read_pairs(club: Club) -> list[PairRule]:
    """What the seating minds about pairs of the club's members, by name (one query)."""
    return list(club.pair_rules.select_related("first", "second").order_by("first__name", "second__name"))
