"""The cash box of an evening: money in and out, and the sheet at its close."""

from __future__ import annotations

from django.db import models

from .entrants import Entrant
from .events import Event
from .prizes import Pot, Prize


class CashSheet(models.Model):
    """An evening's box besides its entries: `at_start` and `counted` (None: not counted) in cents.

    `fixed` is what was read from cards and earlier evenings at the close, as `league.evening.money.reading.to_data`
    writes it. It stays when the event is reopened, so that the page can tell what has moved.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="cash_sheet")
    at_start = models.PositiveIntegerField(default=0)
    counted = models.PositiveIntegerField(null=True, blank=True)
    fixed = models.JSONField(null=True, blank=True)

    def __str__(self) -> str:
        return f"Cash sheet of {self.event}"


class CashEntry(models.Model):
    """Money into the box (`amount` above 0, in cents) or out of it. Nothing is deleted: a mistaken entry is taken back
    and no longer counts. Fees are kept with entrants, but for those that come in after the close; one that comes in
    once results are final is on the sheet of the evening that took it, with an `entrant` of another event. `who` and
    `what` are the words at the time."""

    class Kind(models.TextChoices):
        SET_MONEY = "set_money", "Set money"
        PAYOUT = "payout", "Prize"
        FEE = "fee", "Fee paid late"
        OTHER = "other", "Other"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="cash_entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=9, choices=Kind.choices)
    amount = models.IntegerField()
    pot = models.ForeignKey(Pot, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries")
    prize = models.ForeignKey(Prize, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries")
    entrant = models.ForeignKey(Entrant, null=True, blank=True, on_delete=models.SET_NULL, related_name="cash_entries")
    who = models.CharField(max_length=80, blank=True)
    what = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.CharField(max_length=80, blank=True)
    is_taken_back = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("number",)
        verbose_name_plural = "cash entries"
        constraints = (models.UniqueConstraint(fields=("event", "number"), name="one_cash_entry_per_number"),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.who or self.what}"
