"""Judgments by evening: of one player, and as a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby
from typing import Final

from league.evening.cards.judged import Judged
from league.evening.tables.places import desk_address, table_address
from league.models import Club, Event
from league.words import clock_words, day_words
from pinochle_club.ground.dates import calendar_day

from .judged import JudgedLine, how_many, judged_line

HEADER: Final = (
    "Date", "Evening", "Round", "Table", "Hand", "What", "Who", "Title", "Decision", "State", "Note", "By", "At",
)  # fmt: skip


def by_evening(found: Iterable[Judged]) -> list[tuple[Event, str, str, list[JudgedLine]]]:
    """Judgments by evening: its day, a count, and the lines, each with the page of its ruling or table."""
    evenings = []
    for _, group in groupby(found, key=lambda one: one.event.pk):
        judged = list(group)
        lines = [
            judged_line(
                one,
                card=table_address("ruling", one.table, one.ruling.number) if one.ruling else desk_address(one.table),
            )
            for one in judged
        ]
        evenings.append((judged[0].event, day_words(judged[0].event), how_many(judged), lines))
    return evenings


def range_words(club: Club, since: date, until: date) -> str:
    return f"{calendar_day(since, club.date_style)} to {calendar_day(until, club.date_style)}"


def judged_rows(found: Iterable[Judged]) -> Iterator[tuple[object, ...]]:
    for one in found:
        line = judged_line(one)
        yield (
            one.event.played_on.isoformat(),
            one.event.name,
            one.event_round.number,
            one.table.number,
            one.hand,
            one.what.value,
            one.player,
            one.title,
            one.says,
            " ".join(line.steps),
            one.note,
            one.by,
            clock_words(one.at, one.event.club) if one.at else "",
        )
