from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction

from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.season.ladder.pages import DAYS_A_WEEK, LadderRow, beside_words
from pinochle_club.ground.dates import short_day, weekday
from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import PAGE, UNSAID, Figure, Listing, Name, PlainList
from scoring.rules.notation import counted, decimal_number


class LadderListing(Listing):
    """Players of the deal of the day in the last weeks, best first, and the Expert."""

    heading = "ladder"
    previous_key, next_key = "Before", "After"
    file_name = "ladder"
    files = BOTH

    place = Figure("Place", default="–")
    name = Name("Name", orderable=True, linkify=lambda record: record.address or None)
    beside = Figure("Beside par", orderable=True, initial_sort_descending=True)
    overall = Figure("All days", orderable=True, initial_sort_descending=True)
    days = Figure("Days", orderable=True, initial_sort_descending=True)
    streak = Figure("Most days in a row", beside="In a row", orderable=True, initial_sort_descending=True)

    def render_name(self, record: LadderRow) -> str:
        return f"{record.name} (you)" if record.is_yours else record.name

    def render_beside(self, record: LadderRow) -> str:
        return beside_words(record.beside)

    def value_beside(self, record: LadderRow) -> float | None:
        return rounded(record.beside)

    def render_overall(self, record: LadderRow) -> str:
        return beside_words(record.overall)

    def value_overall(self, record: LadderRow) -> float | None:
        return rounded(record.overall)

    def render_streak(self, record: LadderRow) -> str:
        return "–" if record.streak is None else counted(record.streak, "day")


class DayFigure(Figure):
    """A day's points, empty where it was not played."""

    def __init__(self, day: date, style: str) -> None:
        super().__init__(weekday(day), on_phone=UNSAID, empty_values=())
        self.day = day
        self.attrs["th"]["aria-label"] = short_day(day, style)

    def render(self, record: LadderRow) -> str:
        return beside_words(record.by_day[self.day]) if self.day in record.by_day else ""


class WeekList(PlainList):
    """Players of the deal of the day in one week, best first; a phone has the average alone."""

    media = PAGE
    look, heading = "listing week-table", "week"
    previous_key, next_key = "Before", "After"

    place = Figure("Place", default="–")
    name = Name("Name", linkify=lambda record: record.address or None)
    beside = Figure("Average")

    def __init__(self, rows: Sequence[LadderRow], first: date, style: str) -> None:
        days = [(f"day-{at}", DayFigure(first + timedelta(days=at), style)) for at in range(DAYS_A_WEEK)]
        super().__init__(rows, extra_columns=days, sequence=("place", "name", "...", "beside"))

    def class_of(self, record: LadderRow) -> str:
        return "is-yours" if record.is_yours else ""

    render_name = LadderListing.render_name

    def render_beside(self, record: LadderRow) -> SafeString:
        return format_html("<b>{}</b>", beside_words(record.beside))


def rounded(figure: Fraction | None) -> float | None:
    return None if figure is None else decimal_number(figure)
