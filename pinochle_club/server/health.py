"""The page of health, line by line, and the light of the board.

A new check of the computer or the database follows `examining.examined`, and is told here as at a start; its title and
what is said where all is well may stand in `TITLES`. What can only be asked of an open club is a function that returns
a `Line`, in `WHILE_OPEN`.
"""

import logging
import platform
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from pinochle_club.ground import __version__, addresses, health, one_club
from pinochle_club.ground.commands import command, manage
from pinochle_club.ground.copies import last_here, last_in_second_place
from pinochle_club.ground.dates import calendar_day, clock
from pinochle_club.ground.health import Line
from pinochle_club.ground.locks import is_held_by_anybody
from pinochle_club.ground.program import fingerprint
from pinochle_club.ground.system import is_plugged_in
from pinochle_club.ground.trouble import free_space
from pinochle_club.server import backups, examining, nightly, saving, updates
from pinochle_club.server.database import is_sqlite
from scoring.rules.notation import counted

logger = logging.getLogger(__name__)
SECONDS_BETWEEN_LOOKS: Final = 20.0
LEAST_SECONDS: Final = 5.0
SECONDS_BETWEEN_READINGS: Final = 600.0
LONG: Final = timedelta(hours=1)  # for a letter to wait
AN_EVENING: Final = 16 * 3600.0  # seconds
GONE: Final = 60.0  # seconds: a computer that stands by asks in each
MANAGE_CHECK: Final = f"At the club’s computer: {manage('check')}"
TITLES: Final = {
    "space": ("Space", "There is room."),
    "header": ("Database", "It answers."),
    "pages": ("Damage", "None was found."),
    "key": ("Secret key", "It is the club’s."),
    "clock": ("Clock", "It is right, as far as the records tell."),
    "clock jump": ("Clock", "It is right, as far as the records tell."),
    "second place": ("Second copy", "Nothing is known against it."),
    "trial": ("Trial of the newest copy", "Nothing is known against it."),
}


def lines() -> tuple[Line, ...]:
    """All there is to tell. What stops the club is told alone: the rest can't be known then."""
    # The first writes a megabyte, where a row is enough here; the second is told by `_records`.
    asked = (name for name in examining.examined.followers if name not in ("writable", "version"))
    examined = [_line_of(finding) for finding in examining.examine(*asked)]
    if any(line.stops for line in examined):
        return tuple(examined)
    found: dict[str, Line] = {}
    for line in (
        *_if_known(_saving),
        *_if_known(_address),
        *examined,
        *(line for check in WHILE_OPEN for line in _if_known(check)),
    ):
        if line.title not in found or not found[line.title].cure:
            found[line.title] = line  # of two about the same thing the fault, else the one that says more
    return tuple(found.values())


def _line_of(finding: examining.Finding) -> Line:
    title, well = TITLES.get(finding.name, (finding.name.capitalize(), "All is well."))
    if finding.name == "space":
        well = f"{free_space() / 1e9:,.1f} GB are free."
    if finding.is_fine:
        return Line(title, well)
    return Line(title, finding.sentence, finding.cure, finding.stops, "back_up" if finding.name == "copies" else "")


def _if_known(check: Callable[[], Line | None]) -> Iterator[Line]:
    """The line, if there is one and it can be told right now."""
    try:
        found = check()
        if found is not None:
            yield found
    except (Error, OSError) as problem:
        logger.warning("A line of the page of health could not be told: %s", problem)


def _saving() -> Line:
    trouble = saving.trouble_now()
    if trouble is None:
        return Line("Saving", "It works.")
    cure = next((found.cure for found in examining.examine("writable", "space") if not found.is_fine), MANAGE_CHECK)
    return Line("Saving", f"{trouble} Tablets go on writing: their hands wait there.", cure, stops=True)


def _copies() -> Line:
    here, second = nightly.newest(), last_in_second_place()
    told = f"The last good copy is from {_moment(here)}." if here else "Nothing was copied yet."
    if second is not None:
        told += f" The last one in a second place is from {_moment(second)}."
    elif here is not None:
        told += f" There is none in a second place: {command('backup', to='/media/stick')} makes one there."
    return Line("Copies", told)


def _mail() -> Line:
    from league.models import Letter

    if not settings.MAIL_IS_SET_UP:
        return Line("Mail", "None is set up. Links are shown as codes.")
    asked = Letter.objects.filter(state=Letter.State.WAITING, asked_at__lt=timezone.now() - LONG)
    if not asked.filter(why__in=(Letter.Why.AWAY, Letter.Why.NOT_OURS)).exists():
        return Line("Mail", "Letters go out.")
    said = "The mail server has taken no letter for more than an hour."
    return Line("Mail", said, "Look whether EMAIL_URL is right. Letters go out by themselves once they are taken")


def _worker() -> Line:
    if is_held_by_anybody("worker"):
        return Line("Worker", "It plays simulations and sends mail.")
    cure = f"Wait a minute: it is started again. If it isn’t, close the club (Ctrl-C) and open it: {command('serve')}"
    return Line("Worker", "It isn’t running: no simulation is played, and no mail goes out.", cure)


def _servers() -> Line:
    if is_sqlite():
        return Line("Other servers", "None: this computer alone has the records.")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(DISTINCT client_addr) FROM pg_stat_activity"
            " WHERE datname = current_database() AND client_addr IS DISTINCT FROM inet_client_addr()"
        )
        ((others,),) = cursor.fetchall()
        cursor.execute("SELECT count(*) FROM pg_stat_replication")
        ((replicas,),) = cursor.fetchall()
    copied = f" PostgreSQL copies them to {counted(replicas, 'computer')}." if replicas else ""
    return Line("Other servers", f"{counted(others, 'other computer')} at the same records.{copied}")


def _second_computer() -> Line | None:
    """The computer or drive that stands by. One that was there and is not lights the board."""
    if settings.STANDBY is None:
        return None
    from pinochle_club.server import pieces  # which few clubs need

    title, folder, now = "Second computer", settings.STANDBY, time.time()
    is_drive = folder != settings.STATE_DIR / "standby"
    if is_drive and not is_plugged_in(folder):
        return Line(title, f"The drive {folder} isn’t there, and lacks what is entered now.", "Plug it in again")
    heard = now if is_drive else pieces.heard_at()
    if heard is not None and now - heard > GONE:
        told = f"It was heard of last on {_moment(datetime.fromtimestamp(heard, UTC))}, and lacks what came since."
        return Line(title, told, f"See that it is on and in this network, then type there: {command('standby')}")
    run = next(iter(pieces.runs_in(folder)), None)
    lag = 0.0 if run is None else pieces.lag_of(run) if run.is_whole else now - run.folder.stat().st_mtime
    if lag > GONE:
        return Line(
            title, f"It is {lag / 60:.0f} minutes behind.", f"Close the club (Ctrl-C) and open it: {command('serve')}"
        )
    if heard is None:
        return Line(title, "None stands by yet.")
    if run is None or not run.is_whole:
        return Line(title, "A first copy is being made for it.")
    return Line(title, f"It is {counted(max(1, ceil(now - heard + lag)), 'second')} behind.")


def _records() -> Line:
    """A newer server may change the database while this one goes on: what is new only adds to it."""
    found = examining.examine("version")[0]
    if found.is_fine:
        return Line("Records", "They are of this version of the program.")
    return Line("Records", f"{found.sentence} This server goes on until then.", found.cure)


def _address() -> Line | None:
    """On the evening of a takeover: tablets look where the other computer was."""
    note = one_club.address_before()
    if not note.exists() or time.time() - note.stat().st_mtime > AN_EVENING:
        return None
    before = note.read_text().strip()
    if urlsplit(before).hostname in addresses.lan_hosts():
        return Line("Address", f"This computer has that of before, {before}: tablets go on by themselves.")
    told = f"Tablets look for the club at {before}. It is at {settings.PUBLIC_URL} now."
    cure = "Once the other one is off, give this computer its address. Or let each tablet scan this code, and its card"
    return Line("Address", told, f"{cure}, printed again", code=settings.PUBLIC_URL)


def _version() -> Line:
    by = f"SQLite {sqlite3.sqlite_version}" if is_sqlite() else "PostgreSQL"
    return Line("Program", f"{__version__} ({fingerprint()[:8]}), with Python {platform.python_version()} and {by}.")


WHILE_OPEN: Final[list[Callable[[], Line | None]]] = [
    _records, _copies, _mail, _worker, _servers, _second_computer, _version, updates.line,
]  # fmt: skip


def back_up() -> str:
    """Make the copy that is due, and say so. Anybody who runs a club may ask, and twice: while nothing is wrong
    with the last it stays the last, since each new one ends the life of an old one."""
    if last_here() is not None and examining.examine("copies")[0].is_fine:
        return "There is a copy from the last days already."
    try:
        return f"The copy was made and read through: {backups.copy_database().name}"
    except backups.BackupError as problem:
        return f"No good copy was made: {problem}."


def _moment(at: datetime) -> str:
    local = timezone.localtime(at)
    return f"{calendar_day(local)}, {clock(local)}"


def keep_looking() -> None:
    """Look for as long as the process lives. After trouble a database is read through: the damage may not be where
    a row is written."""
    read_at = float("-inf")
    was_woken = False
    while True:
        try:
            if was_woken and time.monotonic() > read_at + SECONDS_BETWEEN_READINGS:
                read_at = time.monotonic()
                examining.read_through(examining.READ_AT_ONCE)
                examining.read_through_beside()
            health.look()
        except Exception:  # it looks again
            logger.exception("Nobody could look after the club’s computer")
        connection.close()
        time.sleep(LEAST_SECONDS)  # on a full disk each save wakes it
        was_woken = health.WOKEN.wait(SECONDS_BETWEEN_LOOKS)
        health.WOKEN.clear()
