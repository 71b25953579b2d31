"""`python -m tests.lab.year --nights 2`: the first nights of a club's year, on a club that is served."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import django

from tests.club_server import ROOT, ClubServer
from tests.lab.year.web import Person
from tests.migrations.test_two_steps import version_before


def kept(server: ClubServer) -> int:
    return sum(file.stat().st_size for file in server.state_dir.rglob("*") if file.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.lab.year", description=__doc__)
    parser.add_argument("--nights", type=int, default=40)
    parser.add_argument("--club", type=int, default=1)
    parser.add_argument("--small", action="store_true", help="with few people and short rounds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=8, help="pages of one kind that each reader looks at; 0: all")
    parser.add_argument("--papers-every", type=int, default=1, help="papers are read after every so many nights")
    parser.add_argument("--plain", action="store_true", help="nothing goes wrong")
    parser.add_argument("--inside", action="store_true", help="in this process, past the server")
    parser.add_argument("--update", action="store_true", help="it begins with the release before")
    parser.add_argument("--only", nargs="*", default=(), help="mishaps: these words of their names, such as “tablet”")
    parser.add_argument("--each-night", action="store_true", help="mishaps happen on every night, not now and then")
    parser.add_argument("--touch", type=int, default=20, help="every so many nights in real browsers; 0: none")
    parser.add_argument("--on", choices=("sqlite", "postgres"), default="sqlite")
    given = parser.parse_args()
    if given.on == "postgres" and "DATABASE_URL" not in os.environ:
        own = ROOT / "bin" / "on-postgres"
        os.execv(own, [str(own), sys.executable, "-m", "tests.lab.year", *sys.argv[1:]])

    kind = "testing_settings" if given.inside else "settings"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", f"pinochle_club.{kind}")
    django.setup()
    from tests.lab.year import inside, report
    from tests.lab.year.clubs import FOUNDED, SMALL, TOWNS, Club
    from tests.lab.year.computers import UNLIKE, club_computer
    from tests.lab.year.journal import Journal
    from tests.lab.year.mishaps import all_mishaps
    from tests.lab.year.nights import Tablet
    from tests.lab.year.year import Year

    town = (SMALL if given.small else TOWNS)[given.club - 1]
    mishaps = [] if given.plain else [*all_mishaps()]
    if given.only:
        mishaps = [one for one in mishaps if any(word in one.name for word in given.only)]
    if given.each_night:
        mishaps = [replace(one, every=1) for one in mishaps]
    looks = {"most": given.most, "papers_every": given.papers_every}
    if given.inside:
        with inside.database() as kept_bytes, inside.opened(town, given.seed, mishaps, **looks) as year:
            try:
                year.play(given.nights)
            finally:  # what was found until then
                costs = {"bytes kept": kept_bytes(), "seconds of CPU": int(time.process_time())}
                print(*report.of_year(year, costs), sep="\n")
        return
    folder = Path(tempfile.mkdtemp(prefix="year-"))
    everybody: list[Person] = []
    try:
        with club_computer(folder, FOUNDED, has_old_program=given.update) as computer:

            def device(name: str, role: str) -> Person:
                everybody.append(computer.device(name, role))
                return everybody[-1]

            carol = device("Carol Reyes", "director")
            club = Club(town, Journal(town.club, town.game), carol, device, computer.clock, given.seed)
            if given.update:
                club.unlike = {**UNLIKE.get((version_before(), town.game), {})}

            @cache
            def browsers() -> Callable[..., Tablet]:
                from tests.lab.year.touch import browser  # which not every computer has

                return computer.others.enter_context(browser())

            def tablets(number: int) -> Callable[..., Tablet]:
                if not given.touch or number % given.touch:
                    return Tablet
                computer.counted["nights touched"] += 1
                return browsers()

            club.found(computer.setup_link)
            club.set_up()
            year = Year(club, everybody, mishaps, **looks, is_read=not given.update, tablets=tablets)
            year.play(given.nights)
            costs = {"bytes kept": kept(computer.server), **computer.counted}
        took = os.times()  # the server is one process of ours, which has ended
        costs["seconds of its CPU"] = int(took.children_user + took.children_system)
        print(*report.of_year(year, costs), sep="\n")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
