"""A copy by itself, after each evening and once a night, while the club is open and nobody plays. It goes to the second
place too, where one is named (`BACKUP_TO`), and is tried at once in a folder of its own (`trial`).

The worker looks whether one is due: there is one worker, however many servers there are. A process that gives way to
all others makes the copy.
"""

import logging
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NoReturn

from django.conf import settings
from django.db import Error
from django.utils import timezone

from pinochle_club.ground.clock import SERVERS_DIFFER, is_lately
from pinochle_club.ground.commands import command, manage
from pinochle_club.ground.copies import OLD, is_old, last_here, last_in_second_place
from pinochle_club.ground.dates import calendar_day
from pinochle_club.ground.errands import IsWanted
from pinochle_club.ground.locks import alone
from pinochle_club.ground.system import LOWEST, is_plugged_in, start_beside
from pinochle_club.server import examining, trial
from pinochle_club.server.backups import BackupError, SecondCopyError, copy_database
from pinochle_club.server.database import tables
from pinochle_club.server.examining import Finding
from pinochle_club.server.facts import note, noted

log = logging.getLogger(__name__)

NIGHT_LASTS: Final = timedelta(hours=2)
# So long since the last entry.
QUIET_AFTER_AN_EVENING: Final = timedelta(minutes=2)
QUIET_AT_NIGHT: Final = timedelta(minutes=15)
QUIET_BY_DAY: Final = timedelta(minutes=30)
SECONDS_BETWEEN_LOOKS: Final = 30.0
SECONDS_AFTER_A_FAULT: Final = 3600.0
REFUSAL: Final = "No copy was made tonight"
# The facts noted: when the last one was made, its faults, and the outcome of its trial.
MADE, FAILED, TRIED = "copied", "not copied", "trial"
NOT_PUT_BACK: Final = "-"  # in place of how many faults there are
REREAD: Final = manage("rebuild_ledger")
MAY_MAKE_ONE: Final = "Let the club’s user make a database to try it in: ALTER ROLE club CREATEDB"


@dataclass(frozen=True, slots=True)
class Hours:
    opened: datetime
    entered: datetime | None = None
    closed: datetime | None = None
    made: datetime | None = None

    def is_due(self, now: datetime) -> bool:
        made = self.made if self.made and self.made <= now + SERVERS_DIFFER else None
        if self.closed and (made or self.opened) < self.closed:
            return self._is_quiet(QUIET_AFTER_AN_EVENING, now)
        night = timezone.localtime(now).replace(hour=3, minute=30, second=0, microsecond=0)
        if night > now:
            night -= timedelta(days=1)
        if made and made >= night:
            return False
        return self._is_quiet(QUIET_AT_NIGHT if now < night + NIGHT_LASTS else QUIET_BY_DAY, now)

    def _is_quiet(self, quiet: timedelta, now: datetime) -> bool:
        return not any(is_lately(at, quiet, now) for at in (self.opened, self.entered) if at)


class Night:
    """The worker's part: sees when a copy is due, and has it made."""

    def __init__(self) -> None:
        self._opened = timezone.now()
        self._looks_at = time.monotonic() + SECONDS_BETWEEN_LOOKS
        self._making: subprocess.Popen[bytes] | None = None

    def __call__(self, is_wanted: IsWanted) -> bool:
        """Always False, so that the worker doesn't ask again at once: others do the work."""
        if self._making is not None:
            code = self._making.poll()
            if code is not None:
                self._making = None
                self._looks_at = time.monotonic() + (SECONDS_AFTER_A_FAULT if code else SECONDS_BETWEEN_LOOKS)
        elif time.monotonic() >= self._looks_at:
            self._looks_at = time.monotonic() + SECONDS_BETWEEN_LOOKS
            if hours_since(self._opened).is_due(timezone.now()):
                self._making = begin()
        return False


def hours_since(opened: datetime) -> Hours:
    from league.models import Event

    closed = Event.objects.filter(closed_at__lte=timezone.now()).order_by("-closed_at")
    return Hours(opened, examining.newest_row(), closed.values_list("closed_at", flat=True).first(), made_at())


def made_at() -> datetime | None:
    value = noted(MADE)
    return datetime.fromisoformat(value) if value else None


def begin() -> "subprocess.Popen[bytes]":
    making = [sys.executable, "-m", "pinochle_club.server.nightly"]
    return start_beside(making, niceness=LOWEST)


def make_and_try(now: datetime) -> bool:
    """Whether all went well; faults are noted, and in the log."""
    try:
        copy = copy_database(settings.BACKUP_TO)
    except SecondCopyError as problem:
        log.warning("There is no second copy: %s", problem)
        copy = problem.copy
    except (BackupError, OSError) as problem:
        log.error("%s: %s", REFUSAL, problem)
        with suppress(Error):  # a disk that is full takes no note either
            note(FAILED, f"{now.isoformat()} {problem}")
        return False
    log.info("Copied the database: %s", copy)
    note(MADE, now.isoformat())
    _try(copy)
    return True


def _try(copy: Path) -> None:
    try:
        faults = trial.faults_of(copy)
    except (BackupError, OSError) as problem:
        log.error("%s can’t be put back: %s", copy, problem)
        note(TRIED, f"{copy.name} {NOT_PUT_BACK} {problem}")
        return
    for fault in faults:
        log.error("In %s: %s", copy, fault)
    note(TRIED, " ".join([copy.name, str(len(faults)), *faults[:1]]))


# -- what is told of it ------------------------------------------------------------------


def newest() -> datetime | None:
    """When the newest good copy was made, by this or another server."""
    return max(filter(None, (last_here(), made_at())), default=None)


def told_of_copies() -> Finding | None:
    """Whether the newest copy is old, or none could be made since. A new club has time for its first."""
    at, _, why = noted(FAILED).partition(" ")
    last = newest()
    if at and (last is None or last < datetime.fromisoformat(at)):
        said = f"The last copy could not be made: {why.rstrip('.')}."
    elif not is_old(last, timezone.now()) or (last is None and not _has_lasted()):
        return None
    else:
        said = f"The newest copy is from {calendar_day(last)}." if last else "Nothing was copied yet."
    return Finding("copies", said, command("backup"), stops=False)


def _has_lasted() -> bool:
    """Whether a club was here before a first copy would be old."""
    from league.models import LogLine

    if "league_logline" not in tables():
        return False
    return LogLine.objects.filter(club__is_example=False, at__lt=timezone.now() - OLD).exists()


def told_of_second_place() -> Finding | None:
    here, second, to = last_here(), last_in_second_place(), settings.BACKUP_TO
    if to is None or here is None or (second is not None and second >= here):
        return None
    said = f"The newest copy isn’t in {to} as well{'' if is_plugged_in(to) else ', which isn’t there'}."
    return Finding("second place", said, f"Plug the drive in, then: {command('backup', to=str(to))}", stops=False)


def told_of_trial() -> Finding | None:
    copy, _, rest = noted(TRIED).partition(" ")
    number, _, first = rest.partition(" ")
    if number in ("", "0"):
        return None
    if number == NOT_PUT_BACK:
        cure = MAY_MAKE_ONE if first.startswith("createdb") else f"Make another one: {command('backup')}"
        return Finding("trial", f"The copy {copy} can’t be put back: {first.rstrip('.')}.", cure, stops=False)
    more = f", and {int(number) - 1} more" if number != "1" else ""
    said = f"The copy {copy} was tried. {first.rstrip('.')}{more}."
    return Finding("trial", said, f"Have the cards read again: {REREAD}", stops=False)


CHECKS: Final[dict[str, examining.Check]] = {
    "copies": told_of_copies,
    "second place": told_of_second_place,
    "trial": told_of_trial,
}


def main() -> NoReturn:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the club is closed: nothing is left half-made
    examining.set_up(REFUSAL)
    with alone("nightly"):
        now, made = timezone.now(), made_at()
        if made and is_lately(made, QUIET_AFTER_AN_EVENING, now):
            sys.exit()  # another server's worker was faster
        sys.exit(not make_and_try(now))


if __name__ == "__main__":
    main()
