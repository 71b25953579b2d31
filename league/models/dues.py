"""What a club asks of its members by the year, and what they paid of it."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from scoring.models.uids import uid_field

from .clubs import Club
from .members import Member


class Dues(models.Model):
    """A year's dues: `amount` in cents of each member, owed from `starts_on`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="dues")
    starts_on = models.DateField()
    amount = models.PositiveIntegerField()
    uid = uid_field()

    class Meta:
        ordering = ("-starts_on",)
        verbose_name_plural = "dues"

    def __str__(self) -> str:
        """`2026 dues`; `2026–27 dues` of a year that does not begin with January."""
        year = self.starts_on.year
        return f"{year} dues" if self.starts_on.month == 1 else f"{year}–{(year + 1) % 100:02} dues"


class DuesPart(models.Model):
    """A member who pays half of a year's dues, or none. Two entries of one person may both have one: see `Member`."""

    class Part(models.TextChoices):
        HALF = "half", "Half"
        NONE = "none", "Nothing"

    dues = models.ForeignKey(Dues, on_delete=models.CASCADE, related_name="parts")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="dues_parts")
    part = models.CharField(max_length=4, choices=Part.choices)
    uid = uid_field()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.member}, {self.dues}: {self.get_part_display()}"


class DuesPayment(models.Model):
    """What a member paid of a year's dues, in cents. Nothing is deleted: a mistaken one is taken back and no longer
    counts. `note` says how it was paid, such as by which check."""

    dues = models.ForeignKey(Dues, on_delete=models.CASCADE, related_name="payments")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="dues_payments")
    amount = models.PositiveIntegerField()
    paid_on = models.DateField()
    note = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80, blank=True)
    is_taken_back = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    uid = uid_field()

    class Meta:
        ordering = ("paid_on", "pk")

    def __str__(self) -> str:
        return f"{self.member}, {self.dues}: {self.amount}"
