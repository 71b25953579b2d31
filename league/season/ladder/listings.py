"""The ladder as a list."""

from __future__ import annotations

import django_tables2 as tables

from league.season.ladder.pages import LadderRow, points_words, share_words, streak_words
from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import Listing, cell


class LadderListing(Listing):
    """Everybody who played the deal of the day in the last weeks, the most points first."""

    previous_key, next_key = "Before", "After"
    rows_a_page = 60
    file_name = "ladder"
    files = BOTH
    in_file = {
        "points": (("Points", lambda row: float(row.points)),),
        "share": (("Others beaten", lambda row: None if row.share is None else round(float(row.share), 3)),),
    }

    place = tables.Column(verbose_name="Place", attrs=cell("Place", **{"class": "num"}))
    name = tables.Column(verbose_name="Name", attrs=cell("Name"), orderable=True, linkify=lambda record: record.address)
    points = tables.Column(
        verbose_name="Points", attrs=cell("Points", **{"class": "num"}), orderable=True, initial_sort_descending=True
    )
    deals = tables.Column(
        verbose_name="Deals", attrs=cell("Deals", **{"class": "num"}), orderable=True, initial_sort_descending=True
    )
    share = tables.Column(
        empty_values=(), verbose_name="Others beaten", attrs=cell("Others beaten", **{"class": "num"})
    )
    streak = tables.Column(
        verbose_name="Most days in a row",
        attrs=cell("Most days in a row", **{"class": "num"}),
        orderable=True,
        initial_sort_descending=True,
    )

    heading = "ladder"

    def render_name(self, record: LadderRow) -> str:
        return f"{record.name} (you)" if record.is_yours else record.name

    def render_points(self, record: LadderRow) -> str:
        return points_words(record.points)

    def render_share(self, record: LadderRow) -> str:
        return share_words(record.share)

    def render_streak(self, record: LadderRow) -> str:
        return streak_words(record.streak)
