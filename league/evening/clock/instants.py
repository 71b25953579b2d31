"""The clock of a round: time run and time left. Pure; midnight and daylight saving time don't matter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

MINUTE: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock. `minutes` is its full length, 0 without a limit."""

    started_at: datetime | None
    minutes: int = 0
    paused_at: datetime | None = None
    paused: timedelta = timedelta()

    @property
    def is_running(self) -> bool:
        return self.started_at is not None and self.paused_at is None

    def played(self, now: datetime) -> timedelta:
        """Playing time so far without pauses."""
        if self.started_at is None:
            return timedelta()
        return max(timedelta(), (self.paused_at or now) - self.started_at - self.paused)

    def minutes_played(self, now: datetime) -> int:
        """Whole minutes of playing time: lateness counts in them, so a pause makes no player late."""
        return self.played(now) // MINUTE

    def next_minute(self, now: datetime) -> datetime | None:
        """The end of the current whole minute; None while the clock stands still."""
        return now + MINUTE - self.played(now) % MINUTE if self.is_running else None

    def left(self, now: datetime) -> timedelta | None:
        """Time left, negative when time is up; None without a limit."""
        return timedelta(minutes=self.minutes) - self.played(now) if self.minutes else None

    def ends_at(self, now: datetime) -> datetime | None:
        """The instant at which time is up; None without a limit, and while the clock stands still."""
        left = self.left(now)
        return now + left if left is not None and self.is_running else None


def minutes_since(start: datetime, now: datetime) -> int:
    """Whole minutes since an event outside the clock, such as a table's last entry."""
    return max(0, (now - start) // MINUTE)
