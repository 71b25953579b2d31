"""Rulings, penalties and lateness in force on tables' cards, and the players they concern."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db.models import Exists, IntegerField, OuterRef, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from league.models import Entrant, Event, EventRound, RoundSeat, RoundTable
from scoring.models import Entry
from scoring.rules.rulings import kind_title
from scoring.score_card.entries import EntryData, PenaltyGiven
from scoring.score_card.kept_sheets import read_sheets
from scoring.score_card.names import Names
from scoring.score_card.pages.penalties import late_lines, penalty_lines
from scoring.score_card.people import penalized, penalty_words, replacement_key
from scoring.score_card.rulings import Ruling
from scoring.score_card.sheet import Sheet

from .pages import table_names
from .reading import TableReading, with_chairs
from .seats import entrant_at

# The kinds of entries that are judgments.
JUDGED_KINDS: Final = ("late", "penalty", "ruling")


class What(StrEnum):
    RULING = "ruling"
    PENALTY = "penalty"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgment on a table's card. It falls on the players `who`: a ruling on all of its table. `player` is whom it is
    about, if one alone. `title` and `says` are `Renege` and its decision, or `19 cards` and `40 off`; `note` is the
    official's."""

    what: What
    reading: TableReading
    entry: EntryData
    who: tuple[Entrant, ...]
    player: str
    title: str
    says: str = ""
    note: str = ""
    ruling: Ruling | None = None

    @property
    def table(self) -> RoundTable:
        return self.reading.table

    @property
    def event_round(self) -> EventRound:
        return self.table.event_round

    @property
    def event(self) -> Event:
        return self.event_round.event

    @property
    def hand(self) -> int | None:
        content = self.entry.said
        return content.hand if isinstance(content, PenaltyGiven) else self.entry.hand

    @property
    def by(self) -> str:
        return self.entry.device

    @property
    def at(self) -> datetime | None:
        return self.entry.at

    def concerns(self, member_id: int) -> bool:
        return any(entrant.member_id == member_id for entrant in self.who)


# -- which tables ------------------------------------------------------------------------


def tables_judged(tables: QuerySet[RoundTable]) -> QuerySet[RoundTable]:
    return tables.filter(Exists(Entry.objects.filter(card=OuterRef("card"), kind__in=JUDGED_KINDS)))


def tables_of(member_id: int) -> QuerySet[RoundTable]:
    """Tables where a member had a place, was a substitute, or played on."""
    entered = Entrant.objects.filter(member=member_id).order_by().values("pk")
    own = RoundSeat.objects.filter(entrant__in=entered).order_by().values("table")
    sat_in = RoundSeat.objects.filter(substitute__in=entered).order_by().values("table")
    words = Entry.objects.filter(kind="late").annotate(entrant=Cast(KT("payload__entrant"), IntegerField()))
    played_on = words.filter(entrant__in=entered).order_by().values("card__round_table")
    return RoundTable.objects.filter(pk__in=own.union(sat_in, played_on))


# -- what stands there -------------------------------------------------------------------


def read_tables_alone(tables: QuerySet[RoundTable]) -> tuple[TableReading, ...]:
    """Tables of any rounds, in the order given (five queries at most)."""
    rows = list(tables.select_related("card__book_version", "event_round__event__club"))
    seats: dict[int, dict[str, RoundSeat]] = {}
    for seat in RoundSeat.objects.filter(table__in=rows).with_players():
        seats.setdefault(seat.table_id, {})[seat.seat] = seat
    _read_replacements(seat for own in seats.values() for seat in own.values())
    sheets = read_sheets(row.card for row in rows if row.card)
    found = [TableReading(row, seats.get(row.pk, {}), sheets[row.card_id] if row.card_id else None) for row in rows]
    return with_chairs(found)


def _read_replacements(seats: Iterable[RoundSeat]) -> None:
    taken = {seat: number for seat in seats if (number := (seat.said or {}).get("entrant"))}
    found = Entrant.objects.in_bulk(set(taken.values())) if taken else {}
    for seat, number in taken.items():
        seat.replacement = found.get(number)


def read_judged(tables: QuerySet[RoundTable]) -> tuple[Judged, ...]:
    """Judgments in force at these tables, oldest first (five queries at most)."""
    return tuple(judged for reading in read_tables_alone(tables) for judged in judged_at(reading))


def judged_at(reading: TableReading) -> Sequence[Judged]:
    """Judgments in force at a table, oldest first. A table that doesn't count has no lateness."""
    sheet, names = reading.sheet, table_names(reading)
    if sheet is None or names is None:
        return ()
    late = _lateness(reading, sheet, names) if reading.table.counts else ()
    found = (*_rulings(reading, sheet, names), *_penalties(reading, sheet, names), *late)
    return sorted(found, key=lambda judged: judged.entry.number)


def _rulings(reading: TableReading, sheet: Sheet, names: Names) -> Iterator[Judged]:
    people = {
        entrant.pk: entrant
        for seat in reading.seats.values()
        for entrant in (seat.entrant, entrant_at(seat))
        if entrant
    } | {one.pk: one for _, seats in reading.sat for one in seats.values()}
    for ruling in sheet.rulings:
        title, seat = kind_title(sheet.book, ruling.said.kind), str(ruling.facts.get("who", ""))
        about = names.player(seat) if seat in reading.seats else ""
        yield Judged(
            What.RULING,
            reading,
            ruling.entry,
            tuple(people.values()),
            about,
            title,
            ruling.decision,
            ruling.said.note,
            ruling,
        )


def _penalties(reading: TableReading, sheet: Sheet, names: Names) -> Iterator[Judged]:
    for line in penalty_lines(sheet, names):
        seat = reading.seats[line.entry.said.seat]
        is_on = penalized(sheet, line.entry.said) == replacement_key(seat.seat)
        who = entrant_at(seat) if is_on else seat.entrant
        _, points = penalty_words(sheet.book, line.entry.said)
        says, note = f"{points} off" if points else "", line.entry.said.note
        yield Judged(What.PENALTY, reading, line.entry, (who,) if who else (), line.player, line.title, says, note)


def _lateness(reading: TableReading, sheet: Sheet, names: Names) -> Iterator[Judged]:
    for line in late_lines(sheet, names):
        entrant = reading.seats[line.entry.said.seat].entrant
        yield Judged(What.LATE, reading, line.entry, (entrant,), line.player, "Late", line.sentence, line.entry.reason)
