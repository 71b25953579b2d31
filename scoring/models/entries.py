"""Entries: what a table wrote, appended and never edited."""

from __future__ import annotations

from django.db import models

from .devices import Device
from .score_cards import ScoreCard


class Entry(models.Model):
    """An entry on a card, numbered from 1: a step of a hand, a correction, an undo, a signature. `client_id` comes from
    the form: the same id again is the same submission. `scoring.score_card.entries` describes each kind's `payload`. A
    director's (`by_director`) leaves signatures standing."""

    card = models.ForeignKey(ScoreCard, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    hand = models.PositiveSmallIntegerField(null=True)
    payload = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    client_id = models.CharField(max_length=40)
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL)
    device_label = models.CharField(max_length=60, blank=True)
    by_director = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("card", "number"), name="one_entry_per_number"),
            models.UniqueConstraint(fields=("card", "client_id"), name="one_entry_per_client_id"),
        )
        # By which the few cards are found on which something was ruled, among those of many years.
        indexes = (models.Index(fields=("kind", "card"), name="entries_by_kind"),)

    def __str__(self) -> str:
        return f"{self.number} {self.kind} {self.hand or ''}".strip()
