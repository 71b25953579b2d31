"""Totals typed over in the grid of an evening: at each table what `enter_totals` does, and at all of them or none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import NAMESPACE_OID, uuid5

from league.acting.log import Refused
from league.acting.permissions import Acting
from league.models import Event, RoundTable
from league.tables.grid import Change, GridTable
from pinochle_club.write_queue import queued_write
from scoring.score_card.recording import NotRecorded, Stale

from .paper_cards import enter_totals

CHANGED: Final = "Somebody entered something here first. Look at it, then save again."
NOTHING_SAVED: Final = "Nothing was saved."


class NotTaken(Refused):
    """Totals that one table does not take."""

    def __init__(self, table: GridTable, why: str) -> None:
        super().__init__(f"{table.title}: {why} {NOTHING_SAVED}")
        self.table, self.why = table, why


def type_over(*, event: Event, changes: Sequence[Change], acting: Acting, client_id: str, reason: str = "") -> Event:
    """Each change is a line of the log, under an id of its own. Raises `NotTaken`, and has written nothing then."""
    with queued_write():
        _hold(changes)
        for at, change in enumerate(changes):
            try:
                enter_totals(
                    table=change.table.reading.table,
                    totals=change.totals,
                    acting=acting,
                    client_id=str(uuid5(NAMESPACE_OID, f"{client_id}/{change.table.key}")) if at else client_id,
                    seen=change.seen,
                    reason=reason,
                )
            except (Refused, NotRecorded) as refusal:
                raise NotTaken(change.table, CHANGED if isinstance(refusal, Stale) else str(refusal)) from refusal
    return event


def _hold(changes: Sequence[Change]) -> None:
    """All tables before the event, as every deed does, so that nobody waits for one of them who holds another."""
    keys = [change.table.key for change in changes]
    tables = RoundTable.objects.select_for_update(no_key=True).filter(pk__in=keys)
    list(tables.order_by("event_round", "number").values_list("pk", flat=True))
