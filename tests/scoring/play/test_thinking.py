"""Where bots think: an Expert in a process beside the server, and only so many tables waiting for it."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import pytest

from pinochle_club.ground import apart
from pinochle_club.ground.apart import Apart
from scoring.play import thinking
from scoring.play.bots import Budget
from scoring.play.bots.club import ClubBot
from scoring.play.seat_view import SeatView, seat_view
from scoring.play.state import begin
from scoring.play.thinking import Mind, decide, decide_meanwhile, think
from scoring.rules.book import built_in_books
from scoring.rules.dealing import deal
from tests.scoring.play.bots.positions import view_of, with_bid
from tests.scoring.play.chance import same_chance

EXPERT = Mind("expert", "a secret", playouts=20)


@pytest.fixture
def view() -> SeatView:
    book = built_in_books()["st-hilary"]
    state = begin(book, "N", deal(book, same_chance(3), "N"))
    assert state.to_act is not None
    return seat_view(state, state.to_act)


@pytest.fixture(scope="module")
def experts() -> Iterator[Apart]:
    """A process of its own takes seconds to start: one for all tests here."""
    experts = Apart(places=4, of_one=2, longest_wait=60, niceness=10, prepare=thinking._warm_up)
    yield experts
    experts.close()


@pytest.fixture
def thinks_apart(settings: Any, monkeypatch: pytest.MonkeyPatch, experts: Apart) -> Apart:
    settings.WORKS_APART = True
    monkeypatch.setattr(thinking, "EXPERTS", experts)
    return experts


def test_a_club_player_thinks_here(thinks_apart: Apart, view: SeatView) -> None:
    decide(Mind("club", "a secret"), view)

    assert thinks_apart._pool is None


def test_an_expert_apart_decides_as_here(thinks_apart: Apart, view: SeatView) -> None:
    assert decide(EXPERT, view) == think(EXPERT, view)


def test_the_process_gives_way_to_everything_else(thinks_apart: Apart, view: SeatView) -> None:
    decide(EXPERT, view)

    pool = thinks_apart._pool
    assert pool is not None
    assert pool._processes is not None
    (process,) = pool._processes
    assert process != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, process) >= os.getpriority(os.PRIO_PROCESS, 0) + 10
    assert os.sched_getscheduler(process) == os.SCHED_BATCH


def test_until_the_process_is_ready_a_club_player_decides(
    view: SeatView, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WORKS_APART = True
    new = Apart(places=4, of_one=2, longest_wait=60)
    monkeypatch.setattr(thinking, "EXPERTS", new)
    pool = Held()
    monkeypatch.setattr(apart, "low_priority_pool", lambda niceness: pool)
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


@pytest.mark.parametrize("strength", ["beginner", "club", "expert"])
def test_the_same_chance_decides_the_same(view: SeatView, strength: str) -> None:
    mind = Mind(strength, "a secret", playouts=20)

    assert think(mind, view) == think(mind, view)


def test_who_waited_for_its_turn_thinks_for_what_is_left_of_its_time() -> None:
    budget = Budget(0.2)

    assert budget.after(0.05).seconds == pytest.approx(0.15)
    assert budget.after(5) == Budget(0.05)
    assert Budget(playouts=600).after(5).playouts == 600


def test_an_expert_thinks_no_longer_than_is_left(view: SeatView, monkeypatch: pytest.MonkeyPatch) -> None:
    given = []

    def club(*_: object, budget: Budget, **__: object) -> ClubBot:
        given.append(budget)
        return ClubBot()

    monkeypatch.setattr(thinking, "waited", lambda: 0.15)
    monkeypatch.setattr(thinking, "make_bot", club)

    think(Mind("expert", "a secret"), view)

    assert given == [Budget(0.2).after(0.15)]


@pytest.mark.parametrize("strength", ["club", "expert"])
def test_what_was_thought_can_be_sent_with_its_reason(strength: str) -> None:
    """Nothing is weighed here, so the reason is a club player's, who says it only when asked."""
    state = with_bid("hidden-valley", "E", 20, "H", W="JS JH JD JC QH AC 9C 9D TD KC QC 9S")
    thought = think(Mind(strength, "a secret", playouts=20), view_of(state))

    assert pickle.loads(pickle.dumps(thought)) == thought
    assert thought.reason.endswith(".")
