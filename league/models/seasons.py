"""Seasons: rules in versions, points by hand, and every publication of standings."""

from __future__ import annotations

import json

from django.db import models

from scoring.models.uids import uid_field

from .clubs import Club
from .members import Member
from .past import PastFile


class Season(models.Model):
    """Evenings that count together. `draft` is the season's rules as JSON as last saved (`seasons.rules`); standings go
    by the newest published version. `lots` makes lots repeatable, 0 before they are drawn. One from before this app is
    made of a `past_file`."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        CLOSED = "closed", "Closed"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=80)
    opens_on = models.DateField()
    closes_on = models.DateField()
    state = models.CharField(max_length=6, choices=State.choices, default=State.OPEN)
    draft = models.TextField()
    lots = models.PositiveIntegerField(default=0)
    closed_at = models.DateTimeField(null=True, blank=True)
    is_example = models.BooleanField(default=False)
    past_file = models.OneToOneField(PastFile, null=True, blank=True, on_delete=models.CASCADE, related_name="season")
    client_id = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    uid = uid_field()

    class Meta:
        ordering = ("-opens_on", "-pk")
        constraints = (models.UniqueConstraint(fields=("club", "name"), name="one_season_per_name"),)

    def __str__(self) -> str:
        return self.name


class SeasonRulesVersion(models.Model):
    """One published version of a season's rules. It never changes."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    rules = models.TextField()
    note = models.CharField(max_length=200, blank=True)
    published_at = models.DateTimeField()
    published_by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=("season", "number"), name="one_season_version_per_number"),)

    def __str__(self) -> str:
        return f"{self.season} v{self.number}"

    @property
    def divisions(self) -> tuple[int, ...]:
        return tuple(json.loads(self.rules).get("divisions", ()))


class Adjustment(models.Model):
    """Points that officials gave or took in a season, with a `reason` for everybody, and perhaps a `private_reason` for
    those who keep the season. A mistaken one is taken back and no longer counts. `partner` where a pair has them."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="adjustments")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="adjustments")
    partner = models.ForeignKey(Member, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    points = models.IntegerField()
    reason = models.CharField(max_length=200)
    private_reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.CharField(max_length=80, blank=True)
    is_taken_back = models.BooleanField(default=False)
    uid = uid_field()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.member}: {self.points:+}"


class Publication(models.Model):
    """Standings as shown from `at` on, until the next. All are kept; the newest of a season holds.

    A `hidden` one is seen by directors only. `because` is its cause: an evening closed, a correction, new rules. Its
    lines tell their moves since the publication `moved_since`, the last before the newest night that it counts; 0 where
    there was none, None in one from before that was kept.
    """

    class State(models.TextChoices):
        HIDDEN = "hidden", "Hidden"
        PROVISIONAL = "provisional", "Provisional"
        FINAL = "final", "Final"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="publications")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=11, choices=State.choices)
    rules = models.ForeignKey(SeasonRulesVersion, on_delete=models.PROTECT, related_name="publications")
    because = models.CharField(max_length=200, blank=True)
    moved_since = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=("season", "number"), name="one_publication_per_season_number"),)

    def __str__(self) -> str:
        return f"{self.season}, publication {self.number}"


class PublishedPlace(models.Model):
    """One line of a publication. Names are not kept: they are the member's, as the club shows them today.

    `division` is empty for the standings of all. `order` counts the lines of a division from 1; `place` is shared by
    level ones, and None for those who do not qualify yet. `points` are the figure they are ordered by, in tenths;
    `shown` and `says` are figures and sentences as published (`seasons.standings`).
    """

    publication = models.ForeignKey(Publication, on_delete=models.CASCADE, related_name="places")
    division = models.CharField(max_length=30, blank=True)
    order = models.PositiveIntegerField()
    place = models.PositiveIntegerField(null=True)
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="published_places")
    partner = models.ForeignKey(Member, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    points = models.IntegerField()
    nights = models.PositiveIntegerField()
    shown = models.JSONField(default=dict)
    says = models.JSONField(default=dict)

    class Meta:
        ordering = ("division", "order")
        constraints = (models.UniqueConstraint(fields=("publication", "division", "order"), name="one_line_per_order"),)

    def __str__(self) -> str:
        return f"{self.place or '–'}. {self.member}"
