"""The computer's clock, which may have been wrong: in a hall without internet nobody tells a laptop the time.

What was written while it was ahead lies in the future once it is put right. A limit that counts what happened lately
therefore asks for both ends (`lately`): else it would hold for as long as the clock was ahead.
"""

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

# The clocks of several servers may be so far apart.
SERVERS_DIFFER: Final = timedelta(minutes=1)


def lately(window: timedelta, now: datetime | None = None) -> tuple[datetime, datetime]:
    """From when to when, as in `filter(at__range=lately(WINDOW))`."""
    now = now or timezone.now()
    return now - window, now + SERVERS_DIFFER


def is_lately(moment: datetime, window: timedelta, now: datetime | None = None) -> bool:
    """Whether it was within this time, by a clock that may have been ahead then."""
    start, end = lately(window, now)
    return start < moment <= end
