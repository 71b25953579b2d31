"""PostgreSQL being away: how it is told from other faults, and how long a request waits for it."""

import time
from typing import Final

from django.conf import settings
from django.db import Error, OperationalError

DEADLOCK: Final = "40P01"
SECONDS_BETWEEN_TRIES: Final = 0.25
OVER_AFTER: Final = 30.0  # seconds in which no request found it away


def is_loss(error: Error) -> bool:
    """Whether PostgreSQL's connection broke, or none was to be had (the error has no code), or PostgreSQL closed it
    (class 57), as a restart does, or took back what stood in another's way (a deadlock). Django may have connected
    again since."""
    code = getattr(error.__cause__, "sqlstate", "")  # SQLite's errors have none, and it is never away
    return isinstance(error, OperationalError) and (code is None or code.startswith("57") or code == DEADLOCK)


class Outage:
    """How long the database has been away, as the threads of a process see it. Requests wait for a restart, seconds;
    after that none waits, as all threads would be held."""

    def __init__(self) -> None:
        self._began = self._seen = float("-inf")

    def end(self) -> None:
        self._seen = float("-inf")

    def wait(self) -> bool:
        """Wait a moment; False, and at once, where it has been away for long."""
        now = time.monotonic()
        if now > self._seen + OVER_AFTER:
            self._began = now
        self._seen = now
        if now >= self._began + settings.DATABASE_PATIENCE:
            return False
        time.sleep(SECONDS_BETWEEN_TRIES)
        return True
