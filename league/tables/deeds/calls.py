"""A director on the way to a table that calls: the table is told, and the call stays open until it is answered."""

from __future__ import annotations

from league.acting.log import was_done, write_log
from league.acting.permissions import Acting
from league.models import DirectorCall
from pinochle_club.write_queue import queued_write


def come_to_table(*, call: DirectorCall, acting: Acting, client_id: str) -> DirectorCall:
    """Notes on the open call who is coming; the last one who says so. A call that was answered stays as it is."""
    with queued_write():
        call = DirectorCall.objects.select_related("table__event_round__event__club").get(pk=call.pk)
        event = call.table.event_round.event
        if call.answered_at is not None or was_done(event.club, client_id):
            return call
        call.answered_by = acting.name[:80]
        call.save(update_fields=["answered_by"])
        write_log(
            club=event.club,
            event=event,
            acting=acting,
            action="is coming to the table",
            subject=str(call.table),
            client_id=client_id,
        )
    return call
