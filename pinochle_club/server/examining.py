"""Is the club's computer well? Asked before the club opens, before a copy is made or put back, by `manage.py check` and
by the page of health: the same checks with the same words.

What is wrong is a sentence for the person at the keyboard, with the command or the step that cures it. A small database
is read through at each start, a large one beside the club once it is open; what that found is kept in a note (`damaged`
in the state directory), so that a page that asks later need not read.
"""

import errno
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import Error, NotSupportedError, OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from pinochle_club.ground import __version__, system
from pinochle_club.ground.commands import command
from pinochle_club.ground.copies import copies_here, copies_in
from pinochle_club.ground.dates import calendar_day, clock
from pinochle_club.ground.environment import is_on
from pinochle_club.ground.happenings import Happening
from pinochle_club.ground.mail_server import slow_since
from pinochle_club.ground.trouble import LEAST_SPACE
from pinochle_club.server import secret_key
from pinochle_club.server.database import database_file, is_sqlite, size, tables
from pinochle_club.server.facts import note, noted

READ_AT_ONCE: Final = 100_000_000  # bytes of a database, which take less than a second
LITTLE_SPACE: Final = 500_000_000  # bytes: some evenings, or a few copies of the database
CLOCKS_DIFFER: Final = timedelta(minutes=5)  # between two servers of a club
KEY: Final = "key"
VERSION: Final = "version"


class NotWell(Exception):
    """The club can't open, or be copied, as its computer is; the message says what is wrong and what cures it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one check. Where all is well there is no sentence; a club can open with what doesn't `stop` it."""

    name: str
    sentence: str = ""
    cure: str = ""
    stops: bool = True

    @property
    def is_fine(self) -> bool:
        return not self.sentence

    @property
    def words(self) -> str:
        return f"{self.sentence}\nWhat to do: {self.cure}"


Check = Callable[[], Finding | None]


def examine(*names: str) -> tuple[Finding, ...]:
    """What the checks of these names found, or all of them, in their order. After one that stops the club
    nothing more can be known."""
    found: list[Finding] = []
    for name, check in examined.followers.items():
        if name in names or not names:
            found.append(_looked(name, check))
            if found[-1].stops and not found[-1].is_fine:
                break
    return tuple(found)


def insist(*names: str) -> list[Finding]:
    """Examines. Raises `NotWell` at what the club can't open with; returns what else isn't as it should be."""
    faults = [finding for finding in examine(*names) if not finding.is_fine]
    if faults and faults[-1].stops:
        raise NotWell(faults[-1].words)
    return faults


def set_up(refusal: str) -> None:
    """Reads the settings, for a command at the server's terminal; ends it in words where they are wrong."""
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pinochle_club.settings")
    try:
        django.setup()
    except (ImproperlyConfigured, ValueError, OSError) as problem:
        sys.exit(f"{refusal}: {problem}")


def _looked(name: str, check: Check) -> Finding:
    try:
        return check() or Finding(name)
    except OperationalError as problem:
        return _unreadable(name, problem) if is_sqlite() else _lost(name, problem)
    except (Error, sqlite3.Error, OSError) as problem:
        return _unreadable(name, problem)


def _unreadable(name: str, problem: Exception) -> Finding:
    cure = "Close the other program that has it open, then start again" if _is_locked(problem) else _restore()
    return Finding(name, f"The club’s database can’t be read: {problem}.", cure)


def _is_locked(problem: Exception) -> bool:
    return "is locked" in str(problem)


# -- the computer ------------------------------------------------------------------------


def _space() -> Finding | None:
    free = shutil.disk_usage(settings.STATE_DIR).free
    if free < LITTLE_SPACE:
        said = f"The club’s computer has only {free / 1e6:,.0f} MB of space left."
        return Finding("space", said, "Delete files that aren’t the club’s", stops=False)
    return None


def _writable() -> Finding | None:
    """Whether there is room for what a start writes, and whether it may."""
    folder: Path = settings.STATE_DIR
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"\0" * LEAST_SPACE)
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            cure = f"Delete files that aren’t the club’s, on the drive of {folder}"
            return Finding("writable", "The club’s computer has no space left.", cure)
        return _read_only(folder, problem.errno == errno.EROFS)
    if is_sqlite() and database_file().exists() and not os.access(database_file(), os.W_OK):
        return _read_only(database_file(), is_drive=False)
    return None


def _read_only(path: Path, is_drive: bool) -> Finding:
    drive = next(place for place in (path, *path.parents) if place.is_mount())
    cure = f"sudo mount -o remount,rw {drive}" if is_drive else f"sudo chown -R $USER {path}"
    return Finding("writable", f"Nothing may be written to {path}.", cure)


def _clock() -> Finding | None:
    now, newest = timezone.now(), newest_row()
    if newest is None or newest <= now + CLOCKS_DIFFER:
        return None
    told = [f"{calendar_day(at)}, {clock(at)}" for at in map(timezone.localtime, (now, newest))]
    said = f"The computer’s clock says {told[0]}, but something was entered on {told[1]}."
    return Finding("clock", said, "Set the clock: sudo timedatectl set-ntp true", stops=False)


def _mail() -> Finding | None:
    since = slow_since() if settings.MAIL_IS_SET_UP else None
    if since is None:
        return None
    at = timezone.localtime(since)
    said = f"The mail server is slow: on {calendar_day(at)}, {clock(at)}, a letter wasn’t taken within half a minute."
    cure = "Nothing is lost, and notices are tried again. If it stays so, call those who run that server"
    return Finding("mail", said, cure, stops=False)


def newest_row() -> datetime | None:
    if not tables() >= {"scoring_entry", "league_logline"}:
        return None
    from league.models import LogLine
    from scoring.models import Entry

    newest = (
        Entry.objects.order_by("-pk").values_list("created_at", flat=True).first(),
        LogLine.objects.order_by("-pk").values_list("at", flat=True).first(),
    )
    return max(filter(None, newest), default=None)


# -- the database ------------------------------------------------------------------------


def _header() -> Finding | None:
    """Whether there is a database that can be opened."""
    return _header_sqlite() if is_sqlite() else _answers()


def _header_sqlite() -> Finding | None:
    database = database_file()
    try:
        is_new = not size() or not _has_tables(database)
    except sqlite3.OperationalError:
        raise  # something other than its content, such as a lock
    except sqlite3.DatabaseError:
        return Finding("header", f"The club’s database {database} is damaged and can’t be opened.", _restore())
    if not is_new or newest_copy() is None:
        return None
    cure = f"{_restore()} (or, to begin with a new club, move {copies_here()} away)"
    return Finding("header", f"There is no club in {database}, but there are copies of one.", cure)


def _has_tables(database: Path) -> bool:
    with closing(_reading(database)) as opened:
        return opened.execute("SELECT name FROM sqlite_master").fetchone() is not None


def _answers() -> Finding | None:
    try:
        connection.ensure_connection()
    except NotSupportedError as problem:
        said = f"The club can’t work with this PostgreSQL: {str(problem).rstrip('.')}."
        return Finding("header", said, "Update PostgreSQL, or let DATABASE_URL lead to a newer one")
    except OperationalError as problem:
        return _lost("header", problem)
    return None


def _lost(name: str, problem: Exception) -> Finding:
    told = str(problem).strip().partition("\n")[0]
    if "FATAL" not in told:
        cure = "Start PostgreSQL: sudo systemctl start postgresql (or correct DATABASE_URL)"
    elif told.endswith("does not exist"):
        cure = f"Make the database: createdb {connection.settings_dict['NAME']} (or correct DATABASE_URL)"
    else:
        cure = "Correct DATABASE_URL"
    return Finding(name, f"PostgreSQL doesn’t let the club in: {told.rpartition(': ')[2].strip()}.", cure)


def _pages() -> Finding | None:
    """What was found when the database was last read through."""
    if not _note().exists():
        return None
    return Finding("pages", "The club’s database is damaged: parts of it can’t be read.", _restore())


def read_through(most: int | None = None) -> None:
    """Reads the database through, where it isn't larger than `most`, and keeps what it found for `_pages`. One that was
    damaged is always read: it may be another one by now."""
    if not is_sqlite() or not size() or (most is not None and size() > most and not _note().exists()):
        return
    fault = fault_in(database_file())
    with suppress(OSError):  # nothing can be written: another check tells of that
        _note().write_text(fault) if fault else forget_damage()


def read_through_beside() -> None:
    """A large database, in a process of its own that gives way to all others."""
    if is_sqlite() and size() > READ_AT_ONCE:
        reading = [sys.executable, "-m", "pinochle_club.server.examining"]
        system.start_beside(reading, niceness=system.LOWEST)


def forget_damage() -> None:
    _note().unlink(missing_ok=True)


def fault_in(database: Path) -> str:
    """What is wrong in the pages of a database; empty where they can all be read, or none while others lock it."""
    try:
        with closing(_reading(database)) as opened:
            ((first,),) = opened.execute("PRAGMA quick_check(1)")
    except sqlite3.DatabaseError as problem:
        return "" if _is_locked(problem) else str(problem)
    return "" if first == "ok" else " ".join(str(first).split())


def _version() -> Finding | None:
    version = noted(VERSION)
    if not (is_newer(version) or (tables() and unknown(MigrationRecorder(connection).applied_migrations()))):
        return None
    said = f"The club’s database was changed by {by_newer(version)}."
    copy = newest_copy(lambda copy: bool(_applied_in(copy)) and newer_in(copy) is None)
    before = f", or go back to a copy from before: {command('restore', copy.name)}" if copy else ""
    return Finding("version", said, f"Update the program{before}")


def keep_version() -> None:
    """The database is of this version of the program from now on; of a later one for good, if that was the same but for
    mended faults."""
    if _numbers(noted(VERSION)) < _numbers(__version__):
        note(VERSION, __version__)


def is_newer(version: str) -> bool:
    """Whether what a version of the program wrote may be more than this one understands. One that differs in the last
    number alone writes the same, so an update that went wrong can be taken back without losing an evening."""
    return _numbers(version)[:2] > _numbers(__version__)[:2]


def by_newer(version: str) -> str:
    """Who changed what this program doesn't understand, as far as that is known."""
    if _numbers(version) > _numbers(__version__):
        return f"version {version} of this program; this is {__version__}"
    return "a newer version of this program"


def _numbers(version: str) -> tuple[int, ...]:
    """Of `1.0.2`, and of `1.1.0rc1` those that lead; none where the version isn't known."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])


def unknown(applied: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Which of these migrations this program doesn't know, though the app is one of its own."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    known = loader.disk_migrations.keys()
    ours = {app for app, _ in known}
    return [(app, name) for app, name in applied if app in ours and (app, name) not in known]


def newer_in(copy: Path) -> str | None:
    """By which version of the program a copy was changed, if that is newer than this one; empty where it is, and the
    copy can't tell the version."""
    version = version_in(copy)
    return version if is_newer(version) or unknown(_applied_in(copy)) else None


def version_in(copy: Path) -> str:
    """Of the program that had the database when it was copied; empty where that isn't known."""
    return dict(_pairs_in(copy, "server_fact", "name", "value")).get(VERSION, "")


def _applied_in(copy: Path) -> list[tuple[str, str]]:
    """The migrations that a copy went through; none where it can't be read."""
    return _pairs_in(copy, "django_migrations", "app", "name")


def _pairs_in(copy: Path, table: str, first: str, second: str) -> list[tuple[str, str]]:
    """Two columns of a copy of this club's kind of database; nothing where it can't be read, or has no such table."""
    if not is_sqlite():
        return _pairs_in_dump(copy, table, first, second)
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?immutable=1", uri=True)) as opened:
            return opened.execute(f"SELECT {first}, {second} FROM {table}").fetchall()  # noqa: S608 - names of ours
    except sqlite3.Error:
        return []


def _pairs_in_dump(copy: Path, table: str, first: str, second: str) -> list[tuple[str, str]]:
    told = ["pg_restore", "--data-only", f"--table={table}", "--file=-", str(copy)]
    with suppress(FileNotFoundError):  # the program is elsewhere
        script = subprocess.run(told, capture_output=True, text=True, check=False).stdout
        if found := re.search(r"^COPY .*?\((.*?)\) FROM stdin;\n(.*?)^\\\.$", script, re.MULTILINE | re.DOTALL):
            names = found[1].split(", ")
            rows = (dict(zip(names, line.split("\t"), strict=True)) for line in found[2].splitlines())
            return [(row[first], row[second]) for row in rows]
    return []


# -- the key -----------------------------------------------------------------------------


def _key() -> Finding | None:
    kept = "" if is_on("NEW_KEY", default=False) else noted(KEY)
    if kept in ("", secret_key.fingerprint(settings.SECRET_KEY)):
        return None
    place = "SECRET_KEY" if os.environ.get("SECRET_KEY") else settings.STATE_DIR / "secret_key"
    anew = command("serve", before="NEW_KEY=1")
    cure = (
        f"Put the club’s own key into {place}. If it is lost, go on with this one: {anew}"
        " (everybody signs in again, authenticator apps are set up again, and table cards are printed again)"
    )
    return Finding("key", "This database belongs to a club with another secret key.", cure)


def keep_key() -> None:
    """From now on the database belongs to this key. Raises `NotWell` where it belongs to another."""
    insist(KEY)
    note(KEY, secret_key.fingerprint(settings.SECRET_KEY))


# In this order: the first that stops the club is told, and those after it rest on it.
examined: Final = Happening[Check]("the computer is examined")
examined.followed_by(
    space=_space,
    writable=_writable,
    header=_header,
    pages=_pages,
    version=_version,
    key=_key,
    clock=_clock,
    mail=_mail,
)


# -- copies ------------------------------------------------------------------------------


def newest_copy(will_do: Callable[[Path], bool] = lambda copy: True) -> Path | None:
    """The newest copy here that can still be read and will do; dumps of PostgreSQL are not read through."""
    suffix = ".sqlite3" if is_sqlite() else ".dump"
    copies = (copy for copy in copies_in(copies_here()) if copy.suffix == suffix)
    return next((copy for copy in copies if not (is_sqlite() and fault_in(copy)) and will_do(copy)), None)


def _restore() -> str:
    copy = newest_copy()
    if copy is not None:
        return command("restore", copy.name)
    where = f"There is no good copy in {copies_here()}. Look on the club’s other drive"
    return f"{where}: {command('restore', **{'from': '/media/stick'})}"


def _reading(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", timeout=1, uri=True)


def _note() -> Path:
    path: Path = settings.STATE_DIR / "damaged"
    return path


def main() -> None:
    set_up("The database could not be read through")
    read_through()
    try:
        insist("header", "pages")
    except NotWell as told:
        sys.exit(f"\nWARNING: {told}")


if __name__ == "__main__":
    main()
