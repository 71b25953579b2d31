"""Listings of the score card (django-tables2)."""

from __future__ import annotations

from typing import Any, Self

import django_tables2 as tables
from django.core.paginator import Paginator
from django.http import HttpRequest

from scoring.models import Device, DeviceCard

from .pages.card import names_of, place_text
from .pages.summaries import players_text, state_context, totals_text
from .recording import read_sheet
from .sheet import Sheet

PER_PAGE = 20


def cell(label: str, **more: str) -> dict[str, dict[str, str]]:
    """The attributes of a column's cells; the label stands beside the figure where rows become blocks."""
    return {"td": {"data-label": label, "role": "cell", **more}, "th": {"scope": "col", "role": "columnheader"}}


class PagedListing(tables.Table):
    """What all our listings are: rows in our order, in pages of our length. The keys to other pages are called as the
    order of the rows has it: the newest first, unless a listing says otherwise."""

    previous_key, next_key = "Newer", "Older"
    rows_a_page = PER_PAGE

    class Meta:
        attrs = {"class": "listing", "role": "table"}
        row_attrs = {"role": "row"}
        orderable = False
        template_name = "scoring/score_card/_listing.html"

    @classmethod
    def paged(cls, request: HttpRequest, records: Any) -> Self:
        """The listing of `records`. Of the address only the page is read."""
        listing = cls(records)
        listing.paginator = Paginator(listing.rows, cls.rows_a_page)
        listing.page = listing.paginator.get_page(request.GET.get("page"))
        return listing


class CardListing(PagedListing):
    """Cards that a device may write on, the latest first, each with how far it has come."""

    players = tables.Column(empty_values=(), verbose_name="Who plays", attrs=cell("Who plays"))
    state = tables.TemplateColumn(
        template_name="scoring/score_card/columns/state.html",
        extra_context=lambda record, table: {"state": state_context(table.sheet(record))},
        attrs=cell("How far"),
        verbose_name="How far",
    )
    totals = tables.Column(empty_values=(), attrs=cell("Totals"))
    rules = tables.Column(empty_values=(), attrs=cell("Rules"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sheets: dict[int, Sheet] = {}

    @property
    def latest(self) -> DeviceCard | None:
        """The first row; None on later pages of the listing, which begin with another."""
        if self.page is None or self.page.number != 1:
            return None
        row = next(iter(self.page.object_list), None)
        return row.record if row else None

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


class KeptCardListing(CardListing):
    """The cards a device keeps, the last written on first: a closed browser loses nothing."""

    players = tables.Column(
        empty_values=(),
        verbose_name="Who plays",
        attrs=cell("Who plays"),
        linkify=("score_card:card", {"card_id": tables.A("card_id")}),
    )
    played_on = tables.DateColumn(accessor="card__played_on", format="D, M j", verbose_name="Date", attrs=cell("Date"))
    place = tables.Column(empty_values=(), verbose_name="Table · Round", attrs=cell("Table · Round"))

    class Meta(PagedListing.Meta):
        attrs = {**PagedListing.Meta.attrs, "aria-labelledby": "my-cards"}

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
