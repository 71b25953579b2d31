"""`make restore`: a copy of the database (`pinochle_club.server.backups`) in the database's place.

The copy is read through before anything is touched, and what it replaces is kept beside the copies. Refused while a
club is open on the database: what its people enter meanwhile would be lost.
"""

import argparse
import os
import shutil
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from django.conf import settings
from django.db import OperationalError, connection

from pinochle_club.ground import one_club
from pinochle_club.ground.commands import command
from pinochle_club.ground.copies import STAMP, copies_here, copies_in
from pinochle_club.ground.locks import FileLock, alone_on_this_machine
from pinochle_club.ground.opened import RUNNING
from pinochle_club.server import backups, examining
from pinochle_club.server.backups import BackupError
from pinochle_club.server.database import database_file, is_sqlite

WORD = "restore"
REFUSAL = "Nothing was restored"
OPEN = "the club is open on this database. Close it first (Ctrl-C where it was started)"
# Ours alone: the database may hold tables of other programs.
OUR_TABLES = ("auth_", "django_", "league_", "scoring_", "server_")
COUNTED = {"league_club": "clubs", "league_member": "members", "league_event": "events", "scoring_entry": "entries"}


def restore(copy: Path, *, holds_mail: bool = True) -> Path | None:
    """Put a copy in the database's place. Returns the file that keeps the database of before; None if there was
    none. Raises `BackupError`, and then nothing has changed."""
    running = FileLock(RUNNING)
    try:
        if not running.take():
            raise BackupError(OPEN)
        with alone_on_this_machine("backup"):
            found = backups.check(copy)
            _refuse_newer(found.path)
            aside = _restore_sqlite(copy) if is_sqlite() else _restore_postgres(copy)
            if holds_mail:
                _hold_back_mail()
    finally:
        running.free()
    examining.forget_damage()
    settings.DEMO_IS_COMING.unlink(missing_ok=True)
    return aside


def _hold_back_mail() -> None:
    """Stop the mail that waited when the copy was made: most has gone out since."""
    from league.season.notices.post import hold_back  # which needs the apps

    if "league_letter" in connection.introspection.table_names():
        hold_back()
    connection.close()


def what_is_in(copy: Path) -> str:
    """`2 clubs, 61 members, 12 events, 5,184 entries, version 1.0.0`, as far as the copy can be asked."""
    told = []
    if is_sqlite():
        try:
            with backups.opened(copy) as database:
                rows = {name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in COUNTED}  # noqa: S608
        except sqlite3.Error:
            return "can’t be read"
        told = [f"{rows[name]:,} {words}" for name, words in COUNTED.items()]
    version = examining.version_in(copy)
    return ", ".join([*told, *([f"version {version}"] if version else [])])


def has_something() -> bool:
    """Whether there is a database that would be overwritten."""
    if is_sqlite():
        return database_file().exists()
    with connection.cursor() as cursor:
        return bool(_ours(connection.introspection.table_names(cursor)))


# -- SQLite ------------------------------------------------------------------------------


def _restore_sqlite(copy: Path) -> Path | None:
    database, aside = database_file(), None
    connection.close()
    draft = database.with_suffix(".part")
    try:
        shutil.copyfile(copy, draft)
        draft.chmod(0o600)
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        backups.check(draft)
        if database.exists():
            _keep_generation(database, draft)
            _take_out_of_use(database)
            aside = _aside()
            for ending in ("-wal", "-shm"):  # left only by a damaged database
                with suppress(FileNotFoundError):
                    database.with_name(database.name + ending).rename(aside.with_name(aside.name + ending))
            shutil.copyfile(database, aside)  # not moved: there is a database at every moment
        draft.replace(database)
    except OSError as problem:
        raise BackupError(str(problem)) from problem
    finally:
        draft.unlink(missing_ok=True)
    return aside


def _keep_generation(database: Path, draft: Path) -> None:
    """A copy from before this computer took over is the club's now, all the same."""
    with suppress(sqlite3.DatabaseError):  # damaged
        if (generation := one_club.generation_of(database)) > one_club.generation_of(draft):
            one_club.set_generation(draft, generation)


def _take_out_of_use(database: Path) -> None:
    """All of the database in its one file. SQLite does that only where no other program has it open."""
    try:
        with closing(sqlite3.connect(database, timeout=1)) as opened:
            opened.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as problem:
        if "locked" in str(problem):
            raise BackupError(OPEN) from problem
    except sqlite3.DatabaseError:
        pass  # damaged, which may be why a copy is wanted: it is kept as it lies there


# -- PostgreSQL --------------------------------------------------------------------------


def _restore_postgres(copy: Path) -> Path | None:
    """All in one transaction: tables of this version that the copy does not know go as well."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )
        if cursor.fetchone()[0]:
            raise BackupError(OPEN)
        tables = _ours(connection.introspection.table_names(cursor))
    connection.close()
    aside = None
    if tables:
        aside = _aside()
        backups.dump_postgres(aside)
        backups.check(aside)
    dropped = "".join(f'DROP TABLE "{name}" CASCADE;\n' for name in tables)
    script = dropped + backups.run_postgres("pg_restore", "--no-owner", "--no-privileges", "--file=-", str(copy))
    backups.run_postgres(
        "psql", "--quiet", "--no-psqlrc", "--single-transaction", "-v", "ON_ERROR_STOP=1", given=script
    )
    return aside


def _ours(tables: Sequence[str]) -> list[str]:
    return [name for name in tables if name.startswith(OUR_TABLES)]


# -- both --------------------------------------------------------------------------------


def _refuse_newer(copy: Path) -> None:
    """A newer version of the program wrote what this one would not understand."""
    version = examining.newer_in(copy)
    if version is not None:
        raise BackupError(f"{copy.name} was made by {examining.by_newer(version)}. Update this one first")


def _suffix() -> str:
    return ".sqlite3" if is_sqlite() else ".dump"


def _aside() -> Path:
    folder = backups.folder_of_copies()
    stem = f"before-restore-{datetime.now().astimezone().strftime(STAMP)}"
    for number in count(1):  # two in one second: the first may be the very copy that is put back
        aside: Path = folder / f"{stem}{f'-{number}' if number > 1 else ''}{_suffix()}"
        with suppress(FileExistsError):
            aside.touch(mode=0o600, exist_ok=False)
            return aside
    raise AssertionError("there is always another number")


# -- at the keyboard ---------------------------------------------------------------------


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog=command("restore"), description="Puts a copy in the database’s place.")
    made.add_argument(
        "copy", nargs="?", default="", help="its name or path; without one, all that there are are listed"
    )
    made.add_argument("--from", dest="folder", type=Path, metavar="DIR", help="where the copies lie (var/backups)")
    made.add_argument("--yes", action="store_true", help="overwrite without asking, for scripts")
    return made


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parser().parse_args(arguments)
    examining.set_up(REFUSAL)
    folder = asked.folder or copies_here()
    try:
        copy = _chosen(asked.copy, folder)
        if copy is None:
            _list(folder)
            return
        if not asked.yes and has_something() and not _is_sure(copy):
            sys.exit("Nothing was changed.")
        examining.insist("writable")
        aside = restore(copy)
    except (BackupError, examining.NotWell, OperationalError) as problem:
        sys.exit(f"{REFUSAL}: {problem}")
    print(f"The database is now what it was in {copy}.")
    if aside is not None:
        print(f"What was there before is kept: {aside}")
    try:
        examining.insist("key")
        print(f"Open the club with: {command('serve')}")
    except examining.NotWell as told:
        print(f"Before you open the club: {told}")


def _chosen(name: str, folder: Path) -> Path | None:
    if not name:
        return None
    for path in (folder / name, Path(name)):
        if path.is_file():
            return path
    raise BackupError(f"there is no copy called {name}")


def _list(folder: Path) -> None:
    copies = [copy for copy in copies_in(folder) if copy.suffix == _suffix()]
    if not copies:
        print(f"There are no copies in {folder}.")
        return
    print(f"Copies in {folder}, the newest first:")
    for copy in copies:
        size = f"{copy.stat().st_size / 1e6:,.1f} MB"
        print("  " + "  ".join(filter(None, (copy.name, size, what_is_in(copy)))))
    print(f"To restore one: {command('restore', copies[0].name)}")


def _is_sure(copy: Path) -> bool:
    print(f"{copy.name} will take the place of the club’s database. What is there now is kept aside.")
    try:
        return input(f"Type {WORD} to go on: ").strip().casefold() == WORD
    except EOFError:
        return False


if __name__ == "__main__":
    main()
