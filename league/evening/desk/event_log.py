"""An event's log: people's deeds (`LogLine`) and tables' entries (`Entry`), in one list by time. A director's entry on
a card is in both, and shown once, as the log's line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Final, TypeAlias

from django.db.models import CharField, Exists, F, OuterRef, Prefetch, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast

from league.evening.cards.reading import TableReading, table_reading
from league.models import Entrant, Event, EventRound, LogLine, RoundSeat, RoundTable
from scoring.models import Entry
from scoring.score_card.pages.entries import KIND_TITLES

LINE: Final = "line"
ENTRY: Final = "entry"
# The kinds a reader can choose, with their entries' kinds and actions' words.
KINDS: Final = {
    "hands": ("Hands", ("bid", "meld", "take", "redeal", "undo", "correct", "remark", "checked", "details"), ()),
    "corrections": ("Corrections", ("correct", "undo"), ("correct", "totals")),
    "penalties": (
        "Penalties and lateness",
        ("penalty", "pardon", "late"),
        ("penalty", "lateness", "arrival", "missing", "replaced", "substitute"),
    ),
    "rulings": ("Rulings", ("hold", "release"), ("ruling", "claim", "recorded wrongly")),
    "signatures": ("Signatures", ("sign", "reopen"), ()),
    "tables": ("Table cards, tablets and calls", (), ("pass", "tablet", "call", "coming", "card")),
    "money": ("Money", (), ("prize", "a pot", "the fee", "set money", "cash")),
    "rounds": (
        "Rounds and seating",
        (),
        ("started", "close", "reopened", "counts", "deleted", "publish", "seat", "clock", "round"),
    ),
}
LINE_FIELDS: Final = ("who", "device", "action", "subject", "before", "after", "reason")
CHUNK: Final = 400

Key = tuple[datetime, str, int]


LogItem: TypeAlias = LogLine | tuple[Entry, TableReading]


def log_keys(
    event: Event,
    words: str = "",
    table: int | None = None,
    round: EventRound | None = None,
    person: Entrant | None = None,
    kind: str = "",
) -> QuerySet[Any, Key]:
    """The time, source and id of every match, newest first (one query when read)."""
    lines = LogLine.objects.filter(_lines(words, table, round, person, kind), event=event).order_by()
    entries = Entry.objects.filter(_entries(table, round, person, kind), card__round_table__event_round__event=event)
    logged = LogLine.objects.filter(event=event, client_id=OuterRef("client_id")).exclude(client_id="")
    entries = entries.order_by().annotate(text=Cast("payload", TextField())).filter(_entry_words(words))
    entries = entries.exclude(Exists(logged), by_director=True)
    keys = lines.annotate(source=Value(LINE, CharField()), key=F("pk")).values_list("at", "source", "key")
    others = entries.annotate(at=F("created_at"), source=Value(ENTRY, CharField()), key=F("pk"))
    return keys.union(others.values_list("at", "source", "key"), all=True).order_by("-at", "source", "-key")


# -- what is looked for --------------------------------------------------------------------


def _lines(words: str, table: int | None, played: EventRound | None, person: Entrant | None, kind: str) -> Q:
    found = Q()
    for word in words.split():
        found &= _or(Q(**{f"{field}__icontains": word}) for field in LINE_FIELDS)
    if table is not None:
        found &= _names("subject", f"table {table}") | Q(who__iexact=f"table {table}")
    if played is not None:
        found &= _names("subject", str(played)) | _while_played(played)
    if person is not None:
        named, fields = {person.name, person.called}, ("subject", "before", "after", "who")
        found &= _or(Q(**{f"{field}__icontains": name}) for field in fields for name in named)
    if kind:
        found &= _any_of("action", KINDS[kind][2])
    return found


def _names(field: str, words: str) -> Q:
    """The words, but not as the beginning of others: `table 1` is not `table 12`."""
    return _or((Q(**{f"{field}__iendswith": words}), *(Q(**{f"{field}__icontains": f"{words}{end}"}) for end in ", :")))


def _while_played(event_round: EventRound) -> Q:
    if event_round.started_at is None:
        return Q(pk=None)
    played = Q(at__gte=event_round.started_at)
    return played & Q(at__lte=event_round.closed_at) if event_round.closed_at else played


def _any_of(field: str, words: Sequence[str]) -> Q:
    return _or(Q(**{f"{field}__icontains": word}) for word in words) if words else Q(pk=None)


def _or(parts: Iterable[Q]) -> Q:
    return reduce(or_, parts, Q())


def _entries(table: int | None, played: EventRound | None, person: Entrant | None, kind: str) -> Q:
    found = Q()
    if table is not None:
        found &= Q(card__round_table__number=table)
    if played is not None:
        found &= Q(card__round_table__event_round=played)
    if person is not None:
        is_theirs = Q(entrant=person) | Q(substitute=person) | Q(said__entrant=person.pk)
        sat = RoundSeat.objects.with_players().filter(is_theirs)
        found &= Q(card__round_table__in=sat.values("table"))
    if kind:
        kinds = KINDS[kind][1]
        found &= Q(kind__in=kinds) if kinds else Q(pk=None)
    return found


def _entry_words(words: str) -> Q:
    found = Q()
    for word in words.split():
        kinds = [kind for kind, title in KIND_TITLES.items() if word.casefold() in title.casefold()]
        named = Q(entrant__name__icontains=word) | Q(substitute__name__icontains=word) | Q(said__name__icontains=word)
        sat = RoundSeat.objects.with_players().filter(named)
        holds = Q(device_label__icontains=word) | Q(reason__icontains=word) | Q(kind__in=kinds)
        holds |= Q(text__icontains=word) | Q(text__icontains=json.dumps(word)[1:-1])
        found &= holds | Q(card__round_table__in=sat.values("table"))
    return found


# -- what was found ------------------------------------------------------------------------


def log_items(keys: Sequence[Key]) -> list[LogItem]:
    """The items of these keys, in order (at most seven queries)."""
    lines = LogLine.objects.in_bulk([key for _, source, key in keys if source == LINE])
    entries = Entry.objects.select_related("device").in_bulk([key for _, source, key in keys if source == ENTRY])
    readings = _readings({entry.card_id for entry in entries.values()})
    return [lines[key] if source == LINE else (entries[key], readings[entries[key].card_id]) for _, source, key in keys]


def _readings(cards: set[Any]) -> dict[Any, TableReading]:
    tables = RoundTable.objects.filter(card__in=cards).select_related("card__book_version", "event_round")
    seats = Prefetch("seats", RoundSeat.objects.with_players())
    return {table.card_id: table_reading(table) for table in tables.prefetch_related(seats, "card__entries")}


def all_items(keys: QuerySet[Any, Key]) -> Iterator[LogItem]:
    """All matches, some hundred at a time."""
    found = list(keys)
    for start in range(0, len(found), CHUNK):
        yield from log_items(found[start : start + CHUNK])
