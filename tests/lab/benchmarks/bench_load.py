"""Saving steps by HTTP at a club served as `make run` serves it, by one tablet and by eight, each on its own card: the
whole app beside the bare view (bare) in the same processes, and how evenly the eight are served."""

import http.client
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from threading import Barrier
from urllib.parse import urlencode, urlsplit

from tests.club_server import ClubServer, served_club
from tests.lab.benchmarks import Row, percentile, sized
from tests.lab.benchmarks.bare import game
from tests.tablet import Tablet, new_id

WRITERS = sized(2, 8)

# When it began and ended, and for each card the wait for each answer.
Game = tuple[float, float, list[list[float]]]


@dataclass
class Measured:
    """Rounds of games: the rate of each round, and how long each answer in it took. What is told is the median round,
    so that a minute in which the machine was busy otherwise does not count."""

    rates: list[float] = field(default_factory=list)
    waits: list[list[float]] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return median(self.rates)

    def wait(self, share: float) -> float:
        return 1000 * median(percentile(each, share) for each in self.waits)


def run() -> list[Row]:
    settings = {"DJANGO_SETTINGS_MODULE": "tests.lab.benchmarks.bare.settings"}
    with tempfile.TemporaryDirectory() as folder, served_club(Path(folder), **settings) as server:
        rounds(server, WRITERS, 1)  # fills caches, which a running club has filled too
        alone, bare_alone = alone_in_turn(server, sized(1, 8, 60))
        many, bare_many = rounds(server, WRITERS, sized(1, 5, 40))
    return [
        Row("saving by HTTP, 1 tablet", alone, "steps/s", bare_alone, "steps/s, bare view", at_least=0.7),
        Row(
            f"saving by HTTP, {WRITERS} tablets",
            many.rate,
            "steps/s",
            bare_many.rate,
            "steps/s, bare view",
            at_least=1.2,
        ),
        Row(
            f"slowest of 100, {WRITERS} tablets", many.wait(0.99), "ms", many.wait(0.5), "ms, the middle one", at_most=2
        ),
        Row("  the same, bare view", bare_many.wait(0.99), "ms", bare_many.wait(0.5), "ms, the middle one"),
    ]


def alone_in_turn(server: ClubServer, times: int) -> tuple[float, float]:
    """The rates of the app and of the bare view for one tablet that plays a game through each, step by step in turn."""
    games = [at_table(server, sit_down(server), ("", "/bare")) for _ in range(times)]
    app, bare = (game.typical_time(each) for each in zip(*(waits for _, _, waits in games), strict=True))
    return 3 * game.HANDS / app, 3 * game.HANDS / bare


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

    def one(tablet: Tablet) -> Game:
        return at_table(server, tablet, (prefix,), start.wait)

    seats = [sit_down(server) for _ in range(tablets)]
    with ThreadPoolExecutor(tablets) as pool:
        games = list(pool.map(one, seats))
    waits = [wait for _, _, (each,) in games for wait in each]
    measured.waits.append(waits)
    measured.rates.append(len(waits) / (max(end for _, end, _ in games) - min(begin for begin, _, _ in games)))


def sit_down(server: ClubServer) -> Tablet:
    tablet = Tablet(server.url)
    tablet.get("/")
    return tablet


def at_table(
    server: ClubServer, tablet: Tablet, prefixes: Sequence[str], ready: Callable[[], object] = lambda: None
) -> Game:
    """A game on a card for each prefix, in turn. On one connection, as browsers keep theirs."""
    cards = [prefix + tablet.post("/bare/cards/", {}).location for prefix in prefixes]
    headers = tablet.headers(is_form=True)
    waits: list[list[float]] = [[] for _ in prefixes]
    with closing(http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)) as connection:
        ready()
        begin = time.perf_counter()
        for path, fields in game.forms():
            for card, taken in zip(cards, waits, strict=True):
                body = urlencode({**fields, **tablet.token, "client_id": new_id()})
                sent = time.perf_counter()
                connection.request("POST", card + path, body, headers)
                answer = connection.getresponse()
                answer.read()
                taken.append(time.perf_counter() - sent)
                assert answer.status == 200, server.log.read_text()
        return begin, time.perf_counter(), waits
