"""Copies of the database, in the state directory. `make backup` makes one at any time, also while people play."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import datetime
from pathlib import Path

import django
from django.conf import settings
from django.db import connection

KEPT = 10


class BackupError(Exception):
    """The database could not be copied; the message says why, to the person at the keyboard."""


def copy_database() -> Path:
    """Copy the database and return the copy. Of older copies the ten newest stay."""
    folder = settings.STATE_DIR / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    is_sqlite = connection.vendor == "sqlite"
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    target: Path = folder / f"club-{stamp}{'.sqlite3' if is_sqlite else '.dump'}"
    draft = target.with_suffix(".part")  # a copy that was cut short never bears the name of a good one
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    try:
        _copy_sqlite(draft) if is_sqlite else _dump_postgres(draft)
        draft.rename(target)
    finally:
        draft.unlink(missing_ok=True)
    _drop_old(folder)
    return target


def _copy_sqlite(target: Path) -> None:
    source = str(connection.settings_dict["NAME"])
    with closing(sqlite3.connect(source)) as database, closing(sqlite3.connect(target)) as copy:
        database.backup(copy)


def _dump_postgres(target: Path) -> None:
    if not shutil.which("pg_dump"):
        raise BackupError("pg_dump is not installed (package postgresql-client)")
    database = connection.settings_dict
    login = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    # By environment, since everyone on the machine can read a command line.
    given = {name: str(database[key]) for name, key in login.items() if database.get(key)}
    command = ["pg_dump", "--format=custom", f"--file={target}", f"--dbname={database['NAME']}"]
    done = subprocess.run(command, env={**os.environ, **given}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupError(f"pg_dump says: {done.stderr.strip()}")


def _drop_old(folder: Path) -> None:
    for old in sorted(folder.glob("club-*"))[:-KEPT]:
        old.unlink()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pinochle_club.settings")
    django.setup()
    print(f"Copied the database to {copy_database()}")
