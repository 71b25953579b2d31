"""Evenings lent to a hall's computer: what home knows of each, and what the hall knows of home."""

from __future__ import annotations

from uuid import uuid4

from django.db import models

from .events import Event


class Lending(models.Model):
    """One lending of an evening, at home. While it is `OUT`, the hall's computer alone writes the evening.

    `number` counts an evening's lendings, and `Event.lent` holds that of the one that is out. The key of the hall is
    worked out from `uid` and the server's own secret, so it is kept nowhere; so is the code for its computer, which
    opens until `code_until`, and only for the computer that was the first (`fetched_by`, keyed). `taken` is the hall's
    newest version here, written by that version of the `program`.
    """

    class State(models.TextChoices):
        OUT = "out", "In the hall"
        BACK = "back", "Back"
        FORCED = "forced", "Taken back without the hall"

    uid = models.UUIDField(unique=True, default=uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="lendings")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=6, choices=State.choices, default=State.OUT)
    lent_at = models.DateTimeField()
    lent_by = models.CharField(max_length=80, blank=True)
    code_until = models.DateTimeField(null=True, blank=True)
    fetched_by = models.CharField(max_length=64, blank=True)
    fetched_at = models.DateTimeField(null=True, blank=True)
    heard_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    taken = models.PositiveIntegerField(default=0)
    program = models.CharField(max_length=20, blank=True, default="", db_default="")

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("event", "number"), name="one_lending_per_number"),)

    def __str__(self) -> str:
        return f"Lending {self.number} of {self.event}"


class KeptSlice(models.Model):
    """What a hall sent after its evening was taken back without it: kept beside the evening, to be looked at."""

    lending = models.ForeignKey(Lending, on_delete=models.CASCADE, related_name="kept")
    version = models.PositiveIntegerField()
    file = models.BinaryField()
    came_at = models.DateTimeField()

    class Meta:
        ordering = ("-version",)
        constraints = (models.UniqueConstraint(fields=("lending", "version"), name="one_kept_slice_per_version"),)

    def __str__(self) -> str:
        return f"Version {self.version} after {self.lending}"


class Fetched(models.Model):
    """An evening that a hall's computer fetched, in the hall.

    `home` is the address that it came from, empty where it came as a file. `version` counts what was made for home, and
    `mark` says of what state of the evening. `told` is what home has for sure, `told_mark` of what state, `told_at`
    when home last answered; `trouble` is why the last try failed. `given_back_at`: home has the last version, or a file
    with it was saved.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="fetched")
    uid = models.UUIDField()
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=64)
    home = models.CharField(max_length=200, blank=True)
    fetched_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=0)
    mark = models.CharField(max_length=80, blank=True)
    told = models.PositiveIntegerField(default=0)
    told_mark = models.CharField(max_length=80, blank=True)
    told_at = models.DateTimeField(null=True, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=200, blank=True)
    given_back_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.event}, fetched"
