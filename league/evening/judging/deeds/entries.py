"""Entries on a table's card, written in a deed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.models import RoundTable
from scoring.models import ScoreCard
from scoring.rules.notation import lowered
from scoring.score_card.hosts import HostWriter
from scoring.score_card.recording import NotRecorded, read_sheet, record
from scoring.score_card.sheet import EntryData, Sheet


@contextmanager
def table_deed(
    table: RoundTable, acting: Acting, client_id: str, *, until_final: bool = False
) -> Iterator[tuple[Doing, RoundTable]]:
    """A `deed` at one table, with the table's current row."""
    with deed(table, acting, client_id, until_final=until_final) as doing:
        rows = RoundTable.objects.select_related("card__book_version", "event_round__event__club")
        yield doing, rows.get(pk=table.pk)


def sheet_of(table: RoundTable) -> Sheet:
    if table.card is None:
        raise Refused("This round hasn’t started.")
    return read_sheet(table.card)


def enter(
    table: RoundTable,
    acting: Acting,
    kind: str,
    client_id: str,
    payload: Mapping[str, Any],
    *,
    hand: int | None = None,
    seen: int | None = None,
    reason: str = "",
) -> EntryData:
    """Make one entry on the table's card. With `seen` it is refused once the card has changed since."""
    card = table.card
    assert card is not None, "a round that was started has its cards"
    version = ScoreCard.objects.values_list("version", flat=True).get(pk=card.pk) if seen is None else seen
    try:
        recorded = record(
            writer=HostWriter(card.pk, acting.name),
            kind=kind,
            hand=hand,
            payload=payload,
            client_id=client_id,
            seen=version,
            reason=reason,
            by_director=True,
        )
    except NotRecorded as refusal:
        raise Refused(str(refusal)) from refusal
    return recorded.entry


def tell_of(doing: Doing, table: RoundTable, action: str, whom: object = "", **details: Any) -> None:
    doing.tell(action, subject_at(table, whom), **details)


def subject_at(table: RoundTable, whom: object = "") -> str:
    """The subject of a line of the log: `Hand 3, table 2, round 1`."""
    place = f"table {table.number}, {lowered(str(table.event_round))}"
    return f"{str(whom)[:120]}, {place}" if whom else place.capitalize()
