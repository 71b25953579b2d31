"""What was judged, evening by evening: of one player, and as a report. No queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any, Final

from league.evening.cards.judged import Judged
from league.evening.paper.pages.heads import PaperHead
from league.evening.rulings.steps import table_address
from league.evening.tables.places import board_address
from league.models import Club
from league.office.clubs.pages.navigation import address_of
from league.words import clock_words, day_words
from pinochle_club.ground.dates import calendar_day

from .judged import JudgedLine, how_many, judged_line

HEADER: Final = (
    "Date", "Evening", "Round", "Table", "Hand", "What", "Who", "Title", "Decision", "State", "Note", "By", "At",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class JudgedEvening:
    """An evening with what was judged in it."""

    title: str
    when: str
    address: str
    says: str
    lines: tuple[JudgedLine, ...]


def by_evening(found: Iterable[Judged]) -> tuple[JudgedEvening, ...]:
    """What was judged, in order of the evenings; each line leads to its table on the board."""
    return tuple(_evening(list(judged)) for _, judged in groupby(found, key=lambda one: one.event.pk))


def _evening(judged: Sequence[Judged]) -> JudgedEvening:
    event = judged[0].event
    return JudgedEvening(
        title=event.name,
        when=day_words(event),
        address=address_of("event", event.club.slug, event.pk),
        says=how_many(judged),
        lines=tuple(judged_line(one, card=_where(one)) for one in judged),
    )


def _where(judged: Judged) -> str:
    """A ruling's own page, for anything else its table on the board."""
    ruling = judged.ruling
    return table_address("ruling", judged.table, ruling.number) if ruling else board_address(judged.table)


def range_words(club: Club, since: date, until: date) -> str:
    """`August 23, 2026 to November 22, 2026`."""
    return f"{calendar_day(since, club.date_style)} to {calendar_day(until, club.date_style)}"


def rulings_paper(club: Club, since: date, until: date, found: Sequence[Judged]) -> dict[str, Any]:
    """The report on paper."""
    head = PaperHead("Rulings and penalties", range_words(club, since, until), club.name, how_many(found) or "None", "")
    return {"head": head, "evenings": by_evening(found)}


def judged_rows(found: Iterable[Judged]) -> Iterator[tuple[object, ...]]:
    """The report as lines of a file, under `HEADER`."""
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
