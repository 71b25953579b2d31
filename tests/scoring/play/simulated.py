"""Simulations for tests: asked for on the page as any other, but small, and played at once by random players."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from django.test import Client

from pinochle_club.ground.system import LOWEST
from scoring.models import Simulation
from scoring.play import jobs
from scoring.play.simulate.bots import RANDOM
from scoring.score_card import access
from tests.responses import Response

START = "/play/simulations/"


class Here(Executor):
    """Plays at once and in this process, whatever its `niceness`; `after` is called when a chunk is done."""

    def __init__(self, niceness: int = LOWEST, after: Callable[[], object] = lambda: None) -> None:
        self.niceness = niceness
        self.after = after

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        self.after()
        return future


def ask(client: Client, book: str = "npa", *, start: str = "", **fields: str) -> Response:
    fields = {"start": start or access.new_secret(), "deals": "1000", "bots": "club", **fields}
    return client.post(f"{START}new/{book}/", fields)


def small(client: Client, book: str = "npa", **fields: str) -> Simulation:
    """A job of sixty hands of random players, asked for as any other."""
    assert ask(client, book, **fields).status_code == 302
    job = Simulation.objects.latest("created_at")
    job.deals, job.bots, job.seed = 60, RANDOM, 1
    job.save()
    return job


def played(client: Client, book: str = "npa", **fields: str) -> Simulation:
    job = small(client, book, **fields)
    assert jobs.Worker(pool=Here).work()
    job.refresh_from_db()
    return job
