"""Answers to planned nights, and nights that were planned and deleted."""

from __future__ import annotations

from typing import Self

from django.db import models

from .clubs import Club
from .events import Event
from .members import Member


class Coming(models.Model):
    """A member's answer to one night; the newest holds. `by` noted it, empty for the member's own. `partner` comes with
    them to an evening of pairs."""

    class Says(models.TextChoices):
        COMING = "coming", "Coming"
        LOOKING = "looking", "Coming, looking for a partner"
        NOT_COMING = "not_coming", "Not coming"

        @classmethod
        def at(cls, event: Event) -> tuple[Self, ...]:
            """The possible answers to a night. Only for an evening of pairs can one look for a partner."""
            return tuple(says for says in cls if says != cls.LOOKING or event.is_for_pairs)

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="coming")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="coming")
    says = models.CharField(max_length=10, choices=Says.choices)
    note = models.CharField(max_length=120, blank=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=80, blank=True)
    partner = models.ForeignKey(Member, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ("at",)
        verbose_name_plural = "coming"
        constraints = (models.UniqueConstraint(fields=("event", "member"), name="one_word_per_night"),)

    def __str__(self) -> str:
        return f"{self.member}: {self.get_says_display()}"


class CancelledNight(models.Model):
    """A night planned and deleted, so that subscribed calendars strike it out too. `sequence` is higher than any sent
    before."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="cancelled_nights")
    calendar_id = models.CharField(max_length=50)
    name = models.CharField(max_length=80)
    starts_at = models.DateTimeField()
    sequence = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ("starts_at",)
        constraints = (models.UniqueConstraint(fields=("club", "calendar_id"), name="one_cancelled_night"),)

    def __str__(self) -> str:
        return f"{self.name}, canceled"
