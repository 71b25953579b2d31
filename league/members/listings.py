"""The list of members."""

from __future__ import annotations

import django_tables2 as tables
from django.db.models import QuerySet
from django.http import HttpRequest

from league.acting.permissions import Acting, Action
from league.models import Member
from scoring.score_card.listings import PagedListing, cell


class MemberListing(PagedListing):
    """Members and guests by number; contacts only for those who call people up."""

    previous_key, next_key = "Before", "After"
    rows_a_page = 60

    number = tables.Column(verbose_name="No.", attrs=cell("No.", **{"class": "num"}))
    name = tables.TemplateColumn(
        template_name="league/members/columns/name.html", verbose_name="Name", attrs=cell("Name")
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
        if not acting.may(Action.CHECK_IN):
            listing.columns.hide("contact")
        return listing
