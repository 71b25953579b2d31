"""The week in words: what a club tells of an evening."""

from __future__ import annotations

from django.db import models

from .events import Event


class Notice(models.Model):
    """The report of one evening. `text` is what the secretary made of it, empty while it stands as it was written for
    them; figures come from the ledger, and `written_from` tells which ones stood there when the text was typed.
    It was mailed to so many (`mailed_to`) by whoever is `mailed_by`, once."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="notice")
    text = models.TextField(max_length=8_000, blank=True)
    is_published = models.BooleanField(default=False)
    published_at = models.DateTimeField(null=True, blank=True)
    written_from = models.CharField(max_length=64, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)
    mailed_by = models.CharField(max_length=80, blank=True)
    mailed_to = models.PositiveIntegerField(default=0)
    changed_by = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return f"Notice of {self.event}"
