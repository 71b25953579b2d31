"""Lists of a player's evenings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import django_tables2 as tables

from league.evening.cards.judged import Judged
from league.models import Entrant
from league.season.players.pages.judged import how_many
from league.words import short_when_with_year
from pinochle_club.ground.listings import Listing, cell


class OwnEveningListing(Listing):
    """A player's evenings, the latest first, with what concerns them there (`judged`, of this page's evenings)."""

    rows_a_page = 10
    file_name = "my-evenings"
    finds = ("event__name", "event__played_on")
    find_label = "Name or year"
    judged: Sequence[Judged] = ()

    name = tables.Column(
        accessor="event__name",
        attrs=cell("Evening"),
        verbose_name="Evening",
        linkify=("league:my_evening", [tables.A("event__club__slug"), tables.A("event_id")]),
        orderable=True,
    )
    played_on = tables.Column(
        accessor="event__played_on",
        attrs=cell("Date"),
        verbose_name="Date",
        orderable=True,
        initial_sort_descending=True,
    )
    rulings = tables.Column(attrs=cell("Rulings"), verbose_name="Rulings and penalties", empty_values=())

    heading = "evenings"

    def render_played_on(self, record: Entrant) -> str:
        return short_when_with_year(record.event)

    def value_played_on(self, record: Entrant) -> date:
        return record.event.played_on

    def render_rulings(self, record: Entrant) -> str:
        return how_many(one for one in self.judged if one.event.pk == record.event_id) or "–"


class CompanyListing(Listing):
    """Whom a member has met, whom they met most first (`CompanyLine`)."""

    previous_key, next_key = "Before", "After"
    file_name = "with-and-against"
    in_file = {
        "together": [("Together", lambda record: record.together)],
        "against": [("Against", lambda record: record.against)],
    }

    name = tables.TemplateColumn(
        template_name="league/season/players/columns/name.html",
        verbose_name="Player",
        attrs=cell("Player"),
        orderable=True,
    )
    together = tables.TemplateColumn(
        template_name="league/season/players/columns/together.html",
        verbose_name="Together",
        attrs=cell("Together"),
        orderable=True,
        order_by="rounds__0",
        initial_sort_descending=True,
    )
    against = tables.TemplateColumn(
        template_name="league/season/players/columns/against.html", verbose_name="Against", attrs=cell("Against"),
        orderable=True, order_by="rounds__1", initial_sort_descending=True,
    )  # fmt: skip

    heading = "company"


class MeetingListing(Listing):
    """The rounds of two who met, the latest first (`MeetingLine`)."""

    file_name = "rounds"

    day = tables.Column(
        attrs=cell("Date"), verbose_name="Date", orderable=True, order_by="at", initial_sort_descending=True
    )
    name = tables.TemplateColumn(
        template_name="league/season/players/columns/name.html", verbose_name="Event", attrs=cell("Event")
    )
    round = tables.Column(attrs=cell("Round"), verbose_name="Round")
    others = tables.Column(attrs=cell("Others"), verbose_name="Others")
    points = tables.Column(
        attrs=cell("Points", **{"class": "num"}), verbose_name="Points", orderable=True, order_by="figure",
        initial_sort_descending=True,
    )  # fmt: skip
    won = tables.Column(attrs=cell("Won"), verbose_name="Won")

    heading = "meeting"
