"""The entries of a cash sheet."""

from __future__ import annotations

from typing import Any

from django.db.models import Max

from league.acting.deed import Doing
from league.models import CashEntry


def enter_cash(doing: Doing, kind: CashEntry.Kind, amount: int, **fields: Any) -> CashEntry:
    """One more entry on a sheet, with the next number of the evening; the event's row is held."""
    highest = doing.event.cash_entries.aggregate(highest=Max("number"))["highest"] or 0
    fields["what"] = str(fields.get("what", ""))[:200]
    return CashEntry.objects.create(
        event=doing.event, number=highest + 1, kind=kind, amount=amount, by=doing.acting.name[:80], **fields
    )
