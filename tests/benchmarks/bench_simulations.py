"""Simulations: how many deals a core plays. Whether a table that saves meanwhile notices, see `bench_neighbours`."""

import time

from scoring.play.simulate.bots import CLUB, maker_of
from scoring.play.simulate.deals import deal_facts
from scoring.rules.book import RuleBook, built_in_books
from tests.benchmarks import Row
from tests.sampling import sample


def run() -> list[Row]:
    """Whole deals of club players, on one core."""
    deals = sample(20, 300)
    return [
        Row(f"club players, {key}", deals / seconds(book, deals), "deals/s") for key, book in built_in_books().items()
    ]


def seconds(book: RuleBook, deals: int) -> float:
    make = maker_of(CLUB)
    deal_facts(book, 0, 0, make)  # fills caches
    start = time.process_time()
    for number in range(deals):
        deal_facts(book, 1, number, make)
    return time.process_time() - start
