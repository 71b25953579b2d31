"""The ladder as a list."""

from __future__ import annotations

from fractions import Fraction

from league.season.ladder.pages import LadderRow, beside_words
from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import Figure, Listing, Name
from scoring.rules.notation import counted


class LadderListing(Listing):
    """Players of the deal of the day in the last weeks, the best first, and the Expert."""

    heading = "ladder"
    previous_key, next_key = "Before", "After"
    file_name = "ladder"
    files = BOTH

    place = Figure("Place", default="–")
    name = Name("Name", orderable=True, linkify=lambda record: record.address or None)
    beside = Figure("Beside par", orderable=True, initial_sort_descending=True)
    overall = Figure("All days", orderable=True, initial_sort_descending=True)
    days = Figure("Days", orderable=True, initial_sort_descending=True)
    streak = Figure("Most days in a row", beside="In a row", orderable=True, initial_sort_descending=True)

    def render_name(self, record: LadderRow) -> str:
        return f"{record.name} (you)" if record.is_yours else record.name

    def render_beside(self, record: LadderRow) -> str:
        return beside_words(record.beside)

    def value_beside(self, record: LadderRow) -> float | None:
        return rounded(record.beside)

    def render_overall(self, record: LadderRow) -> str:
        return beside_words(record.overall)

    def value_overall(self, record: LadderRow) -> float | None:
        return rounded(record.overall)

    def render_streak(self, record: LadderRow) -> str:
        return "–" if record.streak is None else counted(record.streak, "day")


def rounded(figure: Fraction | None) -> float | None:
    return None if figure is None else round(float(figure), 3)
