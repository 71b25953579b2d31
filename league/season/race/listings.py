"""The race, as a list."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString

from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import FILE, RANK, Column, Figure, Listing, Name

from .pages import RaceRow


class RaceListing(Listing):
    """Chances, the best first."""

    heading = "chances"
    look = "listing race"
    previous_key, next_key = "Before", "After"
    file_name = "race"
    files = BOTH

    name = Name("Name", orderable=True, linkify=lambda record: record.address)
    title = Figure("Title", order_by="wins", orderable=True)
    place = Figure("Now", on_phone=RANK, orderable=True)
    likely = Column("Likely", beside="Likely")
    reach = Column("Can still reach", beside="Reach")
    wins = Figure("Share", on=FILE, because="the page has it in words")

    def render_title(self, record: RaceRow) -> SafeString | str:
        return format_html("<b>{}</b>", record.title)

    def value_title(self, record: RaceRow) -> str:
        return record.title

    def render_place(self, record: RaceRow) -> int | str:
        return "–" if record.place is None else record.place

    def value_place(self, record: RaceRow) -> int | None:
        return record.place

    def value_wins(self, record: RaceRow) -> float:
        return round(record.wins, 4)
