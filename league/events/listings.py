"""Events that are over, the latest first."""

from __future__ import annotations

import django_tables2 as tables

from league.models import Event
from league.words import settings_words, short_when_with_year
from scoring.score_card.listings import PagedListing, cell


class PastEventListing(PagedListing):
    """A club's evenings, the latest first."""

    name = tables.Column(
        attrs=cell("Event"), verbose_name="Event", linkify=("league:event", [tables.A("club__slug"), tables.A("pk")])
    )
    played_on = tables.Column(attrs=cell("Date"), verbose_name="Date")
    players = tables.Column(attrs=cell("Players"), verbose_name="Players", empty_values=())
    facts = tables.Column(attrs=cell("Played"), verbose_name="Played", empty_values=())

    class Meta(PagedListing.Meta):
        attrs = {**PagedListing.Meta.attrs, "aria-labelledby": "past-events"}

    def render_played_on(self, record: Event) -> str:
        return short_when_with_year(record)

    def render_players(self, record: Event) -> str:
        return str(record.came) if record.came else "–"  # type: ignore[attr-defined]

    def render_facts(self, record: Event) -> str:
        return settings_words(record)
