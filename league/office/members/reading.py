from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.db.models import Count, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from league.acting.finding import found_as
from league.models import Category, Club, Follow, Member, Merge, PairRule

# Which members a list can show, and the rule.
SHOWN: Final = {
    "active": Q(is_active=True),
    "guests": Q(is_active=True, is_guest=True),
    "inactive": Q(is_active=False),
    "all": Q(),
}


def get_member(club: Club, member_id: int) -> Member:
    """A member of this club (one query), or 404, also for one merged into another."""
    return get_object_or_404(Member.objects.select_related("club"), club=club, pk=member_id, merged_into=None)


@found_as("person")
def get_named_member(club: Club, member_id: int) -> Member:
    """A member for pages that say more than results: 404 also for an anonymous one."""
    member = get_member(club, member_id)
    if member.is_anonymous:
        raise Http404("This member was made anonymous.")
    return member


def merges_of(member: Member) -> list[Merge]:
    """The entries merged into a member's, and not split again (one query)."""
    return list(Merge.objects.filter(kept=member, is_split=False).select_related("gone"))


def followed_by(member_id: int | None) -> QuerySet[Member]:
    """The members that a member follows, by number (one query)."""
    if member_id is None:
        return Member.objects.none()
    followed = Follow.objects.filter(member=member_id).order_by().values("other")
    return Member.objects.filter(pk__in=followed, merged_into=None, is_anonymous=False).exclude(pk=member_id)


def category_key(category: Category) -> str:
    return f"category-{category.pk}"


def rules_of(categories: Iterable[Category]) -> Mapping[str, Q]:
    return {**SHOWN, **{category_key(one): Q(is_active=True, carries=one) for one in categories}}


def members_shown(club: Club, rule: Q, wanted: str, *, sees_names: bool) -> QuerySet[Member]:
    """The members of a filter by wanted name or number; hidden names are found by those who see them."""
    members = club.members.filter(rule, merged_into=None).prefetch_related("carries")
    if wanted.isdecimal() and wanted.isascii() and len(wanted) < 10:
        return members.filter(number=int(wanted))
    if wanted and not sees_names:
        members = members.filter(initials_only=False)
    for word in wanted.split():
        members = members.filter(Q(name__icontains=word) | Q(short_name__icontains=word))
    return members


def count_shown(club: Club, rules: Mapping[str, Q]) -> Mapping[str, int]:
    """The number of members in each filter (one query)."""
    counted: Mapping[str, int] = club.members.filter(merged_into=None).aggregate(
        **{key: Count("pk", filter=rule, distinct=True) for key, rule in rules.items()}
    )
    return counted


def read_pairs(club: Club) -> list[PairRule]:
    """Pairs that the seating minds, by name (one query)."""
    listed = club.pair_rules.filter(first__merged_into=None, second__merged_into=None)
    return list(listed.select_related("first", "second").order_by("first__name", "second__name"))
