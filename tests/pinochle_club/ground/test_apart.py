"""Work done apart: who waits for whom, who is told that it is busy, and what becomes of a process that dies."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any

import pytest
from django.db import connection

from pinochle_club.ground import apart, background
from pinochle_club.ground.apart import LONG, Apart, Asker, Busy
from tests.scoring.play.simulated import Here

STRANGER, OTHER, DIRECTOR = Asker("here"), Asker("there"), Asker("here", comes_first=True)


class Held(Here):
    """A process in which nothing ends before it is let go; `begun` tells what it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if work is not apart._work:  # it gets ready
            return super().submit(lambda: None)
        self.begun.append((Future(), work, args))
        return self.begun[-1][0]

    def let_go(self) -> None:
        """Ends the work that was begun last."""
        future, work, args = self.begun[-1]
        future.set_result(work(*args))

    def die(self) -> None:
        self.begun[-1][0].set_exception(BrokenProcessPool())


@pytest.fixture
def process(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Held:
    settings.WORKS_APART = True
    process = Held()
    monkeypatch.setattr(apart, "low_priority_pool", lambda niceness: process)
    monkeypatch.setattr(apart, "within", lambda seconds, work, *args: work(*args))
    monkeypatch.setattr(apart, "_let_go_of_database", lambda: None)
    return process


@pytest.fixture
def line() -> Apart:
    return Apart(places=3, of_one=2, longest_wait=20)


@pytest.fixture
def hall() -> Iterator[ThreadPoolExecutor]:
    """Those who wait."""
    with ThreadPoolExecutor(10) as hall:
        yield hall


done: list[str] = []


@pytest.fixture(autouse=True)
def nothing_done() -> None:
    done.clear()


def sheet(name: str) -> str:
    done.append(name)
    return f"sheet of {name}"


def comes(line: Apart, hall: ThreadPoolExecutor, name: str, asker: Asker, **more: Any) -> Future[str]:
    """Somebody asks, and has a place by now."""
    before = line.waiting
    waits = hall.submit(partial(line.ask, sheet, name, asker=asker, **more))
    end = time.monotonic() + 60
    while line.waiting == before and not waits.done() and time.monotonic() < end:
        time.sleep(0.001)
    return waits


def test_who_asks_for_the_same_waits_for_the_one_answer(process: Held, line: Apart, hall: ThreadPoolExecutor) -> None:
    first = comes(line, hall, "results", STRANGER)
    second = comes(line, hall, "results", OTHER)

    process.let_go()

    assert first.result() == second.result() == "sheet of results"
    assert done == ["results"]


def test_who_asks_of_a_newer_version_gets_a_newer_answer(process: Held, line: Apart, hall: ThreadPoolExecutor) -> None:
    comes(line, hall, "results", STRANGER, as_of=1)
    comes(line, hall, "results", STRANGER, as_of=2)

    process.let_go()
    process.let_go()

    assert done == ["results", "results"]


def test_one_address_has_few_places_and_all_others_not_many_more(
    process: Held, line: Apart, hall: ThreadPoolExecutor
) -> None:
    waiting = [comes(line, hall, "a", STRANGER), comes(line, hall, "b", STRANGER)]
    with pytest.raises(Busy):
        line.ask(sheet, "a", asker=STRANGER)
    waiting.append(comes(line, hall, "c", OTHER))
    with pytest.raises(Busy):
        line.ask(sheet, "d", asker=Asker("elsewhere"))

    for _ in waiting:
        process.let_go()

    assert [each.result() for each in waiting] == ["sheet of a", "sheet of b", "sheet of c"]
    assert line.waiting == 0


def test_who_runs_the_evening_finds_a_place_and_comes_first(
    process: Held, line: Apart, hall: ThreadPoolExecutor
) -> None:
    for name, asker in (("a", STRANGER), ("b", STRANGER), ("c", OTHER), ("cards", DIRECTOR)):
        comes(line, hall, name, asker)

    for _ in range(4):
        process.let_go()

    assert done == ["a", "cards", "c", "b"]  # of the others, who had no turn yet


def test_whoever_waited_long_enough_asks_again_while_the_work_goes_on(process: Held) -> None:
    line = Apart(places=3, of_one=2, longest_wait=0.01)

    with pytest.raises(Busy) as at_work:
        line.ask(sheet, "slow", asker=STRANGER)
    with pytest.raises(Busy) as behind_it:
        line.ask(sheet, "next", asker=STRANGER)
    with pytest.raises(Busy) as again:  # though there is no place
        line.ask(sheet, "slow", asker=STRANGER)
    with pytest.raises(Busy) as refused:
        line.ask(sheet, "another", asker=STRANGER)
    assert [late.value.ahead for late in (at_work, behind_it, again, refused)] == [0, 1, 0, 2]
    assert again.value.seconds > at_work.value.seconds > 0 == refused.value.seconds
    assert line.waiting == 2  # the places are taken until it is done
    process.let_go()
    process.let_go()

    assert line.waiting == 0
    assert done == ["slow", "next"]


def test_answer_that_came_after_everybody_had_left_is_there_for_who_asks_again(
    process: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Apart(places=3, of_one=2, longest_wait=0.01)
    with pytest.raises(Busy):
        line.ask(sheet, "slow", asker=DIRECTOR, at_most=0.01)
    process.let_go()

    assert line.ask(sheet, "slow", asker=DIRECTOR) == line.ask(sheet, "slow", asker=OTHER) == "sheet of slow"
    assert done == ["slow"]

    monkeypatch.setattr(apart, "FETCHED_WITHIN", 0)
    with pytest.raises(Busy):
        line.ask(sheet, "slow", asker=OTHER)
    process.let_go()
    assert done == ["slow", "slow"]


@pytest.mark.parametrize(
    ("late", "says"),
    [
        (Busy(0, LONG - 1), "It takes a few seconds."),
        (Busy(0, 40), "It has taken 40 seconds so far: this computer has much else to do right now."),
        (Busy(1, 40), "Something else comes first."),
        (Busy(3), "3 other pieces of work come first."),
    ],
)
def test_nobody_is_told_of_others_who_are_not_there_or_of_seconds_that_are_over(late: Busy, says: str) -> None:
    assert late.stands == says


def test_who_comes_first_is_told_how_it_stands_with_others_behind(
    process: Held, line: Apart, hall: ThreadPoolExecutor
) -> None:
    for name, asker in (("a", STRANGER), ("b", OTHER)):
        comes(line, hall, name, asker)

    with pytest.raises(Busy) as late:
        line.ask(sheet, "cards", asker=DIRECTOR, at_most=0.01)

    assert late.value.ahead == 1
    for _ in range(3):
        process.let_go()


def test_work_knows_how_long_it_waited_for_its_turn(process: Held, line: Apart, hall: ThreadPoolExecutor) -> None:
    comes(line, hall, "first", STRANGER)
    second = hall.submit(line.ask, apart.waited, asker=OTHER)
    while line.waiting < 2:
        time.sleep(0.001)
    time.sleep(0.02)

    process.let_go()
    process.let_go()

    assert 0.02 <= second.result() < 60
    assert apart.waited() == 0


def test_what_goes_wrong_is_told_to_whoever_asked_and_the_next_is_served(
    process: Held, line: Apart, hall: ThreadPoolExecutor
) -> None:
    wrong = comes(line, hall, "wrong", STRANGER)
    process.begun[-1][0].set_exception(ValueError("no such sheet"))
    right = comes(line, hall, "right", STRANGER)
    process.let_go()

    with pytest.raises(ValueError, match="no such sheet"):
        wrong.result()
    assert right.result() == "sheet of right"


def test_when_the_process_dies_whoever_waits_asks_again_and_a_new_one_serves_the_others(
    process: Held, line: Apart, hall: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlucky = comes(line, hall, "unlucky", STRANGER)
    next_one = comes(line, hall, "next", OTHER)
    new = Held()
    monkeypatch.setattr(apart, "low_priority_pool", lambda niceness: new)
    process.die()
    new.let_go()

    with pytest.raises(Busy):
        unlucky.result()
    assert next_one.result() == "sheet of next"


def test_a_process_that_leaves_memory_behind_is_renewed(process: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    line = Apart(places=3, of_one=2, longest_wait=20, renewed_after=2)
    processes = [Here(), Here()]
    monkeypatch.setattr(apart, "low_priority_pool", lambda niceness: processes.pop())

    for name in "abc":
        line.ask(sheet, name, asker=STRANGER)

    assert (done, processes) == (["a", "b", "c"], [])


def test_server_process_that_is_about_to_end_is_busy_and_never_ready(
    settings: Any, monkeypatch: pytest.MonkeyPatch, line: Apart
) -> None:
    settings.WORKS_APART = True
    monkeypatch.setattr(background, "_ends", threading.Event())
    background._ends.set()

    assert not line.is_ready()
    with pytest.raises(Busy):
        line.ask(sheet, "results", asker=STRANGER)
    assert (done, line.waiting) == ([], 0)


# -- a real process ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def real() -> Iterator[Apart]:
    """It takes seconds to start, of lowest priority on a busy machine a minute: one for all tests here."""
    line = Apart(places=3, of_one=2, longest_wait=240, niceness=10, reads=True)
    yield line
    line.close()


def test_a_process_of_low_priority_reads_and_never_writes(settings: Any, real: Apart) -> None:
    settings.WORKS_APART = True
    assert real.ask(niceness_there, asker=STRANGER) == os.nice(0) + 10
    assert "readonly" in real.ask(try_to_write, asker=STRANGER).replace(" ", "").replace("-", "")


def test_a_process_that_is_killed_in_the_midst_is_started_anew(settings: Any, real: Apart) -> None:
    settings.WORKS_APART = True
    doing = real.begin(time.sleep, 3600, asker=STRANGER)
    real.close()
    with pytest.raises(Busy):
        doing.result()

    assert real.ask(niceness_there, asker=STRANGER) == os.nice(0) + 10


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no connection to lose")
def test_who_waits_while_the_database_restarts_asks_again(settings: Any, real: Apart) -> None:
    settings.WORKS_APART = True
    with pytest.raises(Busy):
        real.ask(lose_the_database_there, asker=STRANGER)

    assert real.ask(niceness_there, asker=STRANGER) == os.nice(0) + 10


def lose_the_database_there() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")


def niceness_there() -> int:
    return os.nice(0)


def try_to_write() -> str:
    from django.db import DatabaseError, connection

    try:
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE written (here integer)")
    except DatabaseError as error:
        return str(error)
    return "it was written"
