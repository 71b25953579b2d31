"""A table to rule at, and its rulings, found with a 404 for anything else."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from league.acting.finding import found_as
from league.evening.cards.pages import names_at_table, names_on
from league.evening.cards.reading import TableReading, started_reading
from league.models import Event, RoundTable
from pinochle_club.ground.http import or_404
from scoring.models import ScoreCard
from scoring.score_card.names import Names
from scoring.score_card.rulings import Ruling
from scoring.score_card.sheet import Line, Sheet


@dataclass(frozen=True, slots=True)
class StartedTable:
    table: RoundTable
    reading: TableReading
    sheet: Sheet

    @property
    def event(self) -> Event:
        return self.table.event_round.event

    @property
    def card(self) -> ScoreCard:
        assert self.table.card is not None, "a table with a sheet has a card"
        return self.table.card

    @property
    def full_names(self) -> Names:
        return names_at_table(self.reading)

    def players(self, seats: Collection[str]) -> list[tuple[str, str]]:
        names = self.full_names
        return [(seat, names.player(seat)) for seat in names.book.seats if seat in seats]

    def names(self, line: Line | None = None) -> Names:
        """The names of the people who play now, or who played a hand."""
        return names_on(self.card, self.sheet, line)


@found_as("place")
def get_started(there: RoundTable) -> StartedTable:
    """A table whose round was started (two queries)."""
    return StartedTable(there, *started_reading(there))


def get_ruling(place: StartedTable, number: int) -> Ruling:
    return or_404(place.sheet.ruling(number), "This card has no such ruling.")
