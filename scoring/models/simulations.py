"""Simulations that were asked for: a queue of jobs with their results."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.db import models

from .devices import Device


class Simulation(models.Model):
    """Many deals under a book, or the same deals under two (`against`), both as canonical JSON; played by the worker,
    one job after the other. `asked` is the choice on the page. `tally` holds the sums of the first `deals_done` deals,
    from which a stopped run goes on. `version` grows with all that a page shows."""

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        CANCELLED = "cancelled"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="simulations")
    asked = models.JSONField(default=dict)
    book = models.TextField()
    against = models.TextField(blank=True)
    bots = models.CharField(max_length=20)
    seed = models.BigIntegerField()
    deals = models.PositiveIntegerField()
    deals_done = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    tally = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=0)
    created_from = models.CharField(max_length=64, blank=True)
    start_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("created_at", "pk")
        indexes = (
            models.Index(fields=("state", "created_at"), name="simulations_in_line"),
            models.Index(fields=("created_from", "created_at"), name="simulations_by_address"),
        )

    def __str__(self) -> str:
        return f"{self.deals} deals, {self.state}"

    @property
    def is_over(self) -> bool:
        return self.state not in (self.State.WAITING, self.State.RUNNING)

    @property
    def figures(self) -> dict[str, Any] | None:
        """The tally so far as plain data; None before the first."""
        data: dict[str, Any] | None = json.loads(self.tally) if self.tally else None
        return data
