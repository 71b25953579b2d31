"""The club's calendar in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import Any

from league.evening.events.results import winner_words
from league.evening.standing_tables.pages import NAME, free_words, when_words
from league.evening.standing_tables.reading import Meeting
from league.models import Club, Event
from league.office.clubs.pages.navigation import address_of
from league.words import clock_words, elsewhere
from pinochle_club.ground.dates import month_of_year, weekday_and_day


def night_line(night: Event) -> dict[str, Any]:
    """One night; without an `address` it is a date not planned yet."""
    is_over = night.state == Event.State.CLOSED
    when = f"{weekday_and_day(night.played_on, night.club.date_style)}, {clock_words(night.starts_at, night.club)}"
    address = address_of("event", night.club.slug, night.pk)
    when += elsewhere(night)
    said = {"state": "" if is_over else str(night.get_state_display()), "won": winner_words(night) if is_over else ""}
    return {"day": night.played_on, "when": when, "name": night.name, "address": address, **said}


def by_month(lines: Iterable[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Nights in order, under `November 2026`."""
    groups = groupby(lines, key=lambda line: (line["day"].year, line["day"].month))
    return [(month_of_year(date(year, month, 1)), list(group)) for (year, month), group in groups]


def coming_months(
    nights: Sequence[Event], dates: Sequence[dict[str, Any]], tables: Sequence[Meeting]
) -> list[tuple[str, list[dict[str, Any]]]]:
    """Nights ahead, unplanned dates of series, and the next date of each table online."""
    known = {night.known_as for night in nights}
    lines = [night_line(night) for night in nights]
    for one in dates:
        if one["calendar_id"] not in known:
            day, series = one["day"], one["series"]
            when = f"{weekday_and_day(day, series.club.date_style)}, {clock_words(series.starts_at, series.club)}"
            when += elsewhere(series)
            lines.append({"day": day, "when": when, "name": series.name, "address": "", "state": "Not planned yet"})
    for table in tables:
        address = address_of("online_table", table.table.club.slug, table.table.pk)
        lines.append(
            {"day": table.day, "when": when_words(table), "name": NAME, "address": address, "state": free_words(table)}
        )
    return by_month(sorted(lines, key=lambda line: line["day"]))


def year_links(club: Club, years: Sequence[int], shown: int) -> list[tuple[int, str, bool]]:
    here = address_of("calendar", club.slug)
    return [(year, f"{here}?year={year}", year == shown) for year in years]
