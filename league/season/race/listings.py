from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import FILE, RANK, Column, Figure, Listing, Name


class RaceListing(Listing):
    heading = "chances"
    look = "listing race"
    previous_key, next_key = "Before", "After"
    file_name = "race"
    files = BOTH

    name = Name("Name", orderable=True, linkify=lambda record: record["address"])
    title = Figure("Title", order_by="wins", orderable=True)
    place = Figure("Now", on_phone=RANK, orderable=True)
    likely = Column("Likely", beside="Likely")
    reach = Column("Can still reach", beside="Reach")
    wins = Figure("Share", on=FILE, because="the page has it in words")

    def render_title(self, record: Mapping[str, Any]) -> SafeString | str:
        return format_html("<b>{}</b>", record["title"])

    def value_title(self, record: Mapping[str, Any]) -> str:
        return str(record["title"])

    def render_place(self, record: Mapping[str, Any]) -> object:
        return "–" if record["place"] is None else record["place"]

    def value_place(self, record: Mapping[str, Any]) -> object:
        return record["place"]

    def value_wins(self, record: Mapping[str, Any]) -> float:
        return float(round(record["wins"], 4))
