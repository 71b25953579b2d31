"""A club served as `make run` serves it, in processes of their own: for tests that kill it, and for benchmarks.

def test_kill(club_server):
    requests to club_server.url ...
    club_server.kill()      # as a power cut would, kill -9 on all its processes
    club_server.start()     # same database, same address
"""

import fcntl
import os
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

from pinochle_club.ground.system import end_with_parent
from tests.processes import parent_of

ROOT = Path(__file__).resolve().parent.parent
# What the tests set for themselves, or the person running them for a club of theirs.
NOT_OURS = (
    "PROFILE", "ALLOWED_HOSTS", "DEBUG", "TEST_STATE_DIR", "DJANGO_ALLOW_ASYNC_UNSAFE", "PYTHONDONTWRITEBYTECODE",
)  # fmt: skip


class ClubServer:
    def __init__(
        self, state_dir: Path, database_url: str = "", *, program: str = "pinochle_club.server.run", **environment: str
    ) -> None:
        self.program, self.root = program, ROOT
        self.state_dir = state_dir
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = state_dir / "server.log"
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in NOT_OURS},
            "DJANGO_SETTINGS_MODULE": "pinochle_club.settings",
            "STATE_DIR": str(state_dir),
            "DATABASE_URL": database_url,
            "SECRET_KEY": "only-for-tests-" + "0123456789" * 5,
            "PORT": str(self.port),
            "BIND": "127.0.0.1",
            "PUBLIC_URL": self.url,
            "DEMO": "0",
            "BACKUP_NIGHTLY": "0",
            "PYTHONUNBUFFERED": "1",
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self, seconds: float = 180) -> None:
        """Return when the server answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self.program],
                cwd=self.root,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # a group of its own, so that kill() reaches the workers too
                preexec_fn=end_with_parent,  # a test run that is killed leaves no server behind
            )
        end = time.monotonic() + seconds
        while not self._answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.05)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def kill_worker(self) -> None:
        """kill -9 one of the processes that serve; the others go on, and another one takes its place."""
        os.kill(self.workers()[0], signal.SIGKILL)

    def workers(self) -> list[int]:
        """The processes that serve: children of the first one, as copies of it under the same command."""
        assert self.process is not None
        command, found = Path(f"/proc/{self.process.pid}/cmdline").read_bytes(), []
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended meanwhile
                if parent_of(folder) == self.process.pid and (folder / "cmdline").read_bytes() == command:
                    found.append(int(folder.name))
        return found

    def cut_connections(self, which: str = "TRUE") -> int:
        """End its connections to PostgreSQL, as a restart of that server does, or those that fit a condition on
        pg_stat_activity; how many. They are gone when this returns."""
        with psycopg.connect(self.environment["DATABASE_URL"]) as postgres:
            return postgres.execute(
                "SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity"
                f" WHERE datname = current_database() AND pid <> pg_backend_pid() AND ({which})"
            ).rowcount

    @contextmanager
    def database_away(self) -> Iterator[None]:
        """PostgreSQL lets nobody into the club's database while this lasts."""
        server, _, name = self.environment["DATABASE_URL"].rpartition("/")
        with psycopg.connect(f"{server}/postgres", autocommit=True) as postgres:
            postgres.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            postgres.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
            try:
                yield
            finally:
                postgres.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Write something that takes as long as this lasts: all others who write on cards have to wait."""
        if self.environment["DATABASE_URL"]:
            with psycopg.connect(self.environment["DATABASE_URL"]) as postgres:
                postgres.execute("LOCK TABLE scoring_scorecard IN EXCLUSIVE MODE")
                yield
        else:
            with (self.state_dir / "write.lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield

    def stop(self) -> int:
        """Close the club as Ctrl-C does; return the exit code."""
        return self._end(signal.SIGTERM)

    def manage(self, *command: str) -> str:
        """Run `manage.py` on the same database; return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    def back_up(self) -> Path:
        """Copy its database as `make backup` does, also while it serves; the copy."""
        done = subprocess.run(
            [sys.executable, "-m", "pinochle_club.server.backups"],
            cwd=ROOT,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        )
        return Path(done.stdout.strip().rpartition(" ")[2])

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Look into its database, beside the program that writes there."""
        if self.environment["DATABASE_URL"]:
            with psycopg.connect(self.environment["DATABASE_URL"]) as postgres:
                return postgres.execute(query).fetchall()
        with closing(sqlite3.connect(self.state_dir / "club.sqlite3", timeout=20)) as sqlite:
            return sqlite.execute(query).fetchall()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url + "/health", timeout=10) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def _end(self, number: signal.Signals) -> int:
        if self.process is None:
            return 0
        # The whole group only for a kill: gunicorn closes its workers itself, and a second signal would hurry them.
        send = os.killpg if number == signal.SIGKILL else os.kill
        with suppress(ProcessLookupError):  # it has ended by itself
            send(self.process.pid, number)
        code = self.process.wait(timeout=120)
        self.process = None
        end = time.monotonic() + 60
        while not self._is_port_free() and time.monotonic() < end:  # the workers of a killed server end after it
            time.sleep(0.05)
        return code

    def _is_port_free(self) -> bool:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", self.port))
            except OSError:
                return False
        return True


_first: list[Path] = []  # the state folder of the first club that was served by this process


@contextmanager
def served_club(state_dir: Path, **how: str) -> Iterator[ClubServer]:
    """On SQLite in `state_dir`, or, where DATABASE_URL is set, in a new PostgreSQL database beside that one. It is
    given the static files of the first such club, where that still has its folder: to collect them is half a start."""
    with new_database(os.environ.get("DATABASE_URL", "")) as database_url:
        server = ClubServer(state_dir, database_url, **how)
        try:
            if _first and (_first[0] / "collected").exists():
                shutil.copytree(_first[0] / "staticfiles", state_dir / "staticfiles")
                shutil.copy(_first[0] / "collected", state_dir)
            server.start()
            _first.append(state_dir)
            yield server
        finally:
            server.kill()


@contextmanager
def restored_club(state_dir: Path, copy: Path) -> Iterator[ClubServer]:
    """A club that has not opened yet, on a new database made from the copy of another one's, without `make restore`,
    which has tests of its own."""
    with new_database(os.environ.get("DATABASE_URL", "")) as database_url:
        if database_url:
            restore = ["pg_restore", "--no-owner", "--exit-on-error", f"--dbname={database_url}", str(copy)]
            subprocess.run(restore, check=True)
        else:
            shutil.copy(copy, state_dir / "club.sqlite3")
        server = ClubServer(state_dir, database_url)
        try:
            yield server
        finally:
            server.kill()


@contextmanager
def new_database(database_url: str) -> Iterator[str]:
    if not database_url:
        yield ""
        return
    name = f"club_{secrets.token_hex(6)}"
    with psycopg.connect(database_url, autocommit=True) as postgres:
        postgres.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{database_url.rpartition('/')[0]}/{name}"
        finally:
            postgres.execute(f"DROP DATABASE {name} WITH (FORCE)")


def processes_of(session: int) -> list[int]:
    """The processes of a server that are alive, by the number of its first one."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, _, _, its_session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if its_session == str(session) and state != "Z":
                found.append(int(folder.name))
    return found


def free_port() -> int:
    """Not one of those that the system gives to whoever calls somebody: while a server is down, the very tablets that
    try to reach it would be given its own."""
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", 15_000 + secrets.randbelow(15_000)))
            return int(probe.getsockname()[1])
