"""The lists of a season's book. They are only printed: their pages can be looked through and saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.evening.paper.pages.heads import sized
from pinochle_club.ground.listings import Column, Figure, Name, PlainList

from .pages import RecordLine


class ChampionList(PlainList):
    """Champions, of all and of each category (`Fact`)."""

    name = Name("Name", printed="who")
    note = Column("Of")
    figure = Figure("With", printed="main")


class RecordList(PlainList):
    title = Name("Record", printed="who")
    figure = Figure("Figure", printed="main")
    name = Column("Who")
    when = Column("When")

    def render_when(self, record: RecordLine) -> str:
        return f"{record.where} {record.note}"


class NightList(PlainList):
    """Evenings that count, with winners (`night_results`)."""

    without_rows = "No night counts yet."

    title = Name("Night", printed="who")
    players = Figure("Players")
    winners = Column("Won by")
    points = Figure("Points", printed="main")


class PlaceList(PlainList):
    """Places of one evening: half a page wide."""

    paper_look = None

    place = Figure("Place", printed="rank")
    name = Name("Name")
    points = Figure("Points", printed="main")

    def paper_name(self, record: Mapping[str, Any]) -> SafeString:
        return sized(record["name"])


class MemberRecordList(PlainList):
    paper_look = "results book-members"

    name = Name("Member", printed="who")
    nights = Figure("Nights")
    rounds = Figure("Rounds")
    won = Figure("Won")
    points = Figure("Points", printed="main")
    average = Figure("Average")
    best = Figure("Best round")
    bids = Figure("Bids made")

    def paper_name(self, record: Mapping[str, Any]) -> SafeString:
        return format_html('{} <span class="number">{}</span>', sized(record["name"]), record["number"])
