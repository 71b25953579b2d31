"""Totals typed over in the grid: as by `enter_totals`, at all tables or none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import NAMESPACE_OID, uuid5

from league.acting.log import Refused, was_done
from league.acting.permissions import Acting
from league.acting.submissions import tried
from league.evening.tables.deeds.paper_cards import enter_totals
from league.evening.totals.grid import CHANGED, Change, GridTable
from league.models import Event, RoundTable
from pinochle_club.ground.write_queue import queued_write
from scoring.score_card.recording import NotRecorded, Stale

NOTHING_SAVED: Final = "Nothing was saved."


class NotTaken(Refused):
    """Totals refused by one table."""

    def __init__(self, table: GridTable, why: str) -> None:
        super().__init__(f"{table.title}: {why} {NOTHING_SAVED}")
        self.table, self.why = table, why


def type_over(*, event: Event, changes: Sequence[Change], acting: Acting, client_id: str, reason: str = "") -> Event:
    """Write all changes, each a line of the log with its own id. Raises `NotTaken`, having written nothing."""
    with tried(), queued_write():
        held = _held(changes)
        for at, change in enumerate(changes):
            table = change.table.reading.table
            own_id = str(uuid5(NAMESPACE_OID, f"{client_id}/{table.pk}")) if at else client_id
            try:
                if held.get(table.pk) != table.totals and not was_done(event.club, own_id):
                    raise Refused(CHANGED)
                enter_totals(
                    table=table,
                    totals=change.totals,
                    acting=acting,
                    client_id=own_id,
                    seen=change.seen,
                    reason=reason,
                )
            except (Refused, NotRecorded) as refusal:
                raise NotTaken(change.table, CHANGED if isinstance(refusal, Stale) else str(refusal)) from refusal
    return event


def _held(changes: Sequence[Change]) -> dict[int, dict[str, int] | None]:
    """All these tables' totals, held in one order and before the event, so that no two deeds wait for each other."""
    keys = [change.table.key for change in changes]
    tables = RoundTable.objects.select_for_update(no_key=True).filter(pk__in=keys)
    return dict(tables.order_by("event_round", "number").values_list("pk", "totals"))
