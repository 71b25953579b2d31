"""The worker's part: clubs that are due to go, silent ones, and how large each is."""

from __future__ import annotations

import time
from datetime import date, datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import F, Q
from django.utils import timezone

from league.models import Club
from pinochle_club.ground.clock import SERVERS_DIFFER
from pinochle_club.ground.errands import IsWanted
from pinochle_club.ground.write_queue import queued_write

from .deeds import delete_those_due, write_to_silent
from .reading import count_rows

SECONDS_BETWEEN_LOOKS: Final = 60.0
AT_A_TIME: Final = 10  # clubs that are counted
COUNTED_EVERY: Final = timedelta(days=1)
NIGHT: Final = range(2, 6)  # by the server's clock: nobody plays


class Housekeeping:
    def __init__(self) -> None:
        self._looks_at = 0.0
        self._night: date | None = None

    def __call__(self, is_wanted: IsWanted) -> bool:
        """Always False: what is due waits for the next look."""
        if time.monotonic() < self._looks_at:
            return False
        self._looks_at = time.monotonic() + SECONDS_BETWEEN_LOOKS
        now = timezone.now()
        count_some(now, is_wanted)
        local = timezone.localtime(now)
        if local.hour in NIGHT and self._night != local.date():
            self._night = local.date()  # whatever goes wrong is tried again tomorrow
            if settings.IS_PUBLIC:
                write_to_silent(now)
            delete_those_due(now)
        return False


def count_some(now: datetime, is_wanted: IsWanted = lambda: True) -> None:
    """Count the rows of a few clubs that were not counted for a day (one query where all were)."""
    start, end = now - COUNTED_EVERY, now + SERVERS_DIFFER
    old = Q(counted_at=None) | Q(counted_at__lt=start) | Q(counted_at__gt=end)
    for club in Club.objects.filter(old).order_by(F("counted_at").asc(nulls_first=True), "pk")[:AT_A_TIME]:
        if not is_wanted():
            return
        rows = count_rows(club)
        with queued_write():
            Club.objects.filter(pk=club.pk).update(row_count=rows, counted_at=now)
