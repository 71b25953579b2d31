"""Whether a table's save in the hall is held up by the line home: one tablet each saves at four halls, one without a
line, one where nobody answers, one where somebody takes what is sent and says nothing, and one that home hears.

They save in turn, step by step, so that whatever else the machine does falls on all of them. Each is a computer of its
own with its worker, as `make run` serves it; home is another.
"""

from __future__ import annotations

import json
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import mean
from urllib.parse import urlencode, urlsplit

from scoring.score_card.access import DEVICE_COOKIE
from tests.club_server import ClubServer, served_club
from tests.lab.benchmarks import Row, percentile, sized
from tests.lab.benchmarks.bare import game
from tests.lab.chaos.halls import BEGIN, ENTRIES
from tests.second_computer import soon
from tests.tablet import Tablet, new_id

TABLES = sized(1, 16, 60)  # of each hall, one after the other
LINES = ("none", "dead", "slow", "good")
AT_MOST = 1.05
LAY = f"""
from django.utils import timezone
from tests.lab.benchmarks.bare import game
from tests.league.makers import make_club, make_entrants, make_event, make_user
club = make_club(name="Oak Park", slug="lent")
make_user(club, "admin", username="lender")
for _ in range({len(LINES)}):
    event = make_event(club, book=game.BOOK.key, hands=game.HANDS, starts_at=timezone.now())
    make_entrants(event, {4 * TABLES})
    print(event.pk)
"""
LEAD = """
from league.models import Event, Fetched
Fetched.objects.update(home={!r})
print(Event.objects.get(fetched__isnull=False).pk)
"""


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as name, ExitStack() as opened:
        folder = Path(name)
        for place in ("home", *LINES):
            (folder / place).mkdir()
        home = opened.enter_context(served_club(folder / "home", program="tests.quiet_server"))
        leads = {"none": "", "dead": "http://127.0.0.1:1", "slow": opened.enter_context(silent()), "good": home.url}
        events = home.manage("shell", "--no-imports", "-c", LAY).split()
        halls = [
            opened.enter_context(a_hall(folder / line, home, event, leads[line]))
            for line, event in zip(LINES, events, strict=True)
        ]
        waits = in_turn(halls)
        good = halls[-1][0]
        soon(lambda: good.rows("SELECT told FROM league_fetched")[0][0] > 1)
        told, count = home_has(home, events[-1]), TABLES * len(game.entries())
        soon(lambda: home_has(home, events[-1]) == count)
    none = waits[0]
    return [
        *(row for line, each in zip(LINES[1:], waits[1:], strict=True) for row in rows(line, each, none)),
        Row("  entries that home had by the last save", float(told), "", count, "in all"),
    ]


def rows(line: str, waits: list[list[float]], none: list[list[float]]) -> Iterator[Row]:
    name, steps = f"saving in the hall, a {line} line", len(game.entries())
    taken, without = (1000 * game.typical_time(each) / steps for each in (waits, none))
    yield Row(name, taken, "ms a step", without, "ms, without one", at_most=AT_MOST)
    every, every_without = ([wait for game_ in each for wait in game_] for each in (waits, none))
    yield Row("  on average", 1000 * mean(every), "ms", 1000 * mean(every_without), "ms, without one")
    slow, slow_without = (1000 * percentile(each, 0.99) for each in (every, every_without))
    yield Row("  slowest of 100", slow, "ms", slow_without, "ms, without one")


@contextmanager
def silent() -> Iterator[str]:
    """Somebody who listens and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


@contextmanager
def a_hall(folder: Path, home: ClubServer, event: str, lead: str) -> Iterator[tuple[ClubServer, list[dict[str, str]]]]:
    """A hall's computer that fetched this evening, with its round begun; where it tells of it, and its tables."""
    file = folder / "lent.evening.zip"
    home.manage("lend", event, str(file))
    hall = ClubServer(folder, program="tests.quiet_server", WORKERS="0", WITH_WORKER="1")
    try:
        hall.start()
        hall.manage("fetch", str(file))
        number = hall.manage("shell", "--no-imports", "-c", LEAD.format(lead)).split()[-1]
        begun = json.loads(hall.manage("shell", "--no-imports", "-c", BEGIN.format(event=number)))
        yield hall, begun["tables"]
    finally:
        hall.kill()


def in_turn(halls: list[tuple[ClubServer, list[dict[str, str]]]]) -> list[list[list[float]]]:
    """For each hall and each of its tables, how long each step of its game took."""
    waits: list[list[list[float]]] = [[] for _ in halls]
    for table in range(TABLES):
        with ExitStack() as opened:
            tablets = [opened.enter_context(closing(AtTable(hall, tables[table]))) for hall, tables in halls]
            for each in waits:
                each.append([])
            for number, (path, fields) in enumerate(game.forms()):
                for place in range(number, number + len(halls)):  # none is always first
                    at = place % len(halls)
                    waits[at][-1].append(tablets[at].save(path, fields))
    return [each[1:] or each for each in waits]  # the first table fills caches


class AtTable:
    """A tablet on one connection, as browsers keep theirs."""

    def __init__(self, hall: ClubServer, table: dict[str, str]) -> None:
        tablet = Tablet(hall.url, {DEVICE_COOKIE: table["secret"]})
        tablet.open(table["card"])
        self.card, self.token, self.headers = table["card"], tablet.token, tablet.headers(is_form=True)
        self.connection = HTTPConnection(urlsplit(hall.url).netloc, timeout=60)

    def save(self, path: str, fields: dict[str, object]) -> float:
        body = urlencode({**fields, **self.token, "client_id": new_id()})
        sent = time.perf_counter()
        self.connection.request("POST", self.card + path, body, self.headers)
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status == 200, text
        return time.perf_counter() - sent

    def close(self) -> None:
        self.connection.close()


def home_has(home: ClubServer, event: str) -> int:
    """Entries of the evening."""
    return len(home.rows(ENTRIES.format(event=event)))
