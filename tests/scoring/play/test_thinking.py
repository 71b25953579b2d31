"""Where bots think: an Expert in a process beside the server, and only so many tables waiting for it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from scoring.play import thinking
from scoring.play.seat_view import SeatView, seat_view
from scoring.play.state import begin
from scoring.play.table import Decision
from scoring.play.thinking import Busy, Mind, decide, decide_meanwhile, think
from scoring.rules.book import built_in_books
from scoring.rules.dealing import deal
from tests.scoring.play.chance import same_chance

EXPERT = Mind("expert", "a secret", playouts=20)


@pytest.fixture
def view() -> SeatView:
    book = built_in_books()["st-hilary"]
    state = begin(book, "N", deal(book, same_chance(3), "N"))
    assert state.to_act is not None
    return seat_view(state, state.to_act)


@pytest.fixture(scope="module")
def thinker() -> Iterator[thinking.Thinker]:
    """A process of its own takes seconds to start: one for all tests here."""
    thinker = thinking.Thinker()
    yield thinker
    thinker.close()


@pytest.fixture
def apart(settings: Any, monkeypatch: pytest.MonkeyPatch, thinker: thinking.Thinker) -> thinking.Thinker:
    settings.PLAY_THINKS_APART = True
    monkeypatch.setattr(thinking, "LONGEST_WAIT", 60)
    monkeypatch.setattr(thinking, "_THINKER", thinker)
    return thinker


def test_a_club_player_thinks_here(apart: thinking.Thinker, view: SeatView) -> None:
    decide(Mind("club", "a secret"), view)

    assert apart.processes == ()


def test_an_expert_apart_decides_as_here(apart: thinking.Thinker, view: SeatView) -> None:
    assert decide(EXPERT, view) == think(EXPERT, view)


def test_the_process_gives_way_to_everything_else(apart: thinking.Thinker, view: SeatView) -> None:
    decide(EXPERT, view)

    (process,) = apart.processes
    assert process != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, process) >= os.getpriority(os.PRIO_PROCESS, 0) + thinking.NICENESS
    assert os.sched_getscheduler(process) == os.SCHED_BATCH


def test_who_comes_when_too_many_wait_is_told_to_ask_again(
    apart: thinking.Thinker, view: SeatView, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_held = threading.Event()

    def wait(mind: Mind, view: SeatView) -> Decision:
        is_held.wait(10)
        return think(mind, view)

    monkeypatch.setattr(apart, "_ask", wait)
    with ThreadPoolExecutor(thinking.MOST_WAITING) as tables:
        waiting = [tables.submit(decide, EXPERT, view) for _ in range(thinking.MOST_WAITING)]
        while apart.places_left:
            time.sleep(0.001)
        with pytest.raises(Busy):
            decide(EXPERT, view)
        is_held.set()

    assert len({future.result().action for future in waiting}) == 1


def test_until_the_process_is_ready_a_club_player_decides(
    view: SeatView, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PLAY_THINKS_APART = True
    new = thinking.Thinker()
    monkeypatch.setattr(thinking, "_THINKER", new)
    pool = Held()
    monkeypatch.setattr(thinking, "low_priority_pool", lambda niceness: pool)
    expert = replace(EXPERT, playouts=None)

    with pytest.raises(thinking.GettingReady):
        decide(expert, view)
    meanwhile = decide_meanwhile(expert, view)
    pool.finish()

    assert meanwhile == think(replace(expert, strength="club"), view)
    assert new.is_ready()


class Held(Executor):
    """A process that takes its time over the first work given to it."""

    def __init__(self) -> None:
        self.first: Future[Any] = Future()

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        assert not self.first.done()
        return self.first

    def finish(self) -> None:
        self.first.set_result(None)


def test_a_process_that_was_killed_is_started_anew(apart: thinking.Thinker, view: SeatView) -> None:
    decide(EXPERT, view)
    os.kill(apart.processes[0], 9)

    with pytest.raises(Busy):
        decide(EXPERT, view)
    assert decide(EXPERT, view) == think(EXPERT, view)


@pytest.mark.parametrize("strength", ["beginner", "club", "expert"])
def test_the_same_chance_decides_the_same(view: SeatView, strength: str) -> None:
    mind = Mind(strength, "a secret", playouts=20)

    assert think(mind, view) == think(mind, view)
