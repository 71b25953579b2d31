"""The standings of a season as a listing."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from html import escape
from typing import Any, Final

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.acting.permissions import Acting
from league.models import Club, PublishedPlace, Season
from league.words import money, plain
from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import Listing, cell
from scoring.rules.notation import decimal_words, figure_words

from .pages import (
    FIGURES,
    FeeLine,
    MovedMark,
    PartnerLine,
    figure_in_file,
    figure_of,
    listed_names,
    moved_mark,
    needs_words,
    place_address,
    why_words,
)

WHO: Final = "standing-who tall-links row gap-2 between-12"


def missing(line: PublishedPlace) -> Sequence[str]:
    """What whoever has no place yet still needs; what else would help stands on the page of their own."""
    return needs_words(line) if line.place is None else ()


def moved_tag(moved: MovedMark) -> SafeString:
    """Where somebody moved, and why."""
    sign = format_html('<span aria-hidden="true">{}</span> ', moved.sign) if moved.sign else ""
    tag = '<span class="tag {}">{}{}</span><span class="standing-moved soft small">{}</span>'
    return format_html(tag, moved.tone, sign, moved.words, moved.why)


class StandingListing(Listing):
    """Lines of one division, the first place first."""

    previous_key, next_key = "Before", "After"
    rows_a_page = 50
    file_name = "standings"
    files = BOTH

    # Every cell is drawn from its line alone: that is quick, and this is the page that all look at after a night.
    place = tables.Column(
        verbose_name="Place",
        attrs=cell("Place", **{"class": "num"}),
        empty_values=(),
        orderable=True,
        order_by="order",  # where databases put those without a place is not the same
    )
    who = tables.Column(verbose_name="Name", attrs=cell("Name"), empty_values=())
    points = tables.Column(
        verbose_name="Points", attrs=cell("Points", **{"class": "num"}), empty_values=(), orderable=True
    )
    total = tables.Column(
        verbose_name="Points in all", attrs=cell("Points in all", **{"class": "num"}), empty_values=()
    )
    nights = tables.Column(
        verbose_name="Nights", attrs=cell("Nights", **{"class": "num"}), empty_values=(), orderable=True
    )
    why = tables.Column(verbose_name="Above the next by", attrs=cell("Above the next by"), empty_values=())

    class Meta(Listing.Meta):
        attrs = {**Listing.Meta.attrs, "class": "listing standings", "aria-labelledby": "standings"}

    season: Season
    acting: Acting

    @classmethod
    def of_season(
        cls, request: HttpRequest, season: Season, acting: Acting, lines: Any, points_by: str
    ) -> StandingListing:
        """A page of the lines (two queries, whatever their number)."""
        listing = cls.paged(request, lines)
        listing.season, listing.acting = season, acting
        listing.in_file = {
            "place": (("Place", lambda line: line.place),),
            "who": (("Name", lambda line: listed_names(line, acting)),),
            "points": ((FIGURES[points_by], figure_in_file),),
            "total": (("Points in all", lambda line: line.shown["points"]),),
            "why": (
                ("Above the next by", why_words),
                ("Needs", lambda line: "; ".join(needs_words(line))),
                ("Moved", lambda line: line.says["moved"]["says"] if "moved" in line.says else ""),
            ),
        }
        figure = FIGURES[points_by]
        listing.columns["points"].column.verbose_name = figure
        listing.columns["points"].column.attrs = cell(figure, **{"class": "num"})
        if points_by in ("total", "places"):
            listing.columns.hide("total")
        return listing

    def render_place(self, record: PublishedPlace) -> int | str:
        return "–" if record.place is None else record.place

    def render_who(self, record: PublishedPlace) -> SafeString:
        moved = moved_mark(record)
        link = f'<a href="{escape(place_address(self.season, record))}">'
        name = f"{link}<bdi>{escape(listed_names(record, self.acting))}</bdi></a>"
        return SafeString(f'<span class="{WHO}">{name}{moved_tag(moved) if moved else ""}</span>')

    def render_nights(self, record: PublishedPlace) -> int:
        return record.nights

    def render_why(self, record: PublishedPlace) -> SafeString:
        needs = [f'<span class="soft small standing-need">{escape(one)}</span>' for one in missing(record)]
        return SafeString(f'<span class="standing-why">{escape(why_words(record)) or "–"}{"".join(needs)}</span>')

    def render_points(self, record: PublishedPlace) -> str:
        return figure_of(record)

    def render_total(self, record: PublishedPlace) -> str:
        return figure_words(record.shown["points"])


class PartnerListing(Listing):
    """Everybody with each of their partners (`PartnerLine`), by name."""

    previous_key, next_key = "Before", "After"
    rows_a_page = 50
    file_name = "partners"
    finds = ("name", "partner")
    find_label = "Name"
    in_file = {"average": [("Average", lambda line: round(float(line.average), 1))]}

    name = tables.Column(attrs=cell("Player"), verbose_name="Player", orderable=True, order_by="order")
    partner = tables.TemplateColumn(
        template_name="league/season/seasons/columns/partner.html",
        attrs=cell("Partner"),
        verbose_name="Partner",
        orderable=True,
        order_by="partner_order",
    )
    rounds = tables.Column(
        attrs=cell("Rounds", **{"class": "num"}), verbose_name="Rounds", orderable=True, initial_sort_descending=True
    )
    points = tables.Column(
        attrs=cell("Points", **{"class": "num"}), verbose_name="Points", orderable=True, initial_sort_descending=True
    )
    average = tables.Column(
        attrs=cell("Average", **{"class": "num"}), verbose_name="Average", orderable=True, initial_sort_descending=True
    )

    class Meta(Listing.Meta):
        attrs = {**Listing.Meta.attrs, "aria-labelledby": "each"}

    @classmethod
    def found(cls, records: Any, wanted: str) -> list[PartnerLine]:
        """The lines in which every word stands in one of the two names."""
        words = [plain(word) for word in wanted.split()]
        return [line for line in records if all(word in line.order or word in line.partner_order for word in words)]

    def render_points(self, value: int) -> str:
        return figure_words(value)

    def render_average(self, value: Fraction) -> str:
        return decimal_words(value)


class FeeListing(Listing):
    """Who has paid and who owes (`FeeLine`), who owes most first."""

    previous_key, next_key = "Before", "After"
    rows_a_page = 50
    file_name = "fees"
    files = BOTH
    finds = ("name",)
    find_label = "Name"

    name = tables.Column(attrs=cell("Player"), verbose_name="Player", orderable=True, order_by="order")
    evenings = tables.Column(
        attrs=cell("Evenings", **{"class": "num"}),
        verbose_name="Evenings",
        orderable=True,
        initial_sort_descending=True,
    )
    paid = tables.Column(
        attrs=cell("Paid", **{"class": "num"}), verbose_name="Paid", orderable=True, initial_sort_descending=True
    )
    owes = tables.Column(
        attrs=cell("Owes", **{"class": "num"}), verbose_name="Owes", orderable=True, initial_sort_descending=True
    )
    owed_from = tables.TemplateColumn(
        template_name="league/season/seasons/columns/owed_from.html", attrs=cell("From"), verbose_name="From"
    )

    class Meta(Listing.Meta):
        attrs = {**Listing.Meta.attrs, "aria-labelledby": "fees"}

    club: Club

    @classmethod
    def of_club(cls, request: HttpRequest, club: Club, lines: Sequence[FeeLine]) -> FeeListing:
        listing = cls.paged(request, lines)
        listing.club = club
        listing.in_file = {
            "paid": ((f"Paid ({club.currency})", lambda line: Decimal(line.paid) / 100),),
            "owes": ((f"Owes ({club.currency})", lambda line: Decimal(line.owes) / 100),),
            "owed_from": (("From", lambda line: ", ".join(day for day, _ in line.owed_from)),),
        }
        return listing

    @classmethod
    def found(cls, records: Any, wanted: str) -> list[FeeLine]:
        """The lines in whose name every word stands."""
        words = [plain(word) for word in wanted.split()]
        return [line for line in records if all(word in line.order for word in words)]

    def render_paid(self, value: int) -> str:
        return money(value, self.club)

    def render_owes(self, value: int) -> str:
        return money(value, self.club) if value else "–"
