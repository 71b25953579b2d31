from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import Case, F, QuerySet, Value, When
from django.db.models.functions import Lower
from django.http import HttpRequest

from league.acting.permissions import Acting, Action
from league.models import Member
from league.models.members import CONTACTS, FACTS
from league.office.members.naming import shown_name
from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import FILE, NAME, PAGE, Column, Drawn, Figure, Listing

BESIDE: Final = "the page has it beside the name"
TOGETHER: Final = "the page has all contacts together"


class MemberListing(Listing):
    """Members and guests by number; contacts only for those who call people up."""

    previous_key, next_key = "Before", "After"
    heading = "members"
    file_name = "members"
    files = BOTH

    number = Figure("No.", orderable=True)
    name = Drawn("Name", template_name="league/office/members/columns/name.html", on_phone=NAME, orderable=True)
    short_name = Column("Short name", accessor="public_short_name", on=FILE, because=BESIDE)
    categories = Column("Categories", on=FILE, because=BESIDE)
    remarks = Column("Remarks", on=FILE, because=BESIDE)
    contact = Drawn(
        "Contact", template_name="league/office/members/columns/contact.html", on=PAGE, because="each in its own part"
    )
    # A class's own names, which it may be given so: each contact in a column of the file.
    locals().update({name: Column(FACTS[name].headings[0], on=FILE, because=TOGETHER) for name in CONTACTS})

    @classmethod
    def of_club(cls, request: HttpRequest, acting: Acting, members: QuerySet[Member]) -> MemberListing:
        """A page of the members (two queries, whatever their number)."""
        listing = cls.paged(request, members)
        listing.acting = acting
        if not acting.may(Action.CHECK_IN):
            listing.exclude = ("contact", *CONTACTS)
        return listing

    def value_name(self, record: Member) -> str:
        return shown_name(record, self.acting)

    def value_categories(self, record: Member) -> str:
        return ", ".join(record.categories)

    def value_remarks(self, record: Member) -> str:
        return ", ".join(remarks(record))

    def order_name(self, members: QuerySet[Member], is_descending: bool) -> tuple[QuerySet[Member], bool]:
        """Members by name, and apart those shown by initials: a place would tell their name."""
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
