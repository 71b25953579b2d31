"""Standing tables among the nights that a member answers for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from league.acting.permissions import ClubRequest
from league.evening.coming.remembered import You
from league.evening.standing_tables.pages import table_context
from league.evening.standing_tables.reading import meetings, tables_of


def with_tables(request: ClubRequest, you: You, nights: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """The nights, and each table's next date with the member's own keys (two queries)."""
    if you.link and request.acting.user is not None:
        return nights
    found = meetings(tables_of(request.club), timezone.now())
    tables = [table_context(one, you.person.pk, leads_on=you.link is None) for one in found]
    return sorted([*nights, *tables], key=lambda one: one["starts_at"])
