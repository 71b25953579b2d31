"""The log of an event, newest first."""

from __future__ import annotations

from typing import Any, Final

from django.core.paginator import Paginator

from league.acting.permissions import ClubRequest
from league.evening.desk.pages.leads import Leads
from league.evening.desk.pages.log import log_rows
from pinochle_club.ground.exports import file_asked
from pinochle_club.ground.listings import FILE, NAME, PAGE, Column, Drawn, Listing, kept_in

from .event_log import Key, all_items, log_items


def drawn(label: str, template: str, because: str, on_phone: str = "") -> Drawn:
    """A column whose cells a template of the log draws."""
    template = f"league/evening/desk/columns/{template}.html"
    return Drawn(label, beside="", template_name=template, on=PAGE, because=because, on_phone=on_phone)


IN_PARTS: Final = "a file has each part of it in a column"
A_PART: Final = "the page has it beside others"


class LogListing(Listing):
    """Lines of the log: person, deed, time, device, before and after, reason, and the link to correct it."""

    look, heading = "listing log-listing", "log-title"
    file_name = "log"

    when = drawn("When", "when", IN_PARTS)
    day = Column("Day", on=FILE, because=A_PART)
    time = Column("Time", on=FILE, because=A_PART)
    who = drawn("Who", "who", IN_PARTS)
    by = Column("Who", accessor="who", on=FILE, because=A_PART)
    device = Column("Device", on=FILE, because=A_PART)
    what = drawn("What", "what", IN_PARTS, NAME)
    done = Column("What", accessor="what", on=FILE, because=A_PART)
    place = Column("Where", on=FILE, because=A_PART)
    struck = Column("Undone", on=FILE, because=A_PART)
    change = Column("Before → after", beside="", default="", on=PAGE, because=IN_PARTS)
    before = Column("Before", on=FILE, because=A_PART)
    after = Column("After", on=FILE, because=A_PART)
    why = Column("Why", beside="", default="")
    lead = drawn("Leads to", "lead", "nobody taps a file")

    @classmethod
    def of_keys(cls, request: ClubRequest, keys: Any, leads: Leads) -> LogListing:
        """One page of matches, reading only its rows; for a file, all pages."""
        paginator: Paginator[Key] = Paginator(keys, LogListing.rows_a_page)
        if file_asked(request):
            listing = cls(list(log_rows(all_items(keys), leads)))
            listing.paginator = paginator
            return listing
        page = paginator.get_page(request.GET.get("page"))
        listing = cls(list(log_rows(log_items(list(page.object_list)), leads)))
        listing.paginator, listing.page, listing.kept = paginator, page, kept_in(request.GET)
        page.object_list = listing.rows
        return listing
