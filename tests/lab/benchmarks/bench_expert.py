"""How long an Expert thinks about a decision, under each book, beside the time it is given: with the plain engine and
with the compiled one. By the clock on the wall, as a table feels it. The quicker of two tries, so that a moment in
which the machine was busy otherwise does not count.

Then four tables at once, which ask the Experts of two server processes through their lines, each again as soon as a
fast table would. There a decision also waits for those before it, and each is asked once."""

import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from unittest.mock import patch

from django.test import override_settings

from pinochle_club.ground.apart import Apart, Asker
from scoring.play.bots import Budget, make_bot
from scoring.play.bots.budget import SECONDS
from scoring.play.engine.base import Engine
from scoring.play.seat_view import SeatView, seat_view
from scoring.play.settings import MILLISECONDS
from scoring.play.state import begin
from scoring.play.table import play_on
from scoring.play.thinking import Mind, experts, think
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.dealing import deal
from tests.books import PLAYED
from tests.lab.benchmarks import Row, percentile, sized
from tests.lab.benchmarks.bench_playouts import engine_classes

ONE_IN = 4  # so that few decisions come from many deals
TABLES = 4
PAUSE = MILLISECONDS["fast"] / 1000


def run() -> list[Row]:
    alone = [
        row
        for kind, engine_class in engine_classes().items()
        for key, book in [(key, built_in_book(key)) for key in PLAYED][: sized(1, 100)]
        for row in rows(f"{key}, {kind}", times(book, engine_class(book), sized(1, 30, 400)))
    ]
    return [*alone, *rows(f"{TABLES} tables at once", at_tables(sized(4, 40, 400)))]


def rows(name: str, taken: list[float]) -> Iterator[Row]:
    given = 1000 * SECONDS
    yield Row(f"Expert, {name}: the middle decision", 1000 * percentile(taken, 0.5), "ms", given, "ms, given")
    yield Row(f"  99 of 100, {name}", 1000 * percentile(taken, 0.99), "ms", given, "ms, given", at_most=1)


def times(book: RuleBook, engine: Engine, number: int) -> list[float]:
    """Seconds for so many decisions, in which there was something to weigh."""
    taken: list[float] = []
    with patch("scoring.play.bots.expert.engine_for", lambda _: engine):
        for place, view in enumerate(views(book)):
            tries = [one_try(view, place) for _ in range(2)]
            if None not in tries and place:  # the first fills caches
                taken.append(min(each for each in tries if each is not None))
            if len(taken) == number:
                break
    return taken


def one_try(view: SeatView, seed: int) -> float | None:
    """Seconds; None where there was nothing to weigh."""
    start = time.perf_counter()
    decision = make_bot("expert", seed=seed, budget=Budget(), meld_bids=True).choose(view)
    return time.perf_counter() - start if decision.options else None


def at_tables(number: int) -> list[float]:
    """Seconds that each of so many decisions a table took, its place in the line among them. Each table has a book of
    its own, and the tables share the Experts of two server processes."""
    books = [built_in_book(key) for key in PLAYED][:TABLES]
    asked = [list(islice(views(book), number)) for book in books]
    with override_settings(WORKS_APART=True), closing(experts()) as one, closing(experts()) as other:
        beside = [one, other] * (TABLES // 2)
        while sum(each.is_ready() for each in beside) < TABLES:  # each is asked, which starts it
            time.sleep(0.1)
        with ThreadPoolExecutor(TABLES) as tables:
            taken = tables.map(at_one_of_them, beside, asked)
            return [seconds for each in taken for seconds in each]


def at_one_of_them(beside: Apart, asked: list[SeatView]) -> list[float]:
    """Seconds for each decision in which there was something to weigh, with the table's pause after each."""
    taken = []
    for place, view in enumerate(asked):
        start = time.perf_counter()
        decision = beside.ask(think, Mind("expert", str(place)), view, asker=Asker(view.book.key))
        if decision.options and place:  # the first fills caches
            taken.append(time.perf_counter() - start)
        time.sleep(PAUSE)
    return taken


def views(book: RuleBook) -> Iterator[SeatView]:
    """What players are asked in the middle of deals that club players play."""
    chance = random.Random(book.key)
    while True:
        dealer = chance.choice(book.seats)
        state = begin(book, dealer, deal(book, chance, dealer))
        bots = {seat: make_bot("club", seed=seat) for seat in book.seats}
        for after, _ in play_on(state, bots):
            if after.to_act is not None and chance.random() < 1 / ONE_IN:
                yield seat_view(after, after.to_act)
