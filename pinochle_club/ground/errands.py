"""The worker's errands for rooms that it knows nothing of, called about once a second by one process of the whole club.

An errand does a little of what is due, for some seconds at most and only while that is wanted, writes the outcome
itself, and says whether there was anything to do. What takes a processor long is a `Piece`, done in the worker's
process of low priority. A worker without work prints sheets that are likely to be wanted.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.db import Error

from .happenings import Happening
from .lost_database import is_loss

log = logging.getLogger(__name__)
IsWanted = Callable[[], bool]
Errand = Callable[[IsWanted], bool]
SECONDS_AFTER_A_FAULT: Final = 60.0

each_second: Final = Happening[Errand]("about once a second, in the worker")
# What a sheet is kept under, who makes it, of what.
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
    """The first piece that any room wants."""
    return next(filter(None, (wanted() for wanted in of)), None)


def next_sheet() -> Sheet | None:
    """The first sheet that any room wants printed ahead."""
    return next(filter(None, (wanted() for wanted in nothing_to_do)), None)


class Errands:
    """The errands of one worker. One that fails rests for a while, and the others go on."""

    def __init__(self, is_wanted: IsWanted) -> None:
        self._is_wanted = is_wanted
        self._resting: dict[Errand, float] = {}

    def do(self) -> bool:
        """Do a little of each; False where nothing was due."""
        done = [self._do(errand) for errand in each_second]
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
