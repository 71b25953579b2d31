"""What rooms have the worker do: each gets its turn, and none is in another's way."""

from __future__ import annotations

import threading
import time

import psycopg
import pytest
from django.db import OperationalError

from pinochle_club.ground import errands
from pinochle_club.ground.errands import Errands, IsWanted, doing_beside


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errands.each_second, "followers", {})
    monkeypatch.setattr(errands.beside, "followers", {})
    monkeypatch.setattr(errands, "SECONDS_BETWEEN_LOOKS", 0.01)


def lasting(times: int) -> tuple[errands.Errand, list[bool]]:
    """An errand with so much to do, and what it was told of being wanted."""
    told: list[bool] = []

    def errand(is_wanted: IsWanted) -> bool:
        told.append(is_wanted())
        return len(told) <= times

    return errand, told


def test_each_gets_its_turn_until_none_has_anything_to_do():
    (first, of_first), (second, of_second) = lasting(2), lasting(1)
    errands.each_second.followed_by(first=first, second=second)
    doing = Errands(lambda: True)

    assert [doing.do() for _ in range(3)] == [True, True, False]
    assert of_first == of_second == [True] * 3


def test_one_that_fails_rests_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    clock = iter(range(0, 1000, 25))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    tried: list[None] = []

    def failing(_: IsWanted) -> bool:
        tried.append(None)
        raise ValueError

    other, told = lasting(1)
    errands.each_second.followed_by(failing=failing, other=other)
    doing = Errands(lambda: True)

    assert [doing.do(), doing.do()] == [True, False]
    assert (len(tried), len(told)) == (1, 2)
    assert "An errand of the worker failed" in caplog.text
    assert not doing.do()
    assert len(tried) == 2


def test_a_lost_database_ends_the_worker():
    def losing(_: IsWanted) -> bool:
        raise OperationalError from psycopg.OperationalError("the connection is closed")

    errands.each_second.followed_by(losing)

    with pytest.raises(OperationalError):
        Errands(lambda: True).do()


def test_what_is_done_beside_goes_on_while_the_worker_is_at_something_and_ends_with_it():
    done, asked = threading.Semaphore(0), list[IsWanted]()

    def beside(is_wanted: IsWanted) -> bool:
        asked.append(is_wanted)
        done.release()
        return False

    errands.beside.followed_by(beside)
    with doing_beside():
        for _ in range(3):
            assert done.acquire(timeout=30)
        assert asked[0]()
    assert not asked[0]()
    assert "beside the worker" not in {thread.name for thread in threading.enumerate()}


def test_a_database_that_is_back_again_is_asked_again_beside_the_worker():
    tried = threading.Semaphore(0)

    def losing(_: IsWanted) -> bool:
        tried.release()
        raise OperationalError from psycopg.OperationalError("the connection is closed")

    errands.beside.followed_by(losing)
    with doing_beside():
        for _ in range(2):
            assert tried.acquire(timeout=30)
