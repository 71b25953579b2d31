"""Copies of the database, as their names in a folder tell of them. `pinochle_club.server.backups` makes them.

A copy bears its name only once it was read through, so what lies there under such a name is good.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings

OLD = timedelta(days=8)  # by then there was a club night since
STAMP = "%Y%m%d-%H%M%S"
NAMED = re.compile(r"club-(\d{8}-\d{6})\.(sqlite3|dump)", re.ASCII)
SECOND_PLACE = "second_place"  # in the folder of copies: when the newest in the second place was made


@dataclass(frozen=True, slots=True)
class LastBackups:
    """When the newest good copies were made; None where there is none."""

    here: datetime | None
    second: datetime | None

    def is_old(self, now: datetime) -> bool:
        """Whether it is time for another one."""
        return self.here is None or now - self.here > OLD


def last_backups() -> LastBackups:
    """Those of this server, by the names in its folder."""
    folder = copies_here()
    second = folder / SECOND_PLACE
    copies = copies_in(folder)
    return LastBackups(
        here=made_at(copies[0]) if copies else None,
        second=made_at(Path(second.read_text())) if second.exists() else None,
    )


def copies_here() -> Path:
    """The folder of this server's copies."""
    folder: Path = settings.STATE_DIR / "backups"
    return folder


def copies_in(folder: Path) -> list[Path]:
    """The copies in a folder, the newest first."""
    if not folder.is_dir():
        return []
    return sorted((path for path in folder.iterdir() if NAMED.fullmatch(path.name)), key=_stamp, reverse=True)


def made_at(copy: Path) -> datetime | None:
    """When a copy was begun, as its name says; None for a file of any other name."""
    try:
        return datetime.strptime(_stamp(copy), STAMP).astimezone()
    except ValueError:
        return None


def _stamp(copy: Path) -> str:
    found = NAMED.fullmatch(copy.name)
    return found[1] if found else ""
