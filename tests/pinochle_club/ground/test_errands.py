"""What rooms have the worker do: each gets its turn, and none is in another's way."""

from __future__ import annotations

import time

import psycopg
import pytest
from django.db import OperationalError

from pinochle_club.ground import errands
from pinochle_club.ground.errands import Errands, IsWanted


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errands.each_second, "followers", {})


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
