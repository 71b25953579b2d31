"""Listings of play mode (django-tables2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.core.paginator import Paginator
from django.db.models import Max
from django.http import HttpRequest

from scoring.models import Device, DeviceCard
from scoring.rules.notation import SEAT_NAMES, signed
from scoring.score_card.contexts.card import names_of
from scoring.score_card.contexts.summaries import players_text, state_context, totals_text
from scoring.score_card.listings import PER_PAGE, cell
from scoring.score_card.recording import read_sheet
from scoring.score_card.sheet import Sheet

from .shared import Attempt


class PlayedGameListing(tables.Table):
    """The games a device is in the middle of, the last played on first."""

    players = tables.Column(
        empty_values=(),
        verbose_name="Who plays",
        attrs=cell("Who plays"),
        linkify=("play:table", {"game_id": tables.A("card__played_game__pk")}),
    )
    state = tables.TemplateColumn(
        template_name="scoring/score_card/columns/state.html",
        extra_context=lambda record, table: {"state": state_context(table.sheet(record))},
        attrs=cell("How far"),
        verbose_name="How far",
    )
    totals = tables.Column(empty_values=(), attrs=cell("Totals"))
    rules = tables.Column(empty_values=(), attrs=cell("Rules"))
    begun = tables.DateColumn(accessor="card__played_on", format="D j M", verbose_name="Begun", attrs=cell("Begun"))

    class Meta:
        attrs = {"class": "listing", "role": "table", "aria-labelledby": "my-games"}
        row_attrs = {"role": "row"}
        orderable = False
        template_name = "scoring/score_card/_listing.html"

    @classmethod
    def of_device(cls, request: HttpRequest, device: Device) -> PlayedGameListing:
        """The unfinished games of one device (three queries, whatever their number)."""
        kept = (
            DeviceCard.objects.filter(device=device, is_cut_off=False, card__played_game__is_over=False)
            .select_related("card__book_version", "card__played_game")
            .prefetch_related("card__entries")
            .annotate(played_at=Max("card__played_game__deals__changed_at"))
            .order_by("-played_at", "-pk")
        )
        listing = cls(kept)
        listing.paginator = Paginator(listing.rows, PER_PAGE)
        listing.page = listing.paginator.get_page(request.GET.get("page"))
        return listing

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sheets: dict[int, Sheet] = {}

    @property
    def latest(self) -> DeviceCard | None:
        """The game played last; None on later pages of the listing."""
        if self.page is None or self.page.number != 1:
            return None
        row = next(iter(self.page.object_list), None)
        return row.record if row else None

    def words(self, record: DeviceCard) -> str:
        """A game in a line, for the key that goes on with it."""
        state = state_context(self.sheet(record)).word
        return f"{self.render_rules(record)}, {self.render_players(record)}: {state}, {self.render_totals(record)}"

    def sheet(self, record: DeviceCard) -> Sheet:
        """The card as it stands, worked out once for all its columns."""
        if record.pk not in self._sheets:
            self._sheets[record.pk] = read_sheet(record.card)
        return self._sheets[record.pk]

    def render_players(self, record: DeviceCard) -> str:
        return players_text(names_of(record.card))

    def render_totals(self, record: DeviceCard) -> str:
        return totals_text(self.sheet(record))

    def render_rules(self, record: DeviceCard) -> str:
        return record.card.book_version.book.short_name


class AttemptListing(tables.Table):
    """What everybody made of a shared deal, the best first."""

    place = tables.Column(empty_values=(), attrs=cell("Place"))
    name = tables.Column(empty_values=(), verbose_name="Who played", attrs=cell("Who played"))
    seat = tables.Column(verbose_name="Seat", attrs=cell("Seat"))
    own = tables.Column(verbose_name="Own score", attrs=cell("Own score"))
    margin = tables.Column(verbose_name="More than the others", attrs=cell("More than the others"))

    class Meta:
        attrs = {"class": "listing", "role": "table", "aria-labelledby": "results"}
        row_attrs = {"role": "row"}
        orderable = False
        template_name = "scoring/score_card/_listing.html"

    @classmethod
    def of(cls, request: HttpRequest, attempts: Sequence[Attempt]) -> AttemptListing:
        """The listing of a deal's attempts, in their order."""
        listing = cls(attempts)
        listing.paginator = Paginator(listing.rows, PER_PAGE)
        listing.page = listing.paginator.get_page(request.GET.get("page"))
        listing.margins = [attempt.margin for attempt in attempts]
        return listing

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.margins: list[int] = []

    def render_place(self, record: Attempt) -> str:
        """Equal results share a place."""
        return str(self.margins.index(record.margin) + 1)

    def render_name(self, record: Attempt) -> str:
        return f"{record.name or 'A player'}{' (you)' if record.is_yours else ''}"

    def render_seat(self, record: Attempt) -> str:
        return SEAT_NAMES[record.seat]

    def render_own(self, record: Attempt) -> str:
        return signed(record.own)

    def render_margin(self, record: Attempt) -> str:
        return signed(record.margin)
