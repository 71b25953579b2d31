"""A year in this process, past the server: quick, with a clock and a database of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection
from django.test.utils import get_runner
from django.utils import timezone

from league.office.clubs.deeds.one_time_links import make_setup
from tests.new_database import make_without_migrations

from .clubs import FOUNDED, Club, Town
from .journal import Journal
from .mishaps import Mishap
from .web import Inside, Person
from .year import Year


class Patched:
    """`timezone.now`, by which all of the club goes."""

    def __init__(self) -> None:
        self.moment = FOUNDED

    def now(self) -> datetime:
        return self.moment

    def go(self, moment: datetime) -> None:
        self.moment = moment


@contextmanager
def opened(town: Town, seed: int = 1, mishaps: Sequence[Mishap] = (), **how: Any) -> Iterator[Year]:
    """A club that is set up, before its first night; `how` as in `Year`."""
    everybody: list[Person] = []

    def device(name: str, role: str) -> Person:
        everybody.append(Person(name, role, Inside()))
        return everybody[-1]

    clock = Patched()
    with patch.object(timezone, "now", clock.now):
        carol, zone = device("Carol Reyes", "director"), ZoneInfo(settings.TIME_ZONE)
        club = Club(town, Journal(town.club, town.game), carol, device, clock, seed=seed, zone=zone)
        club.found(f"/l/{make_setup()}/")
        club.set_up()
        yield Year(club, everybody, mishaps, **how)


@contextmanager
def database() -> Iterator[Callable[[], int]]:
    """An empty one for a command, as tests have it; how many bytes it holds."""
    runner = get_runner(settings)(verbosity=0, interactive=False)
    runner.setup_test_environment()
    make_without_migrations()
    old = runner.setup_databases()
    try:
        yield kept
    finally:
        runner.teardown_databases(old)
        runner.teardown_test_environment()


def kept() -> int:
    ask = "SELECT pg_database_size(current_database())"
    if connection.vendor == "sqlite":
        ask = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    with connection.cursor() as cursor:
        cursor.execute(ask)
        return int(cursor.fetchone()[0])
