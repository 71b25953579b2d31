"""Rulings to come and undecided appeals, to be settled before an evening is over."""

from __future__ import annotations

from league.evening.cards.reading import read_event
from league.models import Event
from scoring.rules.notation import lowered
from scoring.score_card.pages.entries import hold_words


def left_open(event: Event) -> tuple[str, ...]:
    """A sentence for each open matter (six queries at most)."""
    return tuple(
        f"Table {table.number}, {lowered(str(reading.event_round))}: {lowered(words)}."
        for reading in read_event(event)
        for table in reading.tables
        for words in (
            *map(hold_words, table.holds),
            *(f"The ruling on hand {ruling.hand} is appealed" for ruling in table.appealed),
        )
    )
