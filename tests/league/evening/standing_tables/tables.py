"""A table that meets every week, as tests set it up, and a time at which it is open."""

from datetime import datetime, time
from typing import Any

from league.evening.events.deeds import local_start
from league.evening.standing_tables.dates import next_day
from league.models import Club, StandingTable
from tests.league.makers import make_rules


def make_table(club: Club, book: str = "npa", **fields: Any) -> StandingTable:
    """On Tuesdays at eight."""
    rules = make_rules(club, book)
    return StandingTable.objects.create(**{"club": club, "rules": rules, "weekday": 1, "starts_at": time(20), **fields})


def start_of(table: StandingTable, now: datetime) -> datetime:
    """When it meets next."""
    return local_start(next_day(table, now), table.starts_at)
