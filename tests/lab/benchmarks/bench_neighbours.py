"""Whether a table's save is held up by what else the club's machine has to do: eight tablets save alone, beside a
simulation that the worker plays, beside four tables of Experts, and beside fifty connections that drip what they send,
at a club served as `make run` serves it. And the other way around: how long somebody waits for a sheet and for a race
where Experts and four other programs keep the computer busy.

These take turns, a game of all tablets each, so that whatever else the machine does falls on all of them; meanwhile
the simulation's process is stopped, and nobody asks the Experts. Two cores are full with eight tablets and their server
alone: a neighbour of low priority then gets what is left, and the targets leave room for the moment it needs to step
aside. What is told is the median round.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event

from scoring.play.settings import MILLISECONDS, Pace
from scoring.play.simulate.bots import CLUB
from scoring.score_card.access import new_secret
from tests.club_server import ClubServer, served_club
from tests.lab.benchmarks import Row, sized
from tests.lab.benchmarks.bench_load import WRITERS, Measured, play
from tests.slow_senders import slow_senders
from tests.tablet import HIDDEN, Tablet, new_id

TABLES = 4
SLOW = 50
PACE: Pace = "fast"
ASKED = {"deals": "20000", "bots": CLUB, "auction__opening": "60"}
SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.lab.benchmarks.bare.settings"}
MOST_SECONDS = 120
PROGRAMS = 4
PATIENCE = 30.0  # seconds: for so long somebody waits for paper, or for a race
# A season of 24 people after six nights, which goes on for ten weeks.
SEASON = """
import random
from datetime import timedelta
from django.utils import timezone
from league.models import Season
from league.season.seasons.deeds import show_standings
from tests.league.makers import make_club, make_series
from tests.league.season.seasons.bots import by
from tests.league.season.seasons.played import laid_night, opened
today, chance = timezone.localdate(), random.Random(1)
series = make_series(make_club(slug="race"), book="st-hilary", weekday=today.isoweekday())
season = opened(series.club, level="shared")
for week in range(6):
    laid_night(series, week, *([chance.randrange(10, 90) for _ in range(24)] for _ in range(2)))
show_standings(season=season, hidden=False, **by())
Season.objects.update(closes_on=today + timedelta(weeks=10))
print(season.pk)
"""
AHEAD = re.compile(r'action="(/play/[^"]+/(?:go-on|next-hand)/)"')


def run() -> list[Row]:
    alone, simulating, thinking, dripping = Measured(), Measured(), Measured(), Measured()
    with tempfile.TemporaryDirectory() as folder, served_club(Path(folder), **SETTINGS) as server:
        play(server, WRITERS, "", Measured())  # fills caches, which a running club has filled too
        simulation, experts = Simulation(server), Experts(server)
        for _ in range(sized(1, 4, 40)):
            play(server, WRITERS, "", alone)
            with simulation.going_on():
                play(server, WRITERS, "", simulating)
            with experts.playing():
                play(server, WRITERS, "", thinking)
            with slow_senders(server.port, SLOW):
                play(server, WRITERS, "", dripping)
        assert experts.decisions, "no Expert has played"
        number = server.manage("shell", "-v", "0", "-c", SEASON).split()[-1]
        with experts.playing(), programs():
            sheet = seconds_until_there(server, "/books/cutthroat.pdf?paper=a4")
            race = seconds_until_there(server, f"/clubs/race/seasons/{number}/race/")
    return [
        *rows("a simulation", simulating, alone),
        *rows(f"{TABLES} tables of Experts", thinking, alone),
        *rows(f"{SLOW} slow senders", dripping, alone),
        Row(f"a sheet, beside Experts and {PROGRAMS} programs", sheet, "s", PATIENCE, "s of patience", at_most=1),
        Row(f"a race, beside Experts and {PROGRAMS} programs", race, "s", PATIENCE, "s of patience", at_most=1),
    ]


def rows(neighbour: str, beside: Measured, alone: Measured) -> Iterator[Row]:
    """The middle save, and the slowest of a hundred."""
    for words, share, at_most in (("the middle save", 0.5, 1.5), ("slowest of 100", 0.99, 2)):
        yield Row(
            f"{words} of {WRITERS} tablets, beside {neighbour}",
            beside.wait(share),
            "ms",
            alone.wait(share),
            "ms, alone",
            at_most=at_most,
        )


# -- a sheet, a race ---------------------------------------------------------------------


@contextmanager
def programs() -> Iterator[None]:
    """Other programs on the club's computer, each of which would have a processor to itself."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(PROGRAMS)]
    try:
        yield
    finally:
        for program in running:
            program.kill()
            program.wait()


def seconds_until_there(server: ClubServer, address: str) -> float:
    """Until somebody has a sheet or page that nobody has asked for before."""
    tablet, began = Tablet(server.url), time.monotonic()
    wait_for(lambda: tablet.get(address).status == 200)
    return time.monotonic() - began


# -- a simulation ------------------------------------------------------------------------


class Simulation:
    """One that the worker plays, whose process is stopped where nobody wants it to go on."""

    def __init__(self, server: ClubServer) -> None:
        tablet = Tablet(server.url)
        tablet.get("/")
        answer = tablet.post("/play/simulations/new/npa/", {"start": new_secret(), **ASKED})
        assert answer.status == 302, answer.told
        self.server = server
        wait_for(lambda: server.rows("SELECT 1 FROM scoring_simulation WHERE deals_done > 0"))
        self.process = process_of_lowest_priority(server)
        os.kill(self.process, signal.SIGSTOP)

    @contextmanager
    def going_on(self) -> Iterator[None]:
        before = seconds_used(self.process)
        os.kill(self.process, signal.SIGCONT)
        yield
        os.kill(self.process, signal.SIGSTOP)
        assert seconds_used(self.process) > before, "the simulation did not go on"


def process_of_lowest_priority(server: ClubServer) -> int:
    """Of the server and all that it started, the newest: before it, another one printed ahead."""
    assert server.process is not None
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(ProcessLookupError):
            number = int(folder.name)
            if os.getsid(number) == server.process.pid and os.getpriority(os.PRIO_PROCESS, number) == 19:
                found.append(number)
    assert found, "no process has the lowest priority"
    return max(found)


def seconds_used(process: int) -> float:
    """Of a processor, since it was started."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for(done: Callable[[], object]) -> None:
    end = time.monotonic() + MOST_SECONDS
    while not done():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.2)


# -- Experts -----------------------------------------------------------------------------


class Experts:
    """Tables at which four Experts play, for as long as somebody watches."""

    def __init__(self, server: ClubServer) -> None:
        self.decisions = 0
        self.tables = [Watched(server.url) for _ in range(TABLES)]
        end = time.monotonic() + 10  # their processes get ready meanwhile, with a club player in their place
        with self.playing():
            while time.monotonic() < end:
                time.sleep(0.1)

    @contextmanager
    def playing(self) -> Iterator[None]:
        enough = Event()
        with ThreadPoolExecutor(TABLES) as pool:
            watched = [pool.submit(table.watch, enough) for table in self.tables]
            try:
                yield
            finally:
                enough.set()
            self.decisions += sum(each.result() for each in watched)


class Watched:
    """One of the tables, and the browser of whoever watches."""

    def __init__(self, url: str) -> None:
        self.tablet = Tablet(url)
        self.sit_down()

    def sit_down(self) -> None:
        self.tablet.get("/play/")
        fields = {"start": new_secret(), "book": "npa", "asked": "1", "pace": PACE, "seat": "watch"}
        begun = self.tablet.post("/play/begin/", {**fields, "strength": "expert"})
        self.page = self.tablet.get(begun.location).text

    def watch(self, enough: Event) -> int:
        """Lets them play until it is enough; how many things were done."""
        done = 0
        while not enough.is_set():
            seen = self.seen
            self.go_on()
            new = max(0, self.seen - seen)
            # As the page does: every step is watched, and who thinks for long is asked again after a while.
            enough.wait(new * MILLISECONDS[PACE] / 1000 or 1)
            done += new
        return done

    def go_on(self) -> None:
        ahead = AHEAD.search(self.page)
        assert ahead, self.page
        hidden = {**dict(HIDDEN.findall(self.page)), **self.tablet.token, "client_id": new_id()}
        answer = self.tablet.post(ahead[1], hidden)
        assert answer.status == 200, answer.text
        self.page = answer.text
        if "<form" not in self.page:  # led to another game, since this one is over
            self.sit_down()

    @property
    def seen(self) -> int:
        return int(dict(HIDDEN.findall(self.page))["seen"])
