"""The worker beside the server: it plays, comes back when it dies, and goes with the server."""

import os
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from scoring.play.simulate.bots import RANDOM
from scoring.rules.book import built_in_book
from tests.club_server import ClubServer

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")


def test_worker_plays_comes_back_and_goes_with_the_server(club_server: ClubServer):
    server = club_server.process.pid
    keeper = soon(lambda: child_of(server, "pinochle_club.worker"))
    worker = soon(lambda: child_of(keeper, "worker"))

    os.kill(worker, signal.SIGKILL)
    again = soon(lambda: next((pid for pid in [child_of(keeper, "worker")] if pid != worker), None))
    put_in_line(club_server, "first")
    soon(lambda: club_server.rows("SELECT 1 FROM scoring_simulation WHERE state = 'done' AND deals_done = 120"))
    player = soon(lambda: child_of(again, "spawn_main"))
    assert niceness(player) == 19
    assert niceness(again) == niceness(server)

    club_server.stop()
    soon(lambda: not any(is_alive(pid) for pid in (keeper, again, player)))


def put_in_line(club: ClubServer, tap: str) -> None:
    """A small job, as the page would ask for it."""
    if club.environment["DATABASE_URL"]:
        pytest.skip("asked for by a statement of SQLite")
    book = built_in_book("gwinnett").to_json()
    row = (uuid4().hex, book, RANDOM, tap)
    with closing(sqlite3.connect(club.state_dir / "club.sqlite3", timeout=20)) as sqlite:
        sqlite.execute(
            "INSERT INTO scoring_simulation (id, asked, book, against, bots, seed, deals, deals_done, state, tally, "
            "version, created_from, start_hash, created_at) "
            "VALUES (?, '{}', ?, '', ?, 1, 120, 0, 'waiting', '', 0, '', ?, '2026-11-21 04:00:00')",
            row,
        )
        sqlite.commit()


def soon(found: Callable[[], Any], seconds: float = 40) -> Any:
    """What is found once it is there."""
    end = time.monotonic() + seconds
    while not (answer := found()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.1)
    return answer


def child_of(parent: int, word: str) -> int | None:
    """The child of a process whose command has this word in it."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            command = (entry / "cmdline").read_bytes().split(b"\0")
            is_child = fields_of(int(entry.name))[1] == str(parent)
        except OSError:
            continue
        if is_child and any(word.encode() in part for part in command):
            return int(entry.name)
    return None


def fields_of(pid: int) -> list[str]:
    """State, parent and so on: what stands behind the name in `stat`."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def niceness(pid: int) -> int:
    return int(fields_of(pid)[16])


def is_alive(pid: int) -> bool:
    try:
        return fields_of(pid)[0] != "Z"
    except OSError:
        return False
