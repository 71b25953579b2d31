"""The worker's errands for rooms that it knows nothing of, called about once a second by one process of the whole club.

An errand does a little of what is due, for some seconds at most and only while that is wanted, writes the outcome
itself, and says whether there was anything to do. What takes a processor long is a `Piece`, done in the worker's
process of low priority. A worker without work prints sheets that are likely to be wanted. What may not wait for any of
this is done beside the worker, in a thread of its own.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.db import Error, connection

from .happenings import Happening
from .lost_database import is_loss

log = logging.getLogger(__name__)
IsWanted = Callable[[], bool]
Errand = Callable[[IsWanted], bool]
SECONDS_AFTER_A_FAULT: Final = 60.0
SECONDS_BETWEEN_LOOKS: Final = 1.0
# For this long a worker that ends waits for the errand beside it. Its guard waits ten.
GOODBYE: Final = 5.0

each_second: Final = Happening[Errand]("about once a second, in the worker")
beside: Final = Happening[Errand]("about once a second, beside the worker, whatever that is at")
# A sheet's key, its maker, and the maker's arguments.
Sheet = tuple[str, Callable[..., bytes], *tuple[Any, ...]]
nothing_to_do: Final = Happening[Callable[[], Sheet | None]]("the worker has nothing to do: what it prints ahead")


@dataclass(frozen=True, slots=True)
class Piece:
    """A function of a module without models, its arguments, and the keeper of its result: None where it failed, so
    that nobody asks for it again."""

    work: Callable[..., Any]
    asked: tuple[Any, ...]
    keep: Callable[[Any], None]


Pieces = Happening[Callable[[], Piece | None]]
before_simulations: Final = Pieces("the worker has a processor: what it works out before simulations")
after_all: Final = Pieces("nobody waits for the worker: what it works out then")


def next_piece(of: Iterable[Callable[[], Piece | None]]) -> Piece | None:
    return next(filter(None, (wanted() for wanted in of)), None)


def next_sheet() -> Sheet | None:
    return next(filter(None, (wanted() for wanted in nothing_to_do)), None)


class Errands:
    """The errands of one worker. One that fails rests for a while, and the others go on."""

    def __init__(self, is_wanted: IsWanted, of: Iterable[Errand] = each_second) -> None:
        self._is_wanted, self._all = is_wanted, of
        self._resting: dict[Errand, float] = {}

    def do(self) -> bool:
        """Do a little of each; False where nothing was due."""
        done = [self._do(errand) for errand in self._all]
        return any(done)

    def _do(self, errand: Errand) -> bool:
        if time.monotonic() < self._resting.get(errand, 0):
            return False
        try:
            return errand(self._is_wanted)
        except Exception as error:  # whatever went wrong, simulations must not wait for it
            if isinstance(error, Error) and is_loss(error):
                raise
            log.exception("An errand of the worker failed")
            self._resting[errand] = time.monotonic() + SECONDS_AFTER_A_FAULT
            return False


@contextmanager
def doing_beside() -> Iterator[None]:
    """While a worker works, have a thread do the errands beside it. It asks nothing of the worker's own connections,
    which are of its thread."""
    ended = threading.Event()
    thread = threading.Thread(target=_do_beside, args=(ended,), name="beside the worker", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(GOODBYE)


def _do_beside(ended: threading.Event) -> None:
    errands = Errands(lambda: not ended.is_set(), beside)
    while not ended.is_set():
        try:
            errands.do()
        except Error:  # the database is lost: the worker ends of it, or it is back at the next look
            connection.close()
        ended.wait(SECONDS_BETWEEN_LOOKS)
    connection.close()
