"""One at a time, of all processes of a club and of all its servers.

On SQLite a club is one machine, and a lock is a file in its state directory. On PostgreSQL servers may share the club,
and a lock is the database's own (advisory). The locks of a process that died are free: the system frees a file, and
PostgreSQL the locks of a lost connection.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

from django.conf import settings
from django.db import Error, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from .system import lock_file

SECONDS_BETWEEN_LOOKS: Final = 0.5
# A machine that is cut off doesn't close its connection: after half a minute of silence its locks are free.
HEAR_OF_THE_DEAD: Final = "SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"


class Lock(Protocol):
    def take(self) -> bool:
        """Whether it is ours now. Does not wait."""

    def is_held(self) -> bool:
        """Whether it is ours still: after a restart of the database it goes to the first that asks."""

    def free(self) -> None: ...


@contextmanager
def alone(
    name: str, *, is_wanted: Callable[[], bool] = lambda: True, on_wait: Callable[[], object] = lambda: None
) -> Iterator[Lock | None]:
    """Hold the lock of this name, as soon as it is free; None where it is no longer wanted by then.

    `on_wait` is called once where it has to wait. Raises `OperationalError` where the database cannot be reached.
    """
    lock = _lock(name)
    try:
        has_waited = False
        while is_wanted():
            if lock.take():
                yield lock
                return
            if not has_waited:
                on_wait()
            has_waited = True
            time.sleep(SECONDS_BETWEEN_LOOKS)
        yield None
    finally:
        lock.free()


def is_held_by_anybody(name: str) -> bool:
    """Whether any process is `alone` with this name right now."""
    lock = _lock(name)
    try:
        return not lock.take()
    finally:
        lock.free()


@contextmanager
def alone_on_this_machine(name: str) -> Iterator[None]:
    """Wait in line, first come, first served, with all processes that share the state directory."""
    lock = FileLock(name)
    try:
        lock.take(waits=True)
        yield
    finally:
        lock.free()


def wait_in_line(name: str) -> None:
    """In a transaction on PostgreSQL: wait until all others in this line have ended theirs. A deed that counts rows
    before it writes can't see what others have not committed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_number_of(name)])


class FileLock:
    def __init__(self, name: str, state_dir: Path | None = None) -> None:
        """The folder must be given before the settings are read."""
        self._file = lock_file((state_dir or settings.STATE_DIR) / f"{name}.lock")

    def take(self, *, waits: bool = False) -> bool:
        """Processes forked meanwhile hold it, too, until the last has ended."""
        return self._file.take(waits=waits)

    def is_held(self) -> bool:
        return True

    def free(self) -> None:
        self._file.free()


class DatabaseLock:
    """A lock on a connection of its own, which does nothing else: nothing that goes wrong elsewhere ends it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._connection: BaseDatabaseWrapper = connection.copy()

    def take(self) -> bool:
        with self._connection.cursor() as cursor:
            cursor.execute(HEAR_OF_THE_DEAD)
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [_number_of(self._name)])
            return bool(cursor.fetchone()[0])

    def is_held(self) -> bool:
        try:
            with self._connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except Error:
            return False
        return True

    def free(self) -> None:
        self._connection.close()


def _lock(name: str) -> Lock:
    return FileLock(name) if connection.vendor == "sqlite" else DatabaseLock(name)


def _number_of(name: str) -> int:
    """PostgreSQL's number for a lock: 64 bits, each database its own."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
