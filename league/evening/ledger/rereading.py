"""Rows of a closed evening made again from unchanged cards: after an update that reads cards in another way, or in
doubt.

Cards are read before the transaction, so that nobody waits; the result is written only if the evening is unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.cards.reading import read_event
from league.models import Event, LedgerRow

from .rows import current_mark, is_made_from, rows_of, write_rows

TRIES: Final = 3
COMPARED: Final = ("partner_id", "kind", "points", "won", "table", "side", "place", "facts", "share", "boards")
Where: TypeAlias = tuple[int, int, bool]


@dataclass(frozen=True, slots=True)
class Difference:
    """A row that changed; `was` or `now` is None where there is none."""

    was: LedgerRow | None
    now: LedgerRow | None

    @property
    def row(self) -> LedgerRow:
        row = self.now or self.was
        assert row is not None, "one of the two is there"
        return row

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(name for name in COMPARED if getattr(self.was, name, None) != getattr(self.now, name, None))


def reread(event_id: int, acting: Acting) -> tuple[Difference, ...]:
    """Bring a closed evening's rows up to its cards, and return the differences; none for one reopened or deleted.
    Raises `Refused` during constant corrections."""
    for _ in range(TRIES):
        event = Event.objects.select_related("club", "rules__book_version").filter(pk=event_id).first()
        if event is None or event.state != Event.State.CLOSED:
            return ()
        mark = current_mark(event)
        rows, differences = read_again(event)
        if not differences and is_made_from(event.ledger_mark, mark):
            return ()
        if _write(event, mark, rows, len(differences), acting):
            return differences
    raise Refused("Somebody corrects this evening just now. Its rows follow by themselves.")


def read_again(event: Event) -> tuple[list[LedgerRow], tuple[Difference, ...]]:
    """Rows from the cards now, and how they differ. Writes nothing."""
    rows = rows_of(event, read_event(event))
    return rows, compared(LedgerRow.objects.filter(event=event).select_related("entrant"), rows)


def compared(was: Iterable[LedgerRow], now: Iterable[LedgerRow]) -> tuple[Difference, ...]:
    old, new = ({(row.round_number, row.entrant_id, row.is_pair): row for row in rows} for rows in (was, now))
    every = ((old.get(where), new.get(where)) for where in sorted({*old, *new}))
    found = (Difference(one, other) for one, other in every)
    return tuple(one for one in found if one.was is None or one.now is None or one.others)


def _write(event: Event, mark: str, rows: list[LedgerRow], number: int, acting: Acting) -> bool:
    """Write the rows unless the evening changed; whether it did."""
    with deed(event, acting, while_closed=True) as doing:
        held = doing.event
        is_same = held.state == Event.State.CLOSED and held.ledger_mark == event.ledger_mark
        if not is_same or current_mark(held) != mark:
            return False
        write_rows(held, rows, mark, again=bool(number))
        if number:
            doing.tell("read the cards again", after=f"{number} of {len(rows)} rows differed")
    return True
