from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.season.grades.pages import grade_words
from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import FILE, Column, Figure, Listing, Name


class GradeListing(Listing):
    heading = "grades"
    previous_key, next_key = "Before", "After"
    file_name = "grades"
    files = BOTH

    name = Name("Name", orderable=True, linkify=lambda record: record["address"])
    points = Figure("Grade", accessor="grade__points", orderable=True)
    error = Figure("Give or take", on=FILE, because="the page has it behind the grade")
    band = Column("Card", accessor="grade__band")
    rounds = Figure("Rounds", accessor="grade__rounds", orderable=True)
    note = Column("Remarks", empty_values=())

    def render_points(self, record: Mapping[str, Any]) -> SafeString:
        points, sign, error = grade_words(record["grade"]).partition("±")
        return format_html("<span>{}</span><span>{}</span>", points, sign + error)

    def value_points(self, record: Mapping[str, Any]) -> float:
        return float(round(record["grade"].points, 2))

    def value_error(self, record: Mapping[str, Any]) -> float:
        return float(round(record["grade"].error, 2))
