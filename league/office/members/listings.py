"""The list of members."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

import django_tables2 as tables
from django.db.models import Case, F, QuerySet, Value, When
from django.db.models.functions import Lower
from django.http import HttpRequest

from league.acting.permissions import Acting, Action
from league.models import Member
from league.office.members.naming import shown_name
from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import Listing, cell


class MemberListing(Listing):
    """Members and guests by number; contacts only for those who call people up."""

    previous_key, next_key = "Before", "After"
    rows_a_page = 60
    file_name = "members"
    files = BOTH

    number = tables.Column(verbose_name="No.", attrs=cell("No.", **{"class": "num"}), orderable=True)
    name = tables.TemplateColumn(
        template_name="league/office/members/columns/name.html", verbose_name="Name", attrs=cell("Name"), orderable=True
    )
    contact = tables.TemplateColumn(
        template_name="league/office/members/columns/contact.html", verbose_name="Contact", attrs=cell("Contact")
    )

    heading = "members"

    @classmethod
    def of_club(cls, request: HttpRequest, acting: Acting, members: QuerySet[Member]) -> MemberListing:
        """A page of the members (two queries, whatever their number)."""
        listing = cls.paged(request, members)
        listing.in_file = {
            "name": (
                ("Name", lambda member: shown_name(member, acting)),
                ("Short name", attrgetter("public_short_name")),
                ("Categories", lambda member: ", ".join(member.categories)),
                ("Remarks", lambda member: ", ".join(remarks(member))),
            ),
            "contact": (("Phone", attrgetter("phone")), ("Email", attrgetter("email"))),
        }
        if not acting.may(Action.CHECK_IN):
            listing.columns.hide("contact")
        return listing

    def order_name(self, members: QuerySet[Member], is_descending: bool) -> tuple[QuerySet[Member], bool]:
        """Who is shown by initials only stands apart: among the others, their place would tell their name."""
        name = Case(When(initials_only=True, then=Value("")), default=F("name"))
        members = members.annotate(by_name=Lower(name))
        return members.order_by("-by_name" if is_descending else "by_name"), True


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
