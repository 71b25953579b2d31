from __future__ import annotations

from typing import Final

from django.db.models import QuerySet

from league.acting.permissions import ClubRequest, name_of
from league.models import SecurityLine
from league.words import clock_words
from pinochle_club.ground.dates import calendar_day, short_day
from pinochle_club.ground.listings import FILE, NAME, PAGE, Column, Figure, Listing

IN_PARTS: Final = "a file has day and time in a column each"
A_PART: Final = "the page has both together"


class SecurityListing(Listing):
    """Sign-ins, wrong passwords, refusals and links, of half a year at most."""

    heading = "security"
    file_name = "security"
    without_rows = "Nothing yet."
    finds = ("user__first_name", "user__last_name", "user__username", "about", "device", "what")

    when = Column("When", accessor="at", order_by="at", on=PAGE, because=IN_PARTS, orderable=True)
    day = Column("Day", accessor="at", on=FILE, because=A_PART)
    time = Column("Time", accessor="at", on=FILE, because=A_PART)
    who = Column("Who", accessor="pk", order_by=("user__last_name", "user__first_name"), on_phone=NAME, orderable=True)
    what = Column("What", orderable=True)
    about = Column("About", default="")
    device = Column("Device", default="")
    times = Figure("Times", orderable=True)

    @classmethod
    def of_club(cls, request: ClubRequest, lines: QuerySet[SecurityLine]) -> SecurityListing:
        listing = cls.paged(request, lines)
        listing.club = request.club
        return listing

    def render_when(self, record: SecurityLine) -> str:
        return f"{short_day(record.at, self.club.date_style)}, {clock_words(record.at, self.club)}"

    def value_day(self, record: SecurityLine) -> str:
        return calendar_day(record.at, self.club.date_style)

    def value_time(self, record: SecurityLine) -> str:
        return clock_words(record.at, self.club)

    def render_who(self, record: SecurityLine) -> str:
        if record.user:
            return name_of(record.user)
        return "Somebody new" if record.what == SecurityLine.What.LINK else "Nobody we know"

    value_who = render_who

    def render_what(self, record: SecurityLine) -> str:
        return record.get_what_display()

    value_what = render_what
