"""The list of grades."""

from __future__ import annotations

import django_tables2 as tables

from scoring.score_card.listings import PagedListing, cell


class GradeListing(PagedListing):
    """Everybody's grade by one rule book, the best first."""

    previous_key, next_key = "Before", "After"
    rows_a_page = 60

    name = tables.Column(verbose_name="Name", attrs=cell("Name"))
    points = tables.Column(verbose_name="Grade", attrs=cell("Grade", **{"class": "num"}))
    error = tables.Column(verbose_name="Give or take", attrs=cell("Give or take", **{"class": "num"}))
    band = tables.Column(verbose_name="Card", attrs=cell("Card"))
    rounds = tables.Column(verbose_name="Rounds", attrs=cell("Rounds", **{"class": "num"}))
    note = tables.Column(verbose_name="", attrs=cell(""))

    class Meta(PagedListing.Meta):
        attrs = {**PagedListing.Meta.attrs, "aria-labelledby": "grades"}
