"""What a row is known by wherever it travels: in an archive, in a hall, on another server."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.db import models


def uid_field() -> models.UUIDField[str | UUID, UUID]:
    """The `uid` of a model. Once only in a club; two copies of a club on one server share theirs, so the database
    allows it."""
    return models.UUIDField(default=uuid4, editable=False)
