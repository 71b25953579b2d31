"""Tables online at which a club's members meet every week, and who comes."""

from __future__ import annotations

from datetime import date

from django.core.validators import MaxValueValidator
from django.db import models

from scoring.models.uids import uid_field

from .clubs import Club
from .events import new_calendar_id
from .house_rules import HouseRulesVersion
from .members import Member


class StandingTable(models.Model):
    """A table online that meets every week, by the newest version of its `rules`. `weekday` counts from Monday, 0;
    `starts_at` is by the server's clock. On the days in `not_on` it doesn't meet. Its dates have ids in people's
    calendars, made of `calendar_id`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="standing_tables")
    rules = models.ForeignKey(HouseRulesVersion, on_delete=models.PROTECT, related_name="+")
    weekday = models.PositiveSmallIntegerField(validators=(MaxValueValidator(6),))
    starts_at = models.TimeField()
    not_on = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    calendar_id = models.CharField(max_length=50, blank=True, default=new_calendar_id, db_default="")
    uid = uid_field()

    class Meta:
        ordering = ("weekday", "starts_at", "pk")

    def __str__(self) -> str:
        return f"online table {self.pk}"

    def calendar_id_of(self, day: date) -> str:
        return f"{self.calendar_id or f'online-{self.pk}'}-{day.isoformat()}"


class StandingAnswer(models.Model):
    """A member comes to a table on one day. Absentees have no answer, and those of days that are over are deleted.

    No constraint allows it once only: two entries of one person may both have it, and become two again.
    """

    table = models.ForeignKey(StandingTable, on_delete=models.CASCADE, related_name="answers")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    uid = uid_field()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.member} comes on {self.day}"
