"""Clubs whose evenings are in halls, and all that their halls' computers say over the line: for home under load.

Home has each evening as it was when its round began. What a hall says then of hands, of somebody who comes late, and of
the evening that is over, follows from the same rows.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from league.evening.rounds.deeds import close_round, start_round
from league.models import Event, Fetched, Lending
from league.outside.hall.deeds import key_of, write_back
from league.outside.hall.line import DELTA, WHOLE, Delta
from league.outside.hall.telling import _row
from scoring.models import Entry, ScoreCard
from tests.lab.benchmarks.bare import game
from tests.league.makers import acting_as, fresh, make_club, make_entrants, make_event, make_round

WHOLES: Final = 3  # of each evening, before it is over
# An address, a key, a kind, a body.
Message = tuple[str, str, str, bytes]


def lay(file: str, clubs: int, tables: int) -> None:
    """So many clubs with an evening of so many tables each; their messages go into a file, in order of the clubs."""
    said = [list(messages_of(lent_evening(tables))) for _ in range(clubs)]
    texts = [[(*one[:3], base64.b64encode(one[3]).decode()) for one in each] for each in said]
    Path(file).write_text(json.dumps(texts))


def read(file: Path) -> list[list[Message]]:
    return [[(*one[:3], base64.b64decode(one[3])) for one in each] for each in json.loads(file.read_text())]


def lent_evening(tables: int) -> Lending:
    with transaction.atomic():
        club = make_club(slug=f"lent-{uuid4()}"[:40])
        event = make_event(club, book=game.BOOK.key, hands=game.HANDS, starts_at=timezone.now())
        event_round = make_round(event, make_entrants(event, 4 * tables))
        start_round(event_round=event_round, acting=acting_as(), client_id="start")
        lending = Lending.objects.create(event=event, number=1, lent_at=timezone.now(), taken=1)
        Event.objects.filter(pk=event.pk).update(lent=1)
    return lending


def messages_of(lending: Lending) -> Iterator[Message]:
    """Each hand of each table entry by entry; after as many hands each time somebody comes, and at the end the evening
    is over."""
    cards = list(ScoreCard.objects.filter(round_table__event_round__event=lending.event_id).order_by("round_table"))
    version, entries = count(2), 0
    with transaction.atomic():
        Event.objects.filter(pk=lending.event_id).update(lent=0)
        event = fresh(lending.event)
        for entry in game.entries():
            rows = [
                Entry(card=card, number=entry.number, kind=entry.kind, hand=entry.hand, payload=dict(entry.payload),
                    client_id=uuid4().hex, device_label="Tablet")
                for card in cards
            ]  # fmt: skip
            for row in Entry.objects.bulk_create(rows):
                entries, number = entries + 1, next(version)
                delta = Delta(base=number - 1, version=number, entries=entries, rows=[_row(row)])
                yield said(lending, DELTA, delta.packed())
            if entry.number * WHOLES % len(game.entries()) == 0:
                make_entrants(event, 1)
                ScoreCard.objects.filter(pk__in=[card.pk for card in cards]).update(
                    version=entry.number, is_empty=False
                )
                yield said(lending, WHOLE, whole(lending, next(version)))
        close_round(event_round=event.rounds.get(), acting=acting_as(), client_id="over", reason="late")
        yield said(lending, WHOLE, whole(lending, next(version), is_last=True))
        transaction.set_rollback(True)


def said(lending: Lending, kind: str, body: bytes) -> Message:
    return f"/hall/{lending.uid}/", key_of(lending), kind, body


def whole(lending: Lending, version: int, *, is_last: bool = False) -> bytes:
    out, event = io.BytesIO(), fresh(lending.event)
    fetched = Fetched(event=event, uid=lending.uid, number=1, key=key_of(lending), version=version)
    write_back(fetched, out, is_last=is_last)
    return out.getvalue()
