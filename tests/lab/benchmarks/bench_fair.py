"""Whether the tables of an evening save as before beside strangers who do all they can: who send 9 MB again and again,
who try passwords, who save on cards of their own as fast as they are answered, from one address and from eight.

Eight tables save at a pace, alone and beside each of these in turn, so that whatever else the machine does falls on all
of them. Alone, they leave most of the machine idle: so the strangers' share of it is what makes the difference.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import partial
from http.client import HTTPConnection
from itertools import cycle, islice
from pathlib import Path
from threading import Barrier, Event
from typing import Any
from urllib.parse import urlencode, urlsplit

from scoring.score_card.access import DEVICE_COOKIE
from tests.club_server import ClubServer, served_club
from tests.lab.benchmarks import Row, sized
from tests.lab.benchmarks.bare import game
from tests.lab.benchmarks.bench_evening import ask
from tests.lab.benchmarks.bench_load import Measured
from tests.lab.benchmarks.bench_neighbours import SETTINGS
from tests.lab.benchmarks.bench_strangers import A_SECOND, Question, asking
from tests.tablet import UNANSWERED, Tablet, new_id

TABLES = sized(2, 8)
STRANGERS = sized(2, 8)
STEPS = 12
EVERY = 0.25  # seconds, for the next step of a table: far quicker than people at cards
LARGE = 9 * 2**20


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder, served_club(Path(folder), **SETTINGS) as server:
        evening = Evening(server)
        evening.save(Measured())  # fills caches, which a running club has filled too
        neighbours = neighbours_at(server)
        measured = {words: (Measured(), Measured(), Counter[int]()) for words in neighbours}
        for _ in range(sized(1, 3, 20)):
            for words, (alone, beside, answers) in measured.items():
                evening.save(alone)
                with neighbours[words](answers):
                    evening.save(beside)
    return [
        row
        for words, (alone, beside, answers) in measured.items()
        for row in (
            Row(f"middle save beside {words}", beside.wait(0.5), "ms", alone.wait(0.5), told(answers), at_most=2),
            Row("  slowest of 100", beside.wait(0.99), "ms", alone.wait(0.99), "ms, alone", at_most=3),
        )
    ]


def told(answers: Counter[int]) -> str:
    return f"ms alone ({', '.join(f'{number} × {status}' for status, number in sorted(answers.items()))})"


def neighbours_at(server: ClubServer) -> dict[str, Callable[[Counter[int]], AbstractContextManager[None]]]:
    return {
        f"{A_SECOND}/s: 9 MB": partial(asking, server, large_forms(server)),
        f"{A_SECOND}/s: wrong passwords": partial(asking, server, passwords(server)),
        f"{STRANGERS} saving, one address": partial(saving, server, ["127.9.9.9"] * STRANGERS),
        f"{STRANGERS} saving, an address each": partial(saving, server, [f"127.9.9.{n}" for n in range(STRANGERS)]),
    }


# -- the evening -------------------------------------------------------------------------


class Evening:
    """Fifty tables, of which eight save at a time, each a whole game on a card of its own."""

    def __init__(self, server: ClubServer) -> None:
        self.server = server
        self.tablet = Tablet(server.url)
        self.tablet.get("/")
        self.tables: list[dict[str, str]] = []

    def save(self, measured: Measured) -> None:
        if len(self.tables) < TABLES:
            self.tables = json.loads(self.tablet.post("/bare/evening/", {}).text)["tables"]
        playing = [self.tables.pop() for _ in range(TABLES)]
        together = Barrier(TABLES)
        with ThreadPoolExecutor(TABLES) as pool:
            waits = list(pool.map(partial(self.enter, together), playing))
        measured.waits.append([wait for each in waits for wait in each])

    def enter(self, together: Barrier, table: dict[str, str]) -> list[float]:
        headers = self.tablet.headers(is_form=True)
        headers["Cookie"] = f"{DEVICE_COOKIE}={table['secret']}; csrftoken={self.tablet.cookies['csrftoken']}"
        waits = []
        with closing(HTTPConnection(urlsplit(self.server.url).netloc, timeout=60)) as connection:
            ask(connection, "GET", table["card"], None, headers)  # so the server knows who saves
            together.wait()
            time.sleep(random.uniform(0, EVERY))
            for path, fields in islice(game.forms(), STEPS):
                body = urlencode({**fields, **self.tablet.token, "client_id": new_id()})
                status, took = ask(connection, "POST", table["card"] + path, body, headers)
                assert status == 200, status
                waits.append(took)
                time.sleep(max(0.0, EVERY - took))
        return waits


# -- the strangers -----------------------------------------------------------------------


def large_forms(server: ClubServer) -> Iterator[Question]:
    """A card begun with a form of 9 MB, from one address; made once, since making it takes longer than sending it."""
    tablet = Tablet(server.url)
    tablet.get("/")
    body = b"note=" + b"x" * LARGE

    def send() -> int:
        with closing(HTTPConnection(urlsplit(server.url).netloc, timeout=60)) as connection:
            with suppress(ConnectionError):  # it is answered, and cut off, before all of it is sent
                connection.request("POST", "/cards/", body, tablet.headers(is_form=True))
            try:
                return connection.getresponse().status
            except UNANSWERED:
                return 0

    return cycle([send])


def passwords(server: ClubServer) -> Iterator[Question]:
    """From ever new addresses, since one of them is soon told to wait."""
    known = Tablet(server.url)
    known.get("/account/sign-in/")
    while True:
        tablet = Tablet(server.url, dict(known.cookies))
        yield partial(posted, tablet, "/account/sign-in/", {"name": "keeper", "password": new_id()})


def posted(tablet: Tablet, path: str, fields: dict[str, Any]) -> int:
    try:
        return tablet.post(path, fields).status
    except UNANSWERED:
        return 0


@contextmanager
def saving(server: ClubServer, addresses: list[str], answers: Counter[int]) -> Iterator[None]:
    """A stranger at each address saves one game after the other, on one connection."""
    enough = Event()
    with ThreadPoolExecutor(len(addresses)) as pool:
        strangers = [pool.submit(save_until, server, address, enough, answers) for address in addresses]
        try:
            enough.wait(0.5)
            yield
        finally:
            enough.set()
        for each in strangers:
            each.result()


def save_until(server: ClubServer, address: str, enough: Event, answers: Counter[int]) -> None:
    tablet = Tablet(server.url, address=address)
    tablet.get("/")
    host, port = urlsplit(server.url).netloc.split(":")
    with closing(HTTPConnection(host, int(port), timeout=60, source_address=(address, 0))) as connection:
        while not enough.is_set():
            card = tablet.post("/bare/cards/", {}).location
            headers = tablet.headers(is_form=True)
            for path, fields in game.forms():
                if enough.is_set():
                    return
                body = urlencode({**fields, **tablet.token, "client_id": new_id()})
                answers[ask(connection, "POST", card + path, body, headers)[0]] += 1
