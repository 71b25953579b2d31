"""Every address that anybody may ask for, beside tables that save: the ten dearest of any number of clubs are asked for
at a rate that no tablet has, while a club's tables save and another stranger opens a page."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from html import unescape
from itertools import count, cycle
from statistics import median
from typing import Final
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve

from scoring.score_card.access import DEVICE_COOKIE
from tests.club_server import ClubServer
from tests.lab.benchmarks import Row, percentile
from tests.lab.benchmarks.bare import game
from tests.lab.thousand.load import Browser, Table
from tests.lab.thousand.making import Playing, Seat
from tests.lab.thousand.measuring import LATER, Served, cpu_seconds, save_steps
from tests.tablet import UNANSWERED, Tablet

DEAREST: Final = 10
CRAWLED: Final = 20  # clubs, whose pages are asked for in turn
RATES: Final = (20, 60)  # a second
STEPS: Final = 9  # of a game of 36, alone and beside it, twice
SOON: Final = 3.0  # seconds
PATIENCE: Final = 30.0  # seconds, for a page that is worked out apart
LINK: Final = re.compile(r'(?:href|hx-get|src)="(/[^"#]*)')
SHEET: Final = re.compile(r"_pdf|_sheet|, ")
ASIDE: Final = ("/static/", "/account/", "/admin/", "/worker.js")


def strangers(many: Served, times: int) -> Iterator[Row]:
    """What each address costs, and what saves take beside the dearest ones."""
    slugs = [club.slug for club in many.clubs[-CRAWLED:]]
    found = [public_addresses(many.server, slug, with_sheets=number == 0) for number, slug in enumerate(slugs)]
    known = {name: [each[name] for each in found if name in each] for name in sorted(set().union(*found))}
    costs = {name: _cost(many.server, paths, times) for name, paths in known.items()}
    dearest = sorted(known, key=lambda name: -costs[name])[:DEAREST]
    yield Row(f"addresses that anybody may ask for, of {len(found)} clubs", len(known), "")
    for name in dearest:
        yield Row(f"  dear: {name} ({known[name][0]})", 1000 * costs[name], "ms of processor time")
    asked = [path for name in dearest for path in known[name]]
    for rate, club in zip(RATES, many.clubs, strict=False):
        yield from _beside(many, asked, rate, club)


# -- which there are ---------------------------------------------------------------------


def public_addresses(server: ClubServer, slug: str, *, with_sheets: bool) -> dict[str, str]:
    """An address of each kind that a stranger finds by going from link to link, and each of its files and sheets, which
    take longer to make than all pages together."""
    browser, left, found = Browser(server.url, "127.5.1.1", ""), [f"/clubs/{slug}/", "/"], dict[str, str]()
    browser.more["HX-Request"] = "false"
    while left:
        path = left.pop(0)
        name = _name_of(path)
        if not name or name in found or path.startswith(ASIDE) or (SHEET.search(name) and not with_sheets):
            continue
        status, text = _settled(browser, path)
        if status != 200:
            continue
        found[name] = path
        left += [unescape(link) for link in LINK.findall(text) if _is_of(unescape(link), slug)]
    return found


def _is_of(link: str, slug: str) -> bool:
    return not link.startswith("/clubs/") or link.startswith(f"/clubs/{slug}/") or link == "/clubs/"


def _name_of(path: str) -> str:
    """The address's name, and what kind of file it is where it is one."""
    parts = urlsplit(path)
    with suppress(Resolver404):
        found = resolve(parts.path)
        kind = re.search(r"file=(\w+)", parts.query)
        return f"{found.view_name}{f', {kind[1]}' if kind else ''}"
    return ""


def _settled(browser: Browser, path: str) -> tuple[int, str]:
    """A page that is worked out apart is asked for until it is there, as browsers do."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            status, text = browser.ask("GET", path)
        except UnicodeDecodeError:  # a picture, or a sheet
            return 200, ""
        if status != LATER or time.monotonic() > end:
            return status, text
        time.sleep(0.5)


def _cost(server: ClubServer, paths: Sequence[str], times: int) -> float:
    """Processor time of one answer, of one club after the other."""
    browser, took = Browser(server.url, "127.5.1.2", ""), []
    browser.more["HX-Request"] = "false"
    for _, path in zip(range(times), cycle(paths), strict=False):
        before = cpu_seconds(server)
        _settled(browser, path)
        took.append(cpu_seconds(server) - before)
    return median(took)


# -- beside saves ------------------------------------------------------------------------


@dataclass
class Asked:
    answers: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)  # of the other stranger


@contextmanager
def asking(server: ClubServer, paths: Sequence[str], page: str, rate: int) -> Iterator[Asked]:
    """Somebody asks for so many a second, answered or not; another one opens the `page` each second."""
    told, enough, own = Asked(), threading.Event(), threading.local()

    def one(path: str, address: str) -> str:
        browser = own.__dict__.setdefault(address, Browser(server.url, address, "", {"HX-Request": "false"}))
        try:
            return str(browser.ask("GET", path)[0])
        except UnicodeDecodeError:
            return "200"
        except UNANSWERED:
            return "unanswered"

    def much(path: str) -> None:
        told.answers[one(path, "127.5.2.1")] += 1

    def flood() -> None:
        began = time.monotonic()
        with ThreadPoolExecutor(64) as pool:
            for number, path in zip(count(), cycle(paths), strict=False):
                if enough.wait(max(0.0, began + number / rate - time.monotonic())):
                    pool.shutdown(wait=True, cancel_futures=True)
                    return
                pool.submit(much, path)

    def other() -> None:
        while not enough.wait(1.0):
            began = time.perf_counter()
            status = one(page, "127.5.3.1")
            told.waits.append(time.perf_counter() - began)
            told.answers[f"other {status}"] += 1

    threads = [threading.Thread(target=each) for each in (flood, other)]
    for thread in threads:
        thread.start()
    time.sleep(2)
    try:
        yield told
    finally:
        enough.set()
        for thread in threads:
            thread.join()


def _beside(many: Served, paths: Sequence[str], rate: int, club: Playing) -> Iterator[Row]:
    """Tables of an evening, and cards at home, save alone and beside it, in turn: a whole game."""
    url, waits, heard = many.server.url, dict[tuple[str, bool], list[float]](), Asked()
    tables = [Table(url, seat, f"127.5.4.{at + 1}") for at, seat in enumerate(club.seats)]
    homes = [_at_home(url, f"127.5.5.{at + 1}") for at in range(2)]
    for table in tables:
        table.browser.look(table.card)
    for is_beside in (False, True, False, True):
        with asking(many.server, paths, f"/clubs/{club.slug}/", rate) if is_beside else _nobody() as told:
            for kind, savers in (("of an evening", tables), ("at home", homes)):
                waits.setdefault((kind, is_beside), []).extend(save_steps(savers, STEPS))
        heard.answers += told.answers
        heard.waits += told.waits
    words = ", ".join(f"{number} × {what}" for what, number in sorted(heard.answers.items()))
    for kind in ("of an evening", "at home"):
        for name, share, at_most in (("middle", 0.5, 2), ("slowest of 100", 0.99, 3)):
            here, there = (1000 * percentile(waits[kind, is_beside], share) for is_beside in (False, True))
            yield Row(f"{name} save {kind} beside {rate}/s", there, "ms", here, "ms, alone", at_most=at_most)
    slowest = max(heard.waits, default=0.0)
    yield Row(f"another stranger’s page beside {rate}/s, the slowest", slowest, "s", SOON, "s", at_most=1)
    yield Row(f"  answers: {words}", sum(heard.answers.values()), "")


def _at_home(url: str, address: str) -> Table:
    """A card that somebody keeps at home."""
    tablet = Tablet(url)
    card = tablet.begin(game.BOOK.key)
    return Table(url, Seat(card, tablet.cookies[DEVICE_COOKIE]), address)


@contextmanager
def _nobody() -> Iterator[Asked]:
    yield Asked()
