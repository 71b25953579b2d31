"""What an evening still owes its players before it is over: rulings to come, and appeals that nobody has decided."""

from __future__ import annotations

from collections.abc import Iterator

from league.evening.cards.reading import RoundReading, TableReading, read_event
from league.models import Event
from scoring.rules.notation import lowered
from scoring.score_card.pages.entries import hold_words


def left_open(event: Event) -> tuple[str, ...]:
    """A sentence for each (six queries at most)."""
    return tuple(words for reading in read_event(event) for words in _in_round(reading))


def _in_round(reading: RoundReading) -> Iterator[str]:
    for table in reading.tables:
        where = f"Table {table.number}, {lowered(str(reading.event_round))}"
        yield from (f"{where}: {lowered(words)}." for words in _at_table(table))


def _at_table(table: TableReading) -> Iterator[str]:
    yield from map(hold_words, table.holds)
    yield from (f"The ruling on hand {ruling.hand} is appealed" for ruling in table.appealed)
