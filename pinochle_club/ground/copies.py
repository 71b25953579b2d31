"""Copies of the database, by their names in a folder. `pinochle_club.server.backups` makes them.

A copy bears its name only once it was read through, so every file of such a name is good.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from .clock import lately

OLD = timedelta(days=8)  # by then there was a club night since
STAMP = "%Y%m%d-%H%M%S"
NAMED = re.compile(r"club-(\d{8}-\d{6})\.(sqlite3|dump)", re.ASCII)
KEPT = re.compile(r"(\d{1,4})(?: *(day|week|month)s?)?", re.ASCII)
SECOND_PLACE = "second_place"  # in the folder of copies: when the newest in the second place was made


@dataclass(frozen=True, slots=True)
class Keep:
    """Which copies stay: so many of the newest, and the newest of each of so many days, weeks and months that have
    any."""

    newest: int = 0
    days: int = 0
    weeks: int = 0
    months: int = 0

    def of(self, copies: Sequence[Path], now: datetime) -> set[Path]:
        """The copies that stay, of those given newest first. One dated in the future stays: a clock was wrong,
        maybe today's."""
        made = {copy: made_at(copy) or now for copy in copies}
        past = [copy for copy in copies if made[copy] <= now]
        stay = {*copies} - {*past[self.newest :]}
        for number, period in ((self.days, "%Y%m%d"), (self.weeks, "%G%V"), (self.months, "%Y%m")):
            newest_of = {made[copy].strftime(period): copy for copy in reversed(past)}
            stay |= {newest_of[each] for each in sorted(newest_of, reverse=True)[:number]}
        return stay


def read_keep(text: str) -> Keep:
    """`10`, or `7 days, 4 weeks, 12 months`, or both. Raises `ValueError` in words."""
    parts = [part.strip() for part in text.split(",")]
    found = [KEPT.fullmatch(part) for part in parts]
    numbers = {f"{part[2]}s" if part[2] else "newest": int(part[1]) for part in found if part}
    if len(numbers) != len(parts) or not any(numbers.values()):
        raise ValueError(f"{text!r} isn’t what to keep; it looks like 30, or like 7 days, 4 weeks, 12 months")
    return Keep(**numbers)


def last_here() -> datetime | None:
    """The newest good copy here; one by a clock that was ahead only where there is no other."""
    here, now = [made_at(copy) for copy in copies_in(copies_here())], timezone.now()
    return next((at for at in here if at and at <= now), here[0] if here else None)


def last_in_second_place() -> datetime | None:
    second = copies_here() / SECOND_PLACE
    return made_at(Path(second.read_text())) if second.exists() else None


def is_old(made: datetime | None, now: datetime) -> bool:
    start, end = lately(OLD, now)
    return made is None or not start <= made <= end


def copies_here() -> Path:
    folder: Path = settings.STATE_DIR / "backups"
    return folder


def copies_in(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted((path for path in folder.iterdir() if NAMED.fullmatch(path.name)), key=_stamp, reverse=True)


def made_at(copy: Path) -> datetime | None:
    """The moment in a copy's name; None for a file of any other name."""
    try:
        return datetime.strptime(_stamp(copy), STAMP).astimezone()
    except ValueError:
        return None


def _stamp(copy: Path) -> str:
    found = NAMED.fullmatch(copy.name)
    return found[1] if found else ""
