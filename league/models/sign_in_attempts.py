"""Wrong passwords of the last minutes, so that guessing has to wait."""

from __future__ import annotations

from django.db import models


class SignInAttempt(models.Model):
    """A password that was wrong, or is being looked at. Both keys are keyed hashes: they count, and don't tell who or
    where."""

    account_key = models.CharField(max_length=64, db_index=True)
    address_key = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"Attempt at {self.at:%H:%M}"
