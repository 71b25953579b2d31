"""Keeps what this version writes, so that every later one is held to opening it: `make keep-version`.

`versions/1.0.0.sql.gz` is SQLite's own text of a database with a card of every book and the club of `full_club`,
`1.0.0.zip` that club's archive, `1.0.0.json` what this version reads from both; in `evenings` lie the two slices of an
evening that was lent and played in a hall, `1.7.0-for-the-hall.zip` and `1.7.0-for-home.zip`. It is made once, for a release, and never
anew: what a migration cannot carry over is for the migration to mend. Those of 0.x were made by hand; of its database
`0.x-migrated.sql.gz` is what the newest version kept here made of it, so that `make test` has only later steps to take.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

VERSIONS: Final = Path(__file__).parent / "versions"
EVENINGS: Final = VERSIONS / "evenings"
OLDEST: Final = "0.x"
OLDEST_MIGRATED: Final = "0.x-migrated"


def main() -> None:
    import django

    django.setup()
    from django.db import connection

    from league.outside.archive.writing import write_archive
    from pinochle_club.ground import __version__
    from pinochle_club.server.new_database import make_tables
    from scoring.management.examples import make_examples
    from tests.league.outside.archive.full_club import make_full_club
    from tests.migrations.figures import club_figures, figures

    assert connection.vendor == "sqlite", "DATABASE_URL is set"
    make_tables()
    make_examples()
    club = make_full_club()
    with (VERSIONS / f"{__version__}.zip").open("wb") as archive:
        write_archive(club, archive)
    read = {"all": figures(), "archive": club_figures(club)}
    (VERSIONS / f"{__version__}.json").write_text(json.dumps(read, indent=1) + "\n")
    keep_database(__version__, Path(connection.settings_dict["NAME"]))
    keep_evening(__version__)
    keep_oldest()


def keep_database(name: str, path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        dump = "\n".join(database.iterdump())
    (VERSIONS / f"{name}.sql.gz").write_bytes(gzip.compress(dump.encode(), mtime=0))


def keep_oldest() -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "club.sqlite3"
        with opened(OLDEST, path):
            pass
        keep_database(OLDEST_MIGRATED, path)


def keep_evening(version: str) -> None:
    from django.db import transaction

    from tests.league.outside.hall.evenings import make_world

    with transaction.atomic():
        world = make_world()
        transaction.set_rollback(True)
    (EVENINGS / f"{version}-for-the-hall.zip").write_bytes(world.file)
    (EVENINGS / f"{version}-for-home.zip").write_bytes(world.back)


@contextmanager
def opened(version: str, path: Path) -> Iterator[None]:
    """A version's database, migrated, in place of the tests' own."""
    from django.core.management import call_command

    dump = gzip.decompress((VERSIONS / f"{version}.sql.gz").read_bytes()).decode()
    with closing(sqlite3.connect(path)) as older:
        older.executescript(dump)
    with in_place_of_ours(path):
        call_command("migrate", verbosity=0)
        yield


@contextmanager
def in_place_of_ours(path: Path) -> Iterator[None]:
    """A file of SQLite on any server."""
    from django.contrib.contenttypes.models import ContentType
    from django.db import connections
    from django.db.utils import ConnectionHandler

    there = connections["default"]
    connections["default"] = ConnectionHandler({"default": _at(path)}).create_connection("default")
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = there
        ContentType.objects.clear_cache()


def _at(path: Path) -> dict[str, Any]:
    options = {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA foreign_keys=ON; PRAGMA synchronous=OFF;"}
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": options}


if __name__ == "__main__":
    main()
