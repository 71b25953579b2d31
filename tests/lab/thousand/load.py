"""Clubs that play at the same time: each tablet enters a hand in four minutes, and asks whether there is news as
often as its page does; so does each director's board. Or all enter something within ten seconds.

Run in a process of its own, so that it doesn’t hold up what measures.
"""

from __future__ import annotations

import heapq
import http.client
import multiprocessing
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from html import unescape
from itertools import cycle
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from league.evening.desk.views.desk import NOTE_HEADER
from scoring.score_card.access import DEVICE_COOKIE
from tests.lab.benchmarks.bare import game
from tests.lab.thousand.making import Playing, Seat
from tests.tablet import UNANSWERED, new_id

TOKEN: Final = "x" * 32  # of the form, and of its cookie
STEPS: Final = 3  # of a hand
HAND: Final = 240.0  # seconds
BURST: Final = 10.0
THREADS: Final = {"save": 12, "poll": 24}
POLLED: Final = re.compile(r'hx-get="([^"]+)"[^>]*hx-trigger="every ([35])s')


@dataclass
class Browser:
    """One connection to each server, kept as browsers keep theirs. Of several (addresses with blanks between them) it
    asks one after the other, as a proxy does, and the next where one doesn’t answer."""

    url: str
    address: str
    cookies: str
    more: dict[str, str] = field(default_factory=dict)
    polled: str = ""
    every: float = 3.0  # seconds
    _connections: dict[str, http.client.HTTPConnection] = field(default_factory=dict)
    _alone: threading.Lock = field(default_factory=threading.Lock)  # a tablet polls and saves in two threads

    def __post_init__(self) -> None:
        self._turn = cycle(self.url.split())

    def ask(self, method: str, path: str, fields: dict[str, Any] | None = None) -> tuple[int, str]:
        with self._alone:
            return self._ask(method, path, fields)

    def _ask(self, method: str, path: str, fields: dict[str, Any] | None) -> tuple[int, str]:
        body = urlencode({**fields, "csrfmiddlewaretoken": TOKEN}) if fields is not None else None
        headers = {"Cookie": f"{self.cookies}; csrftoken={TOKEN}", "HX-Request": "true", **self.more}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        for tries_left in reversed(range(2 * len(self.url.split()))):
            url = next(self._turn)
            try:
                connection = self._connection(url)
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                return answer.status, answer.read().decode()
            except UNANSWERED:
                if (lost := self._connections.pop(url, None)) is not None:
                    lost.close()
                if not tries_left:
                    raise
        raise AssertionError

    def _connection(self, url: str) -> http.client.HTTPConnection:
        if url not in self._connections:
            host, port = urlsplit(url).netloc.split(":")
            source = (self.address, 0)
            self._connections[url] = http.client.HTTPConnection(host, int(port), timeout=60, source_address=source)
        return self._connections[url]

    def look(self, path: str) -> None:
        """A page, and from where it asks for news."""
        status, text = self.ask("GET", path)
        assert status == 200, (status, path)
        self.learn(text)

    def poll(self) -> int:
        status, text = self.ask("GET", self.polled)
        if status == 200:
            self.learn(text)
        return status

    def learn(self, text: str) -> None:
        if found := POLLED.search(text):
            self.polled, self.every = unescape(found[1]), float(found[2])


def tablet(url: str, seat: Seat, address: str) -> Browser:
    return Browser(url, address, f"{DEVICE_COOKIE}={seat.secret}")


class Table:
    """A tablet, and the game that it enters step by step."""

    def __init__(self, url: str, seat: Seat, address: str) -> None:
        self.browser, self.card, self.forms = tablet(url, seat, address), seat.card, game.forms()

    def save(self) -> tuple[int, float]:
        path, fields = next(self.forms)
        began = time.perf_counter()
        status, text = self.browser.ask("POST", self.card + path, {**fields, "client_id": new_id()})
        took = time.perf_counter() - began
        self.browser.learn(text)
        return status, took


class Hall:
    """The tables and the board of each club, and what is to be done next of all that they do."""

    def __init__(self, url: str, clubs: list[Playing]) -> None:
        self.tables = [
            Table(url, seat, f"127.1.{number % 250}.{number // 250 + 1}")
            for number, club in enumerate(clubs)
            for seat in club.seats
        ]
        self.boards = [
            Browser(
                url, f"127.2.{number % 250}.{number // 250 + 1}", f"sessionid={club.session}",
                {NOTE_HEADER: club.note}, club.polled,
            )
            for number, club in enumerate(clubs)
        ]  # fmt: skip
        self.answers: Counter[str] = Counter()
        self.pace, self.lock = HAND / STEPS, threading.Lock()
        # What is to be done next, and when: a table that saves waits for no poll.
        self.lines: dict[str, list[tuple[float, int, str, Any]]] = {"save": [], "poll": []}
        self.saves: list[float] = []

    def begin(self) -> None:
        chance, now = random.Random(1), time.monotonic()
        for each in self.tables:
            each.browser.look(each.card)
        polls: list[tuple[float, str, Any]] = [
            (now + chance.uniform(0, each.browser.every), "bar", each) for each in self.tables
        ]
        polls += [(now + chance.uniform(0, board.every), "board", board) for board in self.boards]
        self.lines["poll"] = [(at, number, kind, who) for number, (at, kind, who) in enumerate(polls)]
        heapq.heapify(self.lines["poll"])
        self.hurry(self.pace)

    def hurry(self, pace: float) -> None:
        """From now on each table saves so often."""
        with self.lock:
            self.pace, now, chance = pace, time.monotonic(), random.Random(2)
            self.lines["save"] = [
                (now + chance.uniform(0, pace), number, "save", each) for number, each in enumerate(self.tables)
            ]
            heapq.heapify(self.lines["save"])

    def work(self, what: str, over: threading.Event) -> None:
        while not over.is_set():
            with self.lock:
                line = self.lines[what]
                due = line[0][0] - time.monotonic() if line else 1.0
                job = heapq.heappop(line) if due <= 0 else None
            if job is None:
                over.wait(min(due, 0.05))
                continue
            at, number, kind, who = job
            every = self.pace if kind == "save" else (who.browser if kind == "bar" else who).every
            with suppress(StopIteration):  # its game is over
                try:
                    self.do(kind, who)
                except UNANSWERED:
                    self.answers[f"{kind} unanswered"] += 1
                with self.lock:
                    heapq.heappush(line, (max(at + every, time.monotonic()), number, kind, who))

    def do(self, kind: str, who: Any) -> None:
        if kind == "save":
            status, took = who.save()
            self.saves.append(took)
        else:
            status = (who.browser if kind == "bar" else who).poll()
        self.answers[f"{kind} {status}"] += 1


def _run(url: str, clubs: list[Playing], orders: Any, answers: Any) -> None:
    hall, over = Hall(url, clubs), threading.Event()
    hall.begin()
    workers = [
        threading.Thread(target=hall.work, args=[what, over]) for what, many in THREADS.items() for _ in range(many)
    ]
    for worker in workers:
        worker.start()
    answers.put("ready")
    while (pace := orders.get()) is not None:
        hall.hurry(pace)
    over.set()
    for worker in workers:
        worker.join()
    answers.put((dict(hall.answers), hall.saves))


@dataclass
class Load:
    orders: Any
    answers: Counter[str] = field(default_factory=Counter)
    saves: list[float] = field(default_factory=list)

    def hurry(self, seconds: float) -> None:
        self.orders.put(seconds)


@contextmanager
def playing(url: str, clubs: list[Playing]) -> Iterator[Load]:
    context = multiprocessing.get_context("fork")
    orders, answers = context.Queue(), context.Queue()
    process = context.Process(target=_run, args=(url, clubs, orders, answers), daemon=True)
    process.start()
    assert answers.get(timeout=300) == "ready"
    load = Load(orders)
    try:
        yield load
    finally:
        orders.put(None)
        with suppress(Exception):
            told, saves = answers.get(timeout=90)
            load.answers.update(told)
            load.saves += saves
        process.join(10)
        process.kill()
