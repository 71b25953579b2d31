"""Changed chairs: entered by a director, put back, or proposed by a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from uuid import NAMESPACE_OID, uuid5

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.cards.reading import RoundReading, TableReading, read_round
from league.evening.judging.deeds.entries import enter, sheet_of, table_deed, tell_of
from league.models import Entrant, EventRound, RoundTable, SitOut
from league.models.rounds import STARTED
from scoring.score_card.entries import Chairs, DetailsGiven, EntryData, chairs_payload, those

from .reseating import CHANGED, Chair, Reseating, before_change, rows_of

PROPOSED: Final = "We sit otherwise: "
GONE: Final = "Somebody who sat there was deleted from this event. Say who sat where instead."
LOOK_AGAIN: Final = "The chairs of this round changed on another screen. Look at them again."


def change_chairs(
    *,
    event_round: EventRound,
    sits: Mapping[Chair, Entrant],
    seen: str,
    acting: Acting,
    client_id: str,
    reason: str,
    first: int = 1,
) -> EventRound:
    """Enter who sat in these chairs from the hand `first` on. Refused where they aren't as `seen`."""
    with deed(event_round, acting, client_id, holding=True, until_final=True) as doing:
        event_round = EventRound.objects.select_related("event__club").get(pk=event_round.pk)
        if doing.was_done:
            return event_round
        if event_round.state not in STARTED:
            raise Refused(f"{event_round} hasn’t started. Swap people in its seating.")
        if not reason:
            raise Refused("Say why in a few words. It goes into the log.", "reason")
        reading = read_round(event_round)
        if seen != chairs_digest(reading):
            raise Refused(LOOK_AGAIN)
        _write(doing, Reseating(reading, sits, first), "changed chairs in", reason)
    return event_round


def put_chairs_back(*, event_round: EventRound, change: str, acting: Acting, client_id: str) -> EventRound:
    """Take the round's newest `change` of chairs back, with what each had before."""
    with deed(event_round, acting, client_id, holding=True, until_final=True) as doing:
        event_round = EventRound.objects.select_related("event__club").get(pk=event_round.pk)
        if doing.was_done:
            return event_round
        reading = read_round(event_round)
        newest = newest_change(reading)
        if not newest or change_of(newest[0][1]) != change:
            raise Refused(LOOK_AGAIN)
        sat = [who for _, entry in newest for who in entry.said.were[-1].seats.values()]
        people = event_round.event.entrants.in_bulk({pk for who in sat for pk in (who.entrant, who.substitute) if pk})
        if any(who.entrant not in people for who in sat):
            raise Refused(GONE)
        before = [before_change(table, entry, people) for table, entry in newest]
        sits = {(table.number, seat): row.entrant for table in before for seat, row in table.seats.items()}
        _write(doing, Reseating(reading, sits, before=before), "put chairs back in", "")
    return event_round


def propose_chairs(*, table: RoundTable, chairs: Chairs, acting: Acting, client_id: str) -> RoundTable:
    """Propose changed chairs for a table, in place of an earlier proposal. It waits on the desk for a director."""
    with table_deed(table, acting, client_id) as (doing, table):
        if doing.was_done:
            return table
        for number, hold in enumerate(sheet_of(table).holds):
            if hold.said.chairs:
                own = uuid5(NAMESPACE_OID, f"{client_id}/{number}").hex
                enter(table, acting, "release", own, {"releases": hold.number})
        names = ", ".join(f"{seat} {who.name}" for seat, who in chairs.seats.items())
        since = f", from hand {chairs.first} on" if chairs.first > 1 else ""
        about = f"{PROPOSED}{names}{since}"
        enter(table, acting, "hold", client_id, {"about": about, "chairs": chairs_payload([chairs])})
        tell_of(doing, table, "says who sits where", after=about)
    return table


def newest_change(reading: RoundReading) -> Sequence[tuple[TableReading, EntryData[DetailsGiven]]]:
    """Tables of the newest change of chairs, with its entries on their cards."""
    changed = [(table, entry) for table in reading.tables if (entry := _last_change_at(table)) is not None]
    newest = max(changed, key=lambda one: (one[1].at is not None, one[1].at), default=None)
    return [one for one in changed if newest and change_of(one[1]) == change_of(newest[1])]


def change_of(entry: EntryData) -> str:
    """The key of a change, the same on all cards it touched."""
    return entry.client_id.partition("/")[0]


def _last_change_at(table: TableReading) -> EntryData[DetailsGiven] | None:
    entries = reversed(table.sheet.entries) if table.sheet else ()
    return next((entry for entry in those(entries, DetailsGiven) if entry.said.chairs), None)


def chairs_digest(reading: RoundReading) -> str:
    rows = ",".join(f"{at[0]}{at[1]}:{row.entrant_id}" for at, row in sorted(rows_of(reading).items()))
    changes = ",".join(entry.client_id for table in reading.tables if (entry := _last_change_at(table)))
    return uuid5(NAMESPACE_OID, f"{rows}/{changes}").hex


def _write(doing: Doing, plan: Reseating, action: str, reason: str) -> None:
    if fault := next(plan.faults(), None):
        raise fault
    before, after = chairs_words({at: plan.rows[at].entrant for at in plan.moved}), chairs_words(plan.moved)
    entries = [(table, plan.entries(table)) for table in plan.tables]
    for at in plan.moved:
        plan.row_at(at).save(update_fields=["entrant", "substitute", "helper", "is_missing"])
    _sit_out(plan.reading.event_round, plan.reading.sit_outs, plan.sit_outs)
    change = uuid5(NAMESPACE_OID, f"{doing.client_id}/chairs").hex
    for table, written in entries:
        for place, one in enumerate(written):
            own = f"{change}/{table.number}"
            own = uuid5(NAMESPACE_OID, f"{own}/{place}").hex if place else own
            enter(table.table, doing.acting, one.kind, own, one.payload, hand=one.hand, reason=reason or CHANGED)
    since = f" From hand {plan.first}." if plan.first > 1 else ""
    doing.tell(action, plan.reading.event_round, before=before, after=f"{after}.{since}", reason=reason)


def _sit_out(event_round: EventRound, were: Iterable[Entrant], become: Iterable[Entrant]) -> None:
    before, after = {one.pk for one in were}, {one.pk for one in become}
    SitOut.objects.filter(event_round=event_round, entrant__in=before - after).delete()
    SitOut.objects.bulk_create(SitOut(event_round=event_round, entrant_id=pk) for pk in sorted(after - before))


def chairs_words(chairs: Mapping[Chair, Entrant]) -> str:
    return ". ".join(f"Table {at[0]} {at[1]}: {chairs[at].called}" for at in sorted(chairs))
