"""The grades of a club of 500 over years of 50,000 tables: from rounds alone, and read from its ledger. How much of the
processor they take, and the most memory that they need in a process beside what it had."""

from __future__ import annotations

import ctypes
import gc
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from league.season.grades.model import grades_of
from league.season.grades.reading import read_tables, work_out
from tests.lab.benchmarks import Row, sized
from tests.lab.benchmarks.bench_saving import test_database
from tests.lab.benchmarks.large_club import MEMBERS, a_large_club

Result = TypeVar("Result")

ROUNDS = sized(42, 400)
MOST_SECONDS = 3.0
MOST_MEGABYTES = 300.0


def run() -> list[Row]:
    with test_database():
        club = a_large_club(ROUNDS).pk
        alone = rounds_alone(club)
        before = peak_from_now()
        whole, _ = seconds(lambda: work_out(club))
        above = megabytes("VmHWM") - before
    name = f"grades of {MEMBERS} members"
    return [
        Row(f"{name}, {ROUNDS * MEMBERS // 4:,} rounds", alone, "s", MOST_SECONDS, "s allowed", at_most=1.0),
        Row(f"{name}, read from the ledger", whole, "s", alone, "s, from rounds alone"),
        Row("  memory for that", above, "MB", MOST_MEGABYTES, "MB allowed", at_most=1.0),
    ]


def rounds_alone(club: int) -> float:
    [tables] = read_tables(club).values()
    taken, grades = seconds(lambda: grades_of(tables))
    assert len(grades) == MEMBERS
    return taken


def seconds(work: Callable[[], Result]) -> tuple[float, Result]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def peak_from_now() -> float:
    """Forgets the most memory that this process had; what it has now. What the making of the club has left behind goes
    back first, or all that is measured would find room in it."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")
    return megabytes("VmRSS")


def megabytes(what: str) -> float:
    return int(Path("/proc/self/status").read_text().split(f"{what}:")[1].split()[0]) / 1024
