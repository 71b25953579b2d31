"""The list of grades."""

from __future__ import annotations

import django_tables2 as tables

from league.season.grades.pages import GradeRow, grade_words
from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import Listing, cell


class GradeListing(Listing):
    """Everybody's grade by one rule book, the best first."""

    previous_key, next_key = "Before", "After"
    rows_a_page = 60
    file_name = "grades"
    files = BOTH
    in_file = {
        "points": (
            ("Grade", lambda row: round(row.grade.points, 2)),
            ("Give or take", lambda row: round(row.grade.error, 2)),
        )
    }

    name = tables.Column(verbose_name="Name", attrs=cell("Name"), orderable=True, linkify=lambda record: record.address)
    points = tables.Column(
        accessor="grade__points", verbose_name="Grade", attrs=cell("Grade", **{"class": "num"}), orderable=True
    )
    band = tables.Column(accessor="grade__band", verbose_name="Card", attrs=cell("Card"))
    rounds = tables.Column(
        accessor="grade__rounds", verbose_name="Rounds", attrs=cell("Rounds", **{"class": "num"}), orderable=True
    )
    note = tables.Column(verbose_name="Remarks", attrs=cell(""), empty_values=())

    heading = "grades"

    def render_points(self, record: GradeRow) -> str:
        return grade_words(record.grade)
