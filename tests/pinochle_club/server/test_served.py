"""The club as `make run` serves it, in processes of its own, killed on the way."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from pinochle_club.ground import __version__
from pinochle_club.ground.opened import noted_address
from pinochle_club.ground.system import AWAITED
from scoring.play.simulate.bots import RANDOM
from scoring.rules.book import built_in_book
from tests.club_server import ROOT, ClubServer, free_port, processes_of, served_club
from tests.sampling import SOAK
from tests.tablet import Tablet

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")


@pytest.fixture(scope="module")
def only_whole_club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    folder = tmp_path_factory.mktemp("whole")
    with served_club(folder, program="tests.quiet_server", WITH_WORKER="1", WORKERS="1") as club:
        yield club


@pytest.fixture
def whole_club(only_whole_club: ClubServer) -> ClubServer:
    """With its worker, and one process that serves."""
    if not only_whole_club.is_running:
        only_whole_club.start()
    return only_whole_club


def test_start_serves_and_prints_the_address_and_its_code(club_server: ClubServer):
    printed = club_server.log.read_text()

    assert f" pinochle-club {__version__}, with Python" in printed.splitlines()[0]
    assert f"The club is open at {club_server.url}\n" in printed
    assert "█" in printed
    assert "A copy is in" not in printed
    assert urllib.request.urlopen(club_server.url + "/health").status == 200


def test_second_start_says_where_the_club_is_open_and_changes_nothing(club_server: ClubServer):
    note, before = club_server.state_dir / "printed_address", club_server.log.read_text()
    printed = note.read_text()
    starts = [sys.executable, "-m", club_server.program]
    free = {**club_server.environment, "PUBLIC_URL": "", "PORT": str(free_port())}

    for environment in (free, *([club_server.environment] if SOAK else [])):
        again = subprocess.run(starts, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=120)
        assert again.returncode == 1
        assert again.stderr.startswith(f"The club is open on this computer already, at {club_server.url}\n")
        assert again.stdout == ""

    assert note.read_text() == printed
    assert "/l/" not in club_server.log.read_text().removeprefix(before)


def test_nobody_else_of_the_machine_reads_what_the_club_wrote(club_server: ClubServer):
    everything = club_server.state_dir.rglob("*")
    written = [path for path in everything if path != club_server.log and "staticfiles" not in path.parts]

    assert written
    assert [path.name for path in written if path.stat().st_mode & 0o077] == []


def test_link_for_the_first_admin_is_printed_and_not_logged_when_it_is_opened(club_server: ClubServer):
    link = re.findall(rf"{re.escape(club_server.url)}/l/[\w-]{{32}}/", club_server.log.read_text())[-1]

    page = urllib.request.urlopen(link).read().decode()

    assert "Set up the club" in page
    assert club_server.log.read_text().count(link) == 1


def test_scripts_and_styles_are_sent_compressed(club_server: ClubServer):
    page = urllib.request.urlopen(club_server.url).read().decode()
    paths = re.findall(r'"(/static/[^"]+\.(?:css|js))"', page)

    sent = {path: encoding_of(club_server.url + path) for path in paths}

    assert paths
    assert sent == dict.fromkeys(paths, "gzip")


def encoding_of(url: str) -> str | None:
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})) as answer:
        encoding: str | None = answer.headers["Content-Encoding"]
        return encoding


@needs_proc
def test_worker_plays_and_comes_back_when_it_dies(whole_club: ClubServer):
    server = whole_club.process.pid
    guard = soon(lambda: child_of(server, "pinochle_club.server.worker"))
    worker = soon(lambda: child_of(guard, "worker"))

    os.kill(worker, signal.SIGKILL)
    again = soon(lambda: next((pid for pid in [child_of(guard, "worker")] if pid != worker), None))
    put_in_line(whole_club, "first")
    soon(lambda: whole_club.rows("SELECT 1 FROM scoring_simulation WHERE state = 'done' AND deals_done = 120"))
    player = soon(lambda: child_of(again, "spawn_main"))
    assert niceness(player) == niceness(server) + AWAITED  # somebody asked for it
    assert niceness(again) == niceness(server)


def test_killed_server_leaves_no_process_behind_and_opens_again_on_the_same_database(whole_club: ClubServer):
    server = whole_club.process.pid
    os.kill(server, signal.SIGKILL)  # itself alone: those that serve, and who keeps the worker, must notice
    whole_club.process.wait()
    soon(lambda: not processes_of(server))

    whole_club.start()

    with urllib.request.urlopen(whole_club.url + "/health", timeout=20) as answer:
        assert answer.headers["Cache-Control"] == "no-store"


@needs_proc
def test_many_who_print_are_told_to_wait_and_a_killed_printer_is_started_anew(whole_club: ClubServer):
    """Of one address two wait for the one that prints, which is held up here: tables go on meanwhile."""
    guard = soon(lambda: child_of(whole_club.process.pid, "pinochle_club.server.worker"))
    os.kill(guard, signal.SIGSTOP)  # else its worker would print ahead, for longer than all that is tried here
    tablet = Tablet(whole_club.url)
    cards = [tablet.begin("gwinnett") for _ in range(4)]
    soon(lambda: tablet.get(f"{cards[0]}card.pdf").status == 200)
    printer = soon(lambda: child_of(whole_club.workers()[0], "spawn_main"))

    os.kill(printer, signal.SIGSTOP)
    with ThreadPoolExecutor() as printing:
        asked = [printing.submit(tablet.get, f"{card}card.pdf") for card in cards[1:]]
        refused = soon(lambda: next((each.result() for each in asked if each.done()), None))
        assert tablet.save(tablet.open(cards[0]), bidder="N", bid=27, trump="H").is_saved
        os.kill(printer, signal.SIGKILL)

    assert (refused.status, "Your PDF waits its turn" in refused.text) == (503, True)
    assert {each.result().status for each in asked} <= {200, 503}
    soon(lambda: tablet.get(f"{cards[1]}card.pdf").status == 200)
    os.kill(guard, signal.SIGCONT)


@needs_proc
def test_terminate_answers_what_is_in_hand_and_closes_the_club_cleanly(whole_club: ClubServer):
    server = whole_club.process.pid
    guard = soon(lambda: child_of(server, "pinochle_club.server.worker"))
    soon(lambda: child_of(guard, "worker"))
    tablet = Tablet(whole_club.url)
    page = tablet.open(tablet.begin("st-hilary"))

    with ThreadPoolExecutor() as pool:
        with whole_club.writing():
            saving = pool.submit(tablet.save, page, first_dealer="N")
            soon(lambda: somebody_waits_to_write(whole_club))
            stopping = pool.submit(whole_club.stop)
            time.sleep(0.5)
            assert not saving.done()
            assert not noted_address(whole_club.state_dir).exists()  # who starts it again waits, and is not sent there
        assert saving.result().is_saved
        assert stopping.result() == 0

    soon(lambda: not processes_of(server))
    assert "Traceback" not in whole_club.log.read_text().rpartition("The club is open")[2]


@needs_proc
def test_saves_go_on_while_each_process_is_renewed_with_its_pool_at_work(tmp_path):
    """Python waits for a pool when it ends: gunicorn killed such a process after half a minute, which took nothing."""
    with served_club(tmp_path, program="tests.worn_server", WORKERS="2") as club:
        first = set(club.workers())
        soon(lambda: all(child_of(each, "spawn_main") for each in first))
        while first & set(club.workers()):
            tablet = Tablet(club.url)
            assert tablet.save(tablet.open(tablet.begin("st-hilary")), first_dealer="N").is_saved
        soon(lambda: len(club.workers()) == 2)
        assert club.stop() == 0

        said = club.log.read_text()
    assert "WORKER TIMEOUT" not in said
    assert "Traceback" not in said


def somebody_waits_to_write(club: ClubServer) -> bool:
    if club.environment["DATABASE_URL"]:
        locked = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        return bool(club.rows(locked))
    file = (club.state_dir / "write.lock").stat().st_ino
    return any("->" in line and f":{file} " in line for line in Path("/proc/locks").read_text().splitlines())


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


def soon(found: Callable[[], Any], seconds: float = 180) -> Any:
    """What is found once it is there. Of a busy machine the worker's deals get next to nothing."""
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
