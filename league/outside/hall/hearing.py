"""What a hall's computer says over the line, heard at home: an evening whole, or what came on its cards since.

Believes nothing: a delta only adds entries, in order, to cards of its own evening, and each card must add up after it.
Where it doesn't fit what home has, home asks for all of it. The same again changes nothing.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone

from league.acting.deed import hold_event
from league.acting.log import Refused
from league.models import Event, Lending
from league.outside.archive.format import Faulty
from league.outside.archive.reading import add_up, checked, instance_of
from league.outside.archive.rows import insert
from league.outside.archive.tables import TABLES
from pinochle_club.ground.locks import FileLock
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device, Entry, ScoreCard
from scoring.score_card.recording import entry_data, setup_of
from scoring.score_card.sheet import HAND_KINDS

from .codes import HALL
from .deeds import KEY_LASTS, bring_back, is_key_of, is_open
from .line import LIMITS, MOST_WORDS, Answer, Delta, Word, delta_of

ENTRIES: Final = next(table for table in TABLES if table.model is Entry)
ENDED: Final = "The key of this evening has ended. Save the evening for home, and bring the file back there."
NOT_READ: Final = "This can’t be read."
State = Lending.State


class _NotEnough(Exception):
    """The delta doesn't fit what home has."""


def lending_of_key(request: HttpRequest, uid: UUID) -> Lending | None:
    """The lending whose key the request bears."""
    kind, _, key = request.headers.get("Authorization", "").partition(" ")
    lending = Lending.objects.select_related("event__club").filter(uid=uid).first()
    return lending if lending is not None and kind == "Bearer" and is_key_of(lending, key) else None


def _takes(lending: Lending, now: datetime) -> bool:
    """Whether anything is taken over the line. For a while after its end the hall is told how it stands, and what it
    has is kept beside."""
    if lending.state != State.OUT:
        return lending.ended_at is not None and now < lending.ended_at + KEY_LASTS
    return is_open(lending, now)


def may_send(request: HttpRequest, uid: UUID) -> bool:
    return lending_of_key(request, uid) is not None


@contextmanager
def one_at_a_time() -> Iterator[bool]:
    """Whether an evening may be taken whole now: one at a time on this machine, since on SQLite nobody saves a hand
    meanwhile. The hall of another one asks again after some seconds."""
    lock = FileLock("evening")
    try:
        yield lock.take()
    finally:
        lock.free()


def hear(lending: Lending, body: bytes, *, is_whole: bool) -> Answer:
    """Take what the hall says; what home has then."""
    if not _takes(lending, timezone.now()):
        return _answer(lending, says=ENDED)
    with queued_write():
        Lending.objects.filter(pk=lending.pk).update(heard_at=timezone.now())
    try:
        if is_whole:
            brought = bring_back(file=io.BytesIO(body), limits=LIMITS, acting=HALL, event=lending.event)
            if brought.is_unread:
                return _answer(lending, says=brought.says)
        else:
            _take_delta(lending, delta_of(body))
    except _NotEnough:
        return _answer(lending, wants_all=True)
    except (Refused, Faulty) as fault:
        return _answer(lending, wants_all=not is_whole, says=str(fault)[:300])
    except ValueError:
        return _answer(lending, wants_all=not is_whole, says=NOT_READ)
    return _answer(lending)


def _answer(lending: Lending, **more: Any) -> Answer:
    now = Lending.objects.select_related("event").get(pk=lending.pk)
    return Answer(has=now.taken, state=now.state, words=_words_since(now), **more)  # type: ignore[arg-type]  # a choice


def _words_since(lending: Lending) -> list[Word]:
    """What members answered since the evening was lent, as long as it hasn't begun."""
    event = lending.event
    if lending.state != State.OUT or event.state != Event.State.PLANNED:
        return []
    said = event.coming.filter(at__gt=lending.lent_at).select_related("member", "partner").order_by("-at")[:MOST_WORDS]
    return [
        Word(
            member=str(one.member.uid),
            says=one.says,  # type: ignore[arg-type]  # one of its choices
            partner=str(one.partner.uid) if one.partner else "",
            at=one.at.isoformat(),
        )
        for one in reversed(said)
    ]


def _take_delta(lending: Lending, delta: Delta) -> None:
    with queued_write():
        event = hold_event(lending.event_id)
        lending = Lending.objects.get(pk=lending.pk)
        if lending.state == State.BACK or delta.version <= _newest(lending):
            return
        if lending.state == State.FORCED or delta.base > lending.taken or not lending.taken:
            raise _NotEnough
        _add_entries(event, delta)
        Lending.objects.filter(pk=lending.pk).update(taken=delta.version)


def _newest(lending: Lending) -> int:
    """The newest version here, taken or kept beside."""
    kept = lending.kept.first() if lending.state == State.FORCED else None
    return kept.version if kept else 0 if lending.state == State.FORCED else lending.taken


def _add_entries(event: Event, delta: Delta) -> None:
    of_event = ScoreCard.objects.filter(round_table__event_round__event=event)
    named = {str(row.get("card")) for row in delta.rows}
    cards = {str(one.uid): one for one in of_event.select_related("book_version") if str(one.uid) in named}
    known: Mapping[Any, Any] = {ScoreCard: {uid: one.pk for uid, one in cards.items()}, Device: {}}
    there = {one.pk: {entry.number: entry for entry in one.entries.all()} for one in cards.values()}
    passed = set[tuple[str, Any]]()
    for number, row in enumerate(delta.rows, start=1):
        checked(ENTRIES, row, known, f"Entry {number}", passed)
        entry: Any = instance_of(ENTRIES, row, known)
        own = there[entry.card_id]
        if entry.number in own:
            if own[entry.number].client_id != entry.client_id:
                raise _NotEnough
        elif entry.number != len(own) + 1:
            raise _NotEnough
        else:
            own[entry.number] = entry
    for card in cards.values():
        _add_to(card, [one for _, one in sorted(there[card.pk].items())])
    if Entry.objects.filter(card__in=of_event.order_by()).count() != delta.entries:
        raise _NotEnough


def _add_to(card: ScoreCard, entries: list[Entry]) -> None:
    new = [one for one in entries if one.pk is None]
    if not new:
        return
    try:
        add_up(card.book_version.book, setup_of(card), [entry_data(one) for one in entries])
    except Exception as error:  # whatever a forged card leads to
        raise Faulty("The entries make no card.") from error
    if len({one.client_id for one in entries}) < len(entries):
        raise _NotEnough
    insert(ENTRIES, new)
    is_empty = card.is_empty and not any(one.kind in HAND_KINDS for one in new)
    changed_at = new[-1].created_at
    ScoreCard.objects.filter(pk=card.pk).update(version=len(entries), changed_at=changed_at, is_empty=is_empty)
