"""A run on a Dask cluster: the figures of one core, whoever is lost on the way."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.play.simulate import cluster
from scoring.play.simulate.bots import RANDOM
from scoring.play.simulate.cluster import NoCluster, OtherCode, parts_on_cluster
from scoring.play.simulate.runs import CHUNK, Plan, running_totals
from scoring.rules.book import built_in_book
from tests.club_server import ROOT, free_port

SECONDS = 120  # a machine that is busy otherwise takes a while to start three processes


class Cluster:
    """A scheduler on this machine and its workers, each a process of its own."""

    def __init__(self, workers: int, code: Path = ROOT) -> None:
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        where = ("--host", "127.0.0.1")
        self.scheduler = started("scheduler", *where, "--port", str(port), "--no-dashboard", "--no-show", code=code)
        self.workers = [
            started("worker", self.address, *where, "--no-nanny", "--nthreads", "1", "--no-dashboard", code=code)
            for _ in range(workers)
        ]

    def wait(self) -> None:
        """Until all workers have joined."""
        from distributed import Client

        with Client(self.address, timeout=SECONDS, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=SECONDS)

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


def started(what: str, *arguments: str, code: Path) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(code), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-m", "distributed.cli.dask_" + what, *arguments]
    return subprocess.Popen(command, cwd=code, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="Dask is not installed")
    found = Cluster(2)
    try:
        found.wait()
        yield found
    finally:
        found.end()


@pytest.mark.soak  # a scheduler and two workers take seconds to start
def test_worker_with_other_code_plays_nothing(two_workers: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "code", lambda: "as it was yesterday")

    with pytest.raises(NoCluster, match="A worker has another version of the app"):
        list(parts_on_cluster(two_workers.address, abs, 3))


@pytest.mark.soak  # a scheduler and two workers take seconds to start
def test_figures_are_those_of_one_core_though_workers_are_killed(
    two_workers: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one worker left the run ends well, with none it says so."""
    monkeypatch.setattr(cluster, "SECONDS_OF_SILENCE", 1)
    plan = Plan(built_in_book("gwinnett-3").to_json(), 4 * CHUNK + 7, 3, RANDOM)
    *_, alone = running_totals(plan, 1)

    totals = running_totals(plan, cluster=two_workers.address)
    next(totals)
    two_workers.workers[0].kill()
    *_, together = totals

    assert together.to_data() == alone.to_data()

    totals = running_totals(plan, cluster=two_workers.address)
    next(totals)
    two_workers.workers[1].kill()
    with pytest.raises(NoCluster, match=r"All workers of the Dask cluster at tcp://.* are gone"):
        list(totals)
    with pytest.raises(NoCluster, match=r"has no workers. Start some"):
        next(running_totals(plan, cluster=two_workers.address))


@pytest.mark.parametrize(
    ("raised", "sentence"),
    [
        (OtherCode(), "another version of the app"),
        (ModuleNotFoundError("No module named 'scoring'"), "The cluster can’t load the app. Start its scheduler and"),
        (ConnectionResetError(), "The Dask scheduler at tcp://there:1 is gone"),
    ],
)
def test_what_goes_wrong_at_a_worker_is_told_in_a_sentence(raised: Exception, sentence: str) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")

    class Future:
        def result(self) -> None:
            raise raised

    with pytest.raises(NoCluster, match=sentence):
        cluster._result("tcp://there:1", Future())


def simulate(*arguments: str) -> None:
    call_command("simulate", "--bots", "random", "--deals", "30", *arguments)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{port}", "127.0.0.1:none", "foo://there"])
def test_address_where_nothing_answers(address: str) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")

    with pytest.raises(CommandError, match=r"No Dask scheduler answers at .* Check the address"):
        simulate("--dask", address.format(port=free_port()))


def test_no_address_at_all() -> None:
    with pytest.raises(CommandError, match="--dask is the address of a Dask scheduler"):
        simulate("--dask", "")


def test_without_dask_the_command_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(CommandError, match=r"Dask isn’t installed. Type “make cluster”"):
        simulate("--dask", "tcp://127.0.0.1:8786")
