"""Saving steps by HTTP at a club served as `make run` serves it, by one tablet and by eight, each on its own card: the
whole app beside the bare view (tests/benchmarks/bare) in the same processes, and how evenly the eight are served."""

import http.client
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from threading import Barrier
from urllib.parse import urlencode, urlsplit

from tests.benchmarks import Row, percentile
from tests.benchmarks.bare import game
from tests.club_server import ClubServer, served_club
from tests.sampling import sample
from tests.tablet import Tablet, new_id

WRITERS = 8


@dataclass
class Measured:
    """Rounds of games: the rate of each round, and how long each answer took."""

    rates: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return median(self.rates)

    def wait(self, share: float) -> float:
        return 1000 * percentile(self.waits, share)


def run() -> list[Row]:
    settings = {"DJANGO_SETTINGS_MODULE": "tests.benchmarks.bare.settings"}
    with tempfile.TemporaryDirectory() as folder, served_club(Path(folder), **settings) as server:
        rounds(server, WRITERS, 1)  # fills caches, which a running club has filled too
        alone, bare_alone = rounds(server, 1, sample(5, 40))
        many, bare_many = rounds(server, WRITERS, sample(4, 40))
    return [
        Row("saving by HTTP, 1 tablet", alone.rate, "steps/s", bare_alone.rate, "steps/s, bare view", at_least=0.7),
        Row(
            f"saving by HTTP, {WRITERS} tablets",
            many.rate,
            "steps/s",
            bare_many.rate,
            "steps/s, bare view",
            at_least=0.7,
        ),
        Row(
            f"slowest of 100, {WRITERS} tablets", many.wait(0.99), "ms", many.wait(0.5), "ms, the middle one", at_most=3
        ),
        Row("  the same, bare view", bare_many.wait(0.99), "ms", bare_many.wait(0.5), "ms, the middle one"),
    ]


def rounds(server: ClubServer, tablets: int, times: int) -> tuple[Measured, Measured]:
    """Games through the app and through the bare view, in turn."""
    app, bare = Measured(), Measured()
    for _ in range(times):
        play(server, tablets, "", app)
        play(server, tablets, "/bare", bare)
    return app, bare


def play(server: ClubServer, tablets: int, prefix: str, measured: Measured) -> None:
    """A whole game at each tablet at the same time."""
    start = Barrier(tablets)

    def one(tablet: Tablet) -> tuple[float, float, list[float]]:
        return at_table(tablet, prefix, start.wait)

    seats = [sit_down(server) for _ in range(tablets)]
    with ThreadPoolExecutor(tablets) as pool:
        games = list(pool.map(one, seats))
    waits = [wait for _, _, each in games for wait in each]
    measured.waits += waits
    measured.rates.append(len(waits) / (max(end for _, end, _ in games) - min(begin for begin, _, _ in games)))


def sit_down(server: ClubServer) -> Tablet:
    tablet = Tablet(server.url)
    tablet.get("/")
    return tablet


def at_table(tablet: Tablet, prefix: str, ready: Callable[[], object]) -> tuple[float, float, list[float]]:
    """When the game began and ended, and the wait for each answer. On one connection, as browsers keep theirs."""
    card = tablet.post("/bare/cards/", {}).location
    headers = tablet.headers(is_form=True)
    posts = [
        (f"{prefix}{card}{path}", urlencode({**fields, **tablet.token, "client_id": new_id()}))
        for path, fields in game.forms()
    ]
    with closing(http.client.HTTPConnection(urlsplit(tablet.url).netloc, timeout=60)) as connection:
        ready()
        begin, waits = time.perf_counter(), []
        for path, body in posts:
            sent = time.perf_counter()
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            text = answer.read()
            waits.append(time.perf_counter() - sent)
            assert answer.status == 200, text
        return begin, time.perf_counter(), waits
