"""A run on an existing Dask cluster.

Chunks are the same as anywhere, so the figures equal one core's. Dask replays lost chunks. A worker with other code
would play other hands, so each checks first.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pinochle_club.ground.commands import packages

if TYPE_CHECKING:
    from distributed import Client, Future

Part = TypeVar("Part")

SECONDS_TO_ANSWER: Final = 10
SECONDS_OF_SILENCE: Final = 20
IN_HAND: Final = 200  # chunks given to the cluster at a time: more than its threads, so that none waits
OURS: Final = Path(__file__).resolve().parents[2]  # the package that a worker imports


class NoCluster(Exception):
    """The cluster can't play; the message is for the person who asked."""


class OtherCode(Exception):
    """A worker with other rules or players."""


def parts_on_cluster(address: str, work: Callable[[int], Part], chunks: int) -> Iterator[Part]:
    """`work`'s results for each chunk, as they are done. Raises `NoCluster`."""
    with _client_of(address) as client:
        left = iter(range(chunks))
        playing: set[Future[Part]] = set()
        while True:
            more = islice(left, IN_HAND - len(playing))
            playing |= {client.submit(_play, code(), work, chunk, pure=False) for chunk in more}
            if not playing:
                return
            done = _some_of(client, address, playing)
            playing -= done
            for each in done:
                yield _result(address, each)


def _client_of(address: str) -> Client:
    try:
        from distributed import Client
        from distributed.comm import get_address_host_port
    except ImportError:
        raise NoCluster(f"Dask isn’t installed. Type “{packages('cluster')}”, then try again.") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters of a loss is told in a sentence
    silent = f"No Dask scheduler answers at {address}. Check the address, such as tcp://192.168.1.20:8786."
    try:
        # Asked first: a client that cannot connect tells the terminal more than anybody wants to know.
        with socket.create_connection(get_address_host_port(address), timeout=SECONDS_TO_ANSWER):
            pass
        client = Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
        has_workers = _has_workers(client)
    except (OSError, ValueError, NotImplementedError):
        raise NoCluster(silent) from None
    if not has_workers:
        client.close()
        raise NoCluster(f"The Dask cluster at {address} has no workers. Start some, then try again.")
    return client


def _has_workers(client: Client) -> bool:
    # Not by `scheduler_info`: what that says is now and then overwritten, from another thread, by a list of none.
    return bool(client.nthreads())


def _some_of(client: Client, address: str, playing: set[Future[Part]]) -> set[Future[Part]]:
    from distributed import wait

    try:
        while True:
            with client.as_current(), suppress(TimeoutError):
                return set(wait(playing, timeout=SECONDS_OF_SILENCE, return_when="FIRST_COMPLETED").done)
            if not _has_workers(client):
                break
    except (OSError, CancelledError):
        raise NoCluster(f"The Dask scheduler at {address} is gone.") from None
    raise NoCluster(f"All workers of the Dask cluster at {address} are gone. Start them in the app’s folder.")


def _result(address: str, future: Future[Any]) -> Any:
    from distributed.scheduler import KilledWorker

    try:
        return future.result()
    except OtherCode:
        raise NoCluster("A worker has another version of the app. Give all workers this one.") from None
    except (ImportError, RuntimeError):  # the second, where it is the scheduler
        raise NoCluster(
            "The cluster can’t load the app. Start its scheduler and workers in the app’s folder."
        ) from None
    except KilledWorker:
        raise NoCluster("The same hands stopped several workers. Are they short of memory?") from None
    except (OSError, CancelledError):
        raise NoCluster(f"The Dask scheduler at {address} is gone.") from None


# -- at a worker -------------------------------------------------------------------------


def _play(expected: str, work: Callable[[int], Part], chunk: int) -> Part:
    if code() != expected:
        raise OtherCode
    return work(chunk)


@lru_cache(maxsize=1)
def code() -> str:
    """A digest of everything that decides how a hand goes."""
    files = (path for room in ("rules", "play") for kind in ("py", "toml") for path in (OURS / room).rglob(f"*.{kind}"))
    digest = sha256()
    for path in sorted(files):
        digest.update(path.read_bytes())
    return digest.hexdigest()
