"""What the pages of members and of pairs say. No queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.http import urlencode

from league.acting.answers import FormPage
from league.clubs.pages.navigation import address_of
from league.members.deeds.members import pair_told
from league.models import Club, Member, PairRule

FILTERS: Final = {"active": "Active", "guests": "Guests", "inactive": "Inactive", "all": "All"}
TITLES: Final = {
    PairRule.Kind.NOT_PARTNERS: "Do not partner",
    PairRule.Kind.NEVER_MEET: "Never at one table",
    PairRule.Kind.PARTNERS: "Always partner",
}
NOTES: Final = {
    PairRule.Kind.NOT_PARTNERS: "They may sit at one table as opponents.",
    PairRule.Kind.NEVER_MEET: "The seating keeps them at different tables.",
    PairRule.Kind.PARTNERS: "Through the whole evening, whatever the format.",
}
PAIR_NOTED: Final = "Noted. The next seating minds it."
PAIR_TAKEN_OUT: Final = "Taken out. The next seating minds it no more."


def filter_lines(club: Club, counted: Mapping[str, int], shown: str, wanted: str) -> list[dict[str, object]]:
    """Which members can be shown, with how many there are."""
    place, find = address_of("members", club.slug), {"find": wanted} if wanted else {}
    return [
        {
            "label": label,
            "number": counted[key],
            "address": f"{place}?{urlencode({'show': key, **find})}",
            "is_here": key == shown,
        }
        for key, label in FILTERS.items()
    ]


def member_page(club: Club, person: Member | None) -> FormPage:
    """Everything that is kept of a person; None for somebody new."""
    return FormPage(
        person.name if person else "New member or guest",
        "Save",
        ("Back to the list", address_of("members", club.slug)),
        place="inactive" if person and not person.is_active else "",
        also=None if person else ("Save, then another", "another"),
        fields="league/members/_fields.html",
        is_plain=True,
    )


def entered(member: Member) -> str:
    return f"{member.name} is entered with number {member.number}."


def saved(member: Member) -> str:
    return f"{member.name} is saved."


def welcomed(member: Member) -> str:
    return f"{member.name} is a member now, with number {member.number}."


def put_aside_or_back(member: Member) -> str:
    return f"{member.name} is {'active again' if member.is_active else 'inactive now'}."


def pairs_page(club: Club) -> FormPage:
    return FormPage(
        "Pairs",
        "Note it",
        ("Back to the members", address_of("members", club.slug)),
        place="What every seating of the club minds about two people. Only those who manage members see this page.",
        fields="league/members/_pair.html",
        is_plain=True,
    )


def pair_groups(rules: Sequence[PairRule]) -> list[dict[str, object]]:
    """The pairs by what the seating minds about them."""
    return [
        {
            "title": TITLES[kind],
            "note": NOTES[kind],
            "lines": [(rule.pk, pair_told(rule)) for rule in rules if rule.kind == kind],
        }
        for kind in PairRule.Kind
    ]
