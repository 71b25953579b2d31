"""A club's standing tables and the answers for their next dates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from league.acting.finding import found_as
from league.evening.events.deeds import local_start
from league.evening.standing_tables.dates import next_day, opens_at
from league.models import Club, Member, StandingAnswer, StandingTable
from pinochle_club.ground.http import or_404


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table's next date, and the members coming, in order of their answers."""

    table: StandingTable
    day: date
    is_open: bool
    members: tuple[Member, ...]

    @property
    def starts_at(self) -> datetime:
        return local_start(self.day, self.table.starts_at)

    @property
    def free(self) -> int:
        """Seats not taken; 0 when full, and the next to come opens another table."""
        seats = len(self.table.rules.book_version.book.seats)
        return -len(self.members) % seats if self.members else seats


def tables_of(club: Club) -> list[StandingTable]:
    """The club's tables with their rules (one query)."""
    found = list(club.standing_tables.select_related("rules__book_version").defer("rules__book_version__data"))
    for table in found:
        table.club = club
    return found


@found_as("online")
def get_online(club: Club, online_id: int) -> StandingTable:
    tables = club.standing_tables.select_related("rules__book_version")
    found = or_404(tables.filter(pk=online_id).first(), "This club has no such table online.")
    found.club = club
    return found


def meetings(tables: Sequence[StandingTable], now: datetime) -> list[Meeting]:
    """Next dates, the nearest first (one query, without tables none). Inactive members don't come."""
    days = {table.pk: next_day(table, now) for table in tables}
    coming: dict[int, dict[int, Member]] = {table.pk: {} for table in tables}
    if tables:
        there = StandingAnswer.objects.filter(table__in=tables, member__is_active=True).select_related("member")
        for answer in there:
            if answer.day == days[answer.table_id]:
                coming[answer.table_id].setdefault(answer.member_id, answer.member)
    found = [
        Meeting(table, days[table.pk], opens_at(table, days[table.pk]) <= now, tuple(coming[table.pk].values()))
        for table in tables
    ]
    return sorted(found, key=lambda one: one.starts_at)
