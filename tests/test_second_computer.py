"""Two computers of one club on PostgreSQL, which copies itself. While tables play, the club's computer fails, and the
other becomes the club. It has all that was acknowledged but for the last seconds, which are counted; nothing is there
twice. On SQLite this is one of the troubles in `tests/lab/chaos`.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection

from tests.club_server import ClubServer
from tests.hall import Told, entries, hall
from tests.lab.chaos.rounds import play, wait_for
from tests.own_postgres import own_postgres, replica_of
from tests.sampling import SOAK

pytestmark = pytest.mark.needs_db

TABLES = 6
SAVED_BEFORE_EACH = 100
MOST_LOST = 3.0  # seconds before the failure


@pytest.mark.skipif(not SOAK or os.getuid() != 0, reason="two database servers of its own, for another account")
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is copied by Litestream")
def test_replica_of_postgresql_becomes_the_club(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    """Both the club and its database are killed; on the other computer the replica is promoted, and the club opens."""
    with own_postgres() as first:
        database = first.new_database()
        club, other = (ClubServer(tmp_path / name, database) for name in ("club", "other"))
        for each in (club, other):
            each.state_dir.mkdir()
        club.start()
        with replica_of(first) as replica, hall(club, TABLES, 3) as tables, ThreadPoolExecutor(TABLES) as pool:
            when, evening = [Told() for _ in tables], threading.Event()
            for table, told in zip(tables, when, strict=True):
                table.acknowledged = told
            playing = [pool.submit(play, table, evening, looks_again=True) for table in tables]
            try:
                wait_for(SAVED_BEFORE_EACH, when, playing)
                club.kill()
                first.kill()
                failed_at = time.monotonic()
                replica.control("promote")
                other.environment["DATABASE_URL"] = replica.url(database)
                other.start()
                for table in tables:
                    table.tablet.url = other.url
                lost = lost_of(when, other)
                wait_for(SAVED_BEFORE_EACH, when, playing)
            finally:
                evening.set()
            for playing_one in playing:
                playing_one.result()
            written, acknowledged = entries(other), {client_id for told in when for client_id in told}
            other.kill()
    record_property("figures", f"acknowledged: {len(acknowledged)}, lost: {len(lost)}")
    assert [at for at in lost.values() if failed_at - at > MOST_LOST] == []
    assert written == acknowledged - lost.keys()


def lost_of(when: list[Told], club: ClubServer) -> dict[str, float]:
    """What was acknowledged, and when, and is not there now."""
    told = {client_id: at for one in when for client_id, at in list(one.at.items())}
    return {client_id: told[client_id] for client_id in told.keys() - entries(club)}
