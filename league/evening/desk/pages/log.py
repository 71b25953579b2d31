"""The event's log in words: person, time, device, deed, before and after, and reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from league.evening.cards.pages import table_names
from league.evening.desk.event_log import LogItem
from league.models import LogLine, RoundTable
from league.words import clock_words
from pinochle_club.ground.dates import short_day
from scoring.models import Entry
from scoring.score_card.pages.history import EventContext, events_of

from .leads import Leads


def log_rows(items: Iterable[LogItem], leads: Leads) -> Iterator[dict[str, Any]]:
    """The log's items in words. `struck` says why an entry no longer holds, `lead` is the key to correct it."""
    histories: dict[Any, Mapping[int, EventContext]] = {}
    club = leads.event.club
    for item in items:
        if isinstance(item, LogLine):
            at, row = item.at, _line_row(item, leads)
        else:
            entry, reading = item
            card = entry.card_id
            if card not in histories and reading.sheet is not None and (names := table_names(reading)):
                histories[card] = {one.entry.number: one for one in events_of(reading.sheet, names, club.date_style)}
            at, row = entry.created_at, _entry_row(entry, reading.table, histories[card][entry.number], leads)
        yield {
            **row,
            "day": short_day(at, club.date_style),
            "time": clock_words(at, club),
            "change": " → ".join(filter(None, (row["before"], row["after"]))),
        }


def _line_row(line: LogLine, leads: Leads) -> dict[str, Any]:
    return {
        "who": line.who,
        "device": line.device,
        "what": line.action[:1].upper() + line.action[1:],
        "place": line.subject,
        "before": line.before.replace("\n", "; "),
        "after": line.after.replace("\n", "; "),
        "why": line.reason,
        "struck": "",
        "lead": leads.of_line(line),
    }


def _entry_row(entry: Entry, table: RoundTable, event: EventContext, leads: Leads) -> dict[str, Any]:
    was = "; ".join(f"{change.label} {change.was}" for change in event.changes)
    becomes = "; ".join(f"{change.label} {change.becomes}" for change in event.changes)
    return {
        "who": event.who,
        "device": entry.device.label if entry.device else "",
        "what": event.what,
        "place": table.place,
        "before": was,
        "after": becomes or event.details,
        "why": event.entry.reason,
        "struck": event.struck,
        "lead": leads.of_entry(entry, table),
    }
