"""How a table of an event is reached: its pass, its tablets, and its calls for the director."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scoring.models import Device
from scoring.models.uids import uid_field

from .events import Event
from .rounds import RoundTable


class TablePass(models.Model):
    """The pass of one table for one event: a QR code and a PIN, both made from `nonce` and the server's key.

    So a pass can be printed again, and a copy of the database alone is not enough to make one. A new nonce is a new
    pass: the printed one is dead, paired tablets stay unless they are cut off.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="passes")
    table_number = models.PositiveSmallIntegerField()
    nonce = models.CharField(max_length=32)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("table_number",)
        constraints = (models.UniqueConstraint(fields=("event", "table_number"), name="one_pass_per_table"),)

    def __str__(self) -> str:
        return f"Pass of table {self.table_number}"


class TableTablet(models.Model):
    """A device that keeps the cards of one table through an event. The one paired last is its main tablet.

    `number` tells a table's tablets apart ("Tablet 2"), on screens, on the director's pages and in each card's history;
    a device keeps it for the whole event.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="tablets")
    table_number = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(default=1)
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="event_tables")
    is_cut_off = models.BooleanField(default=False)
    paired_at = models.DateTimeField()
    uid = uid_field()

    class Meta:
        ordering = ("-paired_at",)
        constraints = (
            models.UniqueConstraint(
                fields=("event", "device"), condition=Q(is_cut_off=False), name="one_table_a_tablet"
            ),
        )

    def __str__(self) -> str:
        return f"tablet at table {self.table_number}"

    @property
    def label(self) -> str:
        return f"Tablet {self.number}"


class PassAttempt(models.Model):
    """A wrong PIN, counted by guesser, by table and by event; `guesser` is a keyed hash of a device that the club
    knows, else of an address."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pass_attempts")
    table_number = models.PositiveSmallIntegerField()
    guesser = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=("event", "at"), name="attempts_by_event"),)

    def __str__(self) -> str:
        return f"wrong PIN for table {self.table_number}"


class DirectorCall(models.Model):
    """A table's call for the director, and why; open until an official answers it with an outcome.

    `ruling` is the number of the entry on the table's card by which it was ruled.
    """

    class Outcome(models.TextChoices):
        RULING = "ruling", "a ruling"
        PUT_RIGHT = "put_right", "no ruling needed, it was put right"
        ANSWERED = "answered", "a question answered"
        DONE = "done", "taken care of"
        NOTHING = "nothing", "nothing to do"
        CANCELED = "canceled", "canceled by the table"

    table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, related_name="calls")
    reason = models.CharField(max_length=40)
    note = models.CharField(max_length=200, blank=True)
    called_at = models.DateTimeField()
    called_by = models.CharField(max_length=60, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=80, blank=True)
    outcome = models.CharField(max_length=12, blank=True, choices=Outcome.choices)
    ruling = models.PositiveIntegerField(null=True, blank=True)
    client_id = models.CharField(max_length=40, unique=True)
    uid = uid_field()

    class Meta:
        ordering = ("called_at",)

    def __str__(self) -> str:
        return f"{self.table} calls: {self.reason}"
