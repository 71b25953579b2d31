"""Tables at which people play together, each from a device of their own, and their seats."""

from __future__ import annotations

from django.db import models

from .devices import Device
from .play_sets import PlaySet
from .rule_books import RuleBookVersion


class PlayTable(models.Model):
    """People who play together under one set of rules; their games hang on it, and the newest is being played. The
    `code` lets people sit down; it opens no seat that is taken. `version` grows with whatever happens beside the cards
    (who came, left, is ready, what was said), so that a page knows whether there is news. `strength` is that of the
    bots in the other seats and in those of people who are away, `settings` the opener's choices for all. `talk` holds
    what was said since the cards were last dealt: the tap, the seat and the phrase; `sent_away` devices that may not
    sit down again, each with the name it had; `is_locked` keeps out people without a seat. `start_hash` belongs to the
    tap that opened it, `created_from` is a keyed hash of an address, to count how many come from there. Where they play
    the boards of a `play_set`, each game is one board."""

    code = models.CharField(max_length=8, unique=True)
    book_version = models.ForeignKey(RuleBookVersion, on_delete=models.PROTECT)
    strength = models.CharField(max_length=10)
    settings = models.TextField(default="{}")
    hands_agreed = models.PositiveSmallIntegerField(null=True)
    play_set = models.ForeignKey(PlaySet, null=True, on_delete=models.PROTECT, related_name="tables")
    version = models.PositiveIntegerField(default=0)
    talk = models.JSONField(default=list)
    sent_away = models.JSONField(default=list)
    is_locked = models.BooleanField(default=False)
    created_from = models.CharField(max_length=64)
    start_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = (models.Index(fields=("changed_at",), name="play_tables_in_use"),)

    def __str__(self) -> str:
        return self.code


class PlaySeat(models.Model):
    """A person's seat at such a table, and the one device that plays it. `away` says why a bot does: no word from the
    device (`silent`), nothing played for long (`idle`), or the player left (`left`). `heard_at` is the device's last
    sign, to some seconds; `since` when the player sat down or came back, `ready_at` when they asked for the next hand.
    `link_hash` belongs to the address that takes the seat to another device."""

    class Away(models.TextChoices):
        SILENT = "silent"
        IDLE = "idle"
        LEFT = "left"

    table = models.ForeignKey(PlayTable, on_delete=models.CASCADE, related_name="people")
    seat = models.CharField(max_length=1)
    name = models.CharField(max_length=40)
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="play_seats")
    link_hash = models.CharField(max_length=64, unique=True, null=True, blank=True, editable=False)
    settings = models.TextField(default="{}")
    away = models.CharField(max_length=6, choices=Away.choices, blank=True)
    heard_at = models.DateTimeField()
    since = models.DateTimeField()
    ready_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("table", "seat"), name="one_person_per_seat"),
            models.UniqueConstraint(fields=("table", "device"), name="one_play_seat_per_device"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.seat})"
