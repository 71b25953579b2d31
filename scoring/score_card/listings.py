"""Listings of the score card (django-tables2)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django_tables2 import A

from pinochle_club.ground.listings import Column, Day, Drawn, Listing
from scoring.models import Device, DeviceCard

from .pages.card import names_of, place_text
from .pages.summaries import players_text, state_context, totals_text
from .recording import read_sheet
from .sheet import Sheet


class CardListing(Listing):
    """Cards that a device may write on, latest first, with their progress."""

    file_name = "cards"

    players = Column("Who plays")
    state = Drawn(
        "How far",
        template_name="scoring/score_card/columns/state.html",
        extra_context=lambda record, table: {"state": state_context(table.sheet(record))},
    )
    totals = Column("Totals")
    rules = Column("Rules")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sheets: dict[int, Sheet] = {}

    @property
    def latest(self) -> DeviceCard | None:
        if self.page is None or self.page.number != 1:
            return None
        row = next(iter(self.page.object_list), None)
        return row.record if row else None

    def sheet(self, record: DeviceCard) -> Sheet:
        if record.pk not in self._sheets:
            self._sheets[record.pk] = read_sheet(record.card)
        return self._sheets[record.pk]

    def render_players(self, record: DeviceCard) -> str:
        return players_text(names_of(record.card))

    def render_totals(self, record: DeviceCard) -> str:
        return totals_text(self.sheet(record))

    def render_rules(self, record: DeviceCard) -> str:
        return record.card.book_version.book.short_name


class KeptCardListing(CardListing):
    """The cards of a device, last written first, so that a closed browser loses nothing."""

    heading = "my-cards"

    players = Column("Who plays", linkify=("score_card:card", {"card_id": A("card_id")}))
    played_on = Day("Date", accessor="card__played_on", format="D, M j", orderable=True)
    place = Column("Table · Round")

    @classmethod
    def of_device(cls, request: HttpRequest, device: Device) -> KeptCardListing:
        """The listing of one device (three queries, whatever the number of cards)."""
        rows = (
            DeviceCard.objects.filter(device=device, is_cut_off=False, card__kept_by_play=False)
            .select_related("card__book_version")
            .prefetch_related("card__entries")
            .order_by("-card__changed_at", "-pk")
        )
        return cls.paged(request, rows)

    def render_place(self, record: DeviceCard) -> str:
        return place_text(record.card) or "–"
