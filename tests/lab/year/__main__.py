"""`python -m tests.lab.year --nights 2`: the first nights of a club's year, on a club that is served."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import django

from tests.club_server import ROOT, ClubServer, served_club
from tests.lab.year.web import Line, Person

SETUP = re.compile(r"https?://\S+?(/l/\S+)")


class ShiftedClock:
    """The clock of a served club, set while it runs."""

    def __init__(self, folder: Path) -> None:
        from tests.lab.chaos import troubles

        self.file, self.shifted, self.set = folder / "clock", folder / "shifted_clock.so", troubles.set_clock
        self.set(self.file, 0)
        source = Path(troubles.__file__).with_name("shifted_clock.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", self.shifted, source, "-ldl"], check=True)

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self.shifted), "SHIFTED_CLOCK": str(self.file)}

    def go(self, moment: datetime) -> None:
        self.set(self.file, int(moment.timestamp() - time.time()))


@contextmanager
def served(folder: Path, since: datetime) -> Iterator[tuple[ClubServer, ShiftedClock]]:
    clock = ShiftedClock(folder)
    clock.go(since)  # before the start, which prints a link for two days
    settings = {"WORKERS": "0", "TIME_ZONE": "America/Chicago", "WITH_WORKER": "1", **clock.environment}
    with served_club(folder, program="tests.quiet_server", **settings) as server:
        yield server, clock


def kept(server: ClubServer) -> int:
    return sum(file.stat().st_size for file in server.state_dir.rglob("*") if file.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.lab.year", description=__doc__)
    parser.add_argument("--nights", type=int, default=40)
    parser.add_argument("--club", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=8, help="pages of one kind that each reader looks at; 0: all")
    parser.add_argument("--plain", action="store_true", help="nothing goes wrong")
    parser.add_argument("--inside", action="store_true", help="in this process, past the server")
    parser.add_argument("--on", choices=("sqlite", "postgres"), default="sqlite")
    given = parser.parse_args()
    if given.on == "postgres" and "DATABASE_URL" not in os.environ:
        own = ROOT / "bin" / "on-postgres"
        os.execv(own, [str(own), sys.executable, "-m", "tests.lab.year", *sys.argv[1:]])

    kind = "testing_settings" if given.inside else "settings"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", f"pinochle_club.{kind}")
    django.setup()
    from tests.lab.year import inside, report
    from tests.lab.year.clubs import FOUNDED, TOWNS, Club
    from tests.lab.year.journal import Journal
    from tests.lab.year.mishaps import all_mishaps
    from tests.lab.year.year import Year

    town, mishaps = TOWNS[given.club - 1], [] if given.plain else [*all_mishaps()]
    if given.inside:
        with inside.database() as kept_bytes, inside.opened(town, given.seed, mishaps, most=given.most) as year:
            year.play(given.nights)
            costs = {"bytes kept": kept_bytes(), "seconds of CPU": int(time.process_time())}
        print(*report.of_year(year, costs), sep="\n")
        return
    folder = Path(tempfile.mkdtemp(prefix="year-"))
    everybody: list[Person] = []
    try:
        with served(folder, FOUNDED) as (server, clock):

            def device(name: str, role: str) -> Person:
                everybody.append(Person(name, role, Line(server.url)))
                return everybody[-1]

            carol = device("Carol Reyes", "director")
            club = Club(town, Journal(town.club, town.game), carol, device, clock, given.seed)
            club.found(SETUP.findall(server.log.read_text())[-1])
            club.set_up()
            year = Year(club, everybody, mishaps, given.most)
            year.play(given.nights)
            costs = {"bytes kept": kept(server)}
        took = os.times()  # the server is one process of ours, which has ended
        costs["seconds of its CPU"] = int(took.children_user + took.children_system)
        print(*report.of_year(year, costs), sep="\n")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
