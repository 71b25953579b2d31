"""How rare melds are under books that did not come with the app, found out by simulating them."""

from __future__ import annotations

import json

from django.db import models

from scoring.rules.rarity import Rarity, rarity_from_data


class MeldRarity(models.Model):
    """The table of one kind of book: `depends_on` is the `rarity_key` of all books it holds for."""

    depends_on = models.CharField(max_length=64, unique=True, editable=False)
    data = models.TextField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "meld rarities"

    def __str__(self) -> str:
        return f"{self.table.sides} melds"

    @property
    def table(self) -> Rarity:
        return rarity_from_data(json.loads(self.data))
