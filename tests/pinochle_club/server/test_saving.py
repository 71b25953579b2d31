"""In mid-evening a drive is full, fails or may only be read, or a page of the database is damaged: each is really made,
answered in words, and nothing is lost."""

import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pinochle_club.ground.trouble import Trouble
from pinochle_club.server import examining, saving
from pinochle_club.server.models import Fact
from scoring.models import ScoreCard

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps its own drive")
on_postgres = pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL alone")
CAN_MOUNT = subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode == 0
needs_drive = pytest.mark.skipif(not CAN_MOUNT, reason="no drive of the test's own can be mounted here")


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


@pytest.fixture(autouse=True)
def _nothing_tried_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "_tries", saving.Tries())


@pytest.fixture
def drive(state_dir: Path) -> Iterator[Path]:
    """A small one, for all that the club keeps."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "none", state_dir], check=True)
    yield state_dir
    subprocess.run(["umount", "--lazy", state_dir], check=True)


@contextmanager
def full(drive: Path) -> Iterator[None]:
    photos = drive / "photos"
    subprocess.run(["dd", "if=/dev/zero", f"of={photos}", "bs=4k"], check=False, capture_output=True)
    yield
    photos.unlink()


@contextmanager
def read_only(drive: Path) -> Iterator[None]:
    connection.close()  # a file that is open for writing is in the way
    subprocess.run(["mount", "-o", "remount,ro", drive], check=True)
    yield
    connection.close()
    subprocess.run(["mount", "-o", "remount,rw", drive], check=True)


def begin(visitor: Client, start: str) -> tuple[int, str]:
    """A new card: what comes back, and the page."""
    answer = visitor.post("/cards/", {"book": "st-hilary", "start": start * 32})
    return answer.status_code, answer.content.decode()


@needs_drive
@on_sqlite
@pytest.mark.parametrize(("state", "trouble"), [(full, Trouble.FULL), (read_only, Trouble.READ_ONLY)])
def test_drive_that_takes_nothing_is_told_and_saving_comes_back_by_itself(
    drive: Path,
    own_database: Path,
    visitor: Client,
    state: Callable[[Path], AbstractContextManager[None]],
    trouble: Trouble,
):
    assert begin(visitor, "a")[0] == 302

    with state(drive):
        told = [begin(visitor, "b") for _ in range(5)]
        health = visitor.get("/health").status_code

    assert [status for status, _ in told] == [503] * 5
    assert all(f"<strong data-trouble>{trouble}</strong>" in page for _, page in told)
    assert all("isn’t saved yet" in page for _, page in told)
    assert health == 503
    assert begin(visitor, "b")[0] == 302
    assert ScoreCard.objects.count() == 2


@on_sqlite
def test_database_that_may_not_grow_is_full(own_database: Path, visitor: Client):
    saved = 0
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1")  # as many as there are
    while (answer := begin(visitor, f"{saved:x}"))[0] == 302:
        saved += 1
        assert saved < 15, "it grows"

    assert answer[0] == 503
    assert Trouble.FULL in answer[1]
    assert ScoreCard.objects.count() == saved
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1000000")
    assert begin(visitor, "f")[0] == 302
    assert ScoreCard.objects.count() == saved + 1


@on_sqlite
def test_connection_that_was_opened_while_nothing_could_be_written_is_not_kept(own_database: Path, visitor: Client):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")

    status, page = begin(visitor, "a")

    assert (status, Trouble.READ_ONLY in page) == (503, True)
    assert begin(visitor, "a")[0] == 302


@on_sqlite
def test_failing_drive_is_told(own_database: Path, visitor: Client):
    bound = resource.getrlimit(resource.RLIMIT_FSIZE)
    wal = own_database.with_name(f"{own_database.name}-wal")
    begin(visitor, "a")
    resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size, bound[1]))
    try:
        status, page = begin(visitor, "b")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, bound)

    assert (status, Trouble.FAILING in page) == (503, True)
    assert begin(visitor, "b")[0] == 302
    assert ScoreCard.objects.count() == 2


@on_sqlite
def test_damaged_page_is_told_and_found_by_the_examination(own_database: Path, visitor: Client):
    address = visitor.post("/cards/", {"book": "st-hilary", "start": "a" * 32}).headers["Location"]
    damage(own_database, "scoring_scorecard")

    shown, sent = visitor.get(address), begin(visitor, "b")

    assert (shown.status_code, sent[0]) == (503, 503)
    assert Trouble.DAMAGED in shown.content.decode()
    assert "tries again by itself" in shown.content.decode()
    assert Trouble.DAMAGED in sent[1]
    examining.read_through()
    assert [finding.name for finding in examining.examine() if not finding.is_fine] == ["pages"]


def damage(database: Path, table: str) -> None:
    """Overwrites the first page of a table."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("SELECT rootpage FROM sqlite_master WHERE name = %s", [table])
        ((page,),) = cursor.fetchall()
        cursor.execute("PRAGMA page_size")
        ((size,),) = cursor.fetchall()
    connection.close()
    with closing(database.open("r+b")) as file:
        file.seek((page - 1) * size)
        file.write(b"\x07" * size)


@on_postgres
def test_postgresql_that_may_only_be_read_is_told(transactional_db: None, visitor: Client):
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")

    assert saving.trouble() == Trouble.READ_ONLY
    status, page = begin(visitor, "a")

    assert (status, Trouble.READ_ONLY in page) == (503, True)
    assert begin(visitor, "a")[0] == 302  # on a new connection


@pytest.mark.django_db
def test_health_is_tried_once_in_some_seconds_and_leaves_nothing(client: Client, monkeypatch: pytest.MonkeyPatch):
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    with CaptureQueriesContext(connection) as asked:
        assert [client.get("/health").json()["says"] for _ in range(3)] == ["ok"] * 3
        now[0] += saving.SECONDS_BETWEEN_TRIES
        client.get("/health")

    assert len([query for query in asked.captured_queries if query["sql"].startswith("INSERT")]) == 2
    assert not Fact.objects.filter(name=saving.NAME).exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("free", "status", "said"),
    [(499_000_000, 200, "ok, but little space is left"), (999_999, 503, Trouble.FULL.value)],
)
def test_health_looks_at_the_space_that_is_left(client: Client, monkeypatch: pytest.MonkeyPatch, free, status, said):
    monkeypatch.setattr(shutil, "disk_usage", lambda place: SimpleNamespace(free=free))

    answer = client.get("/health")

    assert (answer.status_code, answer.json()["says"]) == (status, said)
