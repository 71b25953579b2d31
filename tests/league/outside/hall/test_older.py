"""Home takes evenings that a hall of an older version sends: `tests.migrations.keeping` keeps those of each version."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from league.models import Event, LedgerRow, Lending
from league.outside.hall import deeds
from scoring.models import Entry
from tests.league.makers import fresh
from tests.league.outside.hall.evenings import brought, fetched
from tests.migrations.keeping import EVENINGS

pytestmark = pytest.mark.django_db
OLDER = sorted(EVENINGS.glob("*-for-home.zip"))


def home_of(for_the_hall: bytes, monkeypatch: pytest.MonkeyPatch) -> Event:
    """Home as it was when it lent the evening, as far as the evening tells."""
    monkeypatch.setattr(deeds, "is_ahead", lambda one, other: False)
    there = fetched(for_the_hall)
    event, key = there.event, there.key
    Lending.objects.create(uid=there.uid, event=event, number=there.number, lent_at=there.fetched_at)
    there.delete()
    event.lent = there.number
    event.save(update_fields=["lent"])
    monkeypatch.setattr(deeds, "key_of", lambda lending: key)
    return event


@pytest.mark.parametrize("file", OLDER, ids=lambda file: file.name)
def test_home_takes_the_evening_of_an_older_hall(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for_the_hall = file.with_name(file.name.replace("for-home", "for-the-hall")).read_bytes()
    event = home_of(for_the_hall, monkeypatch)
    with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as archive:
        entries = json.loads(archive.read("manifest.json"))["tables"]["entries"]["rows"]

    assert brought(file.read_bytes()).event.lent == 0

    assert (fresh(event).state, fresh(event).lent) == (Event.State.CLOSED, 0)
    assert Entry.objects.filter(card__round_table__event_round__event=event).count() == entries > 0
    assert LedgerRow.objects.filter(event=event).count() == 8
