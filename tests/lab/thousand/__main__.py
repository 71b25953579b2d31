"""`python -m tests.lab.thousand` (see `tests/lab/thousand/__init__.py`)."""

import argparse
import os
import sys
import time
from pathlib import Path

import django

WARM = 20.0  # seconds


def tell(folder: Path, nights: int) -> None:
    from tests.lab.thousand.story import tell_all

    tell_all(folder, nights)


def make(folder: Path, clubs: int, nights: int) -> None:
    from tests.lab.thousand.making import make as make_clubs

    made = make_clubs(folder, clubs, nights)
    sys.stdout.write(
        f"{made.clubs} clubs in {made.seconds:.0f} s, {made.entries:,} entries, {made.bytes / made.clubs / 1e6:.1f} MB"
        " a club\n"
    )


def measure(folder: Path, one_url: str, many_url: str, parts: list[str], rounds: int, times: int) -> int:
    from tests.lab.benchmarks import Row
    from tests.lab.benchmarks.__main__ import COLUMNS, show
    from tests.lab.thousand import measuring, strangers
    from tests.lab.thousand.measuring import served

    sys.stdout.write(COLUMNS.format("", "measured", "baseline", "ratio", "target", "") + "\n")
    rows: list[Row] = []
    with served(folder / "one", one_url, 1) as one, served(folder / "many", many_url, 100 + rounds) as many:
        clubs = many.server.rows("SELECT count(*) FROM league_club")[0][0]
        sizes = [measuring.bytes_of(at.server) for at in (one, many)]
        time.sleep(WARM)  # servers that just started have their own to do
        if "pages" in parts:
            rows += map(show, measuring.pages(one, many, times))
        if "start" in parts:
            rows.append(show(measuring.starts(one, many, 5)))
        if "archives" in parts:
            rows += map(show, measuring.archives(one, many, folder))
        if "saves" in parts:
            rows += map(show, measuring.saves(many, rounds))
        if "strangers" in parts:
            rows += map(show, strangers.strangers(many, times))
        memory = [measuring.megabytes(at.server) for at in (one, many)]
        rows.append(show(Row("memory of the server", memory[1], "MB", memory[0], "MB, one club")))
        a_club = (sizes[1] - sizes[0]) / max(1, clubs - 1) / 1e6
        rows.append(show(Row(f"of the database, a club of {clubs}", a_club, "MB")))
    return 1 if any(row.is_met is False for row in rows) else 0


def update(folder: Path, many_url: str, revision: str, clubs: int) -> int:
    from tests.lab.benchmarks.__main__ import COLUMNS, show
    from tests.lab.thousand import updating
    from tests.older import release_before

    sys.stdout.write(COLUMNS.format("", "measured", "baseline", "ratio", "target", "") + "\n")
    rows = list(map(show, updating.update(folder, many_url, revision or release_before(), clubs)))
    return 1 if any(row.is_met is False for row in rows) else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.lab.thousand", description="Does a club notice the others?")
    parser.add_argument("what", choices=("tell", "make", "measure", "update"))
    parser.add_argument(
        "--folder", type=Path, required=True, help="where the club’s archive and the servers’ files lie"
    )
    parser.add_argument("--clubs", type=int, default=1000, help="to make, in the database of DATABASE_URL; that play")
    parser.add_argument("--nights", type=int, default=36, help="that each club has behind it")
    parser.add_argument("--one", help="the address of a database with one club")
    parser.add_argument("--many", help="the address of one with many")
    parser.add_argument("--revision", default="", help="from which both servers go on; else the release before")
    parser.add_argument("--parts", nargs="+", default=["pages", "start", "archives", "saves", "strangers"])
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--times", type=int, default=15, help="that each page is asked for")
    asked = parser.parse_args()
    settings = "pinochle_club.settings" if asked.what in ("tell", "make") else "pinochle_club.testing_settings"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", settings)
    django.setup()
    if asked.what == "tell":
        tell(asked.folder, asked.nights)
    elif asked.what == "make":
        make(asked.folder, asked.clubs, asked.nights)
    elif asked.what == "update":
        sys.exit(update(asked.folder, asked.many, asked.revision, asked.clubs))
    else:
        sys.exit(measure(asked.folder, asked.one, asked.many, asked.parts, asked.rounds, asked.times))
