"""The event's log in words: person, time, device, deed, before and after, and reason. No queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from league.evening.cards.pages import table_names
from league.evening.desk.event_log import LogRecord
from league.models import LogLine, RoundTable
from league.words import clock_words
from pinochle_club.ground.dates import short_day
from scoring.models import Entry
from scoring.score_card.pages.history import EventContext, events_of

from .desk import Key
from .leads import Leads


@dataclass(frozen=True, slots=True)
class LogRow:
    """One line of the log. `struck` says why an entry no longer holds; `lead` is the key to correct it, or to its
    consequences."""

    day: str
    time: str
    who: str
    device: str
    what: str
    place: str
    before: str
    after: str
    why: str
    struck: str
    lead: Key | None

    @property
    def change(self) -> str:
        """`before → after`."""
        return f"{self.before} → {self.after}" if self.before and self.after else self.before or self.after


def log_rows(records: Iterable[LogRecord], leads: Leads) -> Iterator[LogRow]:
    """The records in words; each card's history is read once."""
    histories: dict[Any, Mapping[int, EventContext]] = {}
    club = leads.event.club
    for record in records:
        if record.line is not None:
            yield _line_row(record.line, leads)
        elif record.entry is not None:
            reading, card = record.reading, record.entry.card_id
            assert reading is not None, "an entry is read with its table"
            if card not in histories and reading.sheet is not None and (names := table_names(reading)):
                histories[card] = {one.entry.number: one for one in events_of(reading.sheet, names, club.date_style)}
            yield _entry_row(record, record.entry, reading.table, histories[card], leads)


def _line_row(line: LogLine, leads: Leads) -> LogRow:
    club = leads.event.club
    return LogRow(
        day=short_day(line.at, club.date_style),
        time=clock_words(line.at, club),
        who=line.who,
        device=line.device,
        what=line.action[:1].upper() + line.action[1:],
        place=line.subject,
        before=line.before.replace("\n", "; "),
        after=line.after.replace("\n", "; "),
        why=line.reason,
        struck="",
        lead=leads.of_line(line),
    )


def _entry_row(
    record: LogRecord, entry: Entry, table: RoundTable, history: Mapping[int, EventContext], leads: Leads
) -> LogRow:
    club = leads.event.club
    event = history[entry.number]
    was = "; ".join(f"{change.label} {change.was}" for change in event.changes)
    becomes = "; ".join(f"{change.label} {change.becomes}" for change in event.changes)
    return LogRow(
        day=short_day(record.at, club.date_style),
        time=clock_words(record.at, club),
        who=event.who,
        device=entry.device.label if entry.device else "",
        what=event.what,
        place=f"Table {table.number}, {str(table.event_round).lower()}",
        before=was,
        after=becomes or event.details,
        why=event.entry.reason,
        struck=event.struck,
        lead=leads.of_entry(entry, table),
    )
