"""Which of two computers is the club, where one can take over from the other (`pinochle_club.server.standby`).

Each takeover raises the generation, a number in the database. A computer that hears of a higher one notes who told it:
from then on it writes nothing, and its pages say where the club is now.
"""

import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from secrets import randbelow

from django.conf import settings


class NotTheClub(Exception):
    """A write on a computer from which another one has taken over."""


@dataclass(frozen=True, slots=True)
class Successor:
    generation: int
    url: str  # empty where only the drive between the two tells of it


def is_the_club() -> bool:
    return not _note().exists()


def successor() -> Successor | None:
    """The address of the computer that took over from this one, if any."""
    try:
        return Successor(**json.loads(_note().read_text()))
    except FileNotFoundError:
        return None


def words(to: Successor) -> str:
    where = f"The club is at {to.url} now." if to.url else "It took over from the second drive."
    return f"Another computer has become the club. {where}"


def give_way(to: Successor) -> None:
    draft = _note().with_suffix(".part")
    draft.write_text(json.dumps(asdict(to)))
    draft.replace(_note())


def be_the_club() -> None:
    _note().unlink(missing_ok=True)


def database() -> Path:
    return Path(settings.DATABASES["default"]["NAME"])


def generation_of(database: Path) -> int:
    """0 before any takeover. SQLite keeps one number for the program that uses it, and each copy of the database
    has it."""
    with closing(sqlite3.connect(database, timeout=20)) as opened:
        return int(opened.execute("PRAGMA user_version").fetchone()[0])


def set_generation(database: Path, generation: int) -> None:
    with closing(sqlite3.connect(database, timeout=20)) as opened:
        opened.execute(f"PRAGMA user_version = {int(generation)}")


def address_before() -> Path:
    """The address that tablets know the club by, for as long as this computer, which took over, is the new one."""
    path: Path = settings.STATE_DIR / "address_before"
    return path


def key_file() -> Path:
    """The key that seals what the club's computers say; missing where there never was a second one."""
    path: Path = settings.STATE_DIR / "standby_key"
    return path


def next_generation(last: int) -> int:
    """The next thousand and a random rest: of two computers that take over from the same one, one has more."""
    return (last // 1000 + 1) * 1000 + randbelow(1000)


def _note() -> Path:
    path: Path = settings.STATE_DIR / "not_the_club"
    return path
