"""Categories of a club's people: women, men, newcomers, or any word of its own."""

from __future__ import annotations

from django.db import models

from scoring.models.uids import uid_field

from .clubs import Club


class Category(models.Model):
    """A word that members carry, for prizes of their own."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="categories")
    name = models.CharField(max_length=30)
    uid = uid_field()

    class Meta:
        ordering = ("name",)
        verbose_name_plural = "categories"
        constraints = (models.UniqueConstraint(fields=("club", "name"), name="one_category_per_name"),)

    def __str__(self) -> str:
        return self.name
