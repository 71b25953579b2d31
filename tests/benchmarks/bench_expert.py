"""How long an Expert thinks about a decision, under each book, beside the time it is given: with the plain engine and
with the compiled one. By the clock on the wall, as a table feels it. The quicker of two tries, so that a moment in
which the machine was busy otherwise does not count."""

import random
import time
from collections.abc import Iterator
from unittest.mock import patch

from scoring.play.bots import Budget, make_bot
from scoring.play.bots.budget import SECONDS
from scoring.play.engine.base import Engine
from scoring.play.seat_view import SeatView, seat_view
from scoring.play.state import begin
from scoring.play.table import play_on
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.dealing import deal
from tests.benchmarks import Row, percentile
from tests.benchmarks.bench_playouts import engine_classes
from tests.sampling import sample

ONE_IN = 4  # so that few decisions come from many deals


def run() -> list[Row]:
    return [
        row
        for kind, engine_class in engine_classes().items()
        for key, book in built_in_books().items()
        for row in rows(f"{key}, {kind}", times(book, engine_class(book), sample(30, 400)))
    ]


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
