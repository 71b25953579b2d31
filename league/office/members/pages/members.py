from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.urls import reverse
from django.utils.http import urlencode

from league.acting.answers import FormPage
from league.acting.permissions import Acting, Action
from league.models import Category, Club, Member, PairRule
from league.models.members import CONTACTS, FACTS
from league.office.clubs.pages.navigation import address_of, tools_at
from league.office.members.reading import category_key
from scoring.rules.notation import counted

FILTERS: Final = {"active": "Active", "guests": "Guests", "inactive": "Inactive", "all": "All"}
TITLES: Final = {
    PairRule.Kind.NOT_PARTNERS: "Do not partner",
    PairRule.Kind.NEVER_MEET: "Never at one table",
    PairRule.Kind.PARTNERS: "Always partner",
}
NOTES: Final = {
    PairRule.Kind.NOT_PARTNERS: "They may sit at the same table as opponents.",
    PairRule.Kind.NEVER_MEET: "The seating keeps them at different tables.",
    PairRule.Kind.PARTNERS: "All evening, in any format.",
}


def member_tools(club: Club, acting: Acting) -> list[tuple[str, str]]:
    """What else there is about members, by who reads the list."""
    manages, exchanges = acting.may(Action.MANAGE_MEMBERS), acting.may(Action.EXCHANGE_MEMBERS)
    return [
        *tools_at(
            (club.slug,),
            ("Deal of the day", "ladder", True),
            ("Grades", "grades", club.has_grades),
            ("Links", "member_links", manages),
            ("Pairs", "pairs", manages),
            ("Categories", "categories", manages),
            ("Dues and debts", "dues", acting.may(Action.KEEP_DUES)),
            ("Import", "import_members", exchanges),
            ("Export", "export_members", exchanges),
        ),
        *([("Help", reverse("document", args=["secretary"]))] if exchanges else []),
    ]


def filter_lines(
    club: Club, categories: Sequence[Category], counts: Mapping[str, int], shown: str, wanted: str
) -> list[dict[str, object]]:
    filters = {**FILTERS, **{category_key(category): category.name for category in categories}}
    place, find = address_of("members", club.slug), {"find": wanted} if wanted else {}
    return [
        {
            "label": label,
            "number": counts[key],
            "address": f"{place}?{urlencode({'show': key, **find})}",
            "is_here": key == shown,
        }
        for key, label in filters.items()
    ]


def member_page(club: Club, person: Member | None) -> FormPage:
    return FormPage(
        person.full_name if person else "New member or guest",
        "Save",
        ("Back to the list", address_of("members", club.slug)),
        place="inactive" if person and not person.is_active else "",
        also=None if person else ("Save, then another", "another"),
        fields="league/office/members/_fields.html",
        is_plain=True,
        tools=_tools(club, person) if person else (),
    )


def _tools(club: Club, person: Member) -> list[tuple[str, str]]:
    return tools_at(
        (club.slug, person.pk),
        ("Record", "player", True),
        ("What was ruled", "player_history", True),
        ("Conduct file", "conduct", True),
        ("Own link", "member_link", person.is_active),
        ("Merge with another…", "merge_member", True),
        ("Make anonymous…", "anonymous", True),
        ("Delete…", "delete_member", True),
    )


def anonymous_page(member: Member, evenings: int) -> FormPage:
    return FormPage(
        f"Make {member.full_name} anonymous?",
        "Make anonymous for good",
        (f"Keep {member.full_name}", address_of("member", member.club.slug, member.pk)),
        notice="This cannot be undone.",
        notices=(
            f"Deleted: name, {', '.join(FACTS[name].label for name in CONTACTS)}, the date they joined, notes, "
            "conduct file, pairs, links and their account. The name also goes from evenings, score cards, logs, "
            "notices and reasons.",
            f"Stays: {counted(evenings, 'evening')} with their cards, points and places, what was ruled, paid and won, "
            f"and the categories. All of it is then Former member {member.number}’s.",
            "Not reached: backups, files you saved, printed paper, and cards that were kept outside of the club.",
        ),
        tone="danger",
        is_plain=True,
    )


def delete_page(member: Member) -> FormPage:
    """The only way out of the list that leaves nothing, for people who never played."""
    return FormPage(
        f"Delete {member.full_name}?",
        "Delete for good",
        (f"Keep {member.full_name}", address_of("member", member.club.slug, member.pk)),
        notice="For somebody who was entered by mistake and never played.",
        notices=("What was noted of them goes, too. Somebody who played stays: make them inactive instead.",),
        tone="danger",
        is_plain=True,
    )


def back_to_member(member: Member) -> tuple[str, str]:
    return f"Back to {member.full_name}", address_of("member", member.club.slug, member.pk)


def categories_page(club: Club) -> FormPage:
    says = "People carry them on their own page. Prizes can be for one of them."
    back = "Back to the members", address_of("members", club.slug)
    return FormPage("Categories", "Add it", back, says=(says,), is_plain=True)


def category_page(category: Category) -> FormPage:
    back = "Back to the categories", address_of("categories", category.club.slug)
    return FormPage(category.name, "Save", back, is_plain=True)


def pairs_page(club: Club) -> FormPage:
    return FormPage(
        "Pairs",
        "Save",
        ("Back to the members", address_of("members", club.slug)),
        place="Pairs that every seating of the club respects. Only people who manage members see this page.",
        fields="league/office/members/_pair.html",
        is_plain=True,
    )


def pair_groups(rules: Sequence[PairRule]) -> list[dict[str, object]]:
    return [
        {
            "title": TITLES[kind],
            "note": NOTES[kind],
            "lines": [(rule.pk, f"{rule.first} & {rule.second}") for rule in rules if rule.kind == kind],
        }
        for kind in PairRule.Kind
    ]
