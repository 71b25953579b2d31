import errno
import sqlite3

import psycopg
import pytest
from django.db import DatabaseError, DataError, InternalError, OperationalError

from pinochle_club.ground import trouble
from pinochle_club.ground.trouble import Trouble, trouble_of


def of_postgres(state: str, kind: type[DatabaseError] = OperationalError) -> DatabaseError:
    return raised_from(kind("told"), psycopg.errors.lookup(state)("told"))


def of_sqlite(code: int) -> DatabaseError:
    cause = sqlite3.OperationalError("told")
    cause.sqlite_errorcode = code
    return raised_from(OperationalError("told"), cause)


def raised_from(error: DatabaseError, cause: Exception) -> DatabaseError:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (OSError(errno.ENOSPC, "full"), Trouble.FULL),
        (OSError(errno.EROFS, "read-only"), Trouble.READ_ONLY),
        (OSError(errno.EIO, "failing"), Trouble.FAILING),
        (FileNotFoundError(errno.ENOENT, "ours"), None),
        (of_postgres("53100"), Trouble.FULL),
        (of_postgres("58030"), Trouble.FAILING),
        (of_postgres("25006", InternalError), Trouble.READ_ONLY),
        (of_postgres("XX001", InternalError), Trouble.DAMAGED),
        (of_postgres("40P01"), None),
        (of_sqlite(sqlite3.SQLITE_IOERR_WRITE), Trouble.FAILING),
        (of_sqlite(sqlite3.SQLITE_BUSY), None),
        (DataError("too long"), None),
        (RuntimeError("ours"), None),
        (None, None),
    ],
)
def test_trouble_of_the_computer_is_told_from_other_faults(error, expected):
    assert trouble_of(error) == expected


def test_a_file_that_can_not_grow_on_a_full_drive_is_no_failing_drive(monkeypatch):
    monkeypatch.setattr(trouble, "free_space", lambda: 900_000)

    assert trouble_of(of_sqlite(sqlite3.SQLITE_IOERR_WRITE)) == Trouble.FULL
