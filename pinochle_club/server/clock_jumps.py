"""A clock that jumps while the club is open: set by hand, or by the internet at last. The club goes on
(`pinochle_club.ground.clock`), but earlier entries have other times than later ones, and the clock of a round jumped
with it. So it is logged, and told for a week."""

import logging
import time
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from pinochle_club.ground.clock import is_lately
from pinochle_club.ground.dates import calendar_day, clock
from pinochle_club.ground.errands import IsWanted
from pinochle_club.server.examining import Check, Finding
from pinochle_club.server.facts import note, noted
from scoring.rules.notation import counted

log = logging.getLogger(__name__)
A_JUMP: Final = timedelta(minutes=1)
TOLD_FOR: Final = timedelta(days=7)
JUMPED: Final = "clock jump"
# Counts on while a laptop sleeps with its lid closed, which is no jump.
UNSTOPPED: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class Watch:
    """The worker's part: compares the computer's clock with one that nobody sets."""

    def __init__(self) -> None:
        self._began = _began()

    def __call__(self, is_wanted: IsWanted) -> bool:
        was, self._began = self._began, _began()
        jump = timedelta(seconds=round(self._began - was))
        if abs(jump) >= A_JUMP:
            now = timezone.now()
            log.warning("%s", _words(now, jump))
            note(JUMPED, f"{now.isoformat()} {jump.total_seconds():.0f}")
        return False


def _began() -> float:
    """When the computer was started, by its clock as it is set now."""
    return time.time() - time.clock_gettime(UNSTOPPED)


def _words(at: datetime, jump: timedelta) -> str:
    here, minutes = timezone.localtime(at), round(abs(jump) / A_JUMP)
    long = next(
        counted(minutes // size, unit) for unit, size in (("day", 1440), ("hour", 60), ("minute", 1)) if minutes >= size
    )
    way = "ahead" if jump > timedelta(0) else "back"
    return f"The computer’s clock jumped {way} by {long} on {calendar_day(here)}, at {clock(here)}."


def told_of_jump() -> Finding | None:
    at, _, seconds = noted(JUMPED).partition(" ")
    if not at or not is_lately(datetime.fromisoformat(at), TOLD_FOR):
        return None
    cure = "Have it set from the network: sudo timedatectl set-ntp true"
    return Finding("clock jump", _words(datetime.fromisoformat(at), timedelta(seconds=int(seconds))), cure, stops=False)


CHECKS: Final[dict[str, Check]] = {"clock jump": told_of_jump}
