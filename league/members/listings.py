"""The list of members."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

import django_tables2 as tables
from django.db.models import QuerySet
from django.http import HttpRequest

from league.acting.permissions import Acting, Action
from league.models import Member
from scoring.score_card.exports import BOTH
from scoring.score_card.listings import PagedListing, cell


class MemberListing(PagedListing):
    """Members and guests by number; contacts only for those who call people up."""

    previous_key, next_key = "Before", "After"
    rows_a_page = 60
    file_name = "members"
    files = BOTH
    in_file = {
        "name": (
            ("Name", attrgetter("name")),
            ("Short name", attrgetter("short_name")),
            ("Categories", lambda member: ", ".join(member.categories)),
            ("Remarks", lambda member: ", ".join(remarks(member))),
        ),
        "contact": (("Phone", attrgetter("phone")), ("Email", attrgetter("email"))),
    }

    number = tables.Column(verbose_name="No.", attrs=cell("No.", **{"class": "num"}), orderable=True)
    name = tables.TemplateColumn(
        template_name="league/members/columns/name.html", verbose_name="Name", attrs=cell("Name"), orderable=True
    )
    contact = tables.TemplateColumn(
        template_name="league/members/columns/contact.html", verbose_name="Contact", attrs=cell("Contact")
    )

    class Meta(PagedListing.Meta):
        attrs = {**PagedListing.Meta.attrs, "aria-labelledby": "members"}

    @classmethod
    def of_club(cls, request: HttpRequest, acting: Acting, members: QuerySet[Member]) -> MemberListing:
        """A page of the members (two queries, whatever their number)."""
        listing = cls.paged(request, members)
        if not acting.may(Action.SEE_NAMES):
            name, short_name, *others = cls.in_file["name"]
            public = ((name[0], attrgetter("public_name")), (short_name[0], attrgetter("public_short_name")))
            listing.in_file = {**cls.in_file, "name": (*public, *others)}
        if not acting.may(Action.CHECK_IN):
            listing.columns.hide("contact")
        return listing


def remarks(member: Member) -> Iterator[str]:
    """The tags beside a name that are no categories."""
    if member.is_guest:
        yield "Guest"
    if member.initials_only:
        yield "Initials only"
    if member.cannot_move:
        yield "Stays at one table"
    if not member.is_active:
        yield "Inactive"
