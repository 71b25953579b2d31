"""The ladder as a list."""

from __future__ import annotations

from league.season.ladder.pages import LadderRow, points_words, share_words
from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import Figure, Listing, Name
from scoring.rules.notation import counted


class LadderListing(Listing):
    """Everybody who played the deal of the day in the last weeks, the most points first."""

    heading = "ladder"
    previous_key, next_key = "Before", "After"
    rows_a_page = 60
    file_name = "ladder"
    files = BOTH

    place = Figure("Place")
    name = Name("Name", orderable=True, linkify=lambda record: record.address)
    points = Figure("Points", orderable=True, initial_sort_descending=True)
    deals = Figure("Deals", orderable=True, initial_sort_descending=True)
    share = Figure("Others beaten")
    streak = Figure("Most days in a row", orderable=True, initial_sort_descending=True)

    def render_name(self, record: LadderRow) -> str:
        return f"{record.name} (you)" if record.is_yours else record.name

    def render_points(self, record: LadderRow) -> str:
        return points_words(record.points)

    def value_points(self, record: LadderRow) -> float:
        return float(record.points)

    def render_share(self, record: LadderRow) -> str:
        return share_words(record.share)

    def value_share(self, record: LadderRow) -> float | None:
        return None if record.share is None else round(float(record.share), 3)

    def render_streak(self, record: LadderRow) -> str:
        return counted(record.streak, "day")
