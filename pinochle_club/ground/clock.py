"""The computer's clock, which may have been wrong: a hall without internet tells a laptop no time.

What was written by a clock that was ahead lies in the future once it is put right. A limit on what happened lately
therefore has two ends (`lately`), or it would hold for as long as the clock was ahead.
"""

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

# The clocks of several servers may be so far apart.
SERVERS_DIFFER: Final = timedelta(minutes=1)


def lately(window: timedelta, now: datetime | None = None) -> tuple[datetime, datetime]:
    """Start and end, as in `filter(at__range=lately(WINDOW))`."""
    now = now or timezone.now()
    return now - window, now + SERVERS_DIFFER


def is_lately(moment: datetime, window: timedelta, now: datetime | None = None) -> bool:
    """Whether a moment lies within this time."""
    start, end = lately(window, now)
    return start < moment <= end
