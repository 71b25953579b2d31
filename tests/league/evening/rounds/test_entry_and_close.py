"""An entry and the closing of its round at the very same moment, on two real connections.

Only PostgreSQL lets two transactions write at a time; on SQLite whoever comes second waits in line anyway.
"""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from league.evening.rounds import deeds
from league.evening.rounds.deeds import close_round
from league.evening.tables.deeds.tables import pair_tablet
from league.models import EventRound, LogLine, RoundTable
from scoring.models import Entry
from scoring.score_card.views import answers
from tests.league.makers import acting_as, card_at, make_running_round
from tests.scoring.score_card.makers import join

pytestmark = pytest.mark.django_db(transaction=True)
BID = {"dealer": "N", "bidder": "N", "bid": "51", "trump": "H"}
PATIENCE = 20


@pytest.fixture(autouse=True)
def on_postgresql(transactional_db: None) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")


@pytest.fixture
def tables() -> list[RoundTable]:
    event_round = make_running_round(players=8)
    return list(event_round.tables.select_related("event_round__event", "card"))


def tablet_of(table: RoundTable) -> Client:
    client = Client()
    kept = join(card_at(table), client)
    pair_tablet(event=table.event_round.event, table_number=table.number, device=kept.device)
    return client


def bid(client: Client, table: RoundTable) -> int:
    fields = {"client_id": f"bid-{table.number}", "seen": 0, **BID}
    status: int = client.post(f"/cards/{table.card_id}/hands/1/bid/", fields).status_code
    return status


def close(event_round: EventRound) -> None:
    close_round(event_round=event_round, acting=acting_as(), client_id="close", reason="the hall closes")


@contextmanager
def stopped_in(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> Iterator[tuple[threading.Event, ...]]:
    """The function `module.name` waits when it is called the first time: events "it is there" and "let it go on"."""
    there, go_on = threading.Event(), threading.Event()
    real = getattr(module, name)

    def stopping(*args: Any, **fields: Any) -> Any:
        if not there.is_set():
            there.set()
            assert go_on.wait(PATIENCE)
        return real(*args, **fields)

    monkeypatch.setattr(module, name, stopping)
    try:
        yield there, go_on
    finally:
        go_on.set()


def begin(pool: ThreadPoolExecutor, do: Callable[..., Any], *args: Any) -> Future[Any]:
    def work() -> Any:
        try:
            return do(*args)
        finally:
            connection.close()

    return pool.submit(work)


def waits(other: Future[Any]) -> bool:
    """Whether the other connection comes to wait for a lock, and not to its end."""
    for _ in range(PATIENCE * 50):
        if other.done():
            return False
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            if cursor.fetchone()[0]:
                return True
        time.sleep(0.02)
    return False


def test_closing_waits_for_an_entry_that_was_let_in(tables, monkeypatch):
    table = tables[0]
    tablet = tablet_of(table)
    with ThreadPoolExecutor(2) as pool, stopped_in(monkeypatch, answers, "record") as (there, go_on):
        entry = begin(pool, bid, tablet, table)
        assert there.wait(PATIENCE)
        closing = begin(pool, close, table.event_round)
        assert waits(closing)
        go_on.set()
        assert entry.result(PATIENCE) == 302
        closing.result(PATIENCE)

    assert Entry.objects.count() == 1
    assert EventRound.objects.get().state == EventRound.State.CLOSED
    assert "Table 1: 0 of 4 hands are in" in LogLine.objects.get(action="closed").after


def test_an_entry_waits_for_the_closing_and_is_refused(tables, monkeypatch):
    table = tables[0]
    tablet = tablet_of(table)
    with ThreadPoolExecutor(2) as pool, stopped_in(monkeypatch, deeds, "missing_in") as (there, go_on):
        closing = begin(pool, close, table.event_round)
        assert there.wait(PATIENCE)
        entry = begin(pool, bid, tablet, table)
        assert waits(entry)
        go_on.set()
        closing.result(PATIENCE)
        assert entry.result(PATIENCE) == 409

    assert Entry.objects.count() == 0


def test_tables_do_not_wait_for_each_other(tables, monkeypatch):
    slow, quick = (tablet_of(table) for table in tables)
    with ThreadPoolExecutor(2) as pool, stopped_in(monkeypatch, answers, "record") as (there, go_on):
        first = begin(pool, bid, slow, tables[0])
        assert there.wait(PATIENCE)
        assert begin(pool, bid, quick, tables[1]).result(PATIENCE) == 302
        go_on.set()
        assert first.result(PATIENCE) == 302
