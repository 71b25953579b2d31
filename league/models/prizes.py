"""Pots and their prizes, of one evening or of a series, whose next night gets the same."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scoring.models.uids import uid_field

from .categories import Category
from .events import Event, Series


class OfEveningOrSeries(models.Model):
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE, related_name="%(class)ss")
    series = models.ForeignKey(Series, null=True, blank=True, on_delete=models.CASCADE, related_name="%(class)ss")

    class Meta:
        abstract = True

    @property
    def row(self) -> Event | Series:
        found = self.event or self.series
        assert found is not None, "a constraint sees to that"
        return found


def of_one(name: str) -> models.CheckConstraint:
    event, series = Q(event__isnull=True), Q(series__isnull=True)
    return models.CheckConstraint(condition=(event & ~series) | (~event & series), name=name)


class Pot(OfEveningOrSeries):
    """Money kept apart for prizes: `per_player` of each fee and `per_set` from each player of a side that was set, in
    cents. What is not won goes on to the pot of the same name on the series' next night."""

    name = models.CharField(max_length=40)
    per_player = models.PositiveIntegerField(default=0)
    per_set = models.PositiveIntegerField(default=0)
    uid = uid_field()

    class Meta:
        ordering = ("pk",)
        constraints = (of_one("pot_of_one"),)

    def __str__(self) -> str:
        return self.name


class Prize(OfEveningOrSeries):
    """One prize: `amount` cents, or `percent` of a pot. Without a `pot` the club's own money pays it, and `percent` is
    of all fees paid.

    `place` is for the kind of that name. Only bearers of the `category` can win it, if one is set, and only from
    `at_least` points or sets on. `name` is its title where the director decides.
    """

    class Kind(models.TextChoices):
        PLACE = "place", "Place"
        HIGH_ROUND = "high_round", "High round"
        HIGH_HAND = "high_hand", "High hand"
        MOST_SETS = "most_sets", "Most sets"
        LAST = "last", "Last place"
        NAMED = "named", "The director decides"

    kind = models.CharField(max_length=10, choices=Kind.choices)
    name = models.CharField(max_length=40, blank=True)
    place = models.PositiveSmallIntegerField(default=1)
    at_least = models.PositiveSmallIntegerField(default=0)
    category = models.ForeignKey(Category, null=True, blank=True, on_delete=models.RESTRICT, related_name="prizes")
    pot = models.ForeignKey(Pot, null=True, blank=True, on_delete=models.RESTRICT, related_name="prizes")
    amount = models.PositiveIntegerField(default=0)
    percent = models.PositiveSmallIntegerField(default=0)
    uid = uid_field()

    class Meta:
        ordering = ("pk",)
        constraints = (of_one("prize_of_one"),)

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """`High hand`, `Women: 2nd place`."""
        if self.kind == self.Kind.NAMED:
            words = self.name
        elif self.kind == self.Kind.PLACE:
            words = f"{ordinal(self.place)} place"
        else:
            words = str(self.get_kind_display())
        return f"{self.category}: {words}" if self.category_id else words


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"
