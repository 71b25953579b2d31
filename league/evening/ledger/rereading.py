"""Rows of a closed evening made again from unchanged cards: after an update that reads cards in another way, or in
doubt. Cards are read before the transaction, so that nobody waits; the result is written only if the evening is
unchanged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.cards.reading import read_event
from league.models import Event, LedgerRow

from .rows import current_mark, is_made_from, rows_of, write_rows

TRIES: Final = 3
COMPARED: Final = (
    "kind", "points", "won", "table", "side", "by_other_rules", "place", "facts", "share", "boards",
)  # fmt: skip
Where: TypeAlias = tuple[int, int, int]  # a round, a player, and the other of a pair

# A row that changed, as it was and as it is; one is None where there is none.
Difference: TypeAlias = tuple[LedgerRow | None, LedgerRow | None]


def reread(event_id: int, acting: Acting) -> tuple[Difference, ...]:
    """Bring a closed evening's rows up to its cards, and return the differences."""
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
    """Rows from the cards now, and how they differ."""
    rows = rows_of(event, read_event(event))
    return rows, compared(LedgerRow.objects.filter(event=event).select_related("entrant"), rows)


def compared(was: Iterable[LedgerRow], now: Iterable[LedgerRow]) -> tuple[Difference, ...]:
    old, new = ({_who(row): row for row in rows} for rows in (was, now))
    every = ((old.get(where), new.get(where)) for where in sorted({*old, *new}))
    return tuple(both for both in every if None in both or differing(*both))


def _who(row: LedgerRow) -> Where:
    return row.round_number, row.entrant_id, (row.is_pair and row.partner_id) or 0


def differing(was: LedgerRow | None, now: LedgerRow | None) -> list[str]:
    return [name for name in COMPARED if getattr(was, name, None) != getattr(now, name, None)]


def _write(event: Event, mark: str, rows: list[LedgerRow], number: int, acting: Acting) -> bool:
    with deed(event, acting, while_closed=True) as doing:
        held = doing.event
        is_same = held.state == Event.State.CLOSED and held.ledger_mark == event.ledger_mark
        if not is_same or current_mark(held) != mark:
            return False
        write_rows(held, rows, mark, again=bool(number))
        if number:
            doing.tell("read the cards again", after=f"{number} of {len(rows)} rows differed")
    return True
