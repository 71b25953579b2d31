"""Two computers of one club, each with a database of its own: one is the club, the other stands by. While tables play,
the club's computer fails, or is taken from in good order, and the other becomes the club.

Whoever takes over has all that was acknowledged but for the last seconds, which are counted; nothing is there twice;
and the computer that was the club opens no more. A soak goes back and forth between the two.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.club_server import ClubServer, free_port
from tests.hall import Table, Told, entries, hall
from tests.own_postgres import own_postgres, replica_of
from tests.sampling import SOAK, sample
from tests.second_computer import Computer, soon
from tests.tablet import Page, Tablet

pytestmark = pytest.mark.needs_db

TABLES = sample(3, 6)
ROUNDS = sample(1, 20)
SAVED_BEFORE_EACH = sample(40, 100)
MOST_LOST = 3.0  # seconds before the failure


@pytest.fixture
def computers(tmp_path: Path) -> Iterator[tuple[Computer, Computer]]:
    port = free_port()
    club, other = (tmp_path / name for name in ("club", "other"))
    club.mkdir()
    other.mkdir()
    both = Computer(club, "127.0.0.2", port), Computer(other, "127.0.0.3", port)
    try:
        yield both
    finally:
        for each in both:
            each.kill()


@pytest.mark.skipif(connection.vendor == "postgresql", reason="PostgreSQL copies itself")
def test_other_computer_takes_over_while_tables_play(
    computers: tuple[Computer, Computer], record_property: Callable[[str, object], None]
) -> None:
    club, other = computers
    club.start()
    (key,) = re.findall(r"KEY=(\S+)", club.log.read_text())
    lost: set[str] = set()
    longest, lost_seconds = 0.0, 0.0
    with hall(club, TABLES, sample(1, 40)) as tables, ThreadPoolExecutor(TABLES) as pool:
        tables[0].committee.kill()  # it has the first computer's database open
        when = [Told() for _ in tables]
        for table, told in zip(tables, when, strict=True):
            table.acknowledged = told
        other.stand_by("--from", club.url, "--key", key)
        evening = threading.Event()
        playing = [pool.submit(play, table, evening) for table in tables]
        try:
            for number in range(ROUNDS):
                play_on(tables, playing)
                in_good_order = number % 2 == 1
                failed_at = time.monotonic()
                if not in_good_order:
                    club.kill()
                longest = max(longest, other.take_over())
                for table in tables:
                    table.tablet.url = other.url
                play_on(tables, playing)
                for client_id, told_at in lost_of(when, other, lost).items():
                    assert not in_good_order
                    lost.add(client_id)
                    lost_seconds = max(lost_seconds, failed_at - told_at)
                if in_good_order:
                    assert "The club is on another computer now" in Tablet(club.url).get("/").text
                    club.kill()
                assert f"The club is at {other.url} now" in club.refuses_to_open()
                if number + 1 < ROUNDS:
                    club.stand_by()
                    club, other = other, club
        finally:
            evening.set()
        for each in playing:
            each.result()
    acknowledged = {client_id for one in when for client_id in one}
    written = entries(other)
    figures = {
        "takeovers": ROUNDS,
        "seconds until it answers, at most": round(longest, 1),
        "acknowledged": len(acknowledged),
        "lost": len(lost),
        "of the last seconds, at most": round(lost_seconds, 1),
        "doubled": len(written - acknowledged),
    }
    record_property("figures", ", ".join(f"{name}: {figure}" for name, figure in figures.items()))
    assert lost_seconds <= MOST_LOST
    assert written == acknowledged - lost


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
            playing = [pool.submit(play, table, evening) for table in tables]
            try:
                play_on(tables, playing)
                club.kill()
                first.kill()
                failed_at = time.monotonic()
                replica.control("promote")
                other.environment["DATABASE_URL"] = replica.url(database)
                other.start()
                for table in tables:
                    table.tablet.url = other.url
                lost = lost_of(when, other, set())
                play_on(tables, playing)
            finally:
                evening.set()
            for playing_one in playing:
                playing_one.result()
            written, acknowledged = entries(other), {client_id for told in when for client_id in told}
            other.kill()
    record_property("figures", f"acknowledged: {len(acknowledged)}, lost: {len(lost)}")
    assert [at for at in lost.values() if failed_at - at > MOST_LOST] == []
    assert written == acknowledged - lost.keys()


def play(table: Table, evening: threading.Event) -> None:
    """Where what it built on is among the lost, the table looks at its card again and goes on from there."""
    while not evening.is_set():
        try:
            if "client_id" in table.page.hidden:
                table.step()
            else:
                table.turn_over()  # hands that were played twice are more than a card has
        except AssertionError:
            table.did["looked again"] += 1
            table.page = Page(table.read(table.card).text)


def lost_of(when: list[Told], club: ClubServer, before: set[str]) -> dict[str, float]:
    """What was acknowledged, and when, and is not there now."""
    told = {client_id: at for one in when for client_id, at in list(one.at.items())}
    return {client_id: told[client_id] for client_id in told.keys() - entries(club) - before}


def play_on(tables: list[Table], playing: list[Any]) -> None:
    enough = sum(len(table.acknowledged) for table in tables) + SAVED_BEFORE_EACH

    def is_enough() -> bool:
        for each in playing:
            if each.done():
                each.result()
        return sum(len(table.acknowledged) for table in tables) >= enough

    soon(is_enough)
