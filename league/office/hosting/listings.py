from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpRequest

from league.acting.permissions import ClubRequest
from league.models import Club, LogLine
from league.office.clubs.pages.navigation import address_of
from league.words import clock_words
from pinochle_club.ground.dates import calendar_day, short_day
from pinochle_club.ground.listings import FILE, MAIN, NAME, PAGE, SMALL, Column, Figure, Listing, Name

from .pages import mail_words, size_words, state_words

IN_PARTS: Final = "a file has day and time in a column each"
A_PART: Final = "the page has both together"
ROUNDED: Final = "the page says about how many bytes they are"
IN_ROWS: Final = "a file has the rows that were counted"


class HostedListing(Listing):
    """The clubs of a server, as its host sees them."""

    heading, file_name = "clubs", "clubs"
    without_rows = "No club yet."
    finds = ("name", "slug")
    find_label = "Find a club"
    previous_key, next_key = "Before", "After"

    name = Name("Club", orderable=True, linkify=lambda record: address_of("host_club", record.slug))
    members = Figure("Members", accessor="members_now", order_by="members_now", on_phone=SMALL, orderable=True)
    last = Column("Last evening", accessor="last_evening", order_by="last_evening", orderable=True)
    size = Figure(
        "Size", accessor="row_count", order_by="row_count", on=PAGE, because=IN_ROWS, on_phone=MAIN, orderable=True
    )
    rows_counted = Figure("Rows", accessor="row_count", default="", on=FILE, because=ROUNDED)
    mail = Column("Mail", accessor="unsent", order_by="-unsent", orderable=True)
    hall = Column("Hall", accessor="hall_version", default="–")
    state = Column("State", accessor="pk")

    @classmethod
    def of_server(cls, request: HttpRequest, clubs: QuerySet[Club], bytes_a_row: float) -> HostedListing:
        listing = cls.paged(request, clubs)
        listing.bytes_a_row = bytes_a_row
        return listing

    def render_last(self, record: Any) -> str:
        return calendar_day(record.last_evening) if record.last_evening else "–"

    def render_size(self, record: Club) -> str:
        return size_words(record, self.bytes_a_row)

    def render_mail(self, record: Any) -> str:
        return mail_words(record.unsent)

    def render_state(self, record: Club) -> str:
        return state_words(record)

    value_last, value_mail, value_state = render_last, render_mail, render_state


class ClubLogListing(Listing):
    """What was done in a club apart from its evenings, by its own people and by the host."""

    heading, file_name = "club-log", "club-log"
    without_rows = "Nothing yet."
    finds = ("who", "action", "subject", "reason")

    when = Column("When", accessor="at", on=PAGE, because=IN_PARTS)
    day = Column("Day", accessor="at", on=FILE, because=A_PART)
    time = Column("Time", accessor="at", on=FILE, because=A_PART)
    who = Column("Who")
    action = Column("What", on_phone=NAME)
    subject = Column("About", default="")
    before = Column("Before", default="")
    after = Column("After", default="")
    reason = Column("Why", default="")

    @classmethod
    def of_club(cls, request: ClubRequest, lines: QuerySet[LogLine]) -> ClubLogListing:
        listing = cls.paged(request, lines)
        listing.club = request.club
        return listing

    def render_when(self, record: LogLine) -> str:
        return f"{short_day(record.at, self.club.date_style)}, {clock_words(record.at, self.club)}"

    def render_action(self, record: LogLine) -> str:
        return record.action[:1].upper() + record.action[1:]

    def value_day(self, record: LogLine) -> str:
        return calendar_day(record.at, self.club.date_style)

    def value_time(self, record: LogLine) -> str:
        return clock_words(record.at, self.club)
