"""Simulations: how many deals of club players a core plays, beside the same players playing step by step, measured in
turn; and a field of bots for the boards of a duplicate. Whether a table that saves meanwhile notices, see
`bench_neighbours`.

What other processes are given must be importable there, where Django isn't set up: no models in here.
"""

import time
from collections.abc import Mapping
from unittest.mock import patch

from scoring.boards.boards import dealt_board_set
from scoring.play.simulate.bots import CLUB, maker_of
from scoring.play.simulate.deals import deal_facts
from scoring.play.simulate.field import field_of
from scoring.play.simulate.runs import Plan, parts_on, running_totals
from scoring.play.simulate.tally import Tally
from scoring.play.state import DealState, record_of
from scoring.play.table import Bot, play_out
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import Seat
from scoring.rules.changes import changed_book, parse_change
from scoring.rules.deal_score import DealRecord
from tests.books import PLAYED
from tests.lab.benchmarks import IS_TINY, Row, sized

TURNS = sized(1, 3)
PAIRED = 5_000
FIELD_TABLES = sized(1, 60)
A_MINUTE = 60


def run() -> list[Row]:
    """Whole deals with all that is noted, on one core; then two rules on the same cards, and a field, on two."""
    return [
        *(row(key, book) for key, book in [(key, built_in_book(key)) for key in PLAYED][: sized(1, 100)]),
        paired("npa", "auction.opening=60"),
        paired("cutthroat", "auction.opening=65"),
        field_row(),
    ]


def row(key: str, book: RuleBook) -> Row:
    """The quickest of some turns, so that a moment in which the machine was busy otherwise does not count."""
    deals = sized(1, 20, 300)
    at_once, step_by_step = [], []
    for _ in range(TURNS):
        at_once.append(seconds(book, deals))
        with patch("scoring.play.simulate.deals.result", step_by_step_result):
            step_by_step.append(seconds(book, deals))
    return Row(f"club players, {key}", deals / min(at_once), "deals/s", deals / min(step_by_step), "step by step")


def step_by_step_result(state: DealState, bots: Mapping[Seat, Bot]) -> tuple[DealState, DealRecord | None]:
    done = play_out(state, bots)
    return done, None if done.redealt_by else record_of(done)


def seconds(book: RuleBook, deals: int) -> float:
    make, tally = maker_of(CLUB), Tally()
    if not IS_TINY:
        tally.add(deal_facts(book, 0, 0, make))  # fills caches
    start = time.process_time()
    for number in range(deals):
        tally.add(deal_facts(book, 1, number, make))
    return time.process_time() - start


def paired(key: str, change: str) -> Row:
    """A rule on the cards of the book, as `manage.py simulate` plays it; the processes' start is part of it."""
    book, deals = built_in_book(key), sized(2, 1_000, PAIRED)
    plan = Plan(book.to_json(), deals, 1, against=changed_book(book, [parse_change(change)]).to_json())
    start = time.perf_counter()
    *_, total = running_totals(plan, sized(1, 2))
    taken = (time.perf_counter() - start) * PAIRED / total.deals
    return Row(f"{PAIRED:,} paired deals, {key}, two cores", taken, "s", A_MINUTE, "s, given", at_most=1)


def field_row() -> Row:
    """Where numba is installed; the processes' start is part of it."""
    start = time.perf_counter()
    tables = sum(parts_on(field_of_board, sized(1, 24), 2))
    taken = (time.perf_counter() - start) * 24 * FIELD_TABLES / tables
    return Row(f"a field of 24 boards × {FIELD_TABLES} tables", taken, "s", A_MINUTE, "s, given", at_most=1)


def field_of_board(before: int) -> int:
    book = built_in_book("npa")
    board = dealt_board_set(book, "bench", before + 1)[-1]
    return len(field_of(book, board, FIELD_TABLES, "bench"))
