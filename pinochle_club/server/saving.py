"""Whether the club can save: tried with a row that is written and taken out again. `/health` is open to anybody, so it
is tried once in some seconds, and all who ask meanwhile get the same answer."""

import threading
import time
from typing import Final

from django.db import Error

from pinochle_club.ground.trouble import LEAST_SPACE, Trouble, free_space, trouble_of
from pinochle_club.ground.write_queue import queued_write

SECONDS_BETWEEN_TRIES: Final = 5.0
NAME: Final = "tried"


def trouble() -> Trouble | None:
    """Why nothing can be saved, as it was a few seconds ago at most; None where all is well."""
    return _tries.newest()


def trouble_now() -> Trouble | None:
    """Try it. Raises what is no trouble of the computer, such as a lost connection."""
    from pinochle_club.server.models import Fact

    if free_space() < LEAST_SPACE:
        return Trouble.FULL  # a row may still find a place in a file that is there, while hands find none
    try:
        with queued_write():
            Fact.objects.create(name=NAME).delete()
    except (Error, OSError) as error:
        found = trouble_of(error)
        if found is None:
            raise
        return found
    return None


class Tries:
    """The last try of this process. A request during another one's try gets what was found before."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._until = float("-inf")
        self._found: Trouble | None = None

    def newest(self) -> Trouble | None:
        if time.monotonic() >= self._until and self._lock.acquire(blocking=False):
            try:
                self._found = trouble_now()
                self._until = time.monotonic() + SECONDS_BETWEEN_TRIES
            finally:
                self._lock.release()
        return self._found


_tries = Tries()
