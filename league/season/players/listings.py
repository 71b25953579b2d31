"""Lists of a player's evenings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django_tables2 import A

from league.evening.cards.judged import Judged
from league.models import Entrant
from league.season.players.pages.judged import how_many
from league.words import short_when_with_year
from pinochle_club.ground.listings import Column, Figure, Listing, Name


class OwnEveningListing(Listing):
    """A player's evenings, the latest first, with what concerns them there (`judged`, of this page's evenings)."""

    heading = "evenings"
    rows_a_page = 10
    file_name = "my-evenings"
    finds = ("event__name", "event__played_on")
    find_label = "Name or year"
    judged: Sequence[Judged] = ()

    name = Name(
        "Evening",
        accessor="event__name",
        linkify=("league:my_evening", [A("event__club__slug"), A("event_id")]),
        orderable=True,
    )
    played_on = Column("Date", accessor="event__played_on", orderable=True, initial_sort_descending=True)
    rulings = Column("Rulings and penalties", beside="Rulings")

    def render_played_on(self, record: Entrant) -> str:
        return short_when_with_year(record.event)

    def value_played_on(self, record: Entrant) -> date:
        return record.event.played_on

    def render_rulings(self, record: Entrant) -> str:
        return how_many(one for one in self.judged if one.event.pk == record.event_id) or "–"


class CompanyListing(Listing):
    """Whom a member has met, whom they met most first (`CompanyLine`)."""

    heading = "company"
    previous_key, next_key = "Before", "After"
    file_name = "with-and-against"

    name = Name("Player", linkify=lambda record: record.address, orderable=True)
    together = Column(
        "Together", default="–", linkify=lambda record: record.together_address or None,
        orderable=True, order_by="rounds__0", initial_sort_descending=True,
    )  # fmt: skip
    against = Column(
        "Against", default="–", linkify=lambda record: record.against_address or None,
        orderable=True, order_by="rounds__1", initial_sort_descending=True,
    )  # fmt: skip


class MeetingListing(Listing):
    """The rounds of two who met, the latest first (`MeetingLine`)."""

    heading = "meeting"
    file_name = "rounds"

    day = Column("Date", orderable=True, order_by="at", initial_sort_descending=True)
    name = Name("Event", linkify=lambda record: record.address)
    round = Column("Round")
    others = Column("Others")
    points = Figure("Points", orderable=True, order_by="figure", initial_sort_descending=True)
    won = Column("Won")
