"""The conduct file: notes on members, apart from the score, until they fade."""

from __future__ import annotations

import calendar
from datetime import date
from typing import Self

from django.conf import settings
from django.db import models

from scoring.models.uids import uid_field

from .clubs import Club
from .events import Event
from .members import Member


class ConductNotes(models.QuerySet["ConductNote"]):
    def standing(self, club: Club, today: date) -> Self:
        return self.filter(club=club, happened_on__gt=faded_by(club, today))

    def faded(self, club: Club, today: date) -> Self:
        return self.filter(club=club, happened_on__lte=faded_by(club, today))


class ConductNote(models.Model):
    """What a member did or was told, as the writer saw it. Confidential: it stands in no log, list or file, and is
    deleted `Club.conduct_months` after it happened."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="conduct_notes")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    happened_on = models.DateField()
    text = models.TextField(max_length=1000)
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    written_by = models.CharField(max_length=80)
    written_at = models.DateTimeField(auto_now_add=True)
    uid = uid_field()

    objects = ConductNotes.as_manager()

    class Meta:
        ordering = ("-happened_on", "-pk")
        indexes = (models.Index(fields=("club", "happened_on"), name="notes_that_fade"),)

    def __str__(self) -> str:
        return f"conduct note {self.pk}"

    @property
    def fades_on(self) -> date:
        return months_from(self.happened_on, self.club.conduct_months)


def faded_by(club: Club, today: date) -> date:
    """The last day whose notes have faded."""
    return months_from(today, -club.conduct_months)


def months_from(day: date, months: int) -> date:
    """The same day so many months on, or the last of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
