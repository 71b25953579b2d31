"""Seatings beside the rounds that hold them: published ones, and one that waits to be taken."""

from __future__ import annotations

from django.db import models

from .events import Event


class SeatingVersion(models.Model):
    """A seating as published with this number, which paper bears.

    `data` has a seating (`league.evening.seating.schedules.schedule.round_to_data`) under each round's number.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="seating_versions")
    number = models.PositiveIntegerField()
    data = models.JSONField()
    published_at = models.DateTimeField(auto_now_add=True)
    published_by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("event", "number"), name="one_seating_per_version"),)

    def __str__(self) -> str:
        return f"Seating {self.number} of {self.event}"


class SeatingSearch(models.Model):
    """A seating being looked for, or found and waiting for the director.

    `fingerprint` is that of all it was made from: people, wishes, rounds. When it has changed, the seating is stale.
    `heard_at` is the search's last word; one that fell silent has died with its process.
    """

    class State(models.TextChoices):
        SEARCHING = "searching", "Looking for the best seating"
        FOUND = "found", "Found"
        FAILED = "failed", "Not found"

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="seating_search")
    state = models.CharField(max_length=9, choices=State.choices, default=State.SEARCHING)
    fingerprint = models.CharField(max_length=64)
    seed = models.PositiveIntegerField()
    first_round = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    expected = models.JSONField(default=list)
    seatings = models.JSONField(default=list)
    done = models.PositiveIntegerField(default=0)
    steps = models.PositiveIntegerField(default=0)
    message = models.TextField(blank=True)
    client_id = models.CharField(max_length=40)
    asked_by = models.CharField(max_length=80, blank=True)
    heard_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.get_state_display()} for {self.event}"
