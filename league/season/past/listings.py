from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from pinochle_club.ground.listings import PAGE, Column, Figure, Name, PlainList


class RowList(PlainList):
    """Every row of the file, and what happens to it."""

    media = PAGE

    line = Figure("Row")
    name = Name("In the file", default="–")
    whose = Column("Comes in as")
    day = Column("Date", default="–")
    points = Figure("Points", default="–")
    says = Column("What happens")

    def render_whose(self, record: Mapping[str, Any]) -> SafeString:
        return format_html("<bdi>{}</bdi>", record["whose"])

    def render_says(self, record: Mapping[str, Any]) -> str:
        return str(record["says"]) if record["is_taken"] else format_html("<strong>{}</strong>", record["says"])
