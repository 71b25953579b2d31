"""The pages of members, ready to print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.http import urlencode

from league.members.deeds.members import pair_told
from league.models import Club, PairRule

# Which members a list can show, and the rule.
SHOWN: Final = {
    "active": ("Active", Q(is_active=True)),
    "guests": ("Guests", Q(is_active=True, is_guest=True)),
    "inactive": ("Inactive", Q(is_active=False)),
    "all": ("All", Q()),
}


@dataclass(frozen=True, slots=True)
class FilterContext:
    label: str
    number: int
    address: str
    is_here: bool


def filters_context(club: Club, shown: str, wanted: str) -> tuple[FilterContext, ...]:
    """Which members to show, with how many there are (one query)."""
    counted = club.members.aggregate(**{key: Count("pk", filter=rule) for key, (_, rule) in SHOWN.items()})
    place = reverse("league:members", args=[club.slug])
    return tuple(
        FilterContext(
            label=label,
            number=counted[key],
            address=f"{place}?{urlencode({'show': key, **({'find': wanted} if wanted else {})})}",
            is_here=key == shown,
        )
        for key, (label, _) in SHOWN.items()
    )


@dataclass(frozen=True, slots=True)
class PairLine:
    pk: int
    text: str


@dataclass(frozen=True, slots=True)
class PairGroup:
    title: str
    note: str
    lines: tuple[PairLine, ...]


NOTES = {
    PairRule.Kind.NOT_PARTNERS: "They may sit at one table as opponents.",
    PairRule.Kind.NEVER_MEET: "The seating keeps them at different tables.",
    PairRule.Kind.PARTNERS: "Through the whole evening, whatever the format.",
}
TITLES = {
    PairRule.Kind.NOT_PARTNERS: "Do not partner",
    PairRule.Kind.NEVER_MEET: "Never at one table",
    PairRule.Kind.PARTNERS: "Always partner",
}


def pairs_context(club: Club) -> tuple[PairGroup, ...]:
    """The pairs by what the seating minds about them (one query)."""
    rules = list(club.pair_rules.select_related("first", "second").order_by("first__name", "second__name"))
    return tuple(
        PairGroup(
            title=TITLES[kind],
            note=NOTES[kind],
            lines=tuple(PairLine(rule.pk, pair_told(rule)) for rule in rules if rule.kind == kind),
        )
        for kind in PairRule.Kind
    )
