"""Tablets and the secret links that connect them to a card, stored hashed only."""

from __future__ import annotations

from django.db import models

from .score_cards import ScoreCard
from .uids import uid_field


class Device(models.Model):
    """A browser that has made or joined a card, known by a random cookie."""

    token_hash = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    uid = uid_field()

    def __str__(self) -> str:
        return self.label or f"device {self.pk}"


class CardLink(models.Model):
    """A secret address of a card: to write on it, or to read it."""

    class Kind(models.TextChoices):
        WRITE = "write"
        READ = "read"

    card = models.ForeignKey(ScoreCard, on_delete=models.CASCADE, related_name="links")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.kind} link of {self.card_id}"


class DeviceCard(models.Model):
    """A device that keeps a card: its number at that card ("Tablet 2")."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="kept_cards")
    card = models.ForeignKey(ScoreCard, on_delete=models.CASCADE, related_name="kept_by")
    number = models.PositiveSmallIntegerField()
    is_cut_off = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("device", "card"), name="one_place_per_device"),)

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """The device's name in the histories of this card."""
        return f"Tablet {self.number}"
