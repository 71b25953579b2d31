"""Rule books as published. A version never changes; cards point to the one they began with."""

from __future__ import annotations

import hashlib
from typing import Final

from django.db import models

from scoring.rules.book import RuleBook, book_from_json

MOST_PARSED: Final = 64
# By digest: the same digest is the same book.
_parsed: dict[str, RuleBook] = {}


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
        """The rules of this version, parsed once per process (where `data` was deferred, read once)."""
        digest = self.digest or digest_of(self.data)
        book = _parsed.get(digest)
        if book is None:
            book = _parsed[digest] = book_from_json(self.data)
            if len(_parsed) > MOST_PARSED:
                _parsed.pop(next(iter(_parsed)), None)
        return book


def digest_of(data: str) -> str:
    """The fingerprint by which a published version is found again."""
    return hashlib.sha256(data.encode()).hexdigest()
