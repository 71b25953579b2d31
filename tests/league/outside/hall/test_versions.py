"""A hall's computer and home of other versions: refused with the cure before the evening, never on its return."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client

from league.acting.log import Refused
from league.models import Event, Lending
from league.outside.archive import versions
from league.outside.archive.format import VERSION, Manifest
from league.outside.archive.versions import is_ahead
from league.outside.hall import deeds
from league.outside.hall.deeds import key_of, take_back
from league.outside.hall.hearing import hear
from league.outside.hall.slices import proof_of
from pinochle_club.ground import __version__
from tests.league.makers import fresh, make_user
from tests.league.outside.hall.elsewhere import elsewhere
from tests.league.outside.hall.evenings import ADMIN, World, brought, fetched

pytestmark = pytest.mark.django_db
NEWER = {**versions.program(), "version": "9.7.0"}


@pytest.mark.parametrize(
    ("one", "other", "ahead"),
    [
        ({"version": "1.7.0"}, {"version": "1.6.9"}, True),
        ({"version": "1.10.0"}, {"version": "1.9.0"}, True),
        ({"version": "1.6.1"}, {"version": "1.6.0"}, False),
        ({"version": "1.6.0"}, {"version": "1.7.0"}, False),
        ({"version": "1.6.0", "league": "0054_moves"}, {"version": "1.6.0", "league": "0053_line_to_home"}, True),
        ({"version": "1.6.0"}, {"version": "nonsense"}, True),
        ({}, {}, False),
    ],
)
def test_a_version_is_ahead_by_new_things_or_newer_tables(
    one: Mapping[str, str], other: Mapping[str, str], ahead: bool
) -> None:
    assert is_ahead(one, other) is ahead


def as_of(file: bytes, key: str, program: Mapping[str, str], **more: Any) -> bytes:
    """The slice as another version would have written it, with something of each player that isn't known here."""
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    told = json.loads(files["manifest.json"]) | {"program": dict(program)} | more
    manifest = Manifest.model_validate(told)
    assert manifest.lending is not None
    rows = [json.loads(line) | {"mood": "good"} for line in files["tables/entrants.jsonl"].splitlines()]
    content = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    files["tables/entrants.jsonl"] = content
    manifest.tables["entrants"].sha256 = sha256(content).hexdigest()
    manifest.lending.proof = proof_of(manifest, key)
    files["manifest.json"] = manifest.model_dump_json().encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, one in files.items():
            archive.writestr(name, one)
    return out.getvalue()


def test_a_hall_that_is_ahead_of_home_is_told_so_before_the_evening(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deeds, "program", lambda: NEWER)
    monkeypatch.setattr(deeds, "__version__", "9.7.0")
    with elsewhere(), pytest.raises(Refused) as refused:
        fetched(world.file)
    assert str(refused.value) == (
        f"Home is {__version__}, this computer 9.7.0: update home first, then fetch the evening again."
    )


def test_a_home_that_is_ahead_of_the_hall_is_told_so_where_its_slice_cannot_be_read(world: World) -> None:
    key = key_of(world.event.lendings.get())
    with elsewhere(), pytest.raises(Refused, match=rf"Version 9\.7\.0 made this file, and this is {__version__}\."):
        fetched(as_of(world.file, key, NEWER))


@pytest.mark.parametrize("format_version", [VERSION, pytest.param(VERSION + 1, marks=pytest.mark.soak)])
def test_what_a_newer_hall_sends_is_kept_until_home_is_updated(
    world: World, client: Client, format_version: int
) -> None:
    lending = world.event.lendings.get()
    newer = as_of(world.back, key_of(lending), NEWER, version=format_version)
    kept = [brought(newer), brought(newer)]
    says = f"Home is {__version__}, and this evening comes from version 9.7.0."
    assert {(one.event.lent, one.is_unread, says in one.says) for one in kept} == {(1, True, True)}
    assert (fresh(world.event).lent, lending.kept.count()) == (1, 1)

    client.force_login(make_user(world.event.club, "director", "Ida Moss"))
    address = f"/clubs/{world.event.club.slug}/events/{world.event.pk}/hall/"
    assert "What the hall sent waits here." in client.get(address).text
    assert says in client.post(f"{address}take-in/", {"client_id": "a"}, follow=True).text

    lending.kept.update(file=world.back)  # as if home was updated, and could read it
    looked = client.post(f"{address}take-in/", {"client_id": "b"})
    assert "/hall/back/look/?file=" in looked.headers["Location"]
    file = looked.headers["Location"].partition("=")[2]
    client.post(f"{address}back/look/", {"client_id": "c", "file": file})
    assert (fresh(world.event).lent, lending.kept.count(), fresh(world.event).state) == (0, 0, Event.State.CLOSED)


def test_the_line_says_that_home_keeps_it_and_forced_back_it_stays_beside(world: World, client: Client) -> None:
    lending = Lending.objects.select_related("event__club").get(event=world.event)
    newer = as_of(world.back, key_of(lending), NEWER)
    answer = hear(lending, newer, is_whole=True)
    assert (answer.has, answer.state, "It is kept at home" in answer.says) == (0, "out", True)
    take_back(event=world.event, acting=ADMIN, client_id="take", name="Tuesdays")
    client.force_login(make_user(world.event.club, "admin", "Ida Moss"))
    address = f"/clubs/{world.event.club.slug}/events/{world.event.pk}/"
    page = client.get(f"{address}hall/kept/", follow=True)
    assert "Update this one first." in page.text


def test_a_manifest_that_says_more_is_a_newer_ones(world: World) -> None:
    with zipfile.ZipFile(io.BytesIO(world.back)) as archive:
        told = json.loads(archive.read("manifest.json")) | {"program": NEWER, "weather": "fine"}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("manifest.json", json.dumps(told))
    with pytest.raises(Refused, match="Keep the file: nothing is lost"):
        brought(out.getvalue())
