"""Season books printed ahead, as soon as the club is quiet: one takes some ten seconds."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Final

from django.db.models import F, Max
from django.utils import timezone

from league.models import Publication
from pinochle_club.ground.errands import Sheet

from .pdfs import book_key, print_book

NEW: Final = timedelta(days=1)
QUIET: Final = timedelta(minutes=1)  # each line of the club's log makes another book of it
SECONDS_BETWEEN_LOOKS: Final = 30.0


class BooksAhead:
    def __init__(self) -> None:
        self._looks_at = 0.0
        self._told: set[str] = set()

    def __call__(self) -> Sheet | None:
        if time.monotonic() < self._looks_at:
            return None
        self._looks_at = time.monotonic() + SECONDS_BETWEEN_LOOKS
        now = timezone.now()
        newest = Publication.objects.filter(at__gt=now - NEW).annotate(newest=Max("season__publications__number"))
        for found in newest.filter(number=F("newest")).exclude(state=Publication.State.HIDDEN).order_by("pk"):
            club = found.season.club
            key = book_key(found, club.paper)
            if key not in self._told and not club.log.filter(at__gt=now - QUIET).exists():
                self._told.add(key)
                return key, print_book, found.pk, key, club.paper
        return None
