"""Rows of an archive put into the database, for a club that is made and for one that is brought up to date."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import uuid4

from django.db import connection, models
from django.db.models import Max

from league.evening.ledger.rows import mark_of, read_in_another_way, tell_rules_apart
from league.models import Club, Event
from scoring.models import RuleBookVersion
from scoring.models.rule_books import digest_of
from scoring.score_card.access import hash_of, new_secret

from .tables import Table

AT_ONCE: Final = 500


def fill_in(made: Any) -> None:
    """What an archive leaves out, where a row can't be without it."""
    name = type(made).__name__
    if name == "Device":
        made.token_hash = hash_of(new_secret())  # thrown away: no browser is this device here
    elif name == "DirectorCall":
        made.client_id = uuid4().hex
    elif name == "Event" and made.check_in_open:
        made.door_key = secrets.token_urlsafe(18)


def insert(table: Table, made: Sequence[Any]) -> list[Any]:
    """Keep new rows, as fixtures are loaded: what is entered now by itself (`auto_now`) stays as it is. Their keys."""
    if table.model is RuleBookVersion:
        return [book_of(one).pk for one in made]
    meta = table.model._meta
    fields = [field for field in meta.concrete_fields if not isinstance(field, models.AutoField)]
    size, keys = max(1, connection.ops.bulk_batch_size(fields, made)), []
    for start in range(0, len(made), size):
        back = table.model._base_manager._insert(  # type: ignore[attr-defined]
            made[start : start + size], fields=fields, using=connection.alias, raw=True, returning_fields=[meta.pk]
        )
        keys += [one[0] for one in back]
    return keys


def book_of(made: RuleBookVersion) -> RuleBookVersion:
    """The version that says the same, here already or not; it is known by its digest."""
    digest = digest_of(made.data)
    there = RuleBookVersion.objects.filter(digest=digest).first()
    if there is not None:
        return there
    highest = RuleBookVersion.objects.filter(key=made.key).aggregate(highest=Max("number"))["highest"]
    made.digest, made.number = digest, (highest or 0) + 1
    made.save_base(raw=True, force_insert=True)
    return made


def mark_events(club: Club, marked: Iterable[Event]) -> None:
    """The ledger's rows of these evenings were made from entries that have other ids here; where an older version made
    them otherwise, they are made again."""
    older = set(read_in_another_way(club).values_list("pk", flat=True))
    events = list(marked)
    tell_rules_apart(event.pk for event in events)
    newest = dict(
        Event.objects.filter(pk__in=[event.pk for event in events])
        .order_by()
        .annotate(newest=Max("rounds__tables__card__entries"))
        .values_list("pk", "newest")
    )
    for event in events:
        event.ledger_mark = "" if event.pk in older else mark_of(event, newest[event.pk] or 0)
    Event.objects.bulk_update(events, ["ledger_mark"], batch_size=AT_ONCE)
