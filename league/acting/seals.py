"""Seals of logs: they betray a line changed afterward, or a figure on a card of a closed evening.

Each line of an evening holds a digest of its words and of the digest before it; so do a club's lines of no evening.
Lines of a closed evening also hold digests of every card. The last digest is printed on the results. Privacy may take a
name out of a line: its old digest stays, without the salt to guess the name by, and a new line tells how it reads now.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC
from itertools import groupby
from typing import Any, Final

from django.db.models import QuerySet

from league.models import Club, Event, LogLine
from scoring.models import Entry
from scoring.rules.notation import counted

# What becomes of a text of a log or of a card is told from these for good: a change here breaks every seal there is.
SAID: Final = ("who", "device", "action", "subject", "before", "after", "reason")
# Names and words on cards go where a member becomes anonymous; ids of players are others on another server.
WORDS: Final = frozenset(
    {
        "name",
        "entrant",
        "by",
        "about",
        "why",
        "text",
        "note",
        "decision",
        "called_by",
        "facts",
        "player_names",
        "side_names",
    }
)
REWRITTEN: Final = "took a name out of the log"
REOPENED: Final = "reopened"
SHOWN: Final = 16


def said_by(line: Any) -> str:
    texts = (line.salt, line.at.astimezone(UTC).isoformat(), *(getattr(line, name) for name in SAID))
    return _digest(texts)


def sealed(before: str, line: Any) -> str:
    return _digest((before, line.said, line.cards))


def seal(line: Any, before: str) -> None:
    line.salt = secrets.token_hex(16)
    line.said = said_by(line)
    line.digest = sealed(before, line)


def seal_all(lines: Iterable[Any]) -> list[Any]:
    """Seal the lines of a club's logs from the first on. They come ordered by evening, then as they were written."""
    done = []
    for _, of_one in _by_evening(lines):
        before = ""
        for line in of_one:
            seal(line, before)
            before = line.digest
            done.append(line)
    return done


def lines_of(where: Event | Club) -> QuerySet[LogLine]:
    """The log of an evening, or a club's lines of no evening: one chain."""
    found = where.log.all() if isinstance(where, Event) else where.log.filter(event=None)
    return found.order_by("pk")


def add_seal(line: LogLine, event: Event | None) -> None:
    """Seal a new line. This transaction holds the row of the event, or else of the club."""
    before = lines_of(event or line.club).values_list("digest", flat=True).last() or ""
    if event is not None and event.state == Event.State.CLOSED:
        line.cards = {spot: [len(entries), _digest(entries)] for spot, entries in told_by_cards(event).items()}
    seal(line, before)


def told_by_cards(event: Event) -> dict[str, list[list[Any]]]:
    """The entries on each card of an evening, by round and table (one query)."""
    place = ("card__round_table__event_round__number", "card__round_table__number")
    rows = (
        Entry.objects.filter(card__round_table__event_round__event=event)
        .order_by(*place, "number")
        .values_list(*place, "number", "kind", "hand", "by_director", "payload")
    )
    cards: dict[str, list[list[Any]]] = {}
    for round_number, table, *entry, payload in rows:
        cards.setdefault(f"{round_number}.{table}", []).append([*entry, _without_words(payload)])
    return cards


def seal_words(event: Event) -> str:
    """`Log: 214 lines, seal 1f3a-9c02-77be-0d41`, for the paper; empty while the evening is open."""
    if event.state != Event.State.CLOSED:
        return ""
    lines = lines_of(event)
    digest = lines.values_list("digest", flat=True).last()
    return f"Log: {counted(lines.count(), 'line')}, seal {short(digest)}" if digest else ""


def short(digest: str) -> str:
    return "-".join(digest[at : at + 4] for at in range(0, SHOWN, 4))


# -- names that are taken out ---------------------------------------------------------------


@contextmanager
def rewriting(club: Club) -> Iterator[list[tuple[Event | None, str]]]:
    """Around taking a name out of a club's log. Afterward the list has, for each evening whose lines changed, and None
    for those of no evening, the words of a new line. A log that was changed before is left as it is, to be found."""
    lines = LogLine.objects.filter(club=club).order_by("event", "pk")
    was = {line.pk: said_by(line) if not line.salt or line.said == said_by(line) else None for line in lines}
    wrong = {event for event, found in _by_evening(lines) if not _are_rewritten_right(found)}
    found_out: list[tuple[Event | None, str]] = []
    yield found_out
    for event_id, found in _by_evening(lines.all()):
        before = ((line, was.get(line.pk, line.said)) for line in found)  # as what is written meanwhile was sealed
        changed = [line for line, said in before if said not in (None, said_by(line))]
        for line in changed:
            line.salt = ""
        if changed and event_id not in wrong:
            LogLine.objects.bulk_update(changed, ["salt"], batch_size=500)
            event = Event.objects.select_related("club").get(pk=event_id) if event_id else None
            found_out.append((event, rewritten_words(found)))


def _by_evening(lines: Iterable[Any]) -> Iterator[tuple[int | None, list[Any]]]:
    for event_id, found in groupby(lines, key=lambda line: line.event_id):
        yield event_id, list(found)


def _are_rewritten_right(lines: Sequence[LogLine]) -> bool:
    """Whether lines that lost a name read as the newest line about them says."""
    words = next((line.after for line in reversed(lines) if line.action == REWRITTEN), "")
    return words == (rewritten_words(lines) if not all(line.salt for line in lines) else "")


def rewritten_words(lines: Sequence[LogLine]) -> str:
    """The lines of a log rewritten so far, and the digest of how they all read now."""
    rewritten = [(number, said_by(line)) for number, line in enumerate(lines, start=1) if not line.salt]
    numbers = ", ".join(str(number) for number, _ in rewritten)
    return f"Lines rewritten so far: {numbers}. Seal of how they read: {_digest(rewritten)}"


# -- found ------------------------------------------------------------------------------------


def first_fault(where: Event | Club) -> str:
    """The first change in a log, or on an evening's cards, in words; empty where all is as it was written."""
    lines = list(lines_of(where))
    before, are_rewritten_right = "", _are_rewritten_right(lines)
    for number, line in enumerate(lines, start=1):
        if line.digest != sealed(before, line):
            return f"line {number} ({line}) doesn’t follow the one before: a line was changed, added or taken out here."
        if line.said != said_by(line) and (line.salt or not are_rewritten_right):
            return f"line {number} ({line}) was changed after it was written."
        before = line.digest
    return _changed_card(where, lines) if isinstance(where, Event) else ""


def _changed_card(event: Event, lines: Sequence[LogLine]) -> str:
    """The first card that differs from a line's digest of it; whatever was sealed before a reopening may have
    changed."""
    reopened = max((at for at, line in enumerate(lines) if line.action == REOPENED), default=-1)
    held = [(number, line) for number, line in enumerate(lines, start=1) if line.cards and number > reopened + 1]
    cards = told_by_cards(event) if held else {}
    for number, line in held:
        for spot, (count, digest) in line.cards.items():
            if _digest(cards.get(spot, [])[:count]) != digest:
                round_number, table = spot.split(".")
                return f"the card of round {round_number}, table {table} was changed after line {number} ({line})."
    return ""


def _without_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_words(one) for key, one in value.items() if key not in WORDS}
    if isinstance(value, list):
        return [_without_words(one) for one in value]
    return value


def _digest(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
