"""Past events, latest first."""

from __future__ import annotations

from datetime import date

from django_tables2 import A

from league.models import Event
from league.words import settings_words, short_when_with_year
from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import UNSAID, Column, Listing, Name


class PastEventListing(Listing):
    """A club's past evenings, latest first."""

    heading = "past-events"
    file_name = "events"
    files = BOTH
    finds = ("name", "played_on")
    find_label = "Name or year"

    name = Name("Event", linkify=("league:event", [A("club__slug"), A("pk")]), orderable=True)
    played_on = Column("Date", orderable=True, initial_sort_descending=True)
    players = Column("Players", beside="Players", orderable=True, order_by="came", initial_sort_descending=True)
    facts = Column("Played", on_phone=UNSAID)

    def render_played_on(self, record: Event) -> str:
        return short_when_with_year(record)

    def value_played_on(self, record: Event) -> date:
        return record.played_on

    def value_players(self, record: Event) -> int:
        return record.came  # type: ignore[attr-defined, no-any-return]

    def render_players(self, record: Event) -> str:
        return str(record.came) if record.came else "–"  # type: ignore[attr-defined]

    def render_facts(self, record: Event) -> str:
        return settings_words(record)
