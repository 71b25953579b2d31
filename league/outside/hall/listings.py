"""Hands that a hall sent too late, beside those of home."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString

from pinochle_club.ground.listings import PAGE, Column, Name, PlainList

from .looking import Beside


class BesideList(PlainList):
    """Every hand (`Beside`), here and in the hall."""

    media = PAGE
    rows_a_page = 1_000
    heading = "beside"
    without_rows = "No hand was entered here or there."

    hand = Name("Hand")
    here = Column("Here", default="–", beside="Here:")
    there = Column("In the hall", default="–", beside="In the hall:")
    same = Column("Compared")

    def render_hand(self, record: Beside) -> str:
        return f"Round {record.round}, table {record.table}, hand {record.hand}"

    def render_same(self, record: Beside) -> str | SafeString:
        return "the same" if record.is_same else format_html("<strong>{}</strong>", "not the same")
