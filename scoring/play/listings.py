"""Listings of play mode (django-tables2)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import django_tables2 as tables
from django.db.models import Max
from django.http import HttpRequest

from scoring.models import Device, DeviceCard
from scoring.rules.notation import SEAT_NAMES, signed
from scoring.score_card.listings import CardListing, PagedListing, cell
from scoring.score_card.pages.summaries import state_context

from .players import UNNAMED
from .shared import Attempt


class PlayedGameListing(CardListing):
    """The games a device is in the middle of, the last played on first."""

    file_name = "games"

    players = tables.Column(
        empty_values=(),
        verbose_name="Who plays",
        attrs=cell("Who plays"),
        linkify=("play:table", {"game_id": tables.A("card__played_game__pk")}),
    )
    begun = tables.DateColumn(
        accessor="card__played_on", format="D, M j", verbose_name="Begun", attrs=cell("Begun"), orderable=True
    )

    class Meta(PagedListing.Meta):
        attrs = {**PagedListing.Meta.attrs, "aria-labelledby": "my-games"}

    @classmethod
    def of_device(cls, request: HttpRequest, device: Device) -> PlayedGameListing:
        """The unfinished games of one device (three queries, whatever their number)."""
        rows = (
            DeviceCard.objects.filter(device=device, is_cut_off=False, card__played_game__is_over=False)
            .select_related("card__book_version", "card__played_game")
            .prefetch_related("card__entries")
            .annotate(played_at=Max("card__played_game__deals__changed_at"))
            .order_by("-played_at", "-pk")
        )
        return cls.paged(request, rows)

    def value_begun(self, record: DeviceCard) -> date:
        return record.card.played_on

    def words(self, record: DeviceCard) -> str:
        """A game in a line, for the key that goes on with it."""
        state = state_context(self.sheet(record)).word
        return f"{self.render_rules(record)}, {self.render_players(record)}: {state}, {self.render_totals(record)}"


class AttemptListing(PagedListing):
    """What everybody made of a shared deal, the best first."""

    file_name = "attempts"

    place = tables.Column(empty_values=(), attrs=cell("Place"))
    name = tables.Column(
        empty_values=(), verbose_name="Who played", attrs=cell("Who played"), order_by="name", orderable=True
    )
    seat = tables.Column(verbose_name="Seat", attrs=cell("Seat"))
    own = tables.Column(verbose_name="Score", attrs=cell("Score"), orderable=True, initial_sort_descending=True)
    margin = tables.Column(
        verbose_name="Against the others",
        attrs=cell("Against the others"),
        orderable=True,
        initial_sort_descending=True,
    )

    class Meta(PagedListing.Meta):
        attrs = {**PagedListing.Meta.attrs, "aria-labelledby": "results"}

    @classmethod
    def of(cls, request: HttpRequest, attempts: Sequence[Attempt]) -> AttemptListing:
        """The listing of a deal's attempts, in their order."""
        listing = cls.paged(request, attempts)
        listing.margins = [attempt.margin for attempt in attempts]
        return listing

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.margins: list[int] = []

    def render_place(self, record: Attempt) -> str:
        """Equal results share a place."""
        return str(self.value_place(record))

    def render_name(self, record: Attempt) -> str:
        if record.name in ("", UNNAMED):
            return "You" if record.is_yours else "A player"
        return f"{record.name} (you)" if record.is_yours else record.name

    def render_seat(self, record: Attempt) -> str:
        return SEAT_NAMES[record.seat]

    def render_own(self, record: Attempt) -> str:
        return signed(record.own)

    def render_margin(self, record: Attempt) -> str:
        return signed(record.margin)

    def value_place(self, record: Attempt) -> int:
        return self.margins.index(record.margin) + 1

    def value_own(self, record: Attempt) -> int:
        return record.own

    def value_margin(self, record: Attempt) -> int:
        return record.margin
