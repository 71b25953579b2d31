"""Season books printed ahead, as soon as the club is quiet: one takes some ten seconds."""

from __future__ import annotations

import time
from datetime import date, timedelta
from typing import Final

from django.db.models import F, Max, OuterRef
from django.utils import timezone

from league.models import LogLine, Publication
from pinochle_club.ground.errands import Sheet

from .pdfs import book_key, print_book

NEW: Final = timedelta(days=1)
QUIET: Final = timedelta(minutes=1)  # each line of the club's log makes another book of it
SECONDS_BETWEEN_LOOKS: Final = 30.0


class BooksAhead:
    def __init__(self) -> None:
        self._looks_at = 0.0
        # By publication: the newest line of its club's log, and the day, as its book was printed.
        self._told: dict[int, tuple[int, date]] = {}

    def __call__(self) -> Sheet | None:
        if time.monotonic() < self._looks_at:
            return None
        self._looks_at = time.monotonic() + SECONDS_BETWEEN_LOOKS
        now = timezone.now()
        line = LogLine.objects.filter(club=OuterRef("season__club")).order_by("-pk")
        newest = Publication.objects.filter(at__gt=now - NEW).annotate(
            newest=Max("season__publications__number"), line=line.values("pk")[:1], said_at=line.values("at")[:1]
        )
        shown = newest.filter(number=F("newest")).exclude(state=Publication.State.HIDDEN)
        for found in shown.select_related("season__club").order_by("pk"):
            state = found.line, timezone.localdate()
            if self._told.get(found.pk) != state and found.said_at and found.said_at <= now - QUIET:
                self._told[found.pk] = state
                paper = found.season.club.paper
                key = book_key(found, paper)
                return key, print_book, found.pk, key, paper
        return None
