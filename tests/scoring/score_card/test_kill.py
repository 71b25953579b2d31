"""Processes that die in the middle (kill -9): all of the server's, one of those that serve, PostgreSQL's connections.
All come back on the same database. In a soak there are fifty tables, and sheets are printed and backups made meanwhile.

What was acknowledged is there: hands, corrections, rulings and what came of their appeals. What was not, or of which
the answer was lost, is sent again with the same id, and it is there once. Every total of every card is what a pencil
makes of the table's own notes. A backup holds all that was acknowledged before it began, and of nothing a half.
"""

from __future__ import annotations

import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from pathlib import Path

from tests.club_server import ClubServer, restored_club
from tests.hall import Committee, Table, assert_cards_say_what_was_noted, hall
from tests.sampling import SOAK, sample
from tests.tablet import UNANSWERED, Tablet

TABLES = sample(4, 50)
EVENINGS = sample(1, 6)
SAVED_BEFORE_EACH_KILL = sample(8, 60)
SECONDS = 120
KILLS = 100  # in a soak, of processes; on PostgreSQL half as many cuts of all connections besides


# -- what happens to the server ----------------------------------------------------------


def kill_all(club: ClubServer, committee: Committee) -> None:
    club.kill()
    club.start()


def kill_one_that_serves(club: ClubServer, committee: Committee) -> None:
    club.kill_worker()


def kill_the_committee(club: ClubServer, committee: Committee) -> None:
    committee.kill()


def cut_connections(club: ClubServer, committee: Committee) -> None:
    club.cut_connections()


def blows(club: ClubServer) -> list[Callable[[ClubServer, Committee], None]]:
    """Two of them are dealt before a soak: on PostgreSQL the one that SQLite hasn't, in place of a new start."""
    away = [cut_connections] if club.environment["DATABASE_URL"] else []
    return [kill_one_that_serves, *away, kill_all, *([kill_the_committee] if SOAK else [])]


def test_killed_server_has_all_that_it_acknowledged(
    club_server: ClubServer, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    evening = threading.Event()
    with hall(club_server, TABLES, EVENINGS) as tables, ThreadPoolExecutor(TABLES + 2) as pool:
        earlier = entry_ids(club_server)  # of other tests
        dealt: Counter[str] = Counter()
        playing = [pool.submit(table.play, evening) for table in tables]
        beside = neighbours(pool, club_server, tables, evening, tmp_path) if SOAK else []
        try:
            for number in range(sample(2, KILLS * len(blows(club_server)) // 2)):
                blow = blows(club_server)[number % len(blows(club_server))]
                play_on(tables, playing)
                blow(club_server, tables[0].committee)
                dealt[blow.__name__] += 1
                acknowledged = all_acknowledged(tables)
                written = entry_ids(club_server)
                assert [written[client_id] for client_id in acknowledged] == [1] * len(acknowledged)
            play_on(tables, playing)
        finally:
            evening.set()
        for each in playing:
            each.result()

        entered, told = entry_ids(club_server) - earlier, Counter(all_acknowledged(tables))
        answers = sum((table.answers for table in tables), Counter[int]())
        figures = {
            **dealt,
            **sum((table.did for table in tables), Counter[str]()),
            "acknowledged": told.total(),
            "lost": (told - entered).total(),
            "doubled": (entered - told).total(),
            "answers of 500": answers[500],
            "answers of 503": answers[503],
            "totals as noted": assert_cards_say_what_was_noted(tables),
            **{name: figure for each in beside for name, figure in each.result().items()},
        }
    record_property("figures", ", ".join(f"{name}: {figure}" for name, figure in figures.items()))
    assert any(table.sent_again for table in tables), "nobody was interrupted: the test proves nothing"
    assert entered == told
    assert answers[500] == 0


def play_on(tables: list[Table], playing: list[Future[None]]) -> None:
    """Wait until some more entries are acknowledged."""
    enough = len(all_acknowledged(tables)) + SAVED_BEFORE_EACH_KILL
    end = time.monotonic() + SECONDS
    while len(all_acknowledged(tables)) < enough:
        assert time.monotonic() < end, "the tablets do not come through"
        for each in playing:
            if each.done():
                each.result()  # what went wrong there
        time.sleep(0.01)


def all_acknowledged(tables: list[Table]) -> list[str]:
    return [client_id for table in tables for client_id in list(table.acknowledged)]


def entry_ids(club_server: ClubServer) -> Counter[str]:
    return Counter(client_id for (client_id,) in club_server.rows("SELECT client_id FROM scoring_entry"))


# -- beside it, in a soak ----------------------------------------------------------------


def neighbours(
    pool: ThreadPoolExecutor,
    club: ClubServer,
    tables: list[Table],
    evening: threading.Event,
    folder: Path,
) -> list[Future[dict[str, object]]]:
    return [
        pool.submit(print_sheets, tables, evening),
        pool.submit(make_backups, club, tables, evening, folder),
    ]


def print_sheets(tables: list[Table], evening: threading.Event) -> dict[str, object]:
    """Every card again and again: whenever it has changed, its sheet is made anew."""
    statuses: Counter[int] = Counter()
    while not evening.is_set():
        for table in tables:
            try:
                statuses[table.tablet.get(f"{table.card}card.pdf").status] += 1
            except UNANSWERED:
                statuses[0] += 1
                time.sleep(0.5)
    assert not statuses[500]
    return {"sheets printed": statuses[200], "sheets that were interrupted": statuses.total() - statuses[200]}


def make_backups(club: ClubServer, tables: list[Table], evening: threading.Event, folder: Path) -> dict[str, object]:
    """One after another, each restored. The last of them is opened, and the cards are there. One whose own connection
    was cut says so and leaves nothing that looks like a copy."""
    cut_short = 0
    for number in count(1):
        is_last = evening.is_set()
        state_dir = folder / str(number)
        state_dir.mkdir()
        acknowledged, cards = all_acknowledged(tables), [(table.tablet.cookies, table.card) for table in tables]
        try:
            copy = club.back_up()
        except subprocess.CalledProcessError as cut:
            if "pg_dump says" not in cut.stderr:
                raise
            assert list((club.state_dir / "backups").glob("*.part")) == []
            cut_short += 1
            continue
        with restored_club(state_dir, copy) as restored:
            assert_whole(restored, acknowledged)
            if is_last:
                restored.start()
                for cookies, card in cards:
                    assert Tablet(restored.url, dict(cookies)).get(card).status == 200
                break
    restored_ones = number - cut_short
    assert restored_ones > 1, "none was made while people played"
    return {"backups restored": restored_ones, "backups cut short": cut_short}


def assert_whole(restored: ClubServer, acknowledged: list[str]) -> None:
    held = entry_ids(restored)
    assert [held[client_id] for client_id in acknowledged] == [1] * len(acknowledged)
    # Every entry counts its card's version up, in the same transaction.
    torn = (
        "SELECT card.id FROM scoring_scorecard card LEFT JOIN scoring_entry entry ON entry.card_id = card.id"
        " GROUP BY card.id, card.version"
        " HAVING card.version <> count(entry.id) OR card.version <> coalesce(max(entry.number), 0)"
    )
    assert restored.rows(torn) == []
    if not restored.environment["DATABASE_URL"]:
        assert restored.rows("PRAGMA integrity_check") == [("ok",)]
        assert restored.rows("PRAGMA foreign_key_check") == []
