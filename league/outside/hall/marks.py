"""How far an evening is, in the hall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from django.db.models import Count, Max

from league.models import Event, LogLine
from scoring.models import Entry


@dataclass(frozen=True, slots=True)
class Mark:
    """A state of an evening, at two looks."""

    version: int
    log: int
    entry: int
    entries: int

    @classmethod
    def of(cls, event_id: int) -> Self:
        """Three queries."""
        version = Event.objects.filter(pk=event_id).values_list("version", flat=True).first() or 0
        log = LogLine.objects.filter(event=event_id).order_by().aggregate(newest=Max("pk"))["newest"] or 0
        found = entries_of(event_id).aggregate(newest=Max("pk"), count=Count("pk"))
        return cls(version, log, found["newest"] or 0, found["count"])

    @classmethod
    def read(cls, kept: str) -> Self | None:
        parts = [int(part) for part in kept.split()]
        return cls(*parts) if len(parts) == 4 else None

    def __str__(self) -> str:
        return f"{self.version} {self.log} {self.entry} {self.entries}"


def entries_of(event_id: int) -> Any:
    return Entry.objects.filter(card__round_table__event_round__event=event_id).order_by()
