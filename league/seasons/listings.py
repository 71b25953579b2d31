"""The standings of a season as a listing."""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django.http import HttpRequest

from league.acting.permissions import Acting
from league.models import PublishedPlace, Season
from scoring.score_card.listings import PagedListing, cell

from .pages import FIGURES, figure_of, moved_mark, names_of, needs_words, place_address, why_words
from .tie_breaks import figure_words


class StandingListing(PagedListing):
    """Lines of one division, the first place first."""

    previous_key, next_key = "Before", "After"
    rows_a_page = 50

    place = tables.Column(verbose_name="Place", attrs=cell("Place", **{"class": "num"}), default="–")
    who = tables.TemplateColumn(
        template_name="league/seasons/columns/who.html",
        verbose_name="Name",
        attrs=cell("Name"),
        extra_context=lambda record, table: {
            "name": names_of(record, table.acting),
            "address": place_address(table.season, record),
            "moved": moved_mark(record),
        },
    )
    points = tables.Column(verbose_name="Points", attrs=cell("Points", **{"class": "num"}))
    total = tables.Column(
        verbose_name="Points in all", attrs=cell("Points in all", **{"class": "num"}), empty_values=()
    )
    nights = tables.Column(verbose_name="Nights", attrs=cell("Nights", **{"class": "num"}))
    why = tables.TemplateColumn(
        template_name="league/seasons/columns/why.html",
        verbose_name="Above the next by",
        attrs=cell("Above the next by"),
        extra_context=lambda record, table: {"why": why_words(record), "needs": needs_words(record)},
    )

    class Meta(PagedListing.Meta):
        attrs = {**PagedListing.Meta.attrs, "class": "listing standings", "aria-labelledby": "standings"}

    season: Season
    acting: Acting

    @classmethod
    def of_season(
        cls, request: HttpRequest, season: Season, acting: Acting, lines: Any, points_by: str
    ) -> StandingListing:
        """A page of the lines (two queries, whatever their number)."""
        listing = cls.paged(request, lines)
        listing.season, listing.acting = season, acting
        figure = FIGURES[points_by]
        listing.columns["points"].column.verbose_name = figure
        listing.columns["points"].column.attrs = cell(figure, **{"class": "num"})
        if points_by in ("total", "places"):
            listing.columns.hide("total")
        return listing

    def render_points(self, record: PublishedPlace) -> str:
        return figure_of(record)

    def render_total(self, record: PublishedPlace) -> str:
        return figure_words(record.shown["points"])
