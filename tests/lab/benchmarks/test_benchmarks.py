"""Each benchmark once with a tiny world (`sized`): what it says of itself holds, such as that both sides read or answer
the same, and it comes to its rows. Where it starts a server, `make test` goes up to there, and a soak to the end."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from importlib import import_module
from types import ModuleType

import pytest
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import resolve

from league.evening.seating.schedules import planning
from pinochle_club.ground import apart, health
from scoring.play.engine import is_compiled
from tests import club_server
from tests.lab.benchmarks import bench_event_paper, bench_strangers
from tests.lab.benchmarks.__main__ import modules, show
from tests.lab.benchmarks.bench_evening import idle_questions
from tests.sampling import SOAK
from tests.scoring.play.simulated import Here


@pytest.fixture(autouse=True)
def all_at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is done apart is done here, a seating is not searched for long, and the log that is quieted comes back."""
    monkeypatch.setattr(planning, "MOST_STEPS", 100)
    monkeypatch.setattr(apart, "low_priority_pool", lambda niceness: Here())
    monkeypatch.setattr(apart, "within", lambda seconds, work, *args: work(*args))
    yield
    logging.disable(logging.NOTSET)


# What they measure is tried by its own tests, and mypy finds a name that has gone.
DEAR = (
    "ahead",
    "deal_score",
    "desk",
    "duplicate",
    "expert",
    "giveaway",
    "pdf",
    "play",
    "playouts",
    "saving",
    "seasons",
    "simulations",
)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.soak if name.partition("bench_")[2] in DEAR else ()) for name in modules([])],
)
def test_benchmark_runs_to_its_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    benchmark = import_module(name)
    start_no_server(benchmark, monkeypatch)

    rows = [show(row) for row in benchmark.run()]

    assert rows != [] or not is_compiled()


def start_no_server(benchmark: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    served = [
        name for name, value in vars(benchmark).items() if getattr(value, "__module__", "") == club_server.__name__
    ]
    for name in () if SOAK else served:
        monkeypatch.setattr(benchmark, name, lambda *_, **__: pytest.skip("a server takes seconds to start: in a soak"))


# -- what servers are given, and asked ----------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("evening", "papers"),
    [
        (bench_event_paper.EVENING, bench_event_paper.PAPERS.values()),
        (bench_strangers.EVENING, ("seating.pdf", "results.pdf")),
    ],
)
def test_evening_that_is_printed_can_be_made_and_has_its_papers(
    evening: str, papers: Iterable[str], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("shell", "-v", "0", command=evening)
    number, *_ = capsys.readouterr().out.split()

    for paper in papers:
        assert resolve(f"/clubs/paper/events/{number}/papers/{paper.partition('?')[0]}")


@pytest.mark.django_db
@override_settings(ROOT_URLCONF="tests.lab.benchmarks.bare.urls")
@pytest.mark.parametrize("light", ["go", "bad"])
def test_board_that_knows_all_is_told_by_the_app_and_the_bare_view_that_nothing_is_new(
    client: Client, monkeypatch: pytest.MonkeyPatch, light: str
) -> None:
    monkeypatch.setattr(health, "light", lambda: light)
    evening = client.post("/bare/evening/").json()
    headers, addresses = idle_questions(evening)

    answers = [client.get(address, headers=headers).status_code for address in addresses]

    assert answers == [204, 204]
