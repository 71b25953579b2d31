"""Each benchmark once with a tiny world (`sized`): what it says of itself holds, such as that both sides read or answer
the same, and it comes to its rows. Where it starts a server, `make test` goes up to there, and a soak to the end."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import pytest

from league.evening.seating.schedules import planning
from pinochle_club.ground import apart
from scoring.play.engine import is_compiled
from tests.benchmarks.__main__ import modules, show
from tests.sampling import SOAK
from tests.scoring.play.simulated import Here

SERVERS = {"served_club", "ClubServer"}


@pytest.fixture(autouse=True)
def all_at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is done apart is done here, a seating is not searched for long, and the log that is quieted comes back."""
    monkeypatch.setattr(planning, "STEPS_A_SEAT", 10)
    monkeypatch.setattr(apart, "low_priority_pool", lambda niceness: Here())
    monkeypatch.setattr(apart, "within", lambda seconds, work, *args: work(*args))
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.django_db
@pytest.mark.parametrize("name", modules([]))
def test_benchmark_runs_to_its_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    benchmark = import_module(name)
    start_no_server(benchmark, monkeypatch)

    rows = [show(row) for row in benchmark.run()]

    assert rows != [] or not is_compiled()


def start_no_server(benchmark: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SERVERS & vars(benchmark).keys() if not SOAK else ():
        monkeypatch.setattr(benchmark, name, lambda *_, **__: pytest.skip("a server takes seconds to start: in a soak"))
