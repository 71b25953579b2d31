"""The most memory that `manage.py rebuild_ledger` needs beside what its process had, and how long it takes: for an
evening of fifty tables, whose cards it all reads, and for the standings of 500 members after 100,000 hands, which it
compares. It has one evening or one season in memory at a time, so a club of more evenings needs no more."""

from __future__ import annotations

import io
import time

from django.core.management import call_command

from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round
from league.models import Event
from league.season.seasons.publishing import would_differ
from tests.lab.benchmarks import Row, sized
from tests.lab.benchmarks.bench_grades import megabytes, peak_from_now
from tests.lab.benchmarks.bench_saving import test_database
from tests.lab.benchmarks.bench_seasons import MANY, season_after
from tests.league.makers import acting_as, make_event, make_running_round, play_round

TABLES = sized(2, 50)
MOST_MEGABYTES = 200  # of the 300 for all of its process; here that holds the whole database, too


def run() -> list[Row]:
    with test_database():
        season, event = season_after(MANY), played_evening()
        before = peak_from_now()
        start, out = time.process_time(), io.StringIO()
        call_command("rebuild_ledger", event.club.slug, stdout=out)
        assert out.getvalue() == "1 evening read, all as they were.\n", out.getvalue()
        read = time.process_time() - start
        assert not would_differ(season), "the standings are those that were published"
        compared = time.process_time() - start - read
        above = megabytes("VmHWM") - before
    return [
        Row("memory for a rebuild", above, "MB", MOST_MEGABYTES, "MB allowed", at_most=1.0),
        Row(f"  an evening of {TABLES} tables read", read, "s"),
        Row(f"  standings of {MANY:,} hands compared", compared, "s"),
    ]


def played_evening() -> Event:
    event_round = make_running_round(make_event(rounds_planned=1), players=4 * TABLES)
    play_round(event_round, seed=1)
    close_round(event_round=event_round, acting=acting_as(), client_id="", reason="unsigned")
    return close_event(event=event_round.event, acting=acting_as(), client_id="")
