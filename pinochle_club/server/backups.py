"""Copies of the database: in the state directory, and in a second place if one is named. `make backup` makes one at any
time, also while people play; `pinochle_club.server.restoring` puts one back.

A copy is named (`club-20261121-200000.sqlite3`) only once it was read through, so all that are named are good.
`BACKUP_KEEP` says which stay in each place; nothing else is ever deleted there.
"""

import argparse
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection

from pinochle_club.ground.commands import command
from pinochle_club.ground.copies import SECOND_PLACE, STAMP, Keep, copies_here, copies_in, read_keep
from pinochle_club.ground.locks import alone_on_this_machine
from pinochle_club.ground.system import is_plugged_in
from pinochle_club.server import examining

ONLY_ONE = 3  # exit status: a good copy here, and none in the second place
REFUSAL = "No good copy was made"
COPIED = "Copied the database and read the copy through"
# Without these it is no copy of a club.
TABLES = {"django_migrations", "auth_user", "scoring_entry", "league_club"}


class BackupError(Exception):
    """The database could not be copied, or a copy not be read; the message says why, to the person at the keyboard."""


class SecondCopyError(BackupError):
    """There is a good copy here, and none in the second place; the message says why."""

    def __init__(self, copy: Path, why: str) -> None:
        super().__init__(why)
        self.copy = copy


@dataclass(frozen=True, slots=True)
class Copy:
    """A good copy, with its number of rows by table (`rows` None where only the server can count them)."""

    path: Path
    tables: int
    rows: int | None

    @property
    def words(self) -> str:
        return f"{self.tables} tables" + ("" if self.rows is None else f", {self.rows:,} rows")


def copy_database(to: Path | None = None, *, keep: Keep | None = None) -> Path:
    """Copy the database, and a second time into `to`. `keep` tells which copies stay in each place. Raises
    `BackupError`, and `SecondCopyError` where only the second copy is bad."""
    keep = keep or settings.BACKUP_KEEP
    with _blaming_the_computer(), alone_on_this_machine("backup"):
        copy = _copy_here(keep)
    if to is not None:
        try:
            with alone_on_this_machine("backup"):
                _copy_again(copy, to.resolve(), keep)
        except (BackupError, OSError) as problem:
            raise SecondCopyError(copy, str(problem)) from problem
    return copy


def _copy_here(keep: Keep) -> Path:
    folder, is_sqlite = folder_of_copies(), connection.vendor == "sqlite"
    copy = folder / f"club-{datetime.now().astimezone().strftime(STAMP)}{'.sqlite3' if is_sqlite else '.dump'}"
    for left in folder.glob("club-*.part"):  # by one that was killed
        left.unlink()
    with _draft(copy) as draft:
        _copy_sqlite(draft) if is_sqlite else dump_postgres(draft)
        check(draft)
    examining.forget_damage()  # all of the copy was read, and so all that it is a copy of
    _drop_old(folder, keep)
    return copy


def _copy_again(copy: Path, to: Path, keep: Keep) -> None:
    if not is_plugged_in(to):
        raise BackupError(f"{to} isn’t there. Plug the drive in, or make the folder")
    if to == copy.parent:
        raise BackupError(f"{to} is where the first copy lies. Name a folder on another drive")
    with _draft(to / copy.name) as draft:
        shutil.copyfile(copy, draft)
        check(draft)
    _drop_old(to, keep)
    (copy.parent / SECOND_PLACE).write_text(copy.name)


def check(copy: Path) -> Copy:
    """Open a copy and read all of it. Raises `BackupError` where it isn't whole."""
    return _check_sqlite(copy) if connection.vendor == "sqlite" else _check_dump(copy)


@contextmanager
def _blaming_the_computer() -> Iterator[None]:
    """Tell of a damaged database or a full disk where that is why no good copy comes."""
    try:
        yield
    except (BackupError, OSError) as problem:
        examining.read_through()
        try:
            examining.insist("writable", "header", "pages")
        except examining.NotWell as told:
            raise BackupError(str(told)) from told
        raise BackupError(str(problem)) from problem


@contextmanager
def opened(copy: Path) -> Iterator[sqlite3.Connection]:
    """A copy of SQLite, only to be read: nothing is written beside it either."""
    with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?immutable=1", uri=True)) as database:
        yield database


def postgres_environment() -> dict[str, str]:
    """The club's database for PostgreSQL's own programs, not by command line, which everyone on the machine can
    read."""
    database = connection.settings_dict
    login = {"PGDATABASE": "NAME", "PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    return {**os.environ, **{name: str(database[key]) for name, key in login.items() if database.get(key)}}


def run_postgres(program: str, *arguments: str, given: str | None = None) -> str:
    """The output of one of PostgreSQL's own programs. Raises `BackupError` with its complaint."""
    if not shutil.which(program):
        raise BackupError(f"{program} is not installed (package postgresql-client)")
    done = subprocess.run(
        [program, *arguments], env=postgres_environment(), capture_output=True, text=True, check=False, input=given
    )
    if done.returncode:
        raise BackupError(f"{program} says: {done.stderr.strip()}")
    return str(done.stdout)


def folder_of_copies() -> Path:
    folder = copies_here()
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder.resolve()


@contextmanager
def _draft(target: Path) -> Iterator[Path]:
    """Where to write what becomes `target` once it is whole and on the disk. Faults are told in words."""
    draft = target.with_suffix(".part")  # a copy that was cut short never bears the name of a good one
    try:
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600)
        yield draft
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        draft.rename(target)
    except (OSError, sqlite3.Error) as problem:
        raise BackupError(f"{target.parent}: {problem}") from problem
    finally:
        draft.unlink(missing_ok=True)


def _copy_sqlite(target: Path) -> None:
    source = str(connection.settings_dict["NAME"])
    with closing(sqlite3.connect(source)) as database, closing(sqlite3.connect(target)) as copy:
        database.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, which no other belongs to


def dump_postgres(target: Path) -> None:
    run_postgres("pg_dump", "--format=custom", f"--file={target}")


def _check_sqlite(copy: Path) -> Copy:
    try:
        with opened(copy) as database:
            faults = [fault for (fault,) in database.execute("PRAGMA integrity_check(3)") if fault != "ok"]
            faults += [f"a row of {row[0]} refers to nothing" for row in database.execute("PRAGMA foreign_key_check")][
                :3
            ]
            tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
            names = [name for (name,) in database.execute(tables)]
            rows = sum(database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names)  # noqa: S608
    except sqlite3.Error as problem:
        raise BackupError(f"{copy.name} can’t be read: {problem}") from problem
    if faults:
        raise BackupError(f"{copy.name} is damaged: {'; '.join(faults)}")
    _check_tables(copy, set(names))
    return Copy(copy, len(names), rows)


def _check_dump(copy: Path) -> Copy:
    """Read its list of contents, and then all of its data, unpacked."""
    contents = run_postgres("pg_restore", "--list", str(copy))
    names = re.findall(r"^\d+; \d+ \d+ TABLE DATA \S+ (\S+)", contents, re.MULTILINE)
    _check_tables(copy, set(names))
    run_postgres("pg_restore", f"--file={os.devnull}", str(copy))
    return Copy(copy, len(names), None)


def _check_tables(copy: Path, names: set[str]) -> None:
    if not names >= TABLES:
        raise BackupError(f"{copy.name} is no copy of a club’s database")


def _drop_old(folder: Path, keep: Keep) -> None:
    copies = copies_in(folder)
    for old in {*copies} - keep.of(copies, datetime.now().astimezone()):
        old.unlink()


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog=command("backup"), description="Copies the database, also while people play.")
    made.add_argument("--to", type=Path, metavar="DIR", help="a second place for the copy, such as another drive")
    made.add_argument("--keep", metavar="N", help="how many copies stay, or: 7 days, 4 weeks, 12 months")
    return made


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parser().parse_args(arguments)
    examining.set_up(REFUSAL)
    to = asked.to or settings.BACKUP_TO
    try:
        copy = copy_database(to, keep=read_keep(asked.keep) if asked.keep else None)
    except SecondCopyError as problem:
        print(f"{COPIED}: {problem.copy}")
        print(f"But there is no second copy: {problem}.", file=sys.stderr)
        sys.exit(ONLY_ONE)
    except (BackupError, OSError, ValueError) as problem:
        sys.exit(f"{REFUSAL}: {problem}")
    if to:
        print(f"The second copy is in {to}")
    print(f"{COPIED}: {copy}")


if __name__ == "__main__":
    main()
