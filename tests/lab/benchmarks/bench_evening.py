"""An evening of fifty tables by HTTP, at a club served as `make run` serves it: every table enters its hands while
sixty screens ask for news; the whole app, and then the bare views (bare/evening.py), under one load.

Tables and screens keep their pace, as people do, so both are loaded alike; how much of the processor is left does not
show in the waits until the machine is full. Every step that was acknowledged is looked for in the database afterwards.
"""

from __future__ import annotations

import http.client
import json
import random
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import median
from threading import Barrier, Event
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from league.evening.desk.views.desk import NOTE_HEADER
from scoring.score_card.access import DEVICE_COOKIE
from tests.club_server import ClubServer, served_club
from tests.lab.benchmarks import Row, percentile, sized
from tests.lab.benchmarks.bare import game
from tests.tablet import Tablet, new_id

SCREENS: Final = sized(2, 60)
# Seconds between two steps of a table, and between two questions of a screen: far quicker than people at cards.
STEP_EVERY: Final = 1.5
ASK_EVERY: Final = 2.0


@dataclass
class Load:
    """What an evening came to: waits for saves and polls in seconds, and what was acknowledged."""

    saves: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    acknowledged: set[str] = field(default_factory=set)
    refused: list[int] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Requests a second, saves and polls together."""
        return (len(self.saves) + len(self.polls)) / self.seconds


def run() -> list[Row]:
    settings = {"DJANGO_SETTINGS_MODULE": "tests.lab.benchmarks.bare.settings"}
    with tempfile.TemporaryDirectory() as folder, served_club(Path(folder), **settings) as server:
        steps = sized(3, 12, 3 * game.HANDS)
        play_evening(server, "", 3)  # fills caches, which a running club has filled too
        app, bare = play_evening(server, "", steps), play_evening(server, "/bare/evening", steps)
        idle, bare_idle = idle_polls(server)
        assert "Internal Server Error" not in server.log.read_text()
    for load in (app, bare):
        assert not load.refused, f"answers that were neither saved nor unchanged: {load.refused}"
    return [
        Row("50 tables, 60 screens: requests", app.rate, "/s", bare.rate, "/s, bare views"),
        waits("saving a step, slowest of 100", app.saves, bare.saves, at_most=2),
        waits("saving a step, the middle one", app.saves, bare.saves, share=0.5, at_most=2),
        waits("asking for news, slowest of 100", app.polls, bare.polls),
        Row("asking for news when there are none", idle, "/s", bare_idle, "/s, bare view", at_least=0.7),
    ]


def waits(name: str, app: list[float], bare: list[float], *, share: float = 0.99, at_most: float | None = None) -> Row:
    took, bare_took = 1000 * percentile(app, share), 1000 * percentile(bare, share)
    return Row(name, took, "ms", bare_took, "ms, bare view", at_most=at_most)


def play_evening(server: ClubServer, prefix: str, steps: int) -> Load:
    """A new evening: every table enters so many steps, while the screens ask."""
    tablet = Tablet(server.url)
    tablet.get("/")
    evening: dict[str, Any] = json.loads(tablet.post("/bare/evening/", {}).text)
    load, over = Load(), Event()
    tables = evening["tables"]
    ready = Barrier(len(tables) + SCREENS + 1)
    with ThreadPoolExecutor(len(tables) + SCREENS) as pool:
        screens = [pool.submit(watch, server, evening, prefix, place, ready, over, load) for place in range(SCREENS)]
        entering = [pool.submit(enter, server, tablet, table, prefix, steps, ready, load) for table in tables]
        ready.wait()
        begin = time.perf_counter()
        for table in entering:
            table.result()
        load.seconds = time.perf_counter() - begin
        over.set()
        for screen in screens:
            screen.result()
    look_for(server, load)
    return load


def enter(
    server: ClubServer, tablet: Tablet, table: dict[str, str], prefix: str, steps: int, ready: Barrier, load: Load
) -> None:
    """One table at its pace, on one connection, as browsers keep theirs."""
    headers = {**tablet.headers(is_form=True)}
    headers["Cookie"] = f"{DEVICE_COOKIE}={table['secret']}; csrftoken={tablet.cookies['csrftoken']}"
    card = table["card"] if not prefix else prefix + "/" + table["card"].removeprefix("/")
    pace = random.Random(table["card"])
    with closing(http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)) as connection:
        ready.wait()
        time.sleep(pace.uniform(0, STEP_EVERY))
        for path, fields in islice(game.forms(), steps):
            client_id = new_id()
            body = urlencode({**fields, **tablet.token, "client_id": client_id})
            due = time.perf_counter() + STEP_EVERY
            status, took = ask(connection, "POST", card + path, body, headers)
            load.saves.append(took)
            if status == 200:
                load.acknowledged.add(client_id)
            else:
                load.refused.append(status)
            time.sleep(max(0.0, due - time.perf_counter()))


def watch(
    server: ClubServer, evening: dict[str, Any], prefix: str, place: int, ready: Barrier, over: Event, load: Load
) -> None:
    """One screen: every sixth is a director's board, the rest stand beside a card and ask for its bar."""
    event, slug = evening["event"], evening["slug"]
    is_board = place % 6 == 0
    if prefix:
        address = f"{prefix}/{slug}/{event}/" if is_board else f"{prefix}/{event}/bar/"
    else:
        card = evening["tables"][place % len(evening["tables"])]["card"]
        address = f"/clubs/{slug}/events/{event}/board/changes/" if is_board else f"/tables/{event}{card}"
    secret = evening["tables"][place % len(evening["tables"])]["secret"]
    headers = {"Cookie": f"{DEVICE_COOKIE}={secret}", "HX-Request": "true", NOTE_HEADER: evening["note"]}
    asked = asks_with(evening, is_board)
    with closing(http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)) as connection:
        ready.wait()
        time.sleep(random.Random(place).uniform(0, ASK_EVERY))
        while not over.is_set():
            due = time.perf_counter() + ASK_EVERY
            status, took = ask(connection, "GET", f"{address}?{asked}", None, headers)
            load.polls.append(took)
            if status not in (200, 204, 302):
                load.refused.append(status)
            time.sleep(max(0.0, due - time.perf_counter()))


def asks_with(evening: dict[str, Any], is_board: bool) -> str:
    """What a screen that was drawn as the evening began asks with: what it knows, a board its light too. A board that
    has missed something would be drawn anew, which takes an account; here it is asked all the time whether it has, as
    most boards that are asked."""
    found: str = evening["board_asks" if is_board else "asks"]
    return found


def ask(
    connection: http.client.HTTPConnection, method: str, path: str, body: str | None, headers: dict[str, str]
) -> tuple[int, float]:
    """One request, and how long it took. The server closes connections that were idle for a while; then it is sent
    again on a new one, as browsers do."""
    sent = time.perf_counter()
    try:
        status = _answer(connection, method, path, body, headers)
    except (ConnectionError, http.client.HTTPException):
        connection.close()
        status = _answer(connection, method, path, body, headers)
    return status, time.perf_counter() - sent


def _answer(
    connection: http.client.HTTPConnection, method: str, path: str, body: str | None, headers: dict[str, str]
) -> int:
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def look_for(server: ClubServer, load: Load) -> None:
    """Every acknowledged step must be in the database."""
    entered = {row[0] for row in server.rows("SELECT client_id FROM scoring_entry")}
    assert load.acknowledged <= entered, f"{len(load.acknowledged - entered)} acknowledged steps are lost"


def idle_polls(server: ClubServer) -> tuple[float, float]:
    """How often a second one screen can ask while nothing is new: the board's poll and the bare view in turn."""
    tablet = Tablet(server.url)
    tablet.get("/")
    evening: dict[str, Any] = json.loads(tablet.post("/bare/evening/", {}).text)
    headers, addresses = idle_questions(evening)
    rates: list[list[float]] = [[], []]
    with closing(http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)) as connection:

        def burst(address: str) -> float:
            begin = time.perf_counter()
            for _ in range(100):
                status, _took = ask(connection, "GET", address, None, headers)
                assert status == 204, (address, status)
            return 100 / (time.perf_counter() - begin)

        for _ in range(sized(1, 7, 30)):
            for rate, address in zip(rates, addresses, strict=True):
                rate.append(burst(address))
    return median(rates[0]), median(rates[1])


def idle_questions(evening: dict[str, Any]) -> tuple[dict[str, str], tuple[str, str]]:
    """What a board sends that knows all there is, and where to: the app and the bare view."""
    event, slug = evening["event"], evening["slug"]
    asked = f"?{asks_with(evening, is_board=True)}"
    addresses = f"/clubs/{slug}/events/{event}/board/changes/{asked}", f"/bare/evening/{slug}/{event}/{asked}"
    return {"HX-Request": "true", NOTE_HEADER: evening["note"]}, addresses
