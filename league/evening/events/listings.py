"""Events that are over, the latest first."""

from __future__ import annotations

from datetime import date

import django_tables2 as tables

from league.models import Event
from league.words import settings_words, short_when_with_year
from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import Listing, cell


class PastEventListing(Listing):
    """A club's evenings, the latest first."""

    file_name = "events"
    files = BOTH
    finds = ("name", "played_on")
    find_label = "Name or year"

    name = tables.Column(
        attrs=cell("Event"),
        verbose_name="Event",
        linkify=("league:event", [tables.A("club__slug"), tables.A("pk")]),
        orderable=True,
    )
    played_on = tables.Column(attrs=cell("Date"), verbose_name="Date", orderable=True, initial_sort_descending=True)
    players = tables.Column(
        attrs=cell("Players"),
        verbose_name="Players",
        empty_values=(),
        orderable=True,
        order_by="came",
        initial_sort_descending=True,
    )
    facts = tables.Column(attrs=cell("Played"), verbose_name="Played", empty_values=())

    heading = "past-events"

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
