"""Trouble that keeps the club's computer from saving or reading: no space left, a drive that fails or may only be read,
a damaged file. By SQLite, PostgreSQL and the system, in one sentence for people.

A second try mends none of it; somebody at the computer does. Until then requests are answered 503 with the sentence,
and tablets go on writing and send what waits later.
"""

import errno
import shutil
import sqlite3
from enum import StrEnum
from typing import Final

from django.conf import settings

LEAST_SPACE: Final = 1_000_000  # bytes; below that a drive is as good as full


class Trouble(StrEnum):
    FULL = "The club’s computer has no space left."
    READ_ONLY = "The club’s computer can’t write on its drive."
    FAILING = "The club’s computer has trouble with its drive."
    DAMAGED = "The club’s records are damaged on its computer."


# By SQLite's result codes, PostgreSQL's states, and the system's numbers.
OF_SQLITE: Final = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_IOERR: Trouble.FAILING,
    sqlite3.SQLITE_CANTOPEN: Trouble.FAILING,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}
OF_POSTGRES: Final = {
    "53100": Trouble.FULL,
    "25006": Trouble.READ_ONLY,
    "58030": Trouble.FAILING,
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
}
OF_SYSTEM: Final = {
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EROFS: Trouble.READ_ONLY,
    errno.EIO: Trouble.FAILING,
}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """None for a fault of another kind."""
    if isinstance(error, OSError):
        return OF_SYSTEM.get(error.errno or 0)
    said = getattr(error, "__cause__", None)  # Django's errors come of the database's own
    trouble = OF_SQLITE.get(getattr(said, "sqlite_errorcode", 0) & 0xFF)  # the rest says where it happened
    if trouble is Trouble.FAILING and free_space() < LEAST_SPACE:
        return Trouble.FULL  # a full drive shows itself so, too, where a file beside the database can't grow
    return trouble or OF_POSTGRES.get(getattr(said, "sqlstate", None) or "")


def free_space() -> int:
    """Bytes, on the drive of the club."""
    return shutil.disk_usage(settings.STATE_DIR).free
