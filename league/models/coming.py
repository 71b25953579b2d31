"""Who comes to a night that is planned."""

from __future__ import annotations

from django.db import models

from .events import Event
from .members import Member


class Coming(models.Model):
    """What a member said about one night; the newest word holds. `by` is who noted it, empty for the member's own."""

    class Says(models.TextChoices):
        COMING = "coming", "Coming"
        LOOKING = "looking", "Coming, looking for a partner"
        NOT_COMING = "not_coming", "Not coming"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="coming")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="coming")
    says = models.CharField(max_length=10, choices=Says.choices)
    note = models.CharField(max_length=120, blank=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ("at",)
        verbose_name_plural = "coming"
        constraints = (models.UniqueConstraint(fields=("event", "member"), name="one_word_per_night"),)

    def __str__(self) -> str:
        return f"{self.member}: {self.get_says_display()}"
