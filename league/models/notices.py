"""The week in words: what a club tells of an evening."""

from __future__ import annotations

from django.db import models

from .events import Event


class Notice(models.Model):
    """The report of one evening. `text` is what the secretary made of it, empty while it stands as it was written for
    them; figures come from the ledger."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="notice")
    text = models.TextField(max_length=8_000, blank=True)
    is_published = models.BooleanField(default=False)
    published_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)
    changed_by = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return f"Notice of {self.event}"
