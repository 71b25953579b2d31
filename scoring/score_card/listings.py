"""Listings of the score card (django-tables2)."""

from __future__ import annotations

import django_tables2 as tables
from django.http import HttpRequest

from scoring.models import Device, DeviceCard

from .contexts import game_goal, names_of


class KeptCardListing(tables.Table):
    """The cards a device keeps, newest first: a closed browser loses nothing."""

    played_on = tables.DateColumn(accessor="card__played_on", verbose_name="Date", format="D j M")
    players = tables.Column(
        empty_values=(),
        orderable=False,
        verbose_name="Who plays",
        linkify=("score_card:card", {"card_id": tables.A("card_id")}),
    )
    rules = tables.Column(accessor="card__book_version__key", verbose_name="Rules")
    place = tables.Column(empty_values=(), orderable=False, verbose_name="Table · Round")

    class Meta:
        attrs = {"class": "listing"}
        empty_text = "No cards yet."
        orderable = False

    @classmethod
    def of_device(cls, request: HttpRequest, device: Device) -> KeptCardListing:
        """The listing of one device (two queries whatever their number)."""
        kept = (
            DeviceCard.objects.filter(device=device, is_cut_off=False)
            .select_related("card__book_version")
            .order_by("-card__changed_at")
        )
        listing = cls(kept)
        tables.RequestConfig(request, paginate={"per_page": 20}).configure(listing)
        return listing

    def render_players(self, record: DeviceCard) -> str:
        names = names_of(record.card)
        return " – ".join(names.sides.values())

    def render_rules(self, record: DeviceCard) -> str:
        book = record.card.book_version.book
        return f"{book.short_name}, {game_goal(book, record.card.hands_agreed)}"

    def render_place(self, record: DeviceCard) -> str:
        card = record.card
        return " · ".join(filter(None, (card.table_name, card.round_name))) or "–"
