"""The migrations of a test run, run once: by whichever worker wants a database first. The others copy it."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection


def migrate_once(of_the_run: Path) -> None:
    """From here on in this worker; `of_the_run` is the folder that all of them know."""
    creation = connection.creation
    migrate = creation.create_test_db

    def create(*args: Any, **options: Any) -> str:
        own = connection.settings_dict["TEST"]["NAME"]
        shared = str(of_the_run / "migrated.sqlite3") if connection.vendor == "sqlite" else "test_migrated"
        with alone(of_the_run / "migrating.lock") as lock:
            if not lock.read():
                connection.settings_dict["TEST"]["NAME"] = shared
                migrate(*args, **options)
                connection.close()
                connection.settings_dict["TEST"]["NAME"] = own
                lock.write("migrated")
            copy(shared, own)
        settings.DATABASES[DEFAULT_DB_ALIAS]["NAME"] = connection.settings_dict["NAME"] = own
        connection.ensure_connection()
        return str(own)

    creation.create_test_db = create  # type: ignore[method-assign]


def copy(shared: str, own: str) -> None:
    """A database to which nobody is connected."""
    if connection.vendor == "sqlite":
        shutil.copy(shared, own)
    else:
        with connection.creation._nodb_cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{own}" TEMPLATE "{shared}"')


@contextmanager
def alone(path: Path) -> Iterator[Any]:
    """The file, to read and to write; of all workers one at a time."""
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT), "r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock
        lock.flush()
