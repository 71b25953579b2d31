"""Seasons from before this app, as a file has them."""

from __future__ import annotations

from django.db import models

from .clubs import Club
from .members import Member


class PastFile(models.Model):
    """A file of which a season was made (`Season.past_file`). `digest` finds the same file again; `made` are the ids of
    members entered for it."""

    class Kind(models.TextChoices):
        TABLE = "table", "the final table of a season"
        NIGHTS = "nights", "the points of every night"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="past_files")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    name = models.CharField(max_length=120, blank=True)
    digest = models.CharField(max_length=64)
    made = models.JSONField(default=list)
    at = models.DateTimeField()
    by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint(fields=("club", "digest"), name="one_season_per_past_file"),)

    def __str__(self) -> str:
        return self.name or "a list that was pasted"


class PastRow(models.Model):
    """One row of such a file, or the cell `at` a week in it, and its member, of a pair also the `partner`. Of a
    night it has the `day` and maybe the round, of a final table the number of nights. To the points comes ½ if it
    `has_half`. `name` is the file's, for the next one, and gone once they are anonymous; `remark` says that a
    substitute played."""

    file = models.ForeignKey(PastFile, on_delete=models.CASCADE, related_name="rows")
    line = models.PositiveIntegerField()
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="past_rows")
    partner = models.ForeignKey(Member, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=80, blank=True)
    partner_name = models.CharField(max_length=80, blank=True, db_default="")
    at = models.PositiveSmallIntegerField(default=0, db_default=0)
    remark = models.CharField(max_length=40, blank=True, db_default="")
    day = models.DateField(null=True, blank=True)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    place = models.PositiveIntegerField(null=True, blank=True)
    points = models.IntegerField()
    has_half = models.BooleanField(default=False, db_default=False)
    nights = models.PositiveIntegerField(null=True, blank=True)
    won = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("file", "line", "at")
        constraints = (models.UniqueConstraint(fields=("file", "line", "at"), name="one_past_row_per_cell"),)

    def __str__(self) -> str:
        return f"{self.file}, row {self.line}"
