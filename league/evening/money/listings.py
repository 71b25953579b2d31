"""The list of the cash sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import FILE, PAGE, Column, Drawn, Figure, Listing, Name

A_PART = "the page has it beside others"
NO_TAP = "it is tapped on the page alone"


class EntryListing(Listing):
    """Everything that moved money in the evening, in the order it was entered."""

    heading = "entries"
    previous_key, next_key = "Before", "After"
    file_name = "cash-entries"
    files, files_label = BOTH, "Save these entries"
    usual = "number"

    number = Figure("No.", orderable=True)
    who = Name("Who or what", accessor="title", orderable=True, order_by="title__casefold")
    amount = Figure("Amount", orderable=True, order_by="cents", initial_sort_descending=True)
    told = Column("What and when", accessor="what", beside="", on=PAGE, because="a file has each part in a column")
    what = Column("What", on=FILE, because=A_PART)
    made = Column("When and by whom", on=FILE, because=A_PART)
    reason = Column("Remarks", default="", on=FILE, because=A_PART)
    keys = Drawn(
        "To do", beside="", template_name="league/evening/money/columns/take_back.html", on=PAGE, because=NO_TAP
    )

    def __init__(self, entries: Sequence[dict[str, Any]]) -> None:
        super().__init__(entries, exclude=() if any(entry["take_back"] for entry in entries) else ("keys",))

    def class_of(self, record: dict[str, Any]) -> str:
        return "is-taken-back" if record["is_taken_back"] else ""

    def render_amount(self, record: dict[str, Any]) -> SafeString:
        return format_html("<s>{}</s>" if record["is_taken_back"] else "<b>{}</b>", record["amount"])

    def render_told(self, record: dict[str, Any]) -> SafeString:
        reason = format_html(" · <strong>{}</strong>", record["reason"]) if record["reason"] else ""
        return format_html("{} · {}{}", record["what"], record["made"], reason)
