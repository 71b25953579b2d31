"""The log of an event, the newest first."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import django_tables2 as tables
from django.core.paginator import Paginator

from league.acting.permissions import ClubRequest
from league.evening.board.pages.leads import Leads
from league.evening.board.pages.log import log_rows
from pinochle_club.ground.exports import file_asked
from pinochle_club.ground.listings import Listing, cell

from .event_log import Key, all_records, log_records

PER_PAGE = 40


def column(label: str, template: str) -> tables.TemplateColumn:
    """A column whose cells are drawn by a template of the log."""
    return tables.TemplateColumn(
        template_name=f"league/evening/board/columns/{template}.html", verbose_name=label, attrs=cell(label)
    )


class LogListing(Listing):
    """Who did what, when, on which device, before and after, and why; and the way back to it."""

    file_name = "log"
    in_file = {
        "when": (("Day", attrgetter("day")), ("Time", attrgetter("time"))),
        "who": (("Who", attrgetter("who")), ("Device", attrgetter("device"))),
        "what": (("What", attrgetter("what")), ("Where", attrgetter("place")), ("Undone", attrgetter("struck"))),
        "change": (("Before", attrgetter("before")), ("After", attrgetter("after"))),
    }

    when = column("When", "when")
    who = column("Who", "who")
    what = column("What", "what")
    change = tables.Column(verbose_name="Before → after", default="", attrs=cell("Before → after"))
    why = tables.Column(verbose_name="Why", default="", attrs=cell("Why"))
    lead = column("Leads to", "lead")

    look, heading = "listing log-listing", "log-title"

    @classmethod
    def of_keys(cls, request: ClubRequest, keys: Any, leads: Leads) -> LogListing:
        """One page of what was found; only its rows are read. For a file, all pages of it."""
        paginator: Paginator[Key] = Paginator(keys, PER_PAGE)
        if file_asked(request):
            listing = cls(list(log_rows(all_records(keys), leads)), exclude=("lead",))
            listing.paginator = paginator
            return listing
        page = paginator.get_page(request.GET.get("page"))
        listing = cls(list(log_rows(log_records(list(page.object_list)), leads)))
        listing.paginator, listing.page = paginator, page
        page.object_list = listing.rows
        return listing
