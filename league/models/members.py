"""Who belongs to a club, guests too, and who may not or always plays with whom."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from .categories import Category
from .clubs import Club


class Member(models.Model):
    """A person of a club. A guest has a number too and becomes a member by one key.

    `short_name` is what cards and screens call the person where room is short. `cannot_move`:
    keeps the same table through an evening. `director_notes` are shown to directors and admins only. `carries` are the
    categories the person is in.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    short_name = models.CharField(max_length=20, blank=True)
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    is_active = models.BooleanField(default=True)
    is_guest = models.BooleanField(default=False)
    cannot_move = models.BooleanField(default=False)
    director_notes = models.TextField(max_length=1000, blank=True)
    carries = models.ManyToManyField(Category, blank=True, related_name="members")
    joined_on = models.DateField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("club", "number"), name="one_member_per_number"),)

    def __str__(self) -> str:
        return self.name

    @property
    def called(self) -> str:
        """The short name where there is one."""
        return self.short_name or self.name

    @property
    def categories(self) -> tuple[str, ...]:
        """The names of the categories the person is in (one query, unless `carries` was prefetched)."""
        return tuple(sorted(category.name for category in self.carries.all()))


class PairRule(models.Model):
    """What the seating minds about two people: `first` has the lower id."""

    class Kind(models.TextChoices):
        NOT_PARTNERS = "not_partners", "do not partner"
        NEVER_MEET = "never_meet", "never sit at one table"
        PARTNERS = "partners", "always partner"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="pair_rules")
    first = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("first", "second"), name="one_rule_per_pair"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="pair_in_order"),
        )

    def __str__(self) -> str:
        return f"{self.first} and {self.second} {self.get_kind_display()}"
