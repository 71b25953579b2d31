"""Sets of boards played at home and compared with a field: fresh ones, those of an evening, and weekly ones."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone

from .rule_books import RuleBookVersion


class PlaySet(models.Model):
    """So many boards for all who take the set; each of them is a `SharedDeal` with its number. `seed` makes its cards
    and bots, random, and never leaves the server; empty where the cards are an evening's. `source` names that evening
    as its host knows it. `week` is the Monday of a weekly set, whose `book_key` is that of all books that play alike
    (`scoring.play.shared.day_key`). `made_by` says which bots its field is."""

    token = models.CharField(max_length=32, unique=True)
    book_version = models.ForeignKey(RuleBookVersion, on_delete=models.PROTECT)
    book_key = models.CharField(max_length=40)
    count = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64, blank=True)
    source = models.CharField(max_length=80, blank=True)
    week = models.DateField(null=True, blank=True)
    made_by = models.CharField(max_length=16, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("source",), condition=~Q(source=""), name="one_set_of_an_evening"),
            models.UniqueConstraint(
                fields=("book_key", "week"), condition=Q(week__isnull=False), name="one_set_of_the_week"
            ),
        )

    def __str__(self) -> str:
        return f"{self.book_key} {self.week or self.source or self.token}"

    @property
    def is_on(self) -> bool:
        """Whether this is the set of a week that is not over, by the server's clock."""
        return self.week is not None and self.week + timedelta(days=7) > timezone.localdate()
