"""Rule books as published. A version never changes; cards point to the one they began with."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from django.db import models

from scoring.rules.book import RuleBook, book_from_json


class RuleBookVersion(models.Model):
    """One published version of a rule book, kept as its canonical JSON."""

    key = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, unique=True, editable=False)
    data = models.TextField()
    published_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("key", "-number")
        constraints = (models.UniqueConstraint(fields=("key", "number"), name="one_number_per_version"),)

    def __str__(self) -> str:
        return f"{self.key} v{self.number}"

    @property
    def book(self) -> RuleBook:
        """The rules of this version, parsed once per process."""
        return _parse(self.data)


def digest_of(data: str) -> str:
    """The fingerprint by which a published version is found again."""
    return hashlib.sha256(data.encode()).hexdigest()


@lru_cache(maxsize=64)
def _parse(data: str) -> RuleBook:
    return book_from_json(data)
